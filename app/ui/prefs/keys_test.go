package prefs

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	toolkit "fyne.io/fyne/v2/driver/desktop"

	"sextant/app/ui/command"
	"sextant/widgets/control"
)

// catch opens the prompt for a command's key and returns its key catcher.
func (r *rig) catch(s *sheet, id string) *control.KeyCatcher {
	r.t.Helper()
	i := slices.IndexFunc(s.keys, func(k *keyRow) bool { return k.command.ID == id })
	s.keys[i].button.Tapped(nil)
	box, _ := r.Canvas().Focused().(*control.KeyCatcher)
	if box == nil {
		r.t.Fatal("nothing takes the key")
	}
	return box
}

func (r *rig) keysOf(id string) string { return r.table.Command(id).KeysWords() }

// TestListOfKeys opens the page of shortcuts from the list of keys. Its search has the focus and finds commands by
// title, help and keys.
func TestListOfKeys(t *testing.T) {
	r := newRig(t)
	r.presenter.showKeys()
	if r.presenter.sheet != nil {
		t.Fatal("the list to read is the settings")
	}
	r.press("Change…")
	s := r.presenter.sheet
	if s.pages.Page() != keysPage || r.Canvas().Focused() != s.pages.Search() {
		t.Errorf("page %d is shown, and %T has the keyboard", s.pages.Page(), r.Canvas().Focused())
	}
	if len(s.keys) != len(r.table.All())-1 {
		t.Errorf("%d rows for %d commands", len(s.keys), len(r.table.All()))
	}
	for _, tt := range []struct{ sought, want string }{
		{"ctrl+f", "Find"}, {"search pages", "Find"}, {"0 – 9", "Digits"}, {"no key", "No key"},
	} {
		s.pages.Search().(*control.Entry).SetText(tt.sought)
		if got := r.texts(); !strings.Contains(got, tt.want) || strings.Contains(got, "Settings…") {
			t.Errorf("%q gives %q", tt.sought, got)
		}
	}
}

// TestHelpIsNotRepeated checks that rows leave out help that only repeats the title or that several commands share. The
// search finds the rows by such help all the same.
func TestHelpIsNotRepeated(t *testing.T) {
	r := newRig(t)
	if err := r.table.Add(
		command.Command{ID: "reload", Title: "Reload", Help: "reload", Group: command.Going, Do: func() {}},
		command.Command{ID: "up", Title: "Page up", Help: "up or down", Group: command.Going, Do: func() {}},
		command.Command{ID: "down", Title: "Page down", Help: "up or down", Group: command.Going, Do: func() {}},
	); err != nil {
		t.Fatal(err)
	}
	s := r.settings(keysPage)
	for id, want := range map[string]string{"reload": "", "up": "", "down": "", "find": "Search pages."} {
		i := slices.IndexFunc(s.keys, func(k *keyRow) bool { return k.command.ID == id })
		if got := s.keys[i].row.Why(); got != want {
			t.Errorf("%s: %q, not %q", id, got, want)
		}
	}
	s.pages.Search().(*control.Entry).SetText("up or down")
	if got := r.texts(); !strings.Contains(got, "Page up") ||
		!strings.Contains(got, "Page down") || strings.Contains(got, "Reload") {
		t.Errorf("the search gives %q", got)
	}
}

// TestListToReadHasEveryKeyOnce checks the list of keys after one was changed.
func TestListToReadHasEveryKeyOnce(t *testing.T) {
	r := newRig(t)
	find := r.table.Command("find")
	find.Keys = []command.Key{command.Press(fyne.KeyF7)}
	seen := map[string]int{}
	for _, p := range keyPassages(r.table) {
		for name := range strings.SplitSeq(p.Name, ", ") {
			seen[name]++
		}
	}
	for name, n := range seen {
		if name != "" && n != 1 {
			t.Errorf("%s is there %d times", name, n)
		}
	}
	if seen["F7"] != 1 || seen["0 – 9"] != 1 || seen["Ctrl+F"] != 0 {
		t.Errorf("the list has %v", seen)
	}
}

// TestAnotherKey changes and removes keys, undoes that and resets all keys.
func TestAnotherKey(t *testing.T) {
	r := newRig(t)
	s := r.settings(keysPage)
	r.catch(s, "find").TypedKey(&fyne.KeyEvent{Name: fyne.KeyF7})
	if got := r.keysOf("find"); got != "F7" || r.button("F7") == nil {
		t.Errorf("after F7 it has %q", got)
	}
	box := r.catch(s, "find")
	box.TypedRune(' ') // of the space bar that opened the prompt
	box.TypedKey(&fyne.KeyEvent{Name: toolkit.KeyControlLeft})
	box.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	box.TypedRune(' ')
	if got := r.keysOf("find"); got != "Space" {
		t.Errorf("after the space bar it has %q", got)
	}
	r.catch(s, "find").TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if got := r.keysOf("find"); got != "Space" {
		t.Errorf("after Escape it has %q", got)
	}
	r.catch(s, "find").TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	if got := r.keysOf("find"); got != "" {
		t.Errorf("after Delete it has %q", got)
	}
	r.press("Undo")
	r.press("Undo")
	if got := r.keysOf("find"); got != "F7" {
		t.Errorf("after Undo it has %q", got)
	}
	r.catch(s, "find").TypedShortcut(&toolkit.CustomShortcut{
		KeyName: fyne.KeyF, Modifier: fyne.KeyModifierShortcutDefault,
	})
	if len(r.keymap.All()) != 0 {
		t.Errorf("usual keys are kept: %v", r.keymap.All())
	}
	r.catch(s, "none").TypedShortcut(&fyne.ShortcutCut{})
	r.catch(s, "prefs.show").TypedKey(&fyne.KeyEvent{Name: "Channel up"})
	if got := r.keysOf("none") + r.keysOf("prefs.show"); got != command.Ctrl(fyne.KeyX).Words()+"Channel up" {
		t.Errorf("the keys are %q", got)
	}
	r.press("Reset all shortcuts")
	if got := r.keysOf("none"); got != "" || len(r.keymap.All()) != 0 {
		t.Errorf("after a reset it has %q", got)
	}
	r.press("Undo")
	if got := r.keysOf("prefs.show"); got != "Channel up" {
		t.Errorf("after Undo it has %q", got)
	}
}

// TestKeyConflict chooses keys of other commands: one that is fixed, and some that can be taken over.
func TestKeyConflict(t *testing.T) {
	r := newRig(t)
	s := r.settings(keysPage)
	box := r.catch(s, "none")
	box.TypedKey(&fyne.KeyEvent{Name: fyne.KeyTab}) // not the key of a command here
	if got := r.keysOf("none"); got != "Tab" {
		t.Errorf("it has %q", got)
	}
	r.catch(s, "none").TypedRune('1')
	if got := r.status(); got != "1 is used for “Digit 1” and cannot be changed." || r.button("Use here") != nil {
		t.Errorf("%q", got)
	}
	r.top().Close()
	find := &toolkit.CustomShortcut{KeyName: fyne.KeyF, Modifier: fyne.KeyModifierShortcutDefault}
	r.catch(s, "none").TypedShortcut(find)
	if got := r.status(); got != command.Ctrl(fyne.KeyF).Words()+" is already used for “Find”." {
		t.Errorf("%q", got)
	}
	r.press("Cancel")
	if got := r.keysOf("none"); got != "Tab" {
		t.Errorf("it has %q", got)
	}
	r.catch(s, "none").TypedShortcut(find)
	r.press("Use here")
	if got := r.keysOf("none") + "," + r.keysOf("find"); got != command.Ctrl(fyne.KeyF).Words()+"," {
		t.Errorf("they have %q", got)
	}
	r.press("Undo")
	if got := r.keysOf("none") + "," + r.keysOf("find"); got != "Tab,"+command.Ctrl(fyne.KeyF).Words() {
		t.Errorf("they have %q", got)
	}
	r.catch(s, "none").TypedKey(&fyne.KeyEvent{Name: fyne.KeyF3}) // the other key of Find
	r.press("Use here")
	if h := r.table.Holder(command.Press(fyne.KeyF3)); h.ID != "none" {
		t.Errorf("F3 is %s", h.ID)
	}
}
