package core

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// CanvasOf is the canvas on which an object is shown, nil where it is on none.
func CanvasOf(o fyne.CanvasObject) fyne.Canvas {
	return fyne.CurrentApp().Driver().CanvasForObject(o)
}

// ShiftHeld tells whether a Shift key is down.
func ShiftHeld() bool {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}

// HasKeys tells whether one of several objects has the keyboard.
func HasKeys(list ...fyne.Focusable) bool {
	for _, o := range list {
		if c := CanvasOf(o.(fyne.CanvasObject)); c != nil && c.Focused() == o {
			return true
		}
	}
	return false
}

// UnfocusOthers takes the keyboard from whatever else has it, so that keys go to the window; a view that has
// it already keeps it. The toolkit leaves this to what can have the keyboard itself.
func UnfocusOthers(view fyne.Focusable) {
	if c := CanvasOf(view.(fyne.CanvasObject)); c != nil && c.Focused() != nil && c.Focused() != view {
		c.Unfocus()
	}
}
