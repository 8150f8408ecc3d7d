package pageview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/control"
	"sextant/widgets/core"
)

// pageNumber is the page's number in the bar, or the one that is being typed. It can be clicked.
type pageNumber struct {
	control.Clickable
	text   string
	typing bool
}

var _ fyne.Widget = (*pageNumber)(nil)

func newPageNumber(tips *core.Tips, tip func() string, clicked func()) *pageNumber {
	n := &pageNumber{}
	n.Extend(n, tips, "", clicked)
	n.SetTipNow(tip)
	return n
}

func (n *pageNumber) set(text string, typing bool) {
	if n.text != text || n.typing != typing {
		n.text, n.typing = text, typing
		n.Refresh()
	}
}

// CreateRenderer makes what is drawn.
func (n *pageNumber) CreateRenderer() fyne.WidgetRenderer {
	r := &pageNumberRenderer{number: n, back: canvas.NewRectangle(nil), text: core.NewCanvasText(26)}
	r.back.CornerRadius = 5
	r.text.Alignment = fyne.TextAlignCenter
	r.Face = core.Face{r.back, r.text}
	r.Refresh()
	return r
}

type pageNumberRenderer struct {
	core.Face
	number *pageNumber
	back   *canvas.Rectangle
	text   *canvas.Text
}

func (r *pageNumberRenderer) MinSize() fyne.Size { return fyne.NewSize(numberWidth, 0) }

func (r *pageNumberRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	height := r.text.MinSize().Height
	r.text.Resize(fyne.NewSize(size.Width, height))
	r.text.Move(fyne.NewPos(0, (size.Height-height)/2))
}

func (r *pageNumberRenderer) Refresh() {
	n := r.number
	r.back.FillColor = theme.Color(n.BackColour(theme.ColorNameBackground))
	r.text.Text = n.text
	r.text.Color = theme.Color(theme.ColorNameForeground)
	if n.typing {
		r.text.Color = theme.Color(theme.ColorNamePrimary)
	}
	canvas.Refresh(n)
}
