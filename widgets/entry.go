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
	// Leave gives the keyboard back to the page.
	Leave func()
}

// An Entry is a line of text that gives the keyboard back on Escape and hands function keys on.
type Entry struct {
	widget.Entry
	keys Keys
}

// NewEntry makes an empty entry with a placeholder.
func NewEntry(keys Keys, placeholder string) *Entry {
	e := &Entry{keys: keys}
	e.ExtendBaseWidget(e)
	e.SetPlaceHolder(placeholder)
	return e
}

// TypedKey edits the text, or hands the key on.
func (e *Entry) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyEscape:
		e.keys.Leave()
	case fyne.KeyF5, fyne.KeyF11:
		e.keys.Key(k.Name)
	default:
		e.Entry.TypedKey(k)
	}
}

// TypedShortcut edits the text, or hands the shortcut on if it is one of the window's.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	if _, ok := s.(*desktop.CustomShortcut); ok {
		e.keys.Shortcut(s)
		return
	}
	e.Entry.TypedShortcut(s)
}
