package page

import (
	"strings"

	"sextant/app/browse"
	"sextant/app/navigate"
	"sextant/app/store"
	"sextant/app/teletext"
)

// onArrived notes a visit, lets the colour keys follow, one frame behind the page, and fetches ahead what may
// be wanted next.
func (p *Presenter) onArrived(s navigate.Scene, from int) {
	p.news.arrived(s)
	if p.sought.Page != s.Page {
		p.sought = Sought{}
	}
	if from == s.Page {
		from = 0
	}
	st := p.parts.Tuner.Current()
	if from != 0 {
		st.Pages.Guesses.Opened(s.Page)
	}
	st.Store.Visit(s.Page, s.Subpage, from, p.host.Now())
	go func() {
		usual, _ := st.Store.Destinations(s.Page, colourKeys) // none where that cannot be read
		p.host.Do(func() {
			if p.parts.Tuner.Current() == st && p.Nav.Shown().Page == s.Page {
				p.usual = usual
				p.colours.update()
				p.intent.arrived(s)
			}
		})
	}()
}

// Sought are the words that a search led to a page for, or the line that a watch did.
type Sought struct {
	Page  int
	Words string
	Exact bool
	// Line is a line that is marked instead, empty for none.
	Line string
}

// Open goes to a place, where the words are marked that were searched for, if there are any.
func (p *Presenter) Open(place browse.Place, s Sought) {
	p.sought = s
	p.Nav.Run(p.Nav.GoTo(place))
}

// clearSought takes the marks of a search away, if there are any.
func (p *Presenter) clearSought() bool {
	if p.sought.Page == 0 {
		return false
	}
	p.sought = Sought{}
	p.sheet.view.SetMarks(nil, nil)
	return true
}

// marks are the cells of a page that show the words.
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

// lineMarks are the rows of a page that say what the line does.
func (s *Sought) lineMarks(g *teletext.Grid) (spans []teletext.Span) {
	for row, line := range strings.Split(g.Text(teletext.WholeRows(), teletext.TextForm{}), "\n") {
		if strings.Join(strings.Fields(line), " ") == s.Line {
			spans = append(spans, teletext.Span{Row: row, Before: teletext.Columns})
		}
	}
	return spans
}
