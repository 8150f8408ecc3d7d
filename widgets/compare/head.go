package compare

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/control"
	"sextant/widgets/core"
)

// A columnHead is the head of a column of a comparison: its title, and its state below. While a click on
// it does something it looks like a button, and Tab comes to it.
type columnHead struct {
	control.Pressable
	column Column
}

var _ fyne.Widget = (*columnHead)(nil)

func newColumnHead(tips *core.Tips, keys core.Keys, tapped func()) *columnHead {
	h := &columnHead{}
	h.Extend(h, tips, "", keys, tapped)
	return h
}

func (h *columnHead) set(c Column) {
	if h.column == c {
		return
	}
	h.column = c
	h.SetTip(c.Tip)
	h.SetEnabled(c.Asks)
	h.Refresh()
}

// CreateRenderer makes what is drawn.
func (h *columnHead) CreateRenderer() fyne.WidgetRenderer {
	r := &columnHeadRenderer{head: h, back: canvas.NewRectangle(nil), title: core.NewLine(headText, theme.ColorNameForeground), state: core.NewLine(11, theme.ColorNamePlaceHolder)}
	r.back.CornerRadius, r.ring = 4, core.NewRing(4)
	r.Face = append(core.Face{r.back, r.title, r.state}, r.ring.Objects()...)
	r.Refresh()
	return r
}

type columnHeadRenderer struct {
	core.Face
	head         *columnHead
	back         *canvas.Rectangle
	title, state *core.Line
	ring         *core.Ring
}

// headText is the size of a title.
const headText = 13

func (r *columnHeadRenderer) MinSize() fyne.Size { return fyne.NewSize(30, headHeight-4) }

func (r *columnHeadRenderer) Layout(size fyne.Size) {
	const inset = cellInset - 2
	r.back.Resize(size)
	r.ring.Put(fyne.Position{}, size)
	r.title.SetText(r.head.column.Title)
	if title := r.title.Text(); title != "" && core.TextWidth(title, headText, fyne.TextStyle{}) > size.Width-2*inset {
		r.title.SetText(r.head.column.Short)
	}
	for i, l := range []*core.Line{r.title, r.state} {
		l.Resize(fyne.NewSize(max(0, size.Width-2*inset), l.MinSize().Height))
		l.Move(fyne.NewPos(inset, 2+17*float32(i)))
	}
}

func (r *columnHeadRenderer) Refresh() {
	h := r.head
	idle := theme.ColorNameBackground
	if h.column.Asks {
		idle = theme.ColorNameButton
	}
	r.back.FillColor = theme.Color(h.BackColour(idle))
	r.ring.Show(h.Focused())
	r.state.SetText(h.column.State)
	title, state := theme.ColorNamePlaceHolder, theme.ColorNamePlaceHolder
	switch {
	case h.column.Failed:
		title, state = theme.ColorNameForeground, theme.ColorNameWarning
	case h.column.Asks:
		title, state = theme.ColorNameForeground, theme.ColorNamePrimary
	case h.column.Filled:
		title = theme.ColorNameForeground
	}
	r.title.SetColour(title)
	r.state.SetColour(state)
	r.Layout(h.Size())
	canvas.Refresh(h)
}
