package control

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A Tab is one of several words in a row; the chosen one is underlined.
type Tab struct {
	Clickable
	text string
	on   bool
}

var _ fyne.Widget = (*Tab)(nil)

// NewTab makes a tab that is not chosen.
func NewTab(tips *core.Tips, text, tip string, tapped func()) *Tab {
	t := &Tab{text: text}
	t.Extend(t, tips, tip, tapped)
	return t
}

// SetOn sets whether the tab is the chosen one.
func (t *Tab) SetOn(on bool) {
	if t.on != on {
		t.on = on
		t.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (t *Tab) CreateRenderer() fyne.WidgetRenderer {
	r := &tabRenderer{tab: t, text: core.NewCanvasText(13), line: canvas.NewRectangle(nil)}
	r.line.CornerRadius = 1
	core.SetCanvasText(r.text, t.text)
	r.Face = core.Face{r.text, r.line}
	r.Refresh()
	return r
}

type tabRenderer struct {
	core.Face
	tab  *Tab
	text *canvas.Text
	line *canvas.Rectangle
}

// tabPad is the space at each side of a tab's word.
const tabPad = 5

func (r *tabRenderer) MinSize() fyne.Size {
	return fyne.NewSize(r.text.MinSize().Width+2*tabPad, ButtonSide)
}

func (r *tabRenderer) Layout(size fyne.Size) {
	text := r.text.MinSize()
	r.text.Resize(text)
	r.text.Move(fyne.NewPos((size.Width-text.Width)/2, (size.Height-text.Height)/2))
	r.line.Resize(fyne.NewSize(text.Width, 2))
	r.line.Move(fyne.NewPos((size.Width-text.Width)/2, size.Height-6))
}

func (r *tabRenderer) Refresh() {
	t := r.tab
	r.text.Color = theme.Color(theme.ColorNamePlaceHolder)
	r.line.FillColor = theme.Color(theme.ColorNameBackground)
	if t.hovered || t.on {
		r.text.Color = theme.Color(theme.ColorNameForeground)
	}
	if t.on {
		r.line.FillColor = theme.Color(theme.ColorNamePrimary)
	}
	canvas.Refresh(t)
}
