package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// A floor lies under the other widgets of a panel or a dialog and is not seen. At a click on something that
// cannot have the keyboard the toolkit takes it from whatever has it, unless something under the pointer
// could have it: the floor could. When Tab comes to the floor it passes the keyboard on.
type floor struct {
	widget.BaseWidget
	keys Keys
}

var (
	_ fyne.Widget    = (*floor)(nil)
	_ fyne.Focusable = (*floor)(nil)
)

func newFloor(keys Keys) *floor {
	f := &floor{keys: keys}
	f.ExtendBaseWidget(f)
	return f
}

// CreateRenderer makes nothing that is drawn.
func (f *floor) CreateRenderer() fyne.WidgetRenderer { return &bare{} }

// FocusGained passes the keyboard on in the direction in which it came.
func (f *floor) FocusGained() {
	switch c := CanvasOf(f); {
	case c == nil:
	case ShiftHeld():
		c.FocusPrevious()
	default:
		c.FocusNext()
	}
}

// FocusLost does nothing.
func (f *floor) FocusLost() {}

// TypedRune hands characters on, where there is nothing else that could have the keyboard.
func (f *floor) TypedRune(r rune) { f.keys.Rune(r) }

// TypedKey hands keys on.
func (f *floor) TypedKey(k *fyne.KeyEvent) { f.keys.Pass(k.Name) }

// bare is what a widget is drawn with that is not seen.
type bare struct{}

func (*bare) Destroy()                     {}
func (*bare) Layout(fyne.Size)             {}
func (*bare) MinSize() fyne.Size           { return fyne.Size{} }
func (*bare) Objects() []fyne.CanvasObject { return nil }
func (*bare) Refresh()                     {}

// A wheel lies over a form and takes the mouse wheel for all of it. The toolkit's entries would take it for
// themselves. It takes nothing else, so that clicks go to what is below.
type wheel struct {
	widget.BaseWidget
	turn func(*fyne.ScrollEvent)
}

var (
	_ fyne.Widget     = (*wheel)(nil)
	_ fyne.Scrollable = (*wheel)(nil)
)

func newWheel(turn func(*fyne.ScrollEvent)) *wheel {
	w := &wheel{turn: turn}
	w.ExtendBaseWidget(w)
	return w
}

// CreateRenderer makes nothing that is drawn.
func (w *wheel) CreateRenderer() fyne.WidgetRenderer { return &bare{} }

// Scrolled hands the wheel on.
func (w *wheel) Scrolled(e *fyne.ScrollEvent) { w.turn(e) }
