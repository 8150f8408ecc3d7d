package command

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
)

// A Menu is one of the menus.
type Menu int

// The menus. Those below the main one are also in others.
const (
	Main     Menu = iota // of the window
	PageMenu             // what can be done with the page on screen
	ViewMenu             // how it is shown
	Colours              // of the view
	FileMenu             // what of it can be written
	Context              // of the page, where the pointer is
)

// title is what a menu is called in the one above it.
func (m Menu) title() string {
	return map[Menu]string{PageMenu: "Page", ViewMenu: "View", Colours: "Colours of the sharp view", FileMenu: "File"}[m]
}

// A Place is where a command stands in a menu. Between groups there is a line; within one, commands stand in the
// order in which they were added.
type Place struct {
	Menu  Menu
	Group int
}

// Below is where a menu stands in another one.
type Below struct {
	Menu Menu
	At   Place
}

// A Table has all commands. It belongs to the UI goroutine.
type Table struct {
	commands []*Command
	byID     map[string]*Command
	byKey    map[Key]*Command
	menus    []Below
}

// NewTable makes a table without commands.
func NewTable(menus ...Below) *Table {
	return &Table{byID: map[string]*Command{}, byKey: map[Key]*Command{}, menus: menus}
}

// Add adds commands. It fails where an ID or a key is taken, or there is no ID, or no title for a menu.
func (t *Table) Add(list ...Command) error {
	for i := range list {
		c := &list[i]
		switch {
		case c.ID == "":
			return fmt.Errorf("a command has no ID: %q", c.Title+c.Help)
		case t.byID[c.ID] != nil:
			return fmt.Errorf("there are two commands %s", c.ID)
		case len(c.Place) > 0 && c.Title == "" && c.TitleNow == nil:
			return fmt.Errorf("%s is in a menu without a title", c.ID)
		}
		t.commands, t.byID[c.ID] = append(t.commands, c), c
		if c.Do == nil {
			continue
		}
		for _, k := range slices.Concat(c.Keys, c.Also) {
			if other := t.byKey[k]; other != nil {
				return fmt.Errorf("%s is the key of %s and of %s", k.Words(), other.ID, c.ID)
			}
			t.byKey[k] = c
		}
	}
	return nil
}

// Press does the command of a key, and tells whether there is one.
func (t *Table) Press(k Key) bool {
	k.Rune = unicode.ToLower(k.Rune)
	c := t.byKey[k]
	if c == nil {
		return false
	}
	c.Do()
	return true
}

// Shortcuts are the keys with a modifier, which the window must be asked for.
func (t *Table) Shortcuts() []Key {
	var keys []Key
	for _, c := range t.commands {
		for _, k := range slices.Concat(c.Keys, c.Also) {
			if c.Do != nil && k.Modifier != 0 {
				keys = append(keys, k)
			}
		}
	}
	return keys
}

// An entry is an item of a menu with its group.
type entry struct {
	group int
	item  *fyne.MenuItem
}

// Items makes a menu as it is now.
func (t *Table) Items(m Menu) *fyne.Menu {
	var entries []entry
	for _, b := range t.menus {
		if b.At.Menu == m {
			item := fyne.NewMenuItem(b.Menu.title(), nil)
			item.ChildMenu = t.Items(b.Menu)
			entries = append(entries, entry{b.At.Group, item})
		}
	}
	for _, c := range t.commands {
		for _, p := range c.Place {
			if p.Menu == m {
				entries = append(entries, entry{p.Group, c.item()})
			}
		}
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return a.group - b.group })
	menu := fyne.NewMenu("")
	for i, e := range entries {
		if i > 0 && e.group != entries[i-1].group {
			menu.Items = append(menu.Items, fyne.NewMenuItemSeparator())
		}
		menu.Items = append(menu.Items, e.item)
	}
	return menu
}

// A Row is a row of the list of keys.
type Row struct{ Keys, Help string }

// Rows list the keys and what each does.
func (t *Table) Rows() []Row {
	var rows []Row
	for _, c := range t.commands {
		words := c.KeyWords
		if words == "" {
			var keys []string
			for _, k := range c.Keys {
				keys = append(keys, k.Words())
			}
			words = strings.Join(keys, ", ")
		}
		switch last := len(rows) - 1; {
		case c.Help == "":
		case last >= 0 && rows[last].Help == c.Help && c.KeyWords == "":
			rows[last].Keys += ", " + words
		case last >= 0 && rows[last].Help == c.Help: // told by the one before
		default:
			rows = append(rows, Row{words, c.Help})
		}
	}
	return rows
}

// Markdown writes the list of keys as a table of the README.
func (t *Table) Markdown() string {
	var b strings.Builder
	b.WriteString("| Key | |\n|---|---|\n")
	for _, r := range t.Rows() {
		fmt.Fprintf(&b, "| %s | %s |\n", r.Keys, r.Help)
	}
	return b.String()
}
