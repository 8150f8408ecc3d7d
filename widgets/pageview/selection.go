package pageview

import "sextant/app/teletext"

// A cellPlace is a cell of a page.
type cellPlace struct{ row, col int }

// A selection is the cells between two places, both included: in reading order, or as a rectangle.
type selection struct {
	from, to  cellPlace
	rectangle bool
	made      bool // the pointer was dragged; a click alone selects nothing
}

func (s *selection) begin(at cellPlace, rectangle bool) { *s = selection{at, at, rectangle, false} }

func (s *selection) extend(to cellPlace) { s.to, s.made = to, true }

// spans are the stretches of rows that are selected, but for rows that only show lower halves of others.
func (s *selection) spans(g *teletext.Grid) []teletext.Span {
	if !s.made || g == nil {
		return nil
	}
	first, last := s.from, s.to
	if last.row < first.row || last.row == first.row && last.col < first.col {
		first, last = last, first
	}
	spans := make([]teletext.Span, 0, teletext.Rows)
	for row := first.row; row <= last.row; row++ {
		span := teletext.Span{Row: row, From: 0, Before: teletext.Columns}
		if s.rectangle || row == first.row {
			span.From = first.col
		}
		if s.rectangle || row == last.row {
			span.Before = last.col + 1
		}
		if s.rectangle {
			span.From, span.Before = min(first.col, last.col), max(first.col, last.col)+1
		}
		if !g.Covered(row) {
			spans = append(spans, span)
		}
	}
	return spans
}
