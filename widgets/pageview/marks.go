package pageview

import (
	"cmp"
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sextant/app/teletext"
	"sextant/widgets/core"
)

// marked are the marked cells of a page.
type marked struct {
	found, changed, read []teletext.Span
	news                 News
}

// SetMarks marks cells of the sheet: those with the words of a search, and those that have changed. A sheet with other
// cells removes the marks.
func (v *View) SetMarks(found, changed []teletext.Span) {
	found, changed = joined(found), joined(changed)
	if !slices.Equal(v.marks.found, found) || !slices.Equal(v.marks.changed, changed) {
		v.marks.found, v.marks.changed = found, changed
		v.mark()
	}
}

// SetRead marks the cells of the sheet that are read aloud. A sheet with other cells removes the mark.
func (v *View) SetRead(spans []teletext.Span) {
	if !slices.Equal(v.marks.read, spans) {
		v.marks.read = spans
		v.mark()
	}
}

// mostMarks limits the rectangles for one kind of mark.
const mostMarks = 96

// joined joins adjacent spans of a row. If too many are left, each row is marked from its first cell to its last.
func joined(spans []teletext.Span) []teletext.Span {
	sorted := slices.Clone(spans)
	slices.SortFunc(sorted, func(a, b teletext.Span) int {
		return cmp.Or(a.Row-b.Row, a.From-b.From)
	})
	list := joinWithin(sorted, 0)
	if len(list) > mostMarks {
		list = joinWithin(sorted, teletext.Columns)
	}
	return list
}

// joinWithin joins spans of a row that are at most a gap apart.
func joinWithin(sorted []teletext.Span, gap int) []teletext.Span {
	var list []teletext.Span
	for _, s := range sorted {
		if last := len(list) - 1; last >= 0 && list[last].Row == s.Row && s.From <= list[last].Before+gap {
			list[last].Before = max(list[last].Before, s.Before)
			continue
		}
		list = append(list, s)
	}
	return list
}

// The marks: an overlay for words of a search and for what is read aloud, a thin frame for cells that have changed.
// They differ from all colours of a page, and from the selection.
var (
	foundColour   = color.NRGBA{0xFF, 0x8C, 0x00, 0x78}
	foundEdge     = color.NRGBA{0xFF, 0x8C, 0x00, 0xFF}
	changedColour = color.NRGBA{0x4F, 0xB8, 0xFF, 0x1E}
	changedEdge   = color.NRGBA{0x4F, 0xB8, 0xFF, 0xF0}
	readColour    = color.NRGBA{0x3D, 0xDC, 0x84, 0x48}
	readEdge      = color.NRGBA{0x3D, 0xDC, 0x84, 0xFF}
)

// drawMarks lays out the marks over the page.
func (r *viewRenderer) drawMarks() {
	m := &r.view.marks
	spans := len(m.found) + len(m.changed) + len(m.read)
	if need := spans + len(m.news.Rows) + len(m.news.Links); need > len(r.marks.Objects) {
		for len(r.marks.Objects) < need {
			o := canvas.NewRectangle(color.Transparent)
			o.StrokeWidth = 1
			r.marks.Objects = append(r.marks.Objects, o)
		}
		canvas.Refresh(r.marks)
	}
	for i, o := range r.marks.Objects {
		o := o.(*canvas.Rectangle)
		o.CornerRadius = 0
		switch {
		case i < len(m.changed):
			r.drawMark(o, m.changed[i], changedEdge, changedColour)
		case i < len(m.changed)+len(m.found):
			r.drawMark(o, m.found[i-len(m.changed)], foundEdge, foundColour)
		case i < spans:
			r.drawMark(o, m.read[i-len(m.changed)-len(m.found)], readEdge, readColour)
		case i < spans+len(m.news.Rows):
			pos, size := r.view.newRowMark(m.news.Rows[i-spans])
			o.StrokeColor = faded(newEdge, m.news.Opacity)
			core.Cover(o, pos, size, faded(newColour, m.news.Opacity))
		case i < spans+len(m.news.Rows)+len(m.news.Links):
			pos, size := r.view.newLinkMark(m.news.Links[i-spans-len(m.news.Rows)])
			o.StrokeColor, o.CornerRadius = newEdge, size.Width/2
			core.Cover(o, pos, size, newColour)
		default:
			core.Cover(o, fyne.Position{}, fyne.Size{}, color.Transparent)
		}
	}
}

func (r *viewRenderer) drawMark(o *canvas.Rectangle, s teletext.Span, edge, fill color.Color) {
	pos, size := r.view.placeSpan(s)
	o.StrokeColor = edge
	core.Cover(o, pos, size, fill)
}
