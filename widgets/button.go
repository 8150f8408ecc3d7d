package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A Button is a flat button with an icon or a short text. Unlike the toolkit's own it never takes the
// keyboard away from the page, and it tells in a tip what it does and which key does the same.
type Button struct {
	widget.BaseWidget

	icon     fyne.Resource
	text     string
	tip      string
	onTapped func()
	tips     *Tips

	raised bool // it has a face even when nothing points to it

	on, disabled, hovered, pressed bool
}

var (
	_ fyne.Widget       = (*Button)(nil)
	_ fyne.Tappable     = (*Button)(nil)
	_ desktop.Hoverable = (*Button)(nil)
	_ desktop.Mouseable = (*Button)(nil)
)

// NewButton makes a button with an icon.
func NewButton(tips *Tips, icon fyne.Resource, tip string, tapped func()) *Button {
	b := &Button{icon: icon, tip: tip, onTapped: tapped, tips: tips}
	b.ExtendBaseWidget(b)
	return b
}

// NewTextButton makes a button with a short text.
func NewTextButton(tips *Tips, text, tip string, tapped func()) *Button {
	b := &Button{text: text, tip: tip, onTapped: tapped, tips: tips}
	b.ExtendBaseWidget(b)
	return b
}

// SetOn shows whether what the button switches is on.
func (b *Button) SetOn(on bool) {
	if b.on != on {
		b.on = on
		b.Refresh()
	}
}

// SetEnabled shows whether the button does anything.
func (b *Button) SetEnabled(enabled bool) {
	if b.disabled == enabled {
		b.disabled = !enabled
		b.Refresh()
	}
}

// SetFace changes the icon and the tip.
func (b *Button) SetFace(icon fyne.Resource, tip string) {
	if b.tip != tip {
		b.icon, b.tip = icon, tip
		b.Refresh()
	}
}

// Tapped does what the button is for.
func (b *Button) Tapped(*fyne.PointEvent) {
	b.tips.Hide()
	if !b.disabled {
		b.onTapped()
	}
}

// MouseIn is called when the pointer comes over the button.
func (b *Button) MouseIn(*desktop.MouseEvent) {
	b.hovered = true
	b.tips.Offer(b, b.tip)
	b.Refresh()
}

// MouseMoved does nothing: the tip stays where it is.
func (b *Button) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called when the pointer leaves the button.
func (b *Button) MouseOut() {
	b.hovered, b.pressed = false, false
	b.tips.Hide()
	b.Refresh()
}

// MouseDown is called when a mouse button goes down.
func (b *Button) MouseDown(*desktop.MouseEvent) {
	b.pressed = true
	b.Refresh()
}

// MouseUp is called when a mouse button comes up.
func (b *Button) MouseUp(*desktop.MouseEvent) {
	b.pressed = false
	b.Refresh()
}

// buttonSide is the height of every button and the width of one with an icon.
const buttonSide = 34

// CreateRenderer makes what is drawn.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	r := &buttonRenderer{button: b, back: canvas.NewRectangle(nil), text: newText(15)}
	r.back.CornerRadius = 5
	r.text.Alignment = fyne.TextAlignCenter
	r.icon = canvas.NewImageFromResource(b.icon)
	r.icon.FillMode = canvas.ImageFillContain
	r.Refresh()
	return r
}

type buttonRenderer struct {
	button *Button
	back   *canvas.Rectangle
	icon   *canvas.Image
	text   *canvas.Text
}

func (r *buttonRenderer) Destroy() {}

func (r *buttonRenderer) Objects() []fyne.CanvasObject {
	if r.button.text != "" {
		return []fyne.CanvasObject{r.back, r.text}
	}
	return []fyne.CanvasObject{r.back, r.icon}
}

func (r *buttonRenderer) MinSize() fyne.Size {
	width := float32(buttonSide)
	if r.button.text != "" {
		width = max(width, r.text.MinSize().Width+18)
	}
	return fyne.NewSize(width, buttonSide)
}

func (r *buttonRenderer) Layout(size fyne.Size) {
	const iconSide = 20
	r.back.Resize(size)
	r.icon.Resize(fyne.NewSquareSize(iconSide))
	r.icon.Move(fyne.NewPos((size.Width-iconSide)/2, (size.Height-iconSide)/2))
	r.text.Resize(fyne.NewSize(size.Width, r.text.MinSize().Height))
	r.text.Move(fyne.NewPos(0, (size.Height-r.text.MinSize().Height)/2))
}

func (r *buttonRenderer) Refresh() {
	b := r.button
	r.back.FillColor = theme.Color(r.backColour())
	setText(r.text, b.text)
	r.text.Color = theme.Color(theme.ColorNameForeground)
	switch {
	case b.icon == nil:
	case b.disabled:
		r.icon.Resource = theme.NewDisabledResource(theme.NewThemedResource(b.icon))
	case b.on:
		r.icon.Resource = theme.NewPrimaryThemedResource(b.icon)
	default:
		r.icon.Resource = theme.NewThemedResource(b.icon)
	}
	r.icon.Translucency = 0
	if b.disabled {
		r.icon.Translucency = 0.55
	}
	r.back.Refresh()
	r.text.Refresh()
	if b.icon != nil {
		r.icon.Refresh()
	}
}

func (r *buttonRenderer) backColour() fyne.ThemeColorName {
	b := r.button
	switch {
	case b.disabled:
		return theme.ColorNameBackground
	case b.pressed:
		return theme.ColorNamePressed
	case b.hovered:
		return theme.ColorNameHover
	case b.text != "" || b.raised:
		return theme.ColorNameButton
	}
	return theme.ColorNameBackground
}
