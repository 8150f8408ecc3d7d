package teletext

import (
	"slices"
	"strings"
	"unicode"
)

// A glyph is a character of a text, with the index of its link plus one, 0 for none, and its row plus one, counted
// across all subpages, 0 for a character that is not on the page.
type glyph struct {
	rune rune
	link int
	at   int
}

// A typedLine is a row with text.
type typedLine struct {
	row         int
	glyphs      []glyph // from the first column on, without spaces at the end
	text        string  // the glyphs' text, without spaces at either end
	indent, end int     // columns of the text's start, and behind its end
	fg          Colour  // of its first character
	tall        bool    // of double height
	dropped     bool    // not part of the article
}

// height returns the number of rows that the line takes.
func (l *typedLine) height() int {
	if l.tall {
		return 2
	}
	return 1
}

// words returns the line's characters without its indent.
func (l *typedLine) words() []glyph { return l.glyphs[l.indent:] }

// measure sets the fields that follow from the line's glyphs.
func (l *typedLine) measure() {
	l.glyphs = trimGlyphs(l.glyphs)
	l.indent, l.end = 0, len(l.glyphs)
	for l.indent < l.end && l.glyphs[l.indent].rune == ' ' {
		l.indent++
	}
	l.text = textOf(l.words())
}

// trimGlyphs leaves out spaces at the end.
func trimGlyphs(glyphs []glyph) []glyph {
	for len(glyphs) > 0 && glyphs[len(glyphs)-1].rune == ' ' {
		glyphs = glyphs[:len(glyphs)-1]
	}
	return glyphs
}

func textOf(glyphs []glyph) string {
	var b strings.Builder
	for _, g := range glyphs {
		b.WriteRune(g.rune)
	}
	return b.String()
}

// squeeze reduces spaces between words to one.
func squeeze(glyphs []glyph) (squeezed []glyph) {
	for _, g := range glyphs {
		n := len(squeezed)
		if g.rune != ' ' || n > 0 && squeezed[n-1].rune != ' ' {
			squeezed = append(squeezed, g)
		}
	}
	return trimGlyphs(squeezed)
}

// outdent removes the indent that all lines have in common, and empty lines if condense is set.
func outdent(glyphs []glyph, condense bool) []glyph {
	var lines [][]glyph
	least := Columns
	for len(glyphs) > 0 {
		end := slices.IndexFunc(glyphs, func(g glyph) bool { return g.rune == '\n' })
		if end < 0 {
			end = len(glyphs)
		}
		l := typedLine{glyphs: glyphs[:end]}
		if l.measure(); l.end > 0 {
			least = min(least, l.indent)
		}
		if l.end > 0 || !condense {
			lines = append(lines, l.glyphs)
		}
		glyphs = glyphs[min(end+1, len(glyphs)):]
	}
	var out []glyph
	for i, l := range lines {
		if i > 0 {
			out = append(out, glyph{rune: '\n'})
		}
		out = append(out, l[min(least, len(l)):]...)
	}
	return out
}

// A typedSheet is the rows with text of a subpage.
type typedSheet struct{ lines []typedLine }

// typedSheets returns a page's subpages, and adds their links to links. Lines that are not part of the article are
// marked as dropped.
func (p *Page) typedSheets(guide Guide, reveal bool, links *[]Link) []typedSheet {
	sheets := make([]typedSheet, len(p.Subpages))
	for i := range p.Subpages {
		if p.Subpages[i].Empty() {
			continue
		}
		g := p.Subpages[i].Grid()
		s := &sheets[i]
		s.readRows(i, g, p.Links(i, g, guide), links, TextForm{Reveal: reveal})
		f := furniture{page: p, index: i}
		f.clear(s, g.ColourKeys() != [4]ColourKey{}, *links)
	}
	return sheets
}

// readRows reads the rows with text from the grid of the subpage at an index. links are the grid's, and are added to
// all.
func (s *typedSheet) readRows(index int, g *Grid, links []Link, all *[]Link, form TextForm) {
	for row := range g {
		if g.Covered(row) {
			continue
		}
		l := typedLine{row: row, glyphs: make([]glyph, 0, Columns), tall: g.isTallRow(row)}
		for col := range g[row] {
			if r, ok := form.rune(g[row][col]); ok {
				if unicode.IsSpace(r) {
					r = ' ' // whichever the service has
				}
				l.glyphs = append(l.glyphs, glyph{
					rune: r, link: linkAt(links, row, col, len(*all)), at: index*Rows + row + 1,
				})
			}
		}
		if l.measure(); l.end > 0 {
			l.fg = g[row][min(l.indent, Columns-1)].Fg
			s.lines = append(s.lines, l)
		}
	}
	*all = append(*all, links...)
}

// linkAt returns a glyph's value for the link at a cell, 0 for none. first is the number of links before links.
func linkAt(links []Link, row, col, first int) int {
	for i := range links {
		if l := &links[i]; l.Row == row && col >= l.From && col < l.Before {
			return first + i + 1
		}
	}
	return 0
}

// kept returns the lines that were not dropped.
func (s *typedSheet) kept() (lines []typedLine) {
	for _, l := range s.lines {
		if !l.dropped {
			lines = append(lines, l)
		}
	}
	return lines
}

// dropRepeated drops lines that subpages repeat: those that a subpage begins with like the one before, such as a
// heading, and those below an empty row that it ends with like the next one. Links at the same place as in the subpage
// before are dropped too.
func dropRepeated(sheets []typedSheet) {
	for i := len(sheets) - 1; i > 0; i-- {
		above, below := sheets[i-1].kept(), sheets[i].kept()
		n := 0
		for n < min(len(above), len(below)) && above[n].same(&below[n]) {
			n++
		}
		sheets[i].dropLines(below[:n])
	}
	for i := 0; i+1 < len(sheets); i++ {
		above, below := sheets[i].kept(), sheets[i+1].kept()
		n, apart := 0, 0
		for n < min(len(above), len(below)) && above[len(above)-1-n].same(&below[len(below)-1-n]) {
			n++
			if a := len(above) - n; a == 0 || above[a-1].row+above[a-1].height() < above[a].row {
				apart = n
			}
		}
		sheets[i].dropLines(above[len(above)-apart:])
	}
	for i := len(sheets) - 1; i > 0; i-- {
		for _, l := range sheets[i].kept() {
			again := func(o typedLine) bool { return l.same(&o) && l.leads() && !o.dropped }
			if slices.ContainsFunc(sheets[i-1].lines, again) {
				sheets[i].dropLines([]typedLine{l})
			}
		}
	}
}

// leads reports whether the line has a link.
func (l *typedLine) leads() bool {
	return slices.ContainsFunc(l.glyphs, func(g glyph) bool { return g.link != 0 })
}

func (l *typedLine) same(o *typedLine) bool {
	return l.row == o.row && l.tall == o.tall && l.indent == o.indent && l.text == o.text
}

// dropLines marks some of the lines as dropped.
func (s *typedSheet) dropLines(lines []typedLine) {
	for i := range s.lines {
		if slices.ContainsFunc(lines, func(l typedLine) bool { return l.row == s.lines[i].row }) {
			s.lines[i].dropped = true
		}
	}
}
