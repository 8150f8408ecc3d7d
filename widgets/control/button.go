package control

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A Button is a flat button with an icon or a short text. Unlike the toolkit's it does not take the focus from the
// page, unless it is Keyed, and it has a tip with its purpose and keyboard shortcut.
type Button struct {
	Pressable
	icon fyne.Resource
	text string
	size float32 // of the text

	raised bool // it has a background also without the pointer
	on     bool

	switches bool // it is a toggle button
}

var _ fyne.Widget = (*Button)(nil)

// NewButton makes a button with an icon.
func NewButton(tips *core.Tips, icon fyne.Resource, tip string, tapped func()) *Button {
	b := &Button{icon: icon, size: core.UsualText}
	b.extend(tips, tip, tapped)
	return b
}

// NewTextButton makes a button with a short text.
func NewTextButton(tips *core.Tips, text, tip string, tapped func()) *Button {
	b := &Button{text: text, size: core.UsualText}
	b.extend(tips, tip, tapped)
	return b
}

// NewSmallButton makes a low button with words, for the foot of a panel.
func NewSmallButton(tips *core.Tips, text, tip string, tapped func()) *Button {
	b := &Button{text: text, size: core.SmallText}
	b.extend(tips, tip, tapped)
	return b
}

func (b *Button) extend(tips *core.Tips, tip string, tapped func()) {
	b.unkeyed = true
	b.Extend(b, tips, tip, core.Keys{}, tapped)
}

// Keyed makes the button focusable by Tab. It passes on keys that it does not handle.
func (b *Button) Keyed(keys core.Keys) *Button {
	b.keys, b.unkeyed = keys, false
	return b
}

// Large makes the button's text large.
func (b *Button) Large() *Button {
	b.size = core.LargeText
	return b
}

// Raised gives the button a background also without the pointer.
func (b *Button) Raised() *Button {
	b.raised = true
	return b
}

// Switching makes the button a toggle button.
func (b *Button) Switching() *Button {
	b.switches = true
	return b
}

// SetOn sets whether the toggle button is on.
func (b *Button) SetOn(on bool) {
	if b.on != on {
		b.on = on
		b.Refresh()
	}
}

// TipNow sets a function that makes the tip when it is shown.
func (b *Button) TipNow(tip func() string) *Button {
	b.SetTipNow(tip)
	return b
}

// SetFace sets the icon and the tip.
func (b *Button) SetFace(icon fyne.Resource, tip string) {
	if b.tip != tip || b.icon.Name() != icon.Name() {
		b.icon, b.tip = icon, tip
		b.Refresh()
	}
}

// SetAction sets the button's text and function.
func (b *Button) SetAction(text string, tapped func()) {
	b.onTapped = tapped
	b.SetText(text)
}

// SetText sets the button's text.
func (b *Button) SetText(text string) {
	if b.text != text {
		b.text = text
		b.Refresh()
	}
}

const (
	// ButtonSide is the height of most buttons and the width of one with an icon; smallSide is the height
	// of a small one.
	ButtonSide = 34
	smallSide  = 28
)

func (b *Button) height() float32 {
	if b.size == core.SmallText {
		return smallSide
	}
	return ButtonSide
}

// CreateRenderer implements fyne.Widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	r := &buttonRenderer{button: b, back: canvas.NewRectangle(nil), text: core.NewCanvasText(b.size)}
	r.back.CornerRadius = 5
	r.text.Alignment = fyne.TextAlignCenter
	r.icon = canvas.NewImageFromResource(b.icon)
	r.icon.FillMode = canvas.ImageFillContain
	r.ring = core.NewRing(r.back.CornerRadius)
	r.Refresh()
	return r
}

type buttonRenderer struct {
	button *Button
	back   *canvas.Rectangle
	icon   *canvas.Image
	text   *canvas.Text
	ring   *core.Ring
}

func (r *buttonRenderer) Destroy() {}

func (r *buttonRenderer) Objects() []fyne.CanvasObject {
	face := fyne.CanvasObject(r.icon)
	if r.button.text != "" {
		face = r.text
	}
	return append([]fyne.CanvasObject{r.back, face}, r.ring.Objects()...)
}

func (r *buttonRenderer) MinSize() fyne.Size {
	width := float32(ButtonSide)
	if r.button.text != "" {
		width = max(width, r.text.MinSize().Width+18)
	}
	return fyne.NewSize(width, r.button.height())
}

func (r *buttonRenderer) Layout(size fyne.Size) {
	const iconSide = 20
	r.back.Resize(size)
	r.ring.Put(fyne.Position{}, size)
	r.icon.Resize(fyne.NewSquareSize(iconSide))
	r.icon.Move(fyne.NewPos((size.Width-iconSide)/2, (size.Height-iconSide)/2))
	r.text.Resize(fyne.NewSize(size.Width, r.text.MinSize().Height))
	r.text.Move(fyne.NewPos(0, (size.Height-r.text.MinSize().Height)/2))
}

func (r *buttonRenderer) Refresh() {
	b := r.button
	r.back.FillColor = theme.Color(r.backColour())
	core.SetCanvasText(r.text, b.text)
	r.text.Color = theme.Color(theme.ColorNameForeground)
	switch {
	case b.disabled:
		r.text.Color = theme.Color(theme.ColorNameDisabled)
	case b.on:
		r.text.Color = theme.Color(theme.ColorNamePrimary)
	}
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
	r.ring.Show(b.focused)
	for _, o := range r.ring.Objects() {
		o.Refresh()
	}
	r.back.Refresh()
	r.text.Refresh()
	if b.icon != nil {
		r.icon.Refresh()
	}
}

func (r *buttonRenderer) backColour() fyne.ThemeColorName {
	b := r.button
	if !b.disabled && (b.text != "" && (b.on || !b.switches) || b.raised) {
		return b.Clickable.BackColour(theme.ColorNameButton)
	}
	return b.Clickable.BackColour(theme.ColorNameBackground)
}
