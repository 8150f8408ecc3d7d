// Package command has the table of what the user can tell the program to do. Menus, keys, tips, the list of keys and
// the README's table come from it.
package command

import (
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
)

// A Key is a key, with modifiers or without, or a character that is typed.
type Key struct {
	Name     fyne.KeyName
	Modifier fyne.KeyModifier
	// Rune is the character in lower case; Name is then empty.
	Rune rune
}

// Press is a key without a modifier.
func Press(name fyne.KeyName) Key { return Key{Name: name} }

// Ctrl is a key with Ctrl, which is Cmd on macOS, and maybe others.
func Ctrl(name fyne.KeyName, more ...fyne.KeyModifier) Key {
	k := Key{Name: name, Modifier: fyne.KeyModifierShortcutDefault}
	for _, m := range more {
		k.Modifier |= m
	}
	return k
}

// Alt is a key with Alt.
func Alt(name fyne.KeyName) Key { return Key{Name: name, Modifier: fyne.KeyModifierAlt} }

// Shift is a key with Shift.
func Shift(name fyne.KeyName) Key { return Key{Name: name, Modifier: fyne.KeyModifierShift} }

// Char is a character. Its case does not matter.
func Char(r rune) Key { return Key{Rune: unicode.ToLower(r)} }

// Words say which keys to press, as in "Ctrl+F" or "H".
func (k Key) Words() string {
	switch k.Rune {
	case 0:
		return core.KeyWords(k.Modifier, k.Name)
	case ' ':
		return "Space"
	case '-':
		return "−"
	}
	return string(unicode.ToUpper(k.Rune))
}

// shortcut is how a menu is told the key.
func (k Key) shortcut() fyne.Shortcut {
	name := k.Name
	switch {
	case k.Rune == ' ':
		name = fyne.KeySpace
	case k.Rune != 0:
		name = fyne.KeyName(unicode.ToUpper(k.Rune))
	}
	return &desktop.CustomShortcut{KeyName: name, Modifier: k.Modifier}
}

// A Command is something that the user can tell the program to do.
type Command struct {
	// ID names the command for good, as in "page.reload"; it is never shown.
	ID string
	// Title is what the command is called in a menu and in a tip. TitleNow, where it is there, is what it is
	// called at the moment.
	Title    string
	TitleNow func() string
	// Help says in the list of keys what the command does. Commands that follow each other with the same help
	// share a row there; one without help has none.
	Help string
	// Keys do the command, unless text is typed. Also are more of them that need not be told of.
	Keys, Also []Key
	// KeyNow, which may be nil, is a key of another command that does the same at the moment; a menu shows it.
	KeyNow func() (Key, bool)
	// KeyWords are in the place of the words of the keys in the list, such as "0 – 9".
	KeyWords string
	// Place is where the command stands in menus.
	Place []Place
	// Enabled and Checked, which may be nil, tell whether a menu offers the command, and whether it is on. A key
	// does what a menu does not offer all the same.
	Enabled, Checked func() bool
	// Do does the command, or says why nothing happens. It is nil where the keys only mean something to what has
	// the keyboard.
	Do func()
}

// Tip is what a button for the command shows when the pointer rests on it.
func (c *Command) Tip() string {
	title := c.title()
	if len(c.Keys) == 0 {
		return title
	}
	return title + " (" + c.Keys[0].Words() + ")"
}

// Find is the command of an ID in a list, which must be there.
func Find(list []Command, id string) *Command {
	for i := range list {
		if list[i].ID == id {
			return &list[i]
		}
	}
	panic("no command " + id)
}

func (c *Command) title() string {
	if c.TitleNow != nil {
		return c.TitleNow()
	}
	return c.Title
}

// item makes the command an item of a menu.
func (c *Command) item() *fyne.MenuItem {
	i := fyne.NewMenuItem(c.title(), c.Do)
	i.Disabled = c.Do == nil || c.Enabled != nil && !c.Enabled()
	i.Checked = c.Checked != nil && c.Checked()
	if len(c.Keys) > 0 {
		i.Shortcut = c.Keys[0].shortcut()
	} else if c.KeyNow != nil {
		if k, ok := c.KeyNow(); ok {
			i.Shortcut = k.shortcut()
		}
	}
	return i
}
