package sound

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/say"
	"sextant/widgets/core"
)

// itemsOf returns the items of a row's menu in words: the title, its key in brackets, "off" for a disabled item, "on"
// for a checked one, and "-" for a line.
func (l *listening) itemsOf(tab Tab, row int) (items []string) {
	for _, i := range (rowTable{l.Presenter}).rowMenu(rowTable{l.Presenter}.subject(tab, row)).Items {
		text := i.Label
		if s, ok := i.Shortcut.(*desktop.CustomShortcut); ok {
			text += " (" + core.KeyWords(s.Modifier, s.KeyName) + ")"
		}
		switch {
		case i.IsSeparator:
			text = "-"
		case i.Disabled:
			text += " off"
		case i.Checked:
			text += " on"
		}
		items = append(items, text)
	}
	return items
}

// TestRowMenus checks the menu of a row of each list.
func TestRowMenus(t *testing.T) {
	l := newListening(t, threeItems)
	it := l.named("a")
	want := func(tab Tab, items ...string) {
		t.Helper()
		if got := l.itemsOf(tab, 0); !slices.Equal(got, items) {
			t.Errorf("the menu of list %d has %q, want %q", tab, got, items)
		}
	}
	want(All, "Play (Enter)", "Play next", "Add to the queue (Q)", "-", "Download (D)", "Keep on disk (K)", "Save as…",
		"Delete from disk off", "-", "Mark as played (U)", "Details… (I)", "Playback versions…")
	l.enqueue(it, false)
	want(Queued, "Play (Enter)", "-", "Move up (Alt+Up) off", "Move down (Alt+Down) off",
		"Remove from the queue (Delete)", "-", "Details… (I)")
	l.listen.Library.Keep(it)
	l.until(t, "it to be kept", func() bool {
		return l.listen.Library.Count() == 1 && l.row(0).Tools[downloadAt].Icon == "kept"
	})
	l.listen.ToggleHeard(it)
	want(Kept, "Play (Enter)", "Play next", "Add to the queue (Q)", "-", "Download (D) off", "Keep on disk (K) on",
		"Save as…", "Delete from disk", "-", "Mark as new (U)", "Details… (I)", "Playback versions…")
	l.click(0)
	l.until(t, "the sound", func() bool { return l.isLoaded() })
	l.mark()
	want(Marks, "Play (Enter)", "Note… (E)", "Copy text and link", "Remove mark (Delete)", "-", "Details… (I)")
}

// TestLettersOfRows types each letter in each list without a row, and some for a row.
func TestLettersOfRows(t *testing.T) {
	l := newListening(t, threeItems)
	l.enqueue(l.named("b"), false)
	l.host.Show(l.panel)
	for _, tab := range everywhere() {
		l.panel.Choose(tab)
		for _, r := range "qDkuIeo7" {
			want := r != '7' && (r != 'e' || tab == Marks) && (r != 'o' || tab == All)
			if got := (rowTable{l.Presenter}).doLetter(r, core.None); got != want {
				t.Errorf("%c in list %d: %t", r, tab, got)
			}
		}
	}
	l.panel.Choose(Queued)
	if (rowTable{l.Presenter}).doLetter('q', 0); len(l.listen.Queue.Entries()) != 2 {
		t.Errorf("%d recordings are in the queue", len(l.listen.Queue.Entries()))
	}
	l.panel.Choose(All)
	rowTable{l.Presenter}.doLetter('U', 1)
	if b := l.named("b"); l.rows.heardWords(&b) != "played" {
		t.Errorf("it is %q", l.rows.heardWords(&b))
	}
	rowTable{l.Presenter}.doLetter('k', 1)
	l.until(t, "it to be kept", func() bool { return l.row(1).Tools[downloadAt].Icon == "kept" })
}

// TestRowActionsAreComplete checks the table of actions: each is in a menu or has a letter, a letter is there once and
// is explained, and what depends on a row is there for it.
func TestRowActionsAreComplete(t *testing.T) {
	l := newListening(t, threeItems)
	letters := map[rune]bool{}
	for i, a := range (rowTable{l.Presenter}).rowActions() {
		name := fmt.Sprintf("action %d, %q", i, a.title)
		if (a.letter != 0) != (a.help != "") || (a.letter != 0) != (len(a.typed) > 0) {
			t.Errorf("%s has the letter %q in %v, explained by %q", name, a.letter, a.typed, a.help)
		}
		if a.letter != 0 && (letters[a.letter] || !unicode.IsUpper(a.letter)) {
			t.Errorf("%s has the letter %q, which is there twice or in lower case", name, a.letter)
		}
		letters[a.letter] = true
		if (a.do == nil) == (a.whole == nil) || (a.title == "" && a.titleNow == nil) != (len(a.menus) == 0) {
			t.Errorf("%s is in the menus %v, does nothing, or two things", name, a.menus)
		}
	}
	keys, help := rowTable{l.Presenter}.lettersInWords()
	if keys != "Q, D, K, U, I, O, E" {
		t.Errorf("the letters are %s", keys)
	}
	list := strings.TrimPrefix(help, say.Text("recordings.keys.help", "Actions", ""))
	if n := strings.Count(list, ","); n != strings.Count(keys, ",") {
		t.Errorf("%s are explained by %q", keys, help)
	}
}
