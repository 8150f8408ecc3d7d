package pageview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/teletext"
)

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

// spans returns the selected spans, except for rows that only show lower halves.
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

// selecting handles the selection of cells by the pointer.
type selecting struct {
	page      *drawing
	selection selection
	remark    func() // called when the selection has changed
}

// grab starts a selection: with Ctrl or Alt of a rectangle, otherwise of lines.
func (s *selecting) grab(e *desktop.MouseEvent) {
	if e.Button == desktop.MouseButtonPrimary {
		s.selection.begin(s.page.cell(e.Position), e.Modifier&(fyne.KeyModifierControl|fyne.KeyModifierAlt) != 0)
		s.remark()
	}
}

// stretch extends the selection to a place.
func (s *selecting) stretch(to fyne.Position) {
	s.selection.extend(s.page.cell(to))
	s.remark()
}

// SelectAll selects the whole page.
func (s *selecting) SelectAll() {
	if s.page.sheet.Grid == nil {
		return
	}
	s.selection.begin(cellPlace{}, false)
	s.selection.extend(cellPlace{teletext.Rows - 1, teletext.Columns - 1})
	s.remark()
}

// ClearSelection clears the selection, and reports whether there was one.
func (s *selecting) ClearSelection() bool {
	had := s.selection.made
	s.selection = selection{}
	if had {
		s.remark()
	}
	return had
}

// Selection returns the selected spans.
func (s *selecting) Selection() []teletext.Span { return s.selection.spans(s.page.sheet.Grid) }

// MoveSelection moves a selection within one row to another row.
func (v *View) MoveSelection(row int) {
	s := &v.selection
	if s.made && s.from.row == s.to.row && s.from.row != row {
		s.from.row, s.to.row = row, row
		v.mark()
	}
}
