package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Keys is where a widget that has the keyboard hands on what it does not use itself.
type Keys struct {
	Key  func(fyne.KeyName)
	Rune func(rune)
	// Shortcut takes keys with a modifier.
	Shortcut func(fyne.Shortcut)
	// Leave gives the keyboard back to the page, or closes the dialog.
	Leave func()
	// Reached, which may be nil, is told what got the keyboard.
	Reached func(fyne.CanvasObject)
}

// pass hands a key on that its widget does not use.
func (k *Keys) pass(name fyne.KeyName) {
	if name == fyne.KeyEscape {
		k.Leave()
		return
	}
	k.Key(name)
}

// reached tells that a widget got the keyboard.
func (k *Keys) reached(o fyne.CanvasObject) {
	if k.Reached != nil {
		k.Reached(o)
	}
}

// An Entry is a line of text that gives the keyboard back on Escape and hands function keys on.
type Entry struct {
	widget.Entry
	keys Keys
	// own and ownShortcut take what the owner of the entry needs before all else, if they are there.
	own         func(fyne.KeyName) bool
	ownShortcut func(*desktop.CustomShortcut) bool
}

// NewEntry makes an empty entry with a placeholder.
func NewEntry(keys Keys, placeholder string) *Entry {
	e := &Entry{keys: keys}
	e.ExtendBaseWidget(e)
	e.SetPlaceHolder(placeholder)
	return e
}

// FocusGained is called when the entry gets the keyboard.
func (e *Entry) FocusGained() {
	e.Entry.FocusGained()
	e.keys.reached(e)
}

// TypedKey edits the text, or hands the key on. Up and down are of no use in a single line: in a dialog they
// scroll.
func (e *Entry) TypedKey(k *fyne.KeyEvent) {
	if e.own != nil && e.own(k.Name) {
		return
	}
	switch k.Name {
	case fyne.KeyEscape:
		e.keys.Leave()
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
		if e.keys.Reached != nil {
			e.keys.Key(k.Name)
		}
	case fyne.KeyF1, fyne.KeyF2, fyne.KeyF3, fyne.KeyF4, fyne.KeyF5, fyne.KeyF6,
		fyne.KeyF7, fyne.KeyF8, fyne.KeyF9, fyne.KeyF10, fyne.KeyF11, fyne.KeyF12:
		e.keys.Key(k.Name)
	default:
		e.keys.reached(e) // it may have been scrolled away
		e.Entry.TypedKey(k)
	}
}

// TypedRune edits the text, where that can be seen.
func (e *Entry) TypedRune(r rune) {
	e.keys.reached(e)
	e.Entry.TypedRune(r)
}

// TypedShortcut edits the text, or hands the shortcut on if it is one of the window's.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	c, custom := s.(*desktop.CustomShortcut)
	switch {
	case !custom:
		e.Entry.TypedShortcut(s)
	case e.ownShortcut == nil || !e.ownShortcut(c):
		e.keys.Shortcut(s)
	}
}
