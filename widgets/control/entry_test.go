package control

import (
	"runtime"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// TestEntryEditsByWords presses the keys that move by words and delete them. They reach the entry and not the window,
// which gets other keys with a modifier.
func TestEntryEditsByWords(t *testing.T) {
	asked := &widgettest.Asked{}
	e := NewEntry(core.Keys{
		Shortcut: func(s fyne.Shortcut) { asked.Add("%s", s.(*desktop.CustomShortcut).KeyName) },
	}, "")
	widgettest.Show(t, e, 300, 60)
	e.OwnShortcut = func(*desktop.CustomShortcut) bool { return false }
	word := fyne.KeyModifierControl
	if runtime.GOOS == "darwin" {
		word = fyne.KeyModifierAlt
	}
	press := func(key fyne.KeyName, with fyne.KeyModifier) {
		e.TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: with})
	}
	e.SetText("one two three")
	e.CursorColumn = len(e.Text)
	press(fyne.KeyLeft, word)
	if e.CursorColumn != len("one two ") {
		t.Errorf("the cursor is at %d", e.CursorColumn)
	}
	press(fyne.KeyBackspace, word)
	if e.Text != "one three" && e.Text != "one  three" {
		t.Errorf("without a word: %q", e.Text)
	}
	e.SetText("one two three")
	e.CursorColumn = 0
	press(fyne.KeyRight, word|fyne.KeyModifierShift)
	if e.SelectedText() == "" {
		t.Error("no word is selected")
	}
	e.CursorColumn = 0
	press(fyne.KeyDelete, word)
	if e.Text == "one two three" {
		t.Error("no word is deleted")
	}
	asked.Expect(t)
	press(fyne.KeyF, word)
	press(fyne.KeyUp, fyne.KeyModifierControl|fyne.KeyModifierAlt)
	asked.Expect(t, "F", "Up")
}

// TestKeysOfWords checks which keys are the entry's on each system.
func TestKeysOfWords(t *testing.T) {
	const ctrl, alt = fyne.KeyModifierControl, fyne.KeyModifierAlt
	const shift, cmd = fyne.KeyModifierShift, fyne.KeyModifierSuper
	for _, tt := range []struct {
		key        fyne.KeyName
		with       fyne.KeyModifier
		linux, mac bool
	}{
		{fyne.KeyLeft, ctrl, true, false},
		{fyne.KeyRight, ctrl | shift, true, false},
		{fyne.KeyLeft, alt, false, true},
		{fyne.KeyLeft, alt | shift, false, true},
		{fyne.KeyLeft, cmd, false, true},
		{fyne.KeyBackspace, ctrl, true, false},
		{fyne.KeyDelete, alt, false, true},
		{fyne.KeyBackspace, ctrl | shift, false, false},
		{fyne.KeyUp, ctrl, false, false},
		{fyne.KeyF, ctrl, false, false},
	} {
		c := &desktop.CustomShortcut{KeyName: tt.key, Modifier: tt.with}
		if got := isOfWords(c, "linux"); got != tt.linux {
			t.Errorf("%v on Linux: %v", c, got)
		}
		if got := isOfWords(c, "darwin"); got != tt.mac {
			t.Errorf("%v on macOS: %v", c, got)
		}
	}
}

// TestSelectStem selects the first characters: what is typed replaces them.
func TestSelectStem(t *testing.T) {
	e := NewEntry(core.Keys{}, "")
	widgettest.Show(t, e, 200, 40)
	e.SetText("page 100.png")
	e.Select(len("page 100"))
	if got := e.SelectedText(); got != "page 100" {
		t.Errorf("%q is selected", got)
	}
	for _, r := range "new" {
		e.TypedRune(r)
	}
	if e.Text != "new.png" {
		t.Errorf("typing makes it %q", e.Text)
	}
}
