package reading

import (
	"strings"

	"fyne.io/fyne/v2"

	"sextant/widgets/core"
)

// A Passage is a part of a text.
type Passage struct {
	Kind Kind
	Text string
	// Name is at the left of a passage of kind Field.
	Name string
	// Link is the index of the target of a passage of kind Reference.
	Link int
	// Links are the links in the text of prose or a field.
	Links []Link
	// Close keeps the passage close to the one before.
	Close bool
	// First and Last are the parts that it comes from, such as subpages of a page.
	First, Last int
}

// A Link is a part of a text in bytes, with the index of its target.
type Link struct{ From, Before, Link int }

// Kind says how a passage is laid out.
type Kind int

// The kinds of passages.
const (
	Prose Kind = iota
	Heading
	// Subheading is a heading within a text.
	Subheading
	// Table keeps its lines and columns. All tables of a text have the same size.
	Table
	Reference
	// Field has a name at the left. It keeps its line breaks, and splits words that are too long.
	Field
	// Fold opens and closes the passages after it, which are folded at first.
	Fold
)

// A flowLine is a wrapped line of text.
type flowLine struct {
	text    string
	before  string // the characters between it and the line before in the passage
	passage int
	x, y    float32
	height  float32
	size    float32
	style   fyne.TextStyle
	first   bool       // of its passage
	names   []string   // the lines of the name at its left
	links   []lineLink // in order
}

// A lineLink is a part of a line in characters, with the index of its link in the flow.
type lineLink struct{ from, before, link int }

// measure returns the width of a text.
type measure func(text string, size float32, style fyne.TextStyle) float32

// proseMeasure is the greatest width of prose, in multiples of its text size: longer lines are hard to read.
const proseMeasure = 38

// setFlow wraps passages for a column of a width.
func setFlow(passages []Passage, width, size float32, m measure) (lines []flowLine, height float32) {
	y, links := float32(0), 0 // links counts those of the passages before
	names := nameColumn(passages, width, size, m)
	table := fitting(passages, width, size, m)
	for i, p := range passages {
		l, gap := lineStyle(passages, i, size, table)
		if i > 0 {
			y += gap
		}
		l.height = l.size * 1.5
		if p.Kind == Table {
			l.height = l.size * 1.3
		}
		from, room := y, width
		if p.Kind == Field {
			l.x, room = names+size, max(1, width-names-size)
			for _, b := range breakText(Passage{Kind: Field, Text: p.Name}, names, l.size, l.style, m) {
				l.names = append(l.names, b.text)
			}
		}
		for _, b := range breakText(p, room, l.size, l.style, m) {
			l.text, l.before, l.y, l.links = b.text, b.before, y, b.links(&p, links)
			lines = append(lines, l)
			l.first, l.names = false, nil
			y += l.height
		}
		y = max(y, from+l.height*float32(len(lines[firstOf(lines, i)].names)))
		links += linksOf(&p)
	}
	return lines, y
}

// firstOf returns the index of the first line of a passage, which is the last one wrapped.
func firstOf(lines []flowLine, passage int) int {
	i := len(lines) - 1
	for i > 0 && lines[i-1].passage == passage {
		i--
	}
	return i
}

// lineStyle returns the style of a passage's lines, and the gap before them. table is the size of tables.
func lineStyle(passages []Passage, i int, size, table float32) (l flowLine, gap float32) {
	p := &passages[i]
	l = flowLine{passage: i, size: size, first: true}
	gap = size * 0.7
	switch p.Kind {
	case Heading:
		l.size, l.style.Bold, gap = size*1.3, true, size
	case Subheading:
		l.style.Bold, gap = true, size
	case Table:
		l.style.Monospace, l.size = true, table
	case Fold:
		gap = size
	case Reference:
		gap = size * 0.25
		if i == 0 || passages[i-1].Kind != Reference {
			gap = size
		}
	case Field:
		gap = size * 0.35
	}
	if p.Close {
		gap = size * 0.1
	}
	return l, gap
}

// nameColumn returns the width of the names of fields: that of the longest, but limited to a part of the whole.
func nameColumn(passages []Passage, width, size float32, m measure) float32 {
	widest, most := float32(0), width*0.36
	for _, p := range passages {
		if p.Kind == Field {
			core.Head(p.Name, func(part string) bool {
				widest = max(widest, m(part, size, fyne.TextStyle{}))
				return widest < most
			})
		}
	}
	return min(widest+1, most)
}

// isLink reports whether the whole passage can be clicked.
func (p *Passage) isLink() bool { return p.Kind == Reference || p.Kind == Fold }

// linksOf counts the links of a passage.
func linksOf(p *Passage) int {
	if p.isLink() {
		return 1
	}
	return len(p.Links)
}

// fitting returns the size at which the longest line of all tables fits into the width, at most size.
func fitting(passages []Passage, width, size float32, m measure) float32 {
	widest := float32(0)
	for _, p := range passages {
		if p.Kind != Table {
			continue
		}
		for line := range strings.Lines(p.Text) {
			widest = max(widest, m(strings.TrimRight(line, "\n"), size, fyne.TextStyle{Monospace: true}))
		}
	}
	if widest <= width || widest == 0 {
		return size
	}
	return max(size*width/widest, size/2)
}

// A brokenLine is a line of a wrapped passage, with the sources of its words.
type brokenLine struct {
	text   string
	before string // the characters between it and the line before in the passage
	words  []brokenWord
}

// A brokenWord is a word of a line: its positions in the passage and in the line, in bytes.
type brokenWord struct {
	text     string
	from, at int
}

// links returns the links in the line. first is the index of the passage's first link.
func (b *brokenLine) links(p *Passage, first int) (list []lineLink) {
	if p.isLink() {
		return []lineLink{{0, len([]rune(b.text)), first}}
	}
	for i, l := range p.Links {
		for _, w := range b.words {
			from, before := max(l.From-w.from, 0), min(l.Before-w.from, len(w.text))
			if from < before {
				begin := len([]rune(b.text[:w.at+from]))
				list = append(list, lineLink{begin, begin + len([]rune(w.text[from:before])), first + i})
			}
		}
	}
	return list
}

// breakText wraps a passage at its spaces, a table only at its line breaks, and a field at both.
func breakText(p Passage, width, size float32, style fyne.TextStyle, m measure) (lines []brokenLine) {
	if p.Kind == Table {
		from := 0
		for _, text := range strings.Split(p.Text, "\n") {
			lines = append(lines, brokenLine{text: text, before: "\n", words: []brokenWord{{text, from, 0}}})
			from += len(text) + 1
		}
		return lines
	}
	if p.Kind != Field {
		return breakWords(p.Text, 0, width, m(" ", size, style), func(word string) (string, float32) {
			return word, m(word, size, style)
		})
	}
	from := 0
	for _, text := range strings.Split(p.Text, "\n") {
		set := breakWords(text, from, width, m(" ", size, style), func(word string) (string, float32) {
			word = beginning(word, func(part string) bool { return m(part, size, style) <= width })
			return word, m(word, size, style)
		})
		set[0].before = "\n"
		lines = append(lines, set...)
		from += len(text) + 1
	}
	return lines
}

// beginning returns as much of a word as fits, but at least one character.
func beginning(word string, fits func(part string) bool) string {
	runes, whole := core.Head(word, fits)
	if whole {
		return word
	}
	return string(runes[:max(1, core.Longest(len(runes), func(n int) bool { return fits(string(runes[:n])) }))])
}

// blanks are the characters between words.
const blanks = " \t\r\n"

// nextWord returns the range of the next word of a text, from a place on; empty after the last.
func nextWord(text string, at int) (from, before int) {
	from = len(text) - len(strings.TrimLeft(text[at:], blanks))
	if i := strings.IndexAny(text[from:], blanks); i >= 0 {
		return from, from + i
	}
	return from, len(text)
}

// breakWords wraps the words of a text, which starts at a place in its passage. fit returns as much of a word as fits
// on a line, and its width.
func breakWords(text string, from int, width, space float32,
	fit func(word string) (string, float32),
) (lines []brokenLine) {
	var line brokenLine
	used := float32(0)
	for at, end := 0, 0; ; {
		if at == end { // of a word
			at, end = nextWord(text, at)
		}
		if at == end {
			return append(lines, line)
		}
		word, w := fit(text[at:end])
		whole := at == 0 || strings.IndexByte(blanks, text[at-1]) >= 0
		if line.text != "" && (!whole || used+space+w > width) {
			lines = append(lines, line)
			line = brokenLine{before: " "}
			if !whole {
				line.before = ""
			}
		}
		if line.text != "" {
			line.text += " "
			used += space
		} else {
			used = 0
		}
		line.words = append(line.words, brokenWord{word, from + at, len(line.text)})
		line.text += word
		used += w
		at += len(word)
	}
}
