package command

import (
	"slices"

	"fyne.io/fyne/v2"

	"sextant/app/say"
)

// A Menu is one of the menus.
type Menu int

// The menus. Those between the first and the last are below the first.
const (
	Main        Menu = iota // of the window
	GoMenu                  // where to go
	PageMenu                // what can be done with the page on screen
	ViewMenu                // how it is shown
	ListenMenu              // what plays
	ServiceMenu             // which service is tuned in
	Context                 // of the page, where the pointer is
	Selection               // of what is selected on it, in the place of Context
)

// title is what a menu is called in the one above it.
func (m Menu) title() string {
	return say.Text(map[Menu]string{
		GoMenu: "menu.go", PageMenu: "menu.page", ViewMenu: "menu.view",
		ListenMenu: "menu.listen", ServiceMenu: "service.title",
	}[m])
}

// A Place is where a command stands in a menu. Between groups there is a line; within one, commands stand in the
// order in which they were added.
type Place struct {
	Menu  Menu
	Group int
}

func At(m Menu, group int) []Place { return []Place{{m, group}} }

// And is a place in one menu, and one in that of the page.
func And(m Menu, group, context int) []Place { return []Place{{m, group}, {Context, context}} }

// Below is where a menu stands in another one. Now, which may be nil, makes commands that are only there at the moment;
// they stand in the group before all others.
type Below struct {
	Menu Menu
	At   Place
	Now  func() []Command
}

// An entry is an item of a menu with its group.
type entry struct {
	group int
	item  *fyne.MenuItem
}

// Items makes a menu as it is now.
func (t *Table) Items(m Menu) *fyne.Menu {
	var entries []entry
	for _, c := range t.now(m) {
		entries = append(entries, entry{-1, c.item()})
	}
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

// now are the commands of a menu that are only there at the moment.
func (t *Table) now(m Menu) []Command {
	for _, b := range t.menus {
		if b.Menu == m && b.Now != nil {
			return b.Now()
		}
	}
	return nil
}

// Now are the commands of all menus that are only there at the moment.
func (t *Table) Now() (list []Command) {
	var seen []Menu
	for _, b := range t.menus {
		if !slices.Contains(seen, b.Menu) {
			seen = append(seen, b.Menu)
			list = append(list, t.now(b.Menu)...)
		}
	}
	return list
}

// Path is where a command stands below the window's menu, "" for that itself.
func (t *Table) Path(c *Command) string {
	for _, p := range c.Place {
		if p.Menu < Context {
			return t.pathOf(p.Menu)
		}
	}
	return ""
}

func (t *Table) pathOf(m Menu) string {
	for _, b := range t.menus {
		if b.Menu != m || b.At.Menu >= Context {
			continue
		}
		if above := t.pathOf(b.At.Menu); above != "" {
			return above + " › " + m.title()
		}
		return m.title()
	}
	return ""
}
