package core

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
)

// CanvasOf is the canvas on which an object is shown, nil where it is on none.
func CanvasOf(o fyne.CanvasObject) fyne.Canvas {
	return fyne.CurrentApp().Driver().CanvasForObject(o)
}

// ShiftHeld reports whether a Shift key is down.
func ShiftHeld() bool {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}

// CtrlHeld reports whether Ctrl is down, or Cmd on macOS.
func CtrlHeld() bool {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShortcutDefault != 0
}

// HasKeys reports whether one of several objects has the keyboard.
func HasKeys(list ...fyne.Focusable) bool {
	for _, o := range list {
		if c := CanvasOf(o.(fyne.CanvasObject)); c != nil && c.Focused() == o {
			return true
		}
	}
	return false
}

// HasKeysIn reports whether something in a container has the keyboard that an object is shown with. What is on a
// canvas and was not drawn yet, [CanvasOf] does not know: then it is the canvas given, which may be nil.
func HasKeysIn(in *fyne.Container, with fyne.CanvasObject, undrawn fyne.Canvas) bool {
	c := CanvasOf(with)
	if c == nil {
		c = undrawn
	}
	if c == nil {
		return false
	}
	focused, ok := c.Focused().(fyne.CanvasObject)
	return ok && holds(in, focused)
}

func holds(in, o fyne.CanvasObject) bool {
	switch in := in.(type) {
	case *fyne.Container:
		return slices.ContainsFunc(in.Objects, func(child fyne.CanvasObject) bool { return holds(child, o) })
	case *container.Scroll:
		return holds(in.Content, o)
	}
	return in == o
}

// A Stepper has several things within for the keyboard to go to, such as rows.
type Stepper interface {
	// StepOn goes to the next of them, and reports whether there was one.
	StepOn() bool
}

// stepping reports whether StepOn looks for what comes next. It belongs to the UI goroutine.
var stepping bool

// Stepping reports whether the keyboard is on its way to whatever can be pressed, also to what Tab passes by because it
// has a key of its own.
func Stepping() bool { return stepping }

// StepOn moves the keyboard of a canvas to whatever comes next, within what has it or behind that, as Tab and the arrow
// keys do, and to buttons that Tab passes by. Fields for text are left out: it is for who can press nothing but one
// key.
func StepOn(c fyne.Canvas) {
	stepping = true
	defer func() { stepping = false }()
	if s, is := c.Focused().(Stepper); is && s.StepOn() {
		return
	}
	const most = 50 // fields for text in a row
	for range most {
		if t, is := c.Focused().(interface {
			fyne.Tabbable
			fyne.Focusable
		}); is && t.AcceptsTab() {
			t.TypedKey(&fyne.KeyEvent{Name: fyne.KeyTab})
		} else {
			c.FocusNext()
		}
		if _, is := c.Focused().(interface{ SetPlaceHolder(text string) }); !is {
			return
		}
	}
}

// UnfocusOthers takes the keyboard from whatever else has it, so that keys go to the window; a view that has
// it already keeps it. The toolkit leaves this to what can have the keyboard itself.
func UnfocusOthers(view fyne.Focusable) {
	if c := CanvasOf(view.(fyne.CanvasObject)); c != nil && c.Focused() != nil && c.Focused() != view {
		c.Unfocus()
	}
}
