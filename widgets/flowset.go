package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
)

// A Passage is a part of what a reading view shows.
type Passage struct {
	Kind PassageKind
	Text string
	// Link is the index of what a passage of kind LinkPassage leads to.
	Link int
	// Close keeps the passage close to the one before.
	Close bool
}

// PassageKind tells how a passage is set.
type PassageKind int

// The kinds of passages.
const (
	ProsePassage PassageKind = iota
	HeadingPassage
	// TablePassage keeps its lines and columns.
	TablePassage
	LinkPassage
)

// A flowLine is a line of text as it is set.
type flowLine struct {
	text    string
	passage int
	y       float32
	height  float32
	size    float32
	style   fyne.TextStyle
	first   bool // of its passage
}

// measure tells how wide a text is.
type measure func(text string, size float32, style fyne.TextStyle) float32

// proseMeasure is the widest that prose is set, in its own size: longer lines are hard to read.
const proseMeasure = 38

// setFlow breaks passages into lines for a column of a width.
func setFlow(passages []Passage, width, size float32, m measure) (lines []flowLine, height float32) {
	y := float32(0)
	for i, p := range passages {
		l := flowLine{passage: i, size: size, first: true}
		gap := size * 0.7
		switch p.Kind {
		case HeadingPassage:
			l.size, l.style.Bold, gap = size*1.3, true, size
		case TablePassage:
			l.style.Monospace = true
			l.size = fitting(p.Text, width, size, m)
		case LinkPassage:
			gap = size * 0.25
			if i == 0 || passages[i-1].Kind != LinkPassage {
				gap = size
			}
		}
		if p.Close {
			gap = size * 0.1
		}
		if i > 0 {
			y += gap
		}
		l.height = l.size * 1.5
		for _, text := range breakText(p, width, l.size, l.style, m) {
			l.text, l.y = text, y
			lines = append(lines, l)
			l.first = false
			y += l.height
		}
	}
	return lines, y
}

// fitting is the size at which a table's longest line fits the width, but no larger than size.
func fitting(table string, width, size float32, m measure) float32 {
	widest := float32(0)
	for line := range strings.Lines(table) {
		widest = max(widest, m(strings.TrimRight(line, "\n"), size, fyne.TextStyle{Monospace: true}))
	}
	if widest <= width || widest == 0 {
		return size
	}
	return max(size*width/widest, size/2)
}

// breakText breaks a passage at its spaces; a table at its line ends.
func breakText(p Passage, width, size float32, style fyne.TextStyle, m measure) []string {
	if p.Kind == TablePassage {
		return strings.Split(p.Text, "\n")
	}
	var lines []string
	line, used := "", float32(0)
	space := m(" ", size, style)
	for _, word := range strings.Fields(p.Text) {
		w := m(word, size, style)
		if line != "" && used+space+w > width {
			lines = append(lines, line)
			line = ""
		}
		if line == "" {
			line, used = word, w
			continue
		}
		line += " " + word
		used += space + w
	}
	return append(lines, line)
}

// A flowPlace is a place between two characters of a line.
type flowPlace struct{ line, char int }

func (a flowPlace) before(b flowPlace) bool {
	return a.line < b.line || a.line == b.line && a.char < b.char
}

// flowText is the text between two places: the lines of a passage joined again, passages apart.
func flowText(lines []flowLine, passages []Passage, from, to flowPlace) string {
	if to.before(from) {
		from, to = to, from
	}
	var b strings.Builder
	for i := from.line; i <= to.line && i < len(lines); i++ {
		l := lines[i]
		runes := []rune(l.text)
		begin, end := 0, len(runes)
		if i == from.line {
			begin = min(from.char, end)
		}
		if i == to.line {
			end = min(to.char, end)
		}
		switch {
		case i == from.line:
		case !l.first && passages[l.passage].Kind != TablePassage:
			b.WriteByte(' ')
		case l.first && passages[l.passage].Kind != LinkPassage:
			b.WriteString("\n\n")
		default:
			b.WriteByte('\n')
		}
		b.WriteString(string(runes[min(begin, end):end]))
	}
	return b.String()
}
