package core

import (
	"fyne.io/fyne/v2"
)

// A Floor lies under the other widgets of a panel or a dialog and is not seen. At a click on something that
// cannot have the keyboard the toolkit takes it from whatever has it, unless something under the pointer
// could have it: the floor could. When Tab comes to the floor it passes the keyboard on.
type Floor struct {
	Base
	keys Keys
}

var (
	_ fyne.Widget    = (*Floor)(nil)
	_ fyne.Focusable = (*Floor)(nil)
)

// NewFloor makes a floor that hands keys on.
func NewFloor(keys Keys) *Floor {
	f := &Floor{keys: keys}
	f.ExtendBaseWidget(f)
	return f
}

// CreateRenderer makes nothing that is drawn.
func (f *Floor) CreateRenderer() fyne.WidgetRenderer { return &bare{} }

// FocusGained passes the keyboard on in the direction in which it came.
func (f *Floor) FocusGained() {
	switch c := CanvasOf(f); {
	case c == nil:
	case ShiftHeld():
		c.FocusPrevious()
	default:
		c.FocusNext()
	}
}

// FocusLost does nothing.
func (f *Floor) FocusLost() {}

// TypedRune hands characters on, where there is nothing else that could have the keyboard.
func (f *Floor) TypedRune(r rune) { f.keys.Rune(r) }

// TypedKey hands keys on.
func (f *Floor) TypedKey(k *fyne.KeyEvent) { f.keys.Pass(k.Name) }

// bare is what a widget is drawn with that is not seen.
type bare struct{}

func (*bare) Destroy()                     {}
func (*bare) Layout(fyne.Size)             {}
func (*bare) MinSize() fyne.Size           { return fyne.Size{} }
func (*bare) Objects() []fyne.CanvasObject { return nil }
func (*bare) Refresh()                     {}

// A Wheel lies over a form and takes the mouse wheel for all of it. The toolkit's entries would take it for
// themselves. It takes nothing else, so that clicks go to what is below.
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

// CreateRenderer makes nothing that is drawn.
func (w *Wheel) CreateRenderer() fyne.WidgetRenderer { return &bare{} }

// Scrolled hands the wheel on.
func (w *Wheel) Scrolled(e *fyne.ScrollEvent) { w.turn(e) }
