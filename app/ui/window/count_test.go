package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"sextant/app/ui/command"
)

// entriesOf counts the entries of a menu, and those of its submenus too.
func entriesOf(m *fyne.Menu) (first, all int) {
	for _, i := range m.Items {
		if i.IsSeparator {
			continue
		}
		first, all = first+1, all+1
		if i.ChildMenu != nil {
			_, in := entriesOf(i.ChildMenu)
			all += in
		}
	}
	return first, all
}

// TestMenusStayShort counts what a user has to read: the entries of the menus, and of the list of all commands before
// anything is typed.
func TestMenusStayShort(t *testing.T) {
	w := newWindow(t)
	w.parts.Tuner.Current().Lists.SetFavourites(nil) // the user has as many as wanted
	first, all := entriesOf(w.table.Items(command.Main))
	context, _ := entriesOf(w.table.Items(command.Context))
	palette := openPalette(w).list.Count()
	t.Logf("menu: %d entries, %d with submenus; right click: %d; all commands: %d", first, all, context, palette)
	if first > 14 || all > 45 || context > 8 || palette > 50 {
		t.Error("there are too many")
	}
}

// TestGroupsAreThoseOfMenus checks that each command is in the group with the name of its menu, so that the menus, the
// list of all commands and the list of keys have one set of names.
func TestGroupsAreThoseOfMenus(t *testing.T) {
	w := newWindow(t)
	for _, c := range w.table.All() {
		if path := w.table.Path(c); path != "" && path != c.Group.Title() && path != "Favourites" {
			t.Errorf("%s is in the menu %s and in the group %s", c.ID, path, c.Group.Title())
		}
	}
}
