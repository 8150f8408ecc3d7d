package core

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Keys gets what a focused widget does not handle. All of it is called on the UI goroutine.
type Keys struct {
	// Key and Rune get keys and characters.
	Key  func(fyne.KeyName)
	Rune func(rune)
	// Shortcut gets keys with a modifier.
	Shortcut func(fyne.Shortcut)
	// Leave returns the focus to the page, or closes the dialog.
	Leave func()
	// Submit, which may be nil, is called for Enter in a text entry or a choice that does not handle it. It presses the
	// dialog's default button, and reports whether there is one.
	Submit func() bool
	// Dial, which may be nil, goes to the page whose number is half typed, and reports whether there is one.
	Dial func() bool
	// Reached, which may be nil, is called with the object that got the focus.
	Reached func(fyne.CanvasObject)
}

// Pass passes on a key that the widget does not handle.
func (k *Keys) Pass(name fyne.KeyName) {
	if name == fyne.KeyEscape {
		k.Leave()
		return
	}
	k.Key(name)
}

// Dialled goes to the page whose number is half typed if the key is Enter, and reports whether it did. A widget that
// has a use for Enter asks this first.
func (k *Keys) Dialled(name fyne.KeyName) bool {
	return (name == fyne.KeyReturn || name == fyne.KeyEnter) && k.Dial != nil && k.Dial()
}

// NotifyReached calls Reached, if it is set, with a widget that got the focus.
func (k *Keys) NotifyReached(o fyne.CanvasObject) {
	if k.Reached != nil {
		k.Reached(o)
	}
}

// OpensMenu reports whether a key opens the context menu: the menu key, or Shift+F10.
func OpensMenu(k *fyne.KeyEvent) bool {
	return k.Name == desktop.KeyMenu || k.Name == fyne.KeyF10 && ShiftHeld()
}
