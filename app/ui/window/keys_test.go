package window

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sextant/app/acquire"
	"sextant/app/testkit"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/command"
)

// guide reads a document of the project.
func guide(t *testing.T, names ...string) (file, text string) {
	t.Helper()
	file = filepath.Join(append([]string{"..", "..", ".."}, names...)...)
	data := testkit.Must(os.ReadFile(file))(t)
	return file, string(data)
}

// TestShortcutsGuideHasEveryKey compares the tables of the guide to shortcuts with the commands. If SEXTANT_UPDATE is
// set, it writes them.
func TestShortcutsGuideHasEveryKey(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("keys have other names here")
	}
	file, text := guide(t, "assets", "docs", "shortcuts.md")
	before, after, found := strings.Cut(text, "\n## The window\n\n")
	tables, rest, ends := strings.Cut(after, "\n## ")
	if !found || !ends {
		t.Fatalf("%s has no chapter of the window", file)
	}
	want := newWindow(t).table.Markdown()
	if os.Getenv("SEXTANT_UPDATE") != "" {
		text = before + "\n## The window\n\n" + want + "\n## " + rest
		testkit.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		tables = want
	}
	if tables != want {
		t.Errorf("%s should have\n%s", file, want)
	}
}

// TestGuideHasLettersOfLists checks that the table "In a list" of the guide to shortcuts has exactly the letters of the
// lists of recordings, and that none of them is the key of a command, which it would hide there.
func TestGuideHasLettersOfLists(t *testing.T) {
	file, text := guide(t, "assets", "docs", "shortcuts.md")
	_, table, found := strings.Cut(text, "\n| In a list | |\n|---|---|\n")
	if !found {
		t.Fatalf("%s has no table of the keys in a list", file)
	}
	var named []string
	for line := range strings.Lines(table) {
		cells := strings.Split(line, " | ")
		if len(cells) != 2 {
			break
		}
		for key := range strings.SplitSeq(strings.TrimPrefix(cells[0], "| "), ", ") {
			if len(key) == 1 {
				named = append(named, key)
			}
		}
	}
	w := newWindow(t)
	letters := strings.Split(w.table.Command("media.list").KeyWords, ", ")
	slices.Sort(named)
	slices.Sort(letters)
	if !slices.Equal(named, letters) {
		t.Errorf("%s names the letters %v in a list, which has %v", file, named, letters)
	}
	for _, c := range w.table.All() {
		for _, k := range c.Usual() {
			if slices.Contains(letters, k.Words()) {
				t.Errorf("%s is a letter of the lists, and the key of %s", k.Words(), c.ID)
			}
		}
	}
}

// TestReadmeKeysExist checks that the rows of keys in the README are rows of the commands' keys.
func TestReadmeKeysExist(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("keys have other names here")
	}
	_, text := guide(t, "README.md")
	_, table, _ := strings.Cut(text, "\n| Key | |\n|---|---|\n")
	known := map[string]bool{}
	for _, row := range newWindow(t).table.Rows() {
		known[row.Keys] = true
	}
	rows := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(line, " | ")
		if len(cells) != 2 {
			break
		}
		rows++
		if keys := strings.TrimPrefix(cells[0], "| "); !known[keys] {
			t.Errorf("no row of the shortcuts has the keys %q", keys)
		}
	}
	if rows != 9 {
		t.Errorf("the README has %d rows of keys", rows)
	}
}

// TestDemoNamesEveryKey checks that page 701 of the demo, "All the keys", has all keys of the list of keys.
func TestDemoNamesEveryKey(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("keys have other names here")
	}
	w := newWindow(t)
	a := w.parts.Tuner.Current().Pages.Fetch(t.Context(), acquire.Want{Page: 701})
	if a.Document == nil {
		t.Fatal(a.DocumentErr)
	}
	named := map[string]bool{}
	for _, s := range a.Document.Subpages {
		for _, line := range s.Grid().TextLines() {
			keys, _, _ := strings.Cut(strings.TrimSpace(line[min(len(line), 2):]), "  ")
			if keys == "Ctrl+ + - 0" {
				keys = "Ctrl++, Ctrl+-, Ctrl+0"
			}
			for key := range strings.SplitSeq(keys, ", ") {
				named[key] = true
			}
		}
	}
	rows := w.table.Rows()
	if len(rows) < 30 {
		t.Errorf("there are only %d rows of keys", len(rows))
	}
	for _, row := range rows {
		keys := strings.NewReplacer("–", "to", "−", "-").Replace(row.Keys)
		for key := range strings.SplitSeq(keys, ", ") {
			if !named[key] {
				t.Errorf("page 701 does not name %s (%s)", key, row.Help)
			}
		}
	}
}

// TestMenusHaveTitles checks that all menu items have a title and an action.
func TestMenusHaveTitles(t *testing.T) {
	w := newWindow(t)
	seen := 0
	var walk func(m *fyne.Menu)
	walk = func(m *fyne.Menu) {
		for _, i := range m.Items {
			switch {
			case i.IsSeparator:
			case i.ChildMenu != nil && i.Label != "":
				walk(i.ChildMenu)
			case i.Label == "" || i.Action == nil:
				t.Errorf("an item has no title, or does nothing: %+v", i)
			default:
				seen++
			}
		}
	}
	for _, m := range []command.Menu{command.Main, command.Context} {
		walk(w.table.Items(m))
	}
	if seen < 20 {
		t.Errorf("only %d items", seen)
	}
}

// labels counts the labels of a menu and its submenus, and checks the separators.
func labels(t *testing.T, m *fyne.Menu, found map[string]int) map[string]int {
	t.Helper()
	here := map[string]bool{}
	for i, item := range m.Items {
		switch {
		case item.IsSeparator && (i == 0 || i == len(m.Items)-1 || m.Items[i-1].IsSeparator):
			t.Error("a line stands at the edge, or beside another one")
		case item.IsSeparator:
		case here[item.Label]:
			t.Errorf("%q is there twice at one level", item.Label)
		case item.ChildMenu != nil:
			labels(t, item.ChildMenu, found)
		default:
			found[item.Label]++
		}
		here[item.Label] = true
	}
	return found
}

// TestMenusAreShort limits the size of the menus. Other commands are found by their names.
func TestMenusAreShort(t *testing.T) {
	w := newWindow(t)
	w.parts.Tuner.Current().Lists.SetFavourites(nil) // the user has as many as wanted
	services := len(w.prefs.Services())
	for m, most := range map[command.Menu]int{command.Main: 36, command.Context: 6, command.Selection: 3} {
		there := labels(t, w.table.Items(m), map[string]int{})
		if n := len(there) - services; m == command.Main && n > most || len(there) > most+services {
			t.Errorf("%d items: %v", n, there)
		}
		for label, n := range there {
			if n > 1 {
				t.Errorf("%q is there %d times", label, n)
			}
		}
	}
}

// TestEveryCommandIsDescribed checks that each command has a unique title, help, a tip, a row in the guide to
// shortcuts, a reason for being disabled if it can be, and an item in the window's menu if it has a place there.
func TestEveryCommandIsDescribed(t *testing.T) {
	w := newWindow(t)
	inMain := labels(t, w.table.Items(command.Main), map[string]int{})
	tables := w.table.Markdown()
	seen := map[string]bool{}
	for _, c := range w.table.All() {
		if c.Title == "" || c.Help == "" || c.Name() == "" || !strings.HasPrefix(c.Tip(), c.Name()) {
			t.Errorf("%s has the title %q, the name %q, the tip %q and the help %q",
				c.ID, c.Title, c.Name(), c.Tip(), c.Help)
		}
		if seen[c.Title] {
			t.Errorf("two commands are called %q", c.Title)
		}
		seen[c.Title] = true
		helps := strings.Contains(tables, " "+c.Help+" |\n")
		if !helps || len(c.Usual()) == 0 && !c.Unlisted && !strings.Contains(tables, c.Title) {
			t.Errorf("the guide to shortcuts has no row of %s", c.ID)
		}
		if (c.Enabled == nil) != (c.Why == "") {
			t.Errorf("%s says %q where it cannot be done", c.ID, c.Why)
		}
		want := slices.ContainsFunc(c.Place, func(p command.Place) bool { return p.Menu < command.Context })
		if inMain[c.Name()] > 0 != want {
			t.Errorf("%s is in the window's menu %d times", c.ID, inMain[c.Name()])
		}
	}
	if len(seen) < 60 {
		t.Errorf("only %d commands", len(seen))
	}
}

// TestDigitsByKey presses the keys of digits, which type nothing on a number pad without Num Lock, and other characters
// on French and Czech keyboards, where some of these are commands. Each is its digit, once.
func TestDigitsByKey(t *testing.T) {
	inWindow(t, servicetest.Demo(t), nil, func(t *testing.T, u *user) {
		keys, volume := u.Keys(), u.parts.Listen.Sound.Volume()
		for _, tt := range []struct {
			key, types, entry string
		}{
			{"1", "", "1--"}, {"1", "&", "1--"}, {"6", "-", "6--"}, {"1", "+", "1--"}, {"2", "2", "2--"},
		} {
			keys.Key(fyne.KeyName(tt.key))
			for _, c := range tt.types {
				keys.Rune(c)
			}
			if got := u.page.Nav.Entry(); got != tt.entry {
				t.Errorf("%s, which types %q: %q", tt.key, tt.types, got)
			}
			u.page.ClearEntry()
		}
		if u.parts.Listen.Sound.Volume() != volume {
			t.Error("a digit changes the volume")
		}
		keys.Key("1")
		keys.Key("2")
		keys.Key(fyne.KeyA)
		keys.Rune('3') // of a layout with digits on letters
		u.rest()
		if got := u.page.Nav.Shown().Page; got != 123 {
			t.Errorf("at page %d", got)
		}
	})
}

// TestLettersOfOtherScripts presses keys of letters on Russian and Greek keyboards: they do what their Latin letters
// do, unless the letter is a command's own key. What an input method types without a key is no command.
func TestLettersOfOtherScripts(t *testing.T) {
	inWindow(t, servicetest.Demo(t), nil, func(t *testing.T, u *user) {
		keys, turns := u.Keys(), u.page.Nav.Turning
		press := func(name fyne.KeyName, types rune, want bool) {
			t.Helper()
			before := turns()
			keys.Key(name)
			keys.Rune(types)
			keys.Rune('р') // of an input method
			if does := turns() != before; does != want {
				t.Errorf("%s, which types %q: %t", name, types, does)
			}
		}
		press(fyne.KeyH, 'р', true)
		press(fyne.KeyH, 'Р', true)
		press(fyne.KeyH, 'η', true)
		press(fyne.KeyH, 'é', false)
		press(fyne.KeyK, 'л', false)
		u.parts.Keymap.Set(map[string][]string{"view.zoom": {"Л"}, "page.turning": {"Π"}})
		press(fyne.KeyH, 'л', false)
		press(fyne.KeyH, 'р', false)
		press(fyne.KeyP, 'π', true)
	})
}

// TestOtherKeysCountAtOnce changes keys and checks that commands, tips and the window's shortcuts follow. Unknown keys
// are ignored.
func TestOtherKeysCountAtOnce(t *testing.T) {
	w := newWindow(t)
	press := func(k command.Key) { // press presses a key as the window does: only keys with a shortcut
		for _, s := range w.keys.bound {
			if got, _ := command.FromShortcut(s); got == k {
				w.table.Press(k)
			}
		}
	}
	keypad := func() bool { return w.panels.keypad.Visible() }
	was, other := command.Ctrl(fyne.KeyK), command.Ctrl(fyne.KeyJ, fyne.KeyModifierShift)
	w.parts.Keymap.Set(map[string][]string{
		"window.keypad": {other.Words(), "no key at all"}, "page.colour1": {"Ctrl+Alt+R"},
	})
	before := keypad()
	if press(was); keypad() != before {
		t.Error("the key that it had does it still")
	}
	if press(other); keypad() == before {
		t.Error("the new key does nothing")
	}
	if got := w.Command("window.keypad").Tip(); got != "Keypad ("+other.Words()+")" {
		t.Errorf("the tip is %q", got)
	}
	if got := w.table.Command("page.colour1").KeysWords(); got != "Ctrl+Alt+R" {
		t.Errorf("the red key is %q", got)
	}
	w.parts.Keymap.Set(map[string][]string{"window.keypad": {"Key of a later version"}})
	if press(was); keypad() != before {
		t.Error("with a key that there is not the usual one is lost")
	}
	press(was)
	w.parts.Keymap.Set(map[string][]string{"window.keypad": nil})
	if press(was); keypad() != before {
		t.Error("the usual key does nothing")
	}
	w.parts.Keymap.Wait()
}

// TestUndoKey undoes what a notice offers by the key, and checks the message if there is nothing to undo.
func TestUndoKey(t *testing.T) {
	w := newWindow(t)
	undo := func() { w.keys.common(&fyne.ShortcutUndo{}) }
	undone := 0
	w.OfferUndo("It is gone.", func() { undone++ })
	undo()
	if undo(); undone != 1 || w.notices.notice.said() != "There is nothing to undo." {
		t.Errorf("undone %d times; %q", undone, w.notices.notice.said())
	}
}

// commands is a presenter with commands.
type commands []command.Command

func (c commands) Commands() []command.Command { return c }

// TestEveryCommandIsOne checks that no presenter can use a key or ID of another one.
func TestEveryCommandIsOne(t *testing.T) {
	w := newWindow(t)
	for _, c := range []command.Command{
		{ID: "another", Keys: []command.Key{command.Char('R')}, Do: func() {}},
		{ID: "another", Also: []command.Key{command.Press(fyne.KeyF5)}, Do: func() {}},
		{ID: "page.reload", Do: func() {}},
	} {
		if err := w.addCommands(w.page, w.find, w.media, w.panels, w.keys, commands{c}); err == nil {
			t.Errorf("%s could be added with the keys %v", c.ID, c.Keys)
		}
	}
	if err := w.addCommands(w.page, w.find, w.media, w.panels, w.keys,
		commands{{ID: "another", Keys: []command.Key{command.Char('ö')}, Do: func() {}}}); err != nil {
		t.Error(err)
	}
}
