package control

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A Slider sets a value from 0 to 1 by clicking or dragging: the place in a recording, or the volume. It is not
// focusable. While it is being dragged, SetValue does not move it.
type Slider struct {
	core.Base

	// OnChanged is called while the user moves the slider, and OnDone when it is released.
	OnChanged func(float64)
	OnDone    func(float64)
	// OnHover, which may be nil, is called with the value below the pointer and its distance from the left, and with a
	// negative value when the pointer leaves.
	OnHover func(share float64, x float32)
	// OnNotches, which may be nil, is called with the notches by which the wheel was turned, less than 0 for down, in
	// place of a step of the value for each.
	OnNotches func(notches int)
	// Wheel counts them.
	Wheel core.Notches

	value, ready float64
	ticks        []float64
	disabled     bool
	dragging     bool
	hovered      bool
	minWidth     float32
	name         string
	words        func(share float64) string // nil for a percentage
}

var (
	_ fyne.Widget       = (*Slider)(nil)
	_ fyne.Draggable    = (*Slider)(nil)
	_ fyne.Scrollable   = (*Slider)(nil)
	_ desktop.Mouseable = (*Slider)(nil)
	_ desktop.Hoverable = (*Slider)(nil)
)

// NewSlider makes a slider of at least the given width.
func NewSlider(minWidth float32) *Slider {
	s := &Slider{minWidth: minWidth}
	s.ExtendBaseWidget(s)
	return s
}

// SetValue sets the value.
func (s *Slider) SetValue(value float64) {
	if !s.dragging {
		s.setShare(&s.value, value)
	}
}

// Value returns the value.
func (s *Slider) Value() float64 { return s.value }

// Dragging reports whether the user is dragging the slider.
func (s *Slider) Dragging() bool { return s.dragging }

// SetReady shows how much can be played, as a second colour behind the value.
func (s *Slider) SetReady(share float64) { s.setShare(&s.ready, share) }

// SetTicks shows ticks at sorted values.
func (s *Slider) SetTicks(shares []float64) {
	if !slices.Equal(s.ticks, shares) {
		s.ticks = shares
		s.Refresh()
	}
}

// setShare sets one of the slider's values, and redraws it only if the difference is visible: a playing position moves
// by fractions of a pixel, and each redraw is one of the whole window.
func (s *Slider) setShare(share *float64, value float64) {
	const steps = 2 // in one of the toolkit's units, which may have several pixels
	step := func(v float64) int { return int(v * steps * float64(s.Size().Width-2*knobEdge)) }
	moved := step(*share) != step(value)
	*share = value
	if moved {
		s.Refresh()
	}
}

// SetEnabled enables or disables the slider.
func (s *Slider) SetEnabled(enabled bool) {
	if s.disabled == enabled {
		s.disabled, s.dragging = !enabled, false
		s.Refresh()
	}
}

// Drop ends a drag without doing anything.
func (s *Slider) Drop() {
	if s.dragging {
		s.dragging = false
		s.Refresh()
	}
}

// Enabled reports whether the slider is enabled.
func (s *Slider) Enabled() bool { return !s.disabled }

// MouseDown moves the slider to the pointer.
func (s *Slider) MouseDown(e *desktop.MouseEvent) {
	if s.disabled || e.Button != desktop.MouseButtonPrimary {
		return
	}
	core.KeepFinger()
	s.dragging = true
	s.moveTo(e.Position.X)
}

// MouseUp ends a click.
func (s *Slider) MouseUp(*desktop.MouseEvent) { s.DragEnd() }

// Dragged follows the pointer.
func (s *Slider) Dragged(e *fyne.DragEvent) {
	if s.dragging {
		s.moveTo(e.Position.X)
	}
}

// DragEnd reports the value at which the slider was released.
func (s *Slider) DragEnd() {
	if !s.dragging {
		return
	}
	s.dragging = false
	if s.OnDone != nil {
		s.OnDone(s.value)
	}
}

// Scrolled moves the slider by the mouse wheel, unless it is being dragged.
func (s *Slider) Scrolled(e *fyne.ScrollEvent) {
	if s.disabled || s.dragging {
		return
	}
	switch n := s.Wheel.Add(e); {
	case n == 0:
	case s.OnNotches != nil:
		s.OnNotches(n)
	default:
		s.setTo(s.value + float64(n)*sliderStep)
	}
}

// sliderStep is the step of the wheel.
const sliderStep = 0.05

// MouseIn is called when the pointer comes over the slider.
func (s *Slider) MouseIn(e *desktop.MouseEvent) {
	s.hovered = true
	s.Refresh()
	s.MouseMoved(e)
}

// MouseMoved reports the place below the pointer.
func (s *Slider) MouseMoved(e *desktop.MouseEvent) {
	if s.OnHover != nil && !s.disabled {
		s.OnHover(s.shareAt(e.Position.X), e.Position.X)
	}
}

// MouseOut is called when the pointer leaves the slider.
func (s *Slider) MouseOut() {
	s.hovered = false
	s.Refresh()
	if s.OnHover != nil {
		s.OnHover(-1, 0)
	}
}

// shareAt returns the value at a distance from the left, from 0 to 1.
func (s *Slider) shareAt(x float32) float64 {
	return max(0, min(1, float64((x-knobEdge)/(s.Size().Width-2*knobEdge))))
}

func (s *Slider) moveTo(x float32) { s.set(s.shareAt(x)) }

func (s *Slider) set(value float64) {
	s.value = max(0, min(1, value))
	s.Refresh()
	if s.OnChanged != nil {
		s.OnChanged(s.value)
	}
}

const (
	knobRadius = 6
	// knobEdge is the distance of the knob's centre from the slider's end.
	knobEdge    = 10
	trackHeight = 4
	// The size of a tick; ticks that would touch are drawn as one.
	tickWidth, tickHeight = 2, 12
)

// CreateRenderer implements fyne.Widget.
func (s *Slider) CreateRenderer() fyne.WidgetRenderer {
	r := &sliderRenderer{slider: s, knob: canvas.NewCircle(nil)}
	for i := range r.tracks {
		r.tracks[i] = canvas.NewRectangle(nil)
		r.tracks[i].CornerRadius = trackHeight / 2
	}
	r.Refresh()
	return r
}

type sliderRenderer struct {
	slider *Slider
	tracks [3]*canvas.Rectangle // all, ready, value
	ticks  []*canvas.Rectangle  // some may be unused
	knob   *canvas.Circle
}

func (r *sliderRenderer) Destroy() {}

func (r *sliderRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.tracks[0], r.tracks[1], r.tracks[2]}
	for _, t := range r.ticks {
		objects = append(objects, t)
	}
	return append(objects, r.knob)
}

func (r *sliderRenderer) MinSize() fyne.Size { return fyne.NewSize(r.slider.minWidth, 24) }

func (r *sliderRenderer) Layout(size fyne.Size) {
	length := size.Width - 2*knobEdge
	for i, share := range [...]float64{1, r.slider.ready, r.slider.value} {
		r.tracks[i].Resize(fyne.NewSize(length*float32(share), trackHeight))
		r.tracks[i].Move(fyne.NewPos(knobEdge, (size.Height-trackHeight)/2))
	}
	r.placeTicks(size, length)
	r.knob.Resize(fyne.NewSquareSize(2 * knobRadius))
	r.knob.Move(fyne.NewPos(knobEdge-knobRadius+length*float32(r.slider.value), size.Height/2-knobRadius))
}

// placeTicks lays out a tick at each value that is far enough from the one before.
func (r *sliderRenderer) placeTicks(size fyne.Size, length float32) {
	shown, last := 0, float32(-2*tickWidth)
	for _, share := range r.slider.ticks {
		x := length * float32(share)
		if x < last+2*tickWidth {
			continue
		}
		if last = x; shown == len(r.ticks) {
			r.ticks = append(r.ticks, canvas.NewRectangle(nil))
		}
		t := r.ticks[shown]
		t.FillColor, t.Hidden = theme.Color(theme.ColorNameForeground), false
		t.Resize(fyne.NewSize(tickWidth, tickHeight))
		t.Move(fyne.NewPos(knobEdge+x-tickWidth/2, (size.Height-tickHeight)/2))
		shown++
	}
	for _, t := range r.ticks[shown:] {
		t.Hidden = true
	}
}

func (r *sliderRenderer) Refresh() {
	s := r.slider
	r.tracks[0].FillColor = theme.Color(theme.ColorNameSeparator)
	r.tracks[1].FillColor = theme.Color(theme.ColorNameScrollBar)
	r.tracks[2].FillColor = theme.Color(theme.ColorNamePrimary)
	r.knob.FillColor = theme.Color(theme.ColorNameForeground)
	r.knob.Hidden = s.disabled || !s.hovered && !s.dragging
	r.tracks[2].Hidden = s.disabled
	r.Layout(s.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}
