// Package command has the table of what the user can have the program do. Menus, keys, tips, the list of keys and the
// README's table come from it.
package command

import (
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/say"
)

// A Command is something that the user can have the program do.
type Command struct {
	// ID names the command for good, as in "page.reload"; it is never shown.
	ID string
	// Title is what the command is called in a menu and in a tip. TitleNow, where it is there, is what it is
	// called at the moment.
	Title    string
	TitleNow func() string
	// Help says what the command does. Commands that follow each other with the same help share a row of the README.
	Help string
	// Group is where the command stands in the list of keys.
	Group Group
	// Keys do the command, unless text is typed; in a table they are those that the user has chosen. Also are more of
	// them that need no notice.
	Keys, Also []Key
	// KeyWords are in the place of the words of the keys in the README, such as "0 – 9".
	KeyWords string
	// Unlisted commands stand in no menu: they are mere typing, or open a menu. The keys of Fixed ones stay as they
	// are.
	Unlisted, Fixed bool
	// Place is where the command stands in menus.
	Place []Place
	// Why says, where Enabled may say no, why that is so.
	Why string
	// Enabled and Checked, which may be nil, report whether a menu offers the command, and whether it is on. A key
	// does what a menu does not offer all the same.
	Enabled, Checked func() bool
	// Do does the command, or says why nothing happens. It is nil where the keys only mean something to what has
	// the keyboard.
	Do func()

	usual []Key // that the command has unless the user chooses others
}

// Tip is what a button for the command shows when the pointer rests on it.
func (c *Command) Tip() string { return c.TipAs(c.Name()) }

// TipAs is Tip with another title.
func (c *Command) TipAs(title string) string {
	if len(c.Keys) == 0 || title == "" {
		return title
	}
	return say.Text("keyboard.with", "Title", title, "Keys", c.Keys[0].Words())
}

// KeysWords are all keys in words, "" for none.
func (c *Command) KeysWords() string { return Words(c.Keys...) }

// InBrackets are all keys as they stand behind the words for what they do, "" where the command has none.
func (c *Command) InBrackets() string {
	if words := c.KeysWords(); words != "" {
		return " (" + words + ")"
	}
	return ""
}

// Words are keys in words, "" for none.
func Words(keys ...Key) string {
	var all []string
	for _, k := range keys {
		all = append(all, k.Words())
	}
	return strings.Join(all, ", ")
}

// In puts commands into a group.
func In(g Group, list ...Command) []Command {
	for i := range list {
		list[i].Group = g
	}
	return list
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

// Name is what the command is called at the moment.
func (c *Command) Name() string {
	if c.TitleNow != nil {
		return c.TitleNow()
	}
	return c.Title
}

// Offered reports whether the command can be done now.
func (c *Command) Offered() bool { return c.Do != nil && (c.Enabled == nil || c.Enabled()) }

// item makes the command an item of a menu.
func (c *Command) item() *fyne.MenuItem {
	i := fyne.NewMenuItem(c.Name(), c.Do)
	i.Disabled = !c.Offered()
	i.Checked = c.Checked != nil && c.Checked()
	if len(c.Keys) > 0 {
		i.Shortcut = c.Keys[0].shortcut()
	}
	return i
}
