package control

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A Switch is a checkbox in a dialog, with a text. Unlike a [Check] it is focused by a click; it passes on keys that it
// does not handle.
type Switch struct {
	Pressable
	// Checked reports whether it is ticked. SetChecked changes it.
	Checked bool
	words   *core.Lines
	width   float32 // of the text in one line, or of the room for it
	changed func(on bool)
}

var _ fyne.Widget = (*Switch)(nil)

// NewSwitch makes a switch that is off. changed may be nil.
func NewSwitch(keys core.Keys, text string, changed func(on bool)) *Switch {
	s := &Switch{words: core.NewLines(theme.TextSize(), theme.ColorNameForeground), changed: changed}
	s.words.SetText(text)
	s.SetWidth(s.left() + s.natural())
	s.Extend(s, nil, "", keys, func() { s.SetChecked(!s.Checked) })
	return s
}

// natural returns the width of the text in one line, with a margin for rounding.
func (s *Switch) natural() float32 {
	return core.TextWidth(s.words.Text(), theme.TextSize(), fyne.TextStyle{}) + 1
}

// left returns the width of all but the text.
func (s *Switch) left() float32 { return theme.IconInlineSize() + 2*theme.InnerPadding() }

// SetWidth wraps the text if it does not fit on one line.
func (s *Switch) SetWidth(width float32) {
	s.width = min(width-s.left(), s.natural())
	s.words.SetWidth(s.width)
}

// SetChecked sets whether the box is ticked, and calls changed if that differs.
func (s *Switch) SetChecked(checked bool) {
	if s.Checked == checked {
		return
	}
	s.Checked = checked
	if s.changed != nil {
		s.changed(checked)
	}
	s.Refresh()
}

// MouseIn is called when the pointer comes over the switch.
func (s *Switch) MouseIn(e *desktop.MouseEvent) { s.MouseMoved(e) }

// MouseMoved is called when the pointer moves over the switch. Only the box and the text are highlighted and clickable.
func (s *Switch) MouseMoved(e *desktop.MouseEvent) {
	if over := s.Enabled() && s.within(e.Position); s.hovered != over {
		s.hovered = over
		s.Refresh()
	}
}

// Tapped toggles and focuses the switch if the click is on the box or the text.
func (s *Switch) Tapped(e *fyne.PointEvent) {
	if !s.Enabled() || e != nil && !s.within(e.Position) {
		return
	}
	if on := core.CanvasOf(s); on != nil {
		on.Focus(s)
	}
	s.Pressable.Tapped(e)
}

// within reports whether a position is on the box or the text.
func (s *Switch) within(p fyne.Position) bool {
	least := s.MinSize()
	top := (s.Size().Height - least.Height) / 2
	return p.X <= least.Width && p.Y >= top && p.Y <= top+least.Height
}

// TypedKey toggles on Enter, and passes on other keys; the space bar is handled by TypedRune.
func (s *Switch) TypedKey(k *fyne.KeyEvent) {
	if k.Name != fyne.KeySpace {
		s.Pressable.TypedKey(k)
	}
}

// TypedRune toggles on a space.
func (s *Switch) TypedRune(r rune) {
	if r == ' ' && s.Enabled() {
		s.SetChecked(!s.Checked)
	}
}

// CreateRenderer implements fyne.Widget.
func (s *Switch) CreateRenderer() fyne.WidgetRenderer {
	r := &switchRenderer{
		box: s, halo: canvas.NewCircle(color.Transparent),
		fill: canvas.NewImageFromResource(nil), icon: canvas.NewImageFromResource(nil), ring: newRing(),
	}
	r.Face = append(core.Face{r.halo, r.fill, r.icon, s.words}, r.ring.Objects()...)
	r.Refresh()
	return r
}

type switchRenderer struct {
	core.Face
	box        *Switch
	halo       *canvas.Circle // around the box
	fill, icon *canvas.Image
	ring       *core.Ring
}

func (r *switchRenderer) MinSize() fyne.Size {
	height := fyne.MeasureText("", theme.TextSize(), fyne.TextStyle{}).Height + 2*theme.InnerPadding()
	return fyne.NewSize(r.box.left()+r.box.width, height+r.box.words.More())
}

func (r *switchRenderer) Layout(size fyne.Size) {
	edge, side := theme.InputBorderSize(), theme.IconInlineSize()
	halo := side + theme.InnerPadding()
	r.halo.Resize(fyne.NewSquareSize(halo))
	r.halo.Move(fyne.NewPos(edge, (size.Height-halo)/2))
	for _, o := range []*canvas.Image{r.fill, r.icon} {
		o.Resize(fyne.NewSquareSize(side))
		o.Move(fyne.NewPos(theme.InnerPadding()/2+edge, (size.Height-side)/2))
	}
	left := halo + 2*edge
	core.PutMiddle(r.box.words, left, 0, size.Width-left, size.Height)
	r.ring.Put(fyne.Position{}, size)
}

func (r *switchRenderer) Refresh() {
	s := r.box
	s.words.SetColour(s.wordsColourName())
	r.halo.FillColor = s.haloColour()
	r.fill.Resource, r.icon.Resource = s.icons()
	r.ring.Show(s.focused)
	r.fill.Refresh()
	r.icon.Refresh()
	canvas.Refresh(s)
}

func (s *Switch) haloColour() color.Color {
	switch {
	case !s.Enabled():
		return color.Transparent
	case s.hovered:
		return theme.Color(theme.ColorNameHover)
	}
	return color.Transparent
}

// icons returns the inside of the box, and the box with or without its tick.
func (s *Switch) icons() (fill, icon fyne.Resource) {
	box, inside, edge := theme.CheckButtonIcon(), theme.ColorNameInputBackground, theme.ColorNameInputBorder
	if s.Checked {
		box, inside, edge = theme.CheckButtonCheckedIcon(), theme.ColorNameBackground, theme.ColorNamePrimary
	}
	if !s.Enabled() {
		inside, edge = theme.ColorNameBackground, theme.ColorNameDisabled
	}
	return theme.NewColoredResource(theme.CheckButtonFillIcon(), inside), theme.NewColoredResource(box, edge)
}
