package control

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/widgettest"
)

// sliderAt returns the event of a pointer over a slider.
func sliderAt(x float32) *desktop.MouseEvent {
	return &desktop.MouseEvent{
		Button: desktop.MouseButtonPrimary, PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 10)},
	}
}

// scroll scrolls a slider by a number of events.
func scroll(s *Slider, dx, dy float32, n int) {
	for range n {
		s.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(dx, dy)})
	}
}

// TestSliderByWheel turns the wheel: a notch is a step, however many events it has, and sideways it is nothing. While
// the knob is held the wheel does nothing.
func TestSliderByWheel(t *testing.T) {
	var done []float64
	s := NewSlider(100)
	s.OnDone = func(v float64) { done = append(done, v) }
	widgettest.Show(t, s, 112, 24)
	s.SetValue(0.5)
	scroll(s, 0, 1, 25)
	scroll(s, 0, -50, 1)
	scroll(s, 25, 0, 4)
	scroll(s, 0, 0, 4)
	if want := []float64{0.55, 0.45}; !slices.EqualFunc(done, want, func(a, b float64) bool {
		return a-b < 1e-9 && b-a < 1e-9
	}) {
		t.Errorf("it went to %v, not %v", done, want)
	}
	s.MouseDown(sliderAt(56))
	if scroll(s, 0, 25, 3); s.Value() != 0.5 {
		t.Errorf("the wheel takes the knob out of the hand, to %v", s.Value())
	}
	s.MouseUp(sliderAt(56))
	var notches []int
	s.OnNotches = func(n int) { notches = append(notches, n) }
	s.Wheel.Sideways = true
	scroll(s, 0, 2.5, 20)
	scroll(s, -25, 0, 1)
	s.SetEnabled(false)
	scroll(s, 0, 25, 3)
	if !slices.Equal(notches, []int{1, 1, 1}) || s.Value() != 0.5 {
		t.Errorf("%d notches, at %v", notches, s.Value())
	}
}

// TestSliderIsDropped drops the knob while the button is held, also by disabling the slider: nothing is done, and the
// slider shows its value again.
func TestSliderIsDropped(t *testing.T) {
	for name, drop := range map[string]func(s *Slider){
		"dropped":  (*Slider).Drop,
		"disabled": func(s *Slider) { s.SetEnabled(false); s.SetEnabled(true) },
	} {
		var done []float64
		s := NewSlider(100)
		s.OnDone = func(v float64) { done = append(done, v) }
		widgettest.Show(t, s, 112, 24)
		s.MouseDown(sliderAt(56))
		drop(s)
		s.Dragged(&fyne.DragEvent{PointEvent: sliderAt(80).PointEvent})
		s.SetValue(0.1)
		s.MouseUp(sliderAt(80))
		s.DragEnd()
		if len(done) > 0 || s.Value() != 0.1 || s.Dragging() {
			t.Errorf("%s: done %v, at %v", name, done, s.Value())
		}
	}
}
