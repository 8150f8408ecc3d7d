package control

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A PushButton is a button of a dialog. Tab focuses it, Enter and the space bar press it, and it passes on other keys.
type PushButton struct {
	Pressable
	text   string
	strong bool
}

var _ fyne.Widget = (*PushButton)(nil)

// NewPushButton makes a button with a text.
func NewPushButton(keys core.Keys, text string, tapped func()) *PushButton {
	b := &PushButton{text: text}
	b.Extend(b, nil, "", keys, tapped)
	return b
}

// Strong highlights the button as the dialog's default one.
func (b *PushButton) Strong() *PushButton {
	b.SetStrong(true)
	return b
}

// SetStrong sets whether the button is highlighted.
func (b *PushButton) SetStrong(strong bool) {
	if b.strong != strong {
		b.strong = strong
		b.Refresh()
	}
}

// IsStrong reports whether the button is its dialog's default one.
func (b *PushButton) IsStrong() bool { return b.strong }

// Text returns the button's text.
func (b *PushButton) Text() string { return b.text }

// SetText sets the button's text.
func (b *PushButton) SetText(text string) {
	if b.text != text {
		b.text = text
		b.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (b *PushButton) CreateRenderer() fyne.WidgetRenderer {
	r := &pushButtonRenderer{
		button: b, back: canvas.NewRectangle(nil), text: core.NewCanvasText(theme.TextSize()), ring: newRing(),
	}
	r.back.CornerRadius = theme.Size(theme.SizeNameInputRadius)
	r.Face = append(core.Face{r.back, r.text}, r.ring.Objects()...)
	r.Refresh()
	return r
}

type pushButtonRenderer struct {
	core.Face
	button *PushButton
	text   *canvas.Text
	back   *canvas.Rectangle
	ring   *core.Ring
}

func (r *pushButtonRenderer) MinSize() fyne.Size {
	pad, text := 2*theme.InnerPadding(), r.text.MinSize()
	return fyne.NewSize(text.Width+pad, max(text.Height, theme.IconInlineSize())+pad)
}

func (r *pushButtonRenderer) Layout(size fyne.Size) {
	text := r.text.MinSize()
	r.back.Resize(size)
	r.text.Resize(text)
	r.text.Move(fyne.NewPos((size.Width-text.Width)/2, (size.Height-text.Height)/2))
	r.ring.Put(fyne.Position{}, size)
}

func (r *pushButtonRenderer) Refresh() {
	b := r.button
	core.SetStyledText(r.text, b.text, fyne.TextStyle{Bold: true})
	r.text.Color, r.back.FillColor = b.wordsColour(), b.backColour()
	if b.strong && b.Enabled() {
		r.text.Color = theme.Color(theme.ColorNameForegroundOnPrimary)
	}
	r.ring.Show(b.focused)
	r.Layout(b.Size())
	canvas.Refresh(b)
}

func (b *PushButton) backColour() color.Color {
	back := theme.Color(theme.ColorNameButton)
	if b.strong {
		back = theme.Color(theme.ColorNamePrimary)
	}
	switch {
	case !b.Enabled():
		return theme.Color(theme.ColorNameDisabledButton)
	case b.hovered:
		return blend(back, theme.Color(theme.ColorNameHover))
	}
	return back
}

// blend composes a translucent colour over an opaque one.
func blend(under, over color.Color) color.Color {
	r, g, b, _ := under.RGBA()
	overR, overG, overB, a := over.RGBA()
	mix := func(under, over uint32) uint16 { return uint16(over + uint32(float32(under)*(1-float32(a)/0xFFFF))) }
	return color.RGBA64{R: mix(r, overR), G: mix(g, overG), B: mix(b, overB), A: 0xFFFF}
}
