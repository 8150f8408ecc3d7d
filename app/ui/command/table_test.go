package command

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

func table(t *testing.T, list ...Command) *Table {
	t.Helper()
	table := NewTable(Below{Menu: PageMenu, At: Place{Main, 0}})
	if err := table.Add(list...); err != nil {
		t.Fatal(err)
	}
	return table
}

// TestPress runs commands by their keys, including one that is disabled.
func TestPress(t *testing.T) {
	var done []string
	do := func(id string) func() { return func() { done = append(done, id) } }
	list := []Command{
		{ID: "a", Keys: []Key{Char('A')}, Do: do("a")},
		{ID: "find", Keys: []Key{Ctrl(fyne.KeyF)}, Also: []Key{Press(fyne.KeyF3)}, Do: do("find")},
		{ID: "off", Keys: []Key{Press(fyne.KeyF9)}, Enabled: func() bool { return false }, Do: do("off")},
		{ID: "elsewhere", Keys: []Key{Press(fyne.KeyTab)}},
	}
	keys := []Key{
		Char('a'), {Rune: 'A'}, Ctrl(fyne.KeyF), Press(fyne.KeyF3), Press(fyne.KeyF9), Press(fyne.KeyTab), Char('x'),
	}
	var known []bool
	for _, k := range keys {
		known = append(known, table(t, list...).Press(k))
	}
	if want := []string{"a", "a", "find", "find", "off"}; !reflect.DeepEqual(done, want) {
		t.Errorf("done %q, want %q", done, want)
	}
	if want := []bool{true, true, true, true, true, false, false}; !reflect.DeepEqual(known, want) {
		t.Errorf("known %v, want %v", known, want)
	}
	if got := table(t, list...).Shortcuts(); len(got) != 1 || got[0] != Ctrl(fyne.KeyF) {
		t.Errorf("shortcuts %v", got)
	}
}

// TestConflicts checks that duplicate keys and IDs, and commands without an ID or title, are refused.
func TestConflicts(t *testing.T) {
	nothing := func() {}
	for want, list := range map[string][]Command{
		"a command has no ID": {{Title: "A", Do: nothing}},
		"without a title":     {{ID: "a", Help: "does", Place: []Place{{Main, 0}}, Do: nothing}},
		"two commands a":      {{ID: "a"}, {ID: "a"}},
		"Ctrl+F is the key of ": {
			{ID: "a", Keys: []Key{Ctrl(fyne.KeyF)}, Do: nothing}, {ID: "b", Also: []Key{Ctrl(fyne.KeyF)}, Do: nothing},
		},
	} {
		if err := NewTable().Add(list...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestItems checks menus: groups, submenus, checked and disabled items, and the keys that the toolkit draws.
func TestItems(t *testing.T) {
	nothing := func() {}
	is := func(b bool) func() bool { return func() bool { return b } }
	menu := table(
		t,
		Command{ID: "quit", Title: "Quit", Keys: []Key{Ctrl(fyne.KeyQ)}, Place: []Place{{Main, 2}}, Do: nothing},
		Command{
			ID: "a", Title: "A", Keys: []Key{Char('t')},
			Place: []Place{{Main, 1}, {PageMenu, 0}}, Checked: is(true), Do: nothing,
		},
		Command{
			ID: "b", Title: "B", TitleNow: func() string { return "B now" },
			Place: []Place{{Main, 1}}, Enabled: is(false), Do: nothing,
		},
		Command{ID: "d", Title: "D", Place: []Place{{Main, 1}}, Do: nothing},
		Command{ID: "nowhere", Do: nothing},
	).Items(Main)
	var got []string
	for _, i := range menu.Items {
		words := i.Label
		if i.Checked {
			words += " on"
		}
		if i.Disabled {
			words += " off"
		}
		if s, ok := i.Shortcut.(*desktop.CustomShortcut); ok {
			words += " " + Key{Name: s.KeyName, Modifier: s.Modifier}.Words()
		}
		if i.ChildMenu != nil {
			words += " >" + i.ChildMenu.Items[0].Label
		}
		got = append(got, words)
	}
	if want := []string{"Page >A", "", "A on T", "B now off", "D", "", "Quit Ctrl+Q"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRows checks the list of keys. Commands that belong together share a row.
func TestRows(t *testing.T) {
	tab := table(
		t,
		Command{ID: "0", Keys: []Key{Char('0')}, KeyWords: "0 – 9", Help: "a page number"},
		Command{ID: "1", Keys: []Key{Char('1')}, KeyWords: "0 – 9", Help: "a page number"},
		Command{ID: "left", Keys: []Key{Press(fyne.KeyLeft)}, Help: "pages"},
		Command{ID: "right", Keys: []Key{Press(fyne.KeyRight)}, Also: []Key{Char('x')}, Help: "pages"},
		Command{ID: "menu", Title: "In a menu", Help: "by no key", Place: []Place{{PageMenu, 0}}},
		Command{ID: "menu2", Title: "Another", Help: "by no key", Place: []Place{{PageMenu, 0}}},
		Command{ID: "none", Title: "Typing", Help: "unlisted", Unlisted: true},
		Command{ID: "soft", Keys: []Key{Char('-'), Char(' ')}, Help: "softer"},
	)
	want := "| Key | |\n|---|---|\n| 0 – 9 | a page number |\n| Left, Right | pages |\n| −, Space | softer |\n" +
		"\n| In the menu | |\n|---|---|\n| Page › In a menu, Another | by no key |\n"
	if got := tab.Markdown(); got != want {
		t.Errorf("%s", got)
	}
	if tip := tab.byID["right"].TipAs("On"); tip != "On (Right)" {
		t.Errorf("%q", tip)
	}
}

// TestMenuOfTheMoment checks that a menu's dynamic commands come and go, and that they come before the static ones.
func TestMenuOfTheMoment(t *testing.T) {
	there, done := []Command{{Title: "A", Checked: func() bool { return true }, Do: func() {}}}, 0
	table := NewTable(Below{Menu: ServiceMenu, At: Place{Menu: Main}, Now: func() []Command { return there }})
	if err := table.Add(
		Command{ID: "x", Title: "Add …", Place: []Place{{Menu: ServiceMenu}}, Do: func() { done++ }}); err != nil {
		t.Fatal(err)
	}
	labels := func() (list []string) {
		for _, i := range table.Items(Main).Items[0].ChildMenu.Items {
			list = append(list, i.Label)
		}
		return list
	}
	if got := labels(); !slices.Equal(got, []string{"A", "", "Add …"}) || !table.Items(ServiceMenu).Items[0].Checked {
		t.Errorf("%q", got)
	}
	there = nil
	if got := labels(); !slices.Equal(got, []string{"Add …"}) {
		t.Errorf("%q", got)
	}
	if table.Do("x"); done != 1 {
		t.Error("it was not done")
	}
}

// TestRekey changes keys. Fixed commands keep theirs, and a command loses a key that the user chose for another one.
func TestRekey(t *testing.T) {
	var done []string
	do := func(id string) func() { return func() { done = append(done, id) } }
	tab := table(
		t,
		Command{ID: "typing", Keys: []Key{Char('1')}, Fixed: true, Do: do("typing")},
		Command{ID: "find", Keys: []Key{Ctrl(fyne.KeyF)}, Also: []Key{Press(fyne.KeyF3)}, Do: do("find")},
		Command{ID: "menu", Keys: []Key{Press(fyne.KeyF10)}, Do: do("menu")},
		Command{ID: "other", Do: do("other")},
	)
	chosen := map[string][]Key{
		"other": {Ctrl(fyne.KeyF), Char('1'), Press(fyne.KeyF3)}, "menu": {}, "typing": {Char('x')},
	}
	rekey := func() { tab.Rekey(func(id string) ([]Key, bool) { k, ok := chosen[id]; return k, ok }) }
	rekey()
	for _, k := range []Key{Ctrl(fyne.KeyF), Char('1'), Press(fyne.KeyF3), Press(fyne.KeyF10), Char('x')} {
		tab.Press(k)
	}
	if want := []string{"other", "typing", "other"}; !slices.Equal(done, want) {
		t.Errorf("done %q, want %q", done, want)
	}
	if c := tab.Command("find"); len(c.Keys) != 0 || c.Tip() != "" || len(c.Usual()) != 1 {
		t.Errorf("find has the keys %q", c.KeysWords())
	}
	if h := tab.Holder(Press(fyne.KeyF3)); h == nil || h.ID != "other" {
		t.Errorf("F3 is that of %v", h)
	}
	clear(chosen)
	rekey()
	if got := tab.Command("find").KeysWords() + tab.Command("menu").KeysWords() +
		tab.Command("other").KeysWords(); got != "Ctrl+FF10" {
		t.Errorf("the usual keys are %q", got)
	}
}
