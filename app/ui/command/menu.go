package command

import (
	"math"
	"slices"

	"fyne.io/fyne/v2"

	"sextant/app/say"
)

// A Menu is one of the menus.
type Menu int

// The menus. Those after Main and before Context are submenus of Main.
const (
	Main           Menu = iota // of the window
	GoMenu                     // navigation
	PageMenu                   // actions on the page on screen
	ViewMenu                   // how the page is shown
	ListenMenu                 // playback
	FavouritesMenu             // the favourites, to open
	ServiceMenu                // the services to tune in to
	Context                    // of the page, at the pointer
	Selection                  // of the selection, in place of Context
)

// title returns a submenu's name in the menu above it.
func (m Menu) title() string {
	if m == FavouritesMenu {
		return say.Text("favourites.menu")
	}
	g, _ := m.group()
	return g.Title()
}

// A Place is a command's place in a menu. Groups are separated by a line; within one, commands are in the order in
// which they were added.
type Place struct {
	Menu  Menu
	Group int
}

func At(m Menu, group int) []Place { return []Place{{m, group}} }

// And returns a place in a menu, and one in the page's context menu.
func And(m Menu, group, context int) []Place { return []Place{{m, group}, {Context, context}} }

// Below is a submenu's place in another menu. Now, which may be nil, returns dynamic commands, which are in the group
// before all others; Unlisted ones are in no list of commands.
type Below struct {
	Menu     Menu
	At       Place
	Now      func() []Command
	Unlisted bool
}

// An entry is an item of a menu with its group.
type entry struct {
	group int
	item  *fyne.MenuItem
}

// Items makes a menu in its current state.
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
			if p.Menu == m && !c.IsHidden() {
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

// now returns the dynamic commands of a menu.
func (t *Table) now(m Menu) []Command {
	for _, b := range t.menus {
		if b.Menu == m && b.Now != nil {
			return b.Now()
		}
	}
	return nil
}

// Now returns the dynamic commands of all menus.
func (t *Table) Now() (list []Command) {
	var seen []Menu
	for _, b := range t.menus {
		if !slices.Contains(seen, b.Menu) && !b.Unlisted {
			seen = append(seen, b.Menu)
			g, _ := b.Menu.group()
			list = append(list, In(g, t.now(b.Menu)...)...)
		}
	}
	return list
}

// InMenu returns the command's group in the window's menu or a submenu, and a great number if it is in none.
func (c *Command) InMenu() int {
	for _, p := range c.Place {
		if p.Menu < Context {
			return p.Group
		}
	}
	return math.MaxInt
}

// Path returns the names of the submenus that lead to a command, "" if it is in the window's menu itself.
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
