package command

import (
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

func table(t *testing.T, list ...Command) *Table {
	t.Helper()
	table := NewTable(Below{PageMenu, Place{Main, 0}})
	if err := table.Add(list...); err != nil {
		t.Fatal(err)
	}
	return table
}

// TestPress does commands by their keys, also what a menu would not offer.
func TestPress(t *testing.T) {
	var done []string
	do := func(id string) func() { return func() { done = append(done, id) } }
	list := []Command{
		{ID: "a", Keys: []Key{Char('A')}, Do: do("a")},
		{ID: "find", Keys: []Key{Ctrl(fyne.KeyF)}, Also: []Key{Press(fyne.KeyF3)}, Do: do("find")},
		{ID: "off", Keys: []Key{Press(fyne.KeyF9)}, Enabled: func() bool { return false }, Do: do("off")},
		{ID: "told", Keys: []Key{Press(fyne.KeyTab)}},
	}
	keys := []Key{Char('a'), {Rune: 'A'}, Ctrl(fyne.KeyF), Press(fyne.KeyF3), Press(fyne.KeyF9), Press(fyne.KeyTab), Char('x')}
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

// TestConflicts refuses a key or an ID that is taken, and a command that lacks its ID or its title.
func TestConflicts(t *testing.T) {
	nothing := func() {}
	for want, list := range map[string][]Command{
		"a command has no ID":   {{Title: "A", Do: nothing}},
		"without a title":       {{ID: "a", Help: "does", Place: []Place{{Main, 0}}, Do: nothing}},
		"two commands a":        {{ID: "a"}, {ID: "a"}},
		"Ctrl+F is the key of ": {{ID: "a", Keys: []Key{Ctrl(fyne.KeyF)}, Do: nothing}, {ID: "b", Also: []Key{Ctrl(fyne.KeyF)}, Do: nothing}},
	} {
		if err := NewTable().Add(list...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestItems makes menus in groups, with what is on, what cannot be done, and the keys for the toolkit to draw.
func TestItems(t *testing.T) {
	nothing := func() {}
	is := func(b bool) func() bool { return func() bool { return b } }
	menu := table(
		t,
		Command{ID: "quit", Title: "Quit", Keys: []Key{Ctrl(fyne.KeyQ)}, Place: []Place{{Main, 2}}, Do: nothing},
		Command{ID: "a", Title: "A", Keys: []Key{Char('t')}, Place: []Place{{Main, 1}, {PageMenu, 0}}, Checked: is(true), Do: nothing},
		Command{ID: "b", TitleNow: func() string { return "B now" }, Place: []Place{{Main, 1}}, Enabled: is(false), Do: nothing},
		Command{ID: "c", Title: "C", KeyNow: func() (Key, bool) { return Press(fyne.KeyF6), true }, Place: []Place{{Main, 1}}, Do: nothing},
		Command{ID: "d", Title: "D", KeyNow: func() (Key, bool) { return Press(fyne.KeyF6), false }, Place: []Place{{Main, 1}}, Do: nothing},
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
	if want := []string{"Page >A", "", "A on T", "B now off", "C F6", "D", "", "Quit Ctrl+Q"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRows lists keys; commands that belong together share a row.
func TestRows(t *testing.T) {
	tab := table(
		t,
		Command{ID: "0", Keys: []Key{Char('0')}, KeyWords: "0 – 9", Help: "a page number"},
		Command{ID: "1", Keys: []Key{Char('1')}, KeyWords: "0 – 9", Help: "a page number"},
		Command{ID: "left", Keys: []Key{Press(fyne.KeyLeft)}, Help: "pages"},
		Command{ID: "right", Keys: []Key{Press(fyne.KeyRight)}, Also: []Key{Char('x')}, Help: "pages"},
		Command{ID: "silent", Keys: []Key{Char('q')}},
		Command{ID: "soft", Keys: []Key{Char('-'), Char(' ')}, Help: "softer"},
	)
	want := "| Key | |\n|---|---|\n| 0 – 9 | a page number |\n| Left, Right | pages |\n| −, Space | softer |\n"
	if got := tab.Markdown(); got != want {
		t.Errorf("%s", got)
	}
	if tip := tab.byID["right"].Tip(); tip != " (Right)" {
		t.Errorf("%q", tip)
	}
}
