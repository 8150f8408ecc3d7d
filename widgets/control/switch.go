package control

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A Switch is a box to tick in a dialog, with words beside it. Unlike a [Check] it takes the keyboard; it hands
// on the keys that it does not use.
type Switch struct {
	Pressable
	// Checked reports whether it is ticked. SetChecked changes it.
	Checked bool
	words   *core.Lines
	width   float32 // of the words in one line, or of what there is room for
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

// natural is the width of the words in one line, with what rounding adds.
func (s *Switch) natural() float32 {
	return core.TextWidth(s.words.Text(), theme.TextSize(), fyne.TextStyle{}) + 1
}

// left is where the words begin, with the room behind them.
func (s *Switch) left() float32 { return theme.IconInlineSize() + 2*theme.InnerPadding() }

// SetWidth breaks the words where they have no room in one line.
func (s *Switch) SetWidth(width float32) {
	s.width = min(width-s.left(), s.natural())
	s.words.SetWidth(s.width)
}

// SetChecked ticks the box or not, and notifies if that has changed.
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

// MouseMoved is called when the pointer moves over the switch. It is only over it where a click does
// something: at the box and the words.
func (s *Switch) MouseMoved(e *desktop.MouseEvent) {
	if over := s.Enabled() && s.within(e.Position); s.hovered != over {
		s.hovered = over
		s.Refresh()
	}
}

// Tapped ticks the box if the click is at it or at the words, and takes the keyboard.
func (s *Switch) Tapped(e *fyne.PointEvent) {
	if !s.Enabled() || e != nil && !s.within(e.Position) {
		return
	}
	if on := core.CanvasOf(s); on != nil {
		on.Focus(s)
	}
	s.Pressable.Tapped(e)
}

// within reports whether a place is at the box or the words.
func (s *Switch) within(p fyne.Position) bool {
	least := s.MinSize()
	top := (s.Size().Height - least.Height) / 2
	return p.X <= least.Width && p.Y >= top && p.Y <= top+least.Height
}

// TypedKey ticks on Enter, and hands other keys on; the space bar is typed as a rune too.
func (s *Switch) TypedKey(k *fyne.KeyEvent) {
	if k.Name != fyne.KeySpace {
		s.Pressable.TypedKey(k)
	}
}

// TypedRune ticks on a space.
func (s *Switch) TypedRune(r rune) {
	if r == ' ' && s.Enabled() {
		s.SetChecked(!s.Checked)
	}
}

// CreateRenderer makes what is drawn.
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

// icons are the inside of the box, and the box with or without its tick.
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
