package window

import (
	"os"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/testkit"
	"sextant/app/testkit/servicetest"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
	"sextant/widgets/lists"
	"sextant/widgets/widgettest"
)

// offered is the list of all commands with its entry.
type offered struct {
	entry *control.Entry
	list  *lists.List
}

func openPalette(w *Window) offered {
	w.table.Do("palette.show")
	o := offered{}
	for _, in := range widgettest.Seen(w.Canvas().Overlays().Top()) {
		switch in := in.(type) {
		case *control.Entry:
			o.entry = in
		case *lists.List:
			o.list = in
		}
	}
	return o
}

// first returns the titles of the first rows for a text.
func (o offered) first(text string, most int) (titles []string) {
	o.entry.SetText(text)
	for i := range min(most, o.list.Count()) {
		titles = append(titles, o.list.Row(i).Title)
	}
	return titles
}

// TestWordsFindCommandsAndSettings types words that people use for commands and settings, in each language. The list of
// all commands has the one they mean among its first three. testdata/words has the words of each language, and for each
// the key of the title that must be found.
func TestWordsFindCommandsAndSettings(t *testing.T) {
	for _, l := range say.Languages() {
		speak(t, l.Tag)
		inWindow(t, servicetest.Demo(t), nil, func(t *testing.T, u *user) { findAll(t, u.Window, l.Tag) })
	}
}

// findAll types the words of a language.
func findAll(t *testing.T, w *Window, language string) {
	t.Helper()
	o := openPalette(w)
	data := testkit.Must(os.ReadFile("testdata/words/" + language + ".txt"))(t)
	words := 0
	for line := range strings.Lines(string(data)) {
		word, key, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			t.Fatalf("%s: %q", language, line)
		}
		words++
		want := strings.TrimRight(say.Text(key), "…")
		rows := o.first(word, 3)
		if !slices.ContainsFunc(rows, func(title string) bool {
			return strings.HasSuffix(strings.TrimRight(title, "…"), want)
		}) {
			t.Errorf("%s: %q finds %q, not %s (%s)", language, word, rows, want, key)
		}
	}
	if words < 60 {
		t.Errorf("%s: only %d words", language, words)
	}
	w.dialogs.open.Close()
}

// TestPaletteLeadsToSettings chooses a setting in the list of all commands: the settings open at it, with its control
// focused and in view, also if it is one of the less common ones.
func TestPaletteLeadsToSettings(t *testing.T) {
	for word, title := range map[string]string{
		"night": "Settings › Display › Theme", "epilepsy": "Settings › Accessibility › Flashing text",
		"hover": "Settings › Display › Link previews", "json": "Settings › Advanced › For developers",
	} {
		for _, size := range []fyne.Size{fyne.NewSize(480, 360), fyne.NewSize(1280, 800)} {
			w := newWindow(t)
			w.win.Resize(size)
			o := openPalette(w)
			if rows := o.first(word, 1); len(rows) != 1 || rows[0] != title {
				t.Fatalf("%q finds %q", word, rows)
			}
			o.entry.OnSubmitted(word)
			top := w.Canvas().Overlays().Top()
			at, is := w.Canvas().Focused().(fyne.CanvasObject)
			if _, settings := top.(*dialog.Dialog); !settings || !is {
				t.Fatalf("%s: %T is open, %T focused", title, top, w.Canvas().Focused())
			}
			if _, search := at.(*control.Entry); search {
				t.Errorf("%s: the search is focused", title)
			}
			driver := fyne.CurrentApp().Driver()
			y := driver.AbsolutePositionForObject(at).Y
			if y < 0 || y+at.Size().Height > size.Height-40 {
				t.Errorf("%s at %v: the control is at %v", title, size, y)
			}
		}
	}
}
