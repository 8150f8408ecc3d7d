package teletext

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// maxSubpages limits the subpages of a document: numbers have at most four decimal digits. On air there are
// subcodes from 0000 to 3F7F.
const maxSubpages = 9999

const timeLayout = "2006-01-02T15:04:05"

// pageFrom builds the page from a document's root. It refuses only a document without a page, with an invalid
// page number, or with neither a number nor subpages. A page without a number has number 0.
func pageFrom(root *node, w *warnings) (*Page, error) {
	doc := root.child("teletext")
	if doc == nil {
		w.warn("the root is not named teletext")
		doc = root
	}
	n := doc.child("page")
	if n == nil {
		return nil, ErrNoPage
	}
	number, err := pageNumber(n, w)
	if err != nil {
		return nil, err
	}
	if doc.attribute("xml") != "preserve" {
		w.warn("xml:space is not preserve")
	}
	p := &Page{
		Network:  doc.attribute("network"),
		Number:   number,
		Name:     n.attribute("name"),
		Prev:     w.parseNumber(n, "prevpg"),
		Next:     w.parseNumber(n, "nextpg"),
		TOPType:  n.attribute("toptype"),
		Animated: n.attribute("animated"),
	}
	p.addTimes(n, w)
	p.addSubpages(n, w)
	p.Warnings = w.list
	return p, nil
}

func pageNumber(n *node, w *warnings) (int, error) {
	text := n.attribute("number")
	number, err := strconv.Atoi(text)
	switch {
	case text == "" && n.child("subpage") == nil:
		return 0, fmt.Errorf("%w: it has neither a number nor subpages", ErrNoPage)
	case text != "" && (err != nil || number < 0):
		return 0, fmt.Errorf("%w: its number is %q", ErrNoPage, cut(text))
	case number == 0:
		w.warn("the page has no number")
	}
	return number, nil
}

func (p *Page) addTimes(n *node, w *warnings) {
	if s := n.attribute("time"); s != "" {
		t, err := time.Parse(timeLayout, s)
		if err != nil {
			w.warn("the page's time %q is not of the form YYYY-MM-DDThh:mm:ss", cut(s))
		}
		p.Modified = t
	}
	if p.TOPType != "" && !strings.EqualFold(p.TOPType, "Block") {
		w.warn("toptype is %q, not Block", cut(p.TOPType))
	}
}

func (p *Page) addSubpages(n *node, w *warnings) {
	p.SubpageCount = w.parseNumber(n, "subpagecount")
	for s := range n.childrenNamed("subpage") {
		sp := subpageFrom(s, len(p.Subpages), w)
		if have, _ := p.Subpage(sp.Number); have != nil {
			w.warn("subpage %d comes twice; the first is shown", sp.Number)
			continue
		}
		p.Subpages = append(p.Subpages, sp)
	}
	sorted := func(i, j int) bool { return p.Subpages[i].Number < p.Subpages[j].Number }
	if !sort.SliceIsSorted(p.Subpages, sorted) {
		w.warn("the subpages are not in the order of their numbers")
		sort.SliceStable(p.Subpages, sorted)
	}
	if len(p.Subpages) == 0 {
		w.warn("the page has no subpages")
	}
	if p.SubpageCount != len(p.Subpages) {
		w.warn("subpagecount is %d, but %d came", p.SubpageCount, len(p.Subpages))
	}
}

func subpageFrom(n *node, index int, w *warnings) Subpage {
	sp := Subpage{Number: w.parseNumber(n, "number")}
	if n.attribute("number") == "" || sp.Number > maxSubpages {
		w.warn("a subpage has no usable number")
		sp.Number = index + 1
	}
	if seconds := w.parseNumber(n, "time"); seconds <= maxDwellSeconds {
		sp.Dwell = time.Duration(seconds) * time.Second
	} else {
		w.warn("a display time of %d seconds was ignored", seconds)
	}
	for c := range n.childrenNamed("content") {
		sp.addContent(c, w)
	}
	return sp
}

// maxDwellSeconds is a day; a longer display duration is ignored.
const maxDwellSeconds = 24 * 60 * 60

func (s *Subpage) addContent(n *node, w *warnings) {
	switch kind := n.attribute("type"); kind {
	case "text":
		s.Text = linesFrom(n, w, utf8.RuneCountInString)
	case "all":
		s.All = linesFrom(n, w, CodeCount)
	case "structured":
		s.Structured = runLinesFrom(n, w)
	default:
		w.warn("a content of type %q was left out", cut(kind))
	}
}

func linesFrom(n *node, w *warnings, count func(string) int) *Lines {
	lines := &Lines{}
	eachLine(n, w, func(i int, l *node) {
		if len(l.children) > 0 {
			w.warn("line %d has runs where only text belongs", i+1)
		}
		if count(l.text) > Columns {
			w.warn("line %d is longer than %d characters", i+1, Columns)
		}
		lines[i] = l.text
	})
	return lines
}

func runLinesFrom(n *node, w *warnings) *RunLines {
	lines := &RunLines{}
	eachLine(n, w, func(i int, l *node) {
		length := 0
		for r := range l.childrenNamed("run") {
			run := runFrom(r, w)
			length += run.Length
			lines[i] = append(lines[i], run)
		}
		if length != Columns && len(lines[i]) > 0 {
			w.warn("the runs of line %d fill %d characters instead of %d", i+1, length, Columns)
		}
	})
	return lines
}

func eachLine(n *node, w *warnings, visit func(int, *node)) {
	var seen [Rows]bool
	for l := range n.childrenNamed("line") {
		number := w.parseNumber(l, "number")
		if number < 1 || number > Rows {
			w.warn("a line with number %q was left out", cut(l.attribute("number")))
			continue
		}
		if seen[number-1] {
			w.warn("line %d comes twice; the last is shown", number)
		}
		seen[number-1] = true
		visit(number-1, l)
	}
}

func runFrom(n *node, w *warnings) Run {
	r := Run{
		Bg:   w.parseColour(n, "bg", Black),
		Fg:   w.parseColour(n, "fg", White),
		Text: n.text,
		Link: n.attribute("link"),
		Size: strings.ToLower(n.attribute("size")),
	}
	r.Length = w.parseNumber(n, "length")
	if count := utf8.RuneCountInString(r.Text); n.attribute("length") == "" {
		r.Length = count
	} else if count > r.Length {
		w.warn("a run has more text than its length")
	}
	if r.Length > Columns {
		w.warn("a run is longer than %d characters", Columns)
		r.Length = Columns
	}
	if s := n.attribute("charcode"); s != "" {
		r.Charcode = w.parseCharcode(s)
	}
	return r
}

// parseCharcode parses two hexadecimal digits with or without an h after them. Codes 40 to 5F are letters in a
// graphics colour.
func (w *warnings) parseCharcode(s string) byte {
	code, err := strconv.ParseUint(strings.TrimRight(s, "hH"), 16, 7)
	if err != nil || code < firstPrintable {
		w.warn("charcode %q is no character code", cut(s))
		return 0
	}
	return byte(code)
}

func (w *warnings) parseColour(n *node, key string, missing Colour) Colour {
	name := n.attribute(key)
	if name == "" {
		w.warn("a run has no %s", key)
		return missing
	}
	c, ok := ParseColour(strings.ToLower(name))
	if !ok {
		w.warn("%s %q is no teletext colour", key, cut(name))
		return missing
	}
	return c
}

// parseNumber parses a non-negative number of at most nine digits; 0 if there is none.
func (w *warnings) parseNumber(n *node, key string) int {
	s := n.attribute(key)
	if s == "" {
		return 0
	}
	v, err := strconv.Atoi(s)
	if err != nil || v < 0 || len(s) > 9 {
		w.warn("%s %q is no number", key, cut(s))
		return 0
	}
	return v
}

// cut shortens a value from the document for a warning.
func cut(s string) string {
	const longest = 24
	if utf8.RuneCountInString(s) <= longest {
		return s
	}
	return string([]rune(s)[:longest]) + "…"
}
