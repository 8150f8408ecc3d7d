package core

import (
	"math"

	"fyne.io/fyne/v2"
)

// A Wheel lies over a form and gets the mouse wheel for all of it, which the toolkit's entries would handle otherwise.
// It gets nothing else, so that clicks go to what is below.
type Wheel struct {
	Base
	turn func(*fyne.ScrollEvent)
}

var (
	_ fyne.Widget     = (*Wheel)(nil)
	_ fyne.Scrollable = (*Wheel)(nil)
)

// NewWheel makes a widget that calls turn when the mouse wheel is turned over it.
func NewWheel(turn func(*fyne.ScrollEvent)) *Wheel {
	w := &Wheel{turn: turn}
	w.ExtendBaseWidget(w)
	return w
}

// CreateRenderer implements fyne.Widget: it draws nothing.
func (w *Wheel) CreateRenderer() fyne.WidgetRenderer { return &bare{} }

// Scrolled passes on the wheel.
func (w *Wheel) Scrolled(e *fyne.ScrollEvent) { w.turn(e) }

const (
	// notch is the toolkit's distance for a notch of a mouse, and wideNotch that on Wayland compositors that send 15
	// units where GLFW assumes 10.
	notch, wideNotch = 25.0, 37.5
	// mostNotches is the most that an event counts. The toolkit multiplies those of ten and more by 125.
	mostNotches = 10
	// rounded is added before fractions of a notch, which are rounded, are cut to a whole number.
	rounded = 1e-3
)

// Notches counts the notches of a mouse wheel, for what acts by steps: the small events of a touchpad add up to the
// same as a notch. The zero value is ready to use.
type Notches struct {
	// Sideways: a turn to the right counts as one up, as on a horizontal line of time. Otherwise it is nothing.
	Sideways bool

	turned float64 // since the last whole notch, in notches
}

// Add counts an event, and returns how many notches are complete with it, less than 0 for down. A change of direction
// starts over.
func (n *Notches) Add(e *fyne.ScrollEvent) int {
	by := float64(e.Scrolled.DY)
	if aside := float64(e.Scrolled.DX); math.Abs(aside) > math.Abs(by) {
		if by = 0; n.Sideways {
			by = -aside // the toolkit moves the content
		}
	}
	if math.Abs(by) == wideNotch {
		by = math.Copysign(notch, by)
	}
	if n.turned*by < 0 {
		n.turned = 0
	}
	n.turned += max(-mostNotches, min(mostNotches, by/notch))
	whole := math.Trunc(n.turned + math.Copysign(rounded, n.turned))
	n.turned -= whole
	return int(whole)
}

// Each counts an event, and calls step with 1 or -1 for each notch that is complete. It reports whether there was one.
func (n *Notches) Each(e *fyne.ScrollEvent, step func(by int)) bool {
	notches, by := n.Add(e), 1
	if notches < 0 {
		notches, by = -notches, -1
	}
	for range notches {
		step(by)
	}
	return notches > 0
}
