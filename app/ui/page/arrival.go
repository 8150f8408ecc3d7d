package page

import (
	"strings"

	"sextant/app/navigate"
	"sextant/app/store"
	"sextant/app/teletext"
)

// onArrived records a visit, updates the colour keys, one frame after the page, and prefetches what may be wanted next.
func (p *Presenter) onArrived(s navigate.Scene, from int) {
	p.news.arrived(s)
	if p.sought.Page != s.Page {
		p.sought = Sought{}
	}
	turned := from == s.Page
	if turned {
		from = 0
	}
	st := p.parts.Tuner.Current()
	if from != 0 {
		st.Pages.Guesses.Opened(s.Page)
	}
	st.Store.Visit(s.Page, s.Subpage, from, p.host.Now())
	if turned && p.usual != nil { // its colour keys lead where they did
		p.intent.arrived(s)
		return
	}
	go func() {
		usual, _ := st.Store.Destinations(s.Page, colourKeys) // none if that cannot be read
		p.host.Do(func() {
			if p.parts.Tuner.Current() == st && p.Nav.Shown().Page == s.Page {
				p.usual = usual
				p.colours.update()
				p.intent.arrived(s)
			}
		})
	}()
}

// Sought is what to mark on a page: the words of the search, or the line of the watch, from which it was opened.
type Sought struct {
	Page  int
	Words string
	Exact bool
	// Line is a line to mark instead, empty for none.
	Line string
}

// Open goes to a place and marks what was sought.
func (p *Presenter) Open(place teletext.Place, s Sought) {
	p.sought = s
	p.Nav.Run(p.Nav.GoTo(place))
}

// clearSought removes the marks of a search, and reports whether there were any.
func (p *Presenter) clearSought() bool {
	if p.sought.Page == 0 {
		return false
	}
	p.sought = Sought{}
	p.sheet.view.SetMarks(nil, nil)
	return true
}

// marks returns the cells of a page with the words.
func (s *Sought) marks(g *teletext.Grid) []teletext.Span {
	if s.Line != "" {
		return s.lineMarks(g)
	}
	lines, columns := make([]string, teletext.Rows), make([][]int, teletext.Rows)
	for row := range lines {
		lines[row], columns[row] = g.Letters(teletext.Span{Row: row, Before: teletext.Columns})
	}
	var spans []teletext.Span
	for row, marks := range store.Spans(lines, s.Words, s.Exact) {
		for _, m := range marks {
			spans = append(spans, teletext.Span{Row: row, From: columns[row][m.From], Before: columns[row][m.Before]})
		}
	}
	return spans
}

// lineMarks returns the rows of a page with the text of the line.
func (s *Sought) lineMarks(g *teletext.Grid) (spans []teletext.Span) {
	for row, line := range strings.Split(g.Text(teletext.WholeRows(), teletext.TextForm{}), "\n") {
		if strings.Join(strings.Fields(line), " ") == s.Line {
			spans = append(spans, teletext.Span{Row: row, Before: teletext.Columns})
		}
	}
	return spans
}
