package teletext

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// addContent adds a representation. One without lines counts as missing, since it says nothing.
func (s *Subpage) addContent(n *node, w *warnings) {
	stated := n.attribute("type")
	kind := strings.ToLower(strings.TrimSpace(stated))
	switch kind {
	case contentText, contentAll, contentStructured:
	default:
		w.warn(Warning{Kind: WarnContent, Value: stated})
		return
	}
	if kind != stated {
		w.warn(Warning{Kind: WarnContentType, Key: kind, Value: stated})
	}
	if n.child("line") == nil {
		w.warn(Warning{Kind: WarnBlank, Key: kind, Number: s.Number})
		return
	}
	switch kind {
	case contentText:
		s.Text = linesFrom(n, w)
	case contentAll:
		s.All = linesFrom(n, w)
	case contentStructured:
		s.Structured = runLinesFrom(n, w)
	}
}

// The content types of the specification.
const (
	contentText       = "text"
	contentAll        = "all"
	contentStructured = "structured"
)

// checkContents warns of what only shows when all representations are known.
func (s *Subpage) checkContents(w *warnings) {
	if s.Empty() {
		w.warn(Warning{Kind: WarnEmpty, Number: s.Number})
		return
	}
	u := s.useful()
	if u.Structured != s.Structured {
		w.warn(Warning{Kind: WarnBlank, Key: contentStructured, Number: s.Number})
	}
	if u.All != s.All {
		w.warn(Warning{Kind: WarnBlank, Key: contentAll, Number: s.Number})
	}
	if s.Text != nil {
		for row, line := range s.Text {
			if utf8.RuneCountInString(line) > Columns {
				w.warn(Warning{Kind: WarnLineLong, Number: row + 1})
			}
		}
	}
	if s.All != nil {
		s.checkAll(&u, w)
	}
}

// checkAll warns of unknown keywords, and of lines that are too long.
func (s *Subpage) checkAll(u *Subpage, w *warnings) {
	for row, line := range s.All {
		count, odd := countCodes(line)
		if odd {
			read := readLine(line, u.referenceOf(row))
			count = read.count
			for _, k := range read.unknown {
				w.warn(Warning{Kind: WarnKeyword, Number: row + 1, Value: k})
			}
		}
		if count > Columns {
			w.warn(Warning{Kind: WarnLineLong, Number: row + 1})
		}
	}
}

func linesFrom(n *node, w *warnings) *Lines {
	lines := &Lines{}
	eachLine(n, w, func(i int, l *node) {
		if len(l.children) > 0 {
			w.warn(Warning{Kind: WarnLineRuns, Number: i + 1})
		}
		lines[i] = l.text
	})
	return lines
}

func runLinesFrom(n *node, w *warnings) *RunLines {
	lines := &RunLines{}
	eachLine(n, w, func(i int, l *node) {
		lines[i] = runsFrom(l, i+1, w)
		length := 0
		for _, r := range lines[i] {
			length += r.Length
		}
		if length != Columns && len(lines[i]) > 0 {
			w.warn(Warning{Kind: WarnRunsFill, Number: i + 1, Other: length})
		}
	})
	return lines
}

// eachLine visits the lines of a content. A line without a number has the one of its place in the list, or the next
// that no other line has.
func eachLine(n *node, w *warnings, visit func(int, *node)) {
	var seen [Rows]bool
	place := 0
	for l := range n.childrenNamed("line") {
		place++
		stated := l.attribute("number")
		number, is, plain := readNumber(stated)
		switch {
		case !is:
			if number = freeLine(n, place, &seen); number <= Rows {
				w.warn(Warning{Kind: WarnLinePlace, Number: number, Value: stated})
			}
		case !plain:
			w.warn(Warning{Kind: WarnReadNumber, Key: "number", Value: stated, Number: number})
		}
		if number < 1 || number > Rows {
			w.warn(Warning{Kind: WarnLine, Value: stated})
			continue
		}
		if seen[number-1] {
			w.warn(Warning{Kind: WarnLineTwice, Number: number})
		}
		seen[number-1] = true
		visit(number-1, l)
	}
}

// freeLine returns the first number from a place on that no line of a content has, beyond Rows if there is none.
func freeLine(n *node, place int, seen *[Rows]bool) int {
	taken := *seen
	for l := range n.childrenNamed("line") {
		if number, is, _ := readNumber(l.attribute("number")); is && number >= 1 && number <= Rows {
			taken[number-1] = true
		}
	}
	for place <= Rows && taken[place-1] {
		place++
	}
	return place
}

// runsFrom returns the runs of a line. A text in place of runs becomes one. Where one run has no usable length, it
// gets what the others leave; where several have none, their texts' lengths.
func runsFrom(l *node, line int, w *warnings) (runs []Run) {
	total, grown := 0, 0 // characters, the latter if no text is cut
	odd, oddAt := 0, 0
	for n := range l.childrenNamed("run") {
		r := runFrom(n, w)
		count := min(utf8.RuneCountInString(r.Text), Columns)
		stated := n.attribute("length")
		length, is, plain := readNumber(stated)
		switch {
		case !is || length > Columns || length == 0 && count > 0:
			odd, oddAt = odd+1, len(runs)
			length, plain = count, false
		case count > length:
			count = utf8.RuneCountInString(strings.TrimRight(r.Text, " "))
			plain = plain && count <= length
		}
		if !plain {
			w.warn(Warning{Kind: WarnRunLength, Number: line, Value: stated})
		}
		r.Length = length
		total, grown = total+length, grown+max(length, count)
		runs = append(runs, r)
	}
	if total < Columns && total < grown && grown <= Columns {
		for i := range runs {
			runs[i].Length = max(runs[i].Length, utf8.RuneCountInString(strings.TrimRight(runs[i].Text, " ")))
		}
		total = grown
	}
	if odd == 1 && total < Columns {
		runs[oddAt].Length += Columns - total
	}
	if len(runs) == 0 && strings.Trim(l.text, " ") != "" {
		w.warn(Warning{Kind: WarnLineText, Number: line})
		return []Run{{Bg: Black, Fg: White, Length: Columns, Text: l.text}}
	}
	return runs
}

// runFrom returns a run without its length.
func runFrom(n *node, w *warnings) Run {
	r := Run{
		Bg:   w.parseColour(n, "bg", Black),
		Fg:   w.parseColour(n, "fg", White),
		Text: n.text,
		Link: strings.TrimSpace(n.attribute("link")),
		Size: strings.ToLower(strings.TrimSpace(n.attribute("size"))),
	}
	if s := n.attribute("charcode"); s != "" {
		r.Charcode = w.parseCharcode(s)
	}
	return r
}

// parseCharcode parses two hexadecimal digits with or without an h after them. Codes 40 to 5F are letters in a
// graphics colour.
func (w *warnings) parseCharcode(s string) byte {
	code, err := strconv.ParseUint(strings.TrimRight(strings.TrimSpace(s), "hH"), 16, 7)
	if err != nil || code < firstPrintable {
		w.warn(Warning{Kind: WarnCharcode, Value: s})
		return 0
	}
	return byte(code)
}

func (w *warnings) parseColour(n *node, key string, missing Colour) Colour {
	name := n.attribute(key)
	if name == "" {
		w.warn(Warning{Kind: WarnNoColour, Key: key})
		return missing
	}
	c, ok := ParseColour(strings.ToLower(strings.TrimSpace(name)))
	if !ok {
		w.warn(Warning{Kind: WarnColour, Key: key, Value: name})
		return missing
	}
	return c
}
