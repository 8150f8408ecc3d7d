// Package command has the table of commands, from which menus, keys, tips, the list of keys and the README's tables are
// made.
package command

import (
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/say"
)

// A Command is an action of the user.
type Command struct {
	// ID identifies the command and never changes, as in "page.reload"; it is not shown.
	ID string
	// Title is the command's name in menus and tips. TitleNow, if not nil, returns its current name.
	Title    string
	TitleNow func() string
	// Of is the name of what the command chooses from, where its title alone says nothing: "Palette" of "Standard".
	Of string
	// Words are other words for the command, by which it is found.
	Words string
	// Help describes the command. Successive commands with the same help share a row of the README.
	Help string
	// Group is the command's group in the list of keys.
	Group Group
	// Keys run the command, unless text is being typed; in a table they are the user's. Also are further keys, which
	// are not shown.
	Keys, Also []Key
	// KeyWords replace the names of the keys in the README, as in "0 – 9".
	KeyWords string
	// Unlisted commands are in no menu: they are typing, or open a menu. The keys of Fixed ones cannot be changed.
	Unlisted, Fixed bool
	// Typed commands are in the list of all commands only if their words are typed.
	Typed bool
	// Hidden, which may be nil, reports whether the command is left out of menus and lists now.
	Hidden func() bool
	// Place lists the command's places in menus.
	Place []Place
	// Why is the reason if Enabled returns false.
	Why string
	// Enabled and Checked, which may be nil, report whether the command is enabled in menus, and whether it is on. Its
	// keys run it in any case.
	Enabled, Checked func() bool
	// Do runs the command, or shows why it cannot. It is nil if the keys are handled by the focused widget.
	Do func()

	usual []Key // the default keys
}

// Found returns the command with other words by which it is found.
func (c Command) Found(words string) Command {
	c.Words = words
	return c
}

// IfTyped returns the command as one that is in the list of all commands only if its words are typed, since keys,
// buttons or the settings offer it too.
func (c Command) IfTyped() Command {
	c.Typed = true
	return c
}

// Tip returns the tip of a button for the command.
func (c *Command) Tip() string { return c.TipAs(c.Name()) }

// TipAs is Tip with another title.
func (c *Command) TipAs(title string) string {
	if len(c.Keys) == 0 || title == "" {
		return title
	}
	return say.Text("keyboard.with", "Title", title, "Keys", c.Keys[0].Words())
}

// KeysWords returns all keys in words, "" for none.
func (c *Command) KeysWords() string { return Words(c.Keys...) }

// InBrackets returns all keys in brackets, to follow the command's description, "" if it has none.
func (c *Command) InBrackets() string {
	if words := c.KeysWords(); words != "" {
		return " (" + words + ")"
	}
	return ""
}

// Words returns keys in words, "" for none.
func Words(keys ...Key) string {
	var all []string
	for _, k := range keys {
		all = append(all, k.Words())
	}
	return strings.Join(all, ", ")
}

// In sets the group of commands.
func In(g Group, list ...Command) []Command {
	for i := range list {
		list[i].Group = g
	}
	return list
}

// Find returns the command with an ID in a list. It panics if there is none.
func Find(list []Command, id string) *Command {
	for i := range list {
		if list[i].ID == id {
			return &list[i]
		}
	}
	panic("no command " + id)
}

// Name returns the command's current name.
func (c *Command) Name() string {
	if c.TitleNow != nil {
		return c.TitleNow()
	}
	return c.Title
}

// FullName returns the current name, behind that of what the command chooses from.
func (c *Command) FullName() string { return c.AsOf(c.Name()) }

// AsOf is FullName with another title.
func (c *Command) AsOf(title string) string {
	if c.Of == "" {
		return title
	}
	return say.Text("command.of", "Of", c.Of, "Command", title)
}

// IsHidden reports whether the command is left out of menus and lists now.
func (c *Command) IsHidden() bool { return c.Hidden != nil && c.Hidden() }

// Offered reports whether the command can be run now.
func (c *Command) Offered() bool { return c.Do != nil && (c.Enabled == nil || c.Enabled()) }

// item returns the command as an item of a menu.
func (c *Command) item() *fyne.MenuItem {
	i := fyne.NewMenuItem(c.Name(), c.Do)
	i.Disabled = !c.Offered()
	i.Checked = c.Checked != nil && c.Checked()
	if len(c.Keys) > 0 {
		i.Shortcut = c.Keys[0].shortcut()
	}
	return i
}

// A Setting is a setting as the list of all commands offers it.
type Setting struct {
	// Path is where it is, as in "Settings › Display". Words are other words for it, and More describes it and its
	// values.
	Path, Name, Words, More string
	// Show opens the settings at it.
	Show func()
}
