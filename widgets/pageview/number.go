package pageview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/control"
	"sextant/widgets/core"
)

// A Number is the page's number in the bar, or the one being typed, with the sign of a keypad. It can be clicked.
type Number struct {
	control.Clickable
	text   string
	typing bool
}

var _ fyne.Widget = (*Number)(nil)

// NewNumber makes a number. clicked is called when it is clicked; tip describes that.
func NewNumber(tips *core.Tips, tip func() string, clicked func()) *Number {
	n := &Number{}
	n.Extend(n, tips, "", clicked)
	n.SetTipNow(tip)
	return n
}

func (n *Number) set(text string, typing bool) {
	if n.text != text || n.typing != typing {
		n.text, n.typing = text, typing
		n.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (n *Number) CreateRenderer() fyne.WidgetRenderer {
	r := &numberRenderer{
		number: n, back: canvas.NewRectangle(nil), text: core.NewCanvasText(numberSize),
		sign: canvas.NewImageFromResource(theme.NewThemedResource(core.Icon("keypad"))),
	}
	r.back.CornerRadius = 5
	r.text.Alignment = fyne.TextAlignCenter
	r.sign.FillMode = canvas.ImageFillContain
	r.Face = core.Face{r.back, r.text, r.sign}
	r.Refresh()
	return r
}

type numberRenderer struct {
	core.Face
	number *Number
	back   *canvas.Rectangle
	text   *canvas.Text
	sign   *canvas.Image
}

const (
	// keypadSign is the size of the sign of a keypad, and numberEdge the space after it.
	keypadSign = 14
	numberEdge = 6
)

func (r *numberRenderer) MinSize() fyne.Size { return fyne.NewSize(numberWidth, barHeight-8) }

func (r *numberRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	height := r.text.MinSize().Height
	r.text.Resize(fyne.NewSize(size.Width-keypadSign, height))
	r.text.Move(fyne.NewPos(0, (size.Height-height)/2))
	r.sign.Resize(fyne.NewSquareSize(keypadSign))
	r.sign.Move(fyne.NewPos(size.Width-keypadSign-numberEdge, (size.Height-keypadSign)/2))
}

func (r *numberRenderer) Refresh() {
	n := r.number
	r.back.FillColor = theme.Color(n.BackColour(theme.ColorNameButton))
	r.sign.Resource = theme.NewThemedResource(core.Icon("keypad"))
	r.text.Text = n.text
	r.text.Color = theme.Color(theme.ColorNameForeground)
	if n.typing {
		r.text.Color = theme.Color(theme.ColorNamePrimary)
	}
	canvas.Refresh(n)
}
