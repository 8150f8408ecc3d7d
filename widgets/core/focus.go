package core

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
)

// CanvasOf returns the canvas on which an object is shown, nil for none.
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

// HasKeys reports whether one of several objects is focused.
func HasKeys(list ...fyne.Focusable) bool {
	for _, o := range list {
		if c := CanvasOf(o.(fyne.CanvasObject)); c != nil && c.Focused() == o {
			return true
		}
	}
	return false
}

// HasKeysIn reports whether an object in a container is focused, on the canvas of with. [CanvasOf] does not know the
// canvas of an object that was not drawn yet; then undrawn is used, which may be nil.
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

// A Stepper is a focusable object with several stops, such as rows.
type Stepper interface {
	// StepOn goes to the next stop, and reports whether there was one.
	StepOn() bool
}

// stepping is set while StepOn moves the focus. It belongs to the UI goroutine.
var stepping bool

// Stepping reports whether StepOn is moving the focus, which also visits buttons that Tab skips because they have a
// keyboard shortcut.
func Stepping() bool { return stepping }

// StepOn moves the focus of a canvas to the next stop, within the focused object or after it, like Tab and the arrow
// keys, and also to buttons that Tab skips. Text fields are skipped: it is for users of a single switch.
func StepOn(c fyne.Canvas) {
	stepping = true
	defer func() { stepping = false }()
	if s, is := c.Focused().(Stepper); is && s.StepOn() {
		return
	}
	const most = 50 // text fields in succession
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

// UnfocusOthers removes the focus from any object but view, so that keys go to the window. The toolkit leaves this to
// focusable objects.
func UnfocusOthers(view fyne.Focusable) {
	if c := CanvasOf(view.(fyne.CanvasObject)); c != nil && c.Focused() != nil && c.Focused() != view {
		c.Unfocus()
	}
}
