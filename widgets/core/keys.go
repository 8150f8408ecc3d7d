package core

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Keys is where a widget that has the keyboard hands on what it does not use itself. All of it is called on
// the UI goroutine.
type Keys struct {
	// Key and Rune take keys and characters.
	Key  func(fyne.KeyName)
	Rune func(rune)
	// Shortcut takes keys with a modifier.
	Shortcut func(fyne.Shortcut)
	// Leave gives the keyboard back to the page, or closes the dialog.
	Leave func()
	// Submit, which may be nil, does what Enter does in a line of text that has no use for it.
	Submit func()
	// Reached, which may be nil, is called with what got the keyboard.
	Reached func(fyne.CanvasObject)
}

// Pass hands a key on that its widget does not use.
func (k *Keys) Pass(name fyne.KeyName) {
	if name == fyne.KeyEscape {
		k.Leave()
		return
	}
	k.Key(name)
}

// NotifyReached calls Reached, where it is set, with a widget that got the keyboard.
func (k *Keys) NotifyReached(o fyne.CanvasObject) {
	if k.Reached != nil {
		k.Reached(o)
	}
}

// OpensMenu reports whether a key is for the menu of what the keys are at: the menu key, or F10 with Shift.
func OpensMenu(k *fyne.KeyEvent) bool {
	return k.Name == desktop.KeyMenu || k.Name == fyne.KeyF10 && ShiftHeld()
}
