package prefs

import (
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/kiosk/playlist"
	"sextant/app/settings"
	"sextant/app/ui/hosttest"
	"sextant/widgets/control"
	"sextant/widgets/lists"
	"sextant/widgets/widgettest"
)

// formOf returns the list of the open editor and its focused entry.
func formOf(t *testing.T, h *hosttest.Host) (*lists.List, *control.Entry) {
	t.Helper()
	for _, o := range widgettest.Seen(h.Canvas().Overlays().Top()) {
		if l, is := o.(*lists.List); is {
			return l, h.Canvas().Focused().(*control.Entry)
		}
	}
	t.Fatal("there is no list")
	return nil, nil
}

// titles returns the titles of a list's rows.
func titles(l *lists.List) string {
	var all []string
	for i := range l.Count() {
		all = append(all, l.Row(i).Title)
	}
	return strings.Join(all, "|")
}

// formWith opens the editor, types a text, and goes to the form.
func formWith(t *testing.T, h *hosttest.Host, p settings.Profile, text string) (
	area *control.Entry, list *lists.List, entry *control.Entry,
) {
	t.Helper()
	area = open(t, h, p)
	area.SetText(text)
	h.Canvas().Focused().(*control.Entry).TypedShortcut(ctrlTab())
	list, entry = formOf(t, h)
	return area, list, entry
}

// TestForm edits a playlist in the form only. The comments of the text must stay.
func TestForm(t *testing.T) {
	h, p := hosttest.New(t), settings.Profile{Dir: t.TempDir()}
	area, list, entry := formWith(t, h, p, "# the lobby\nshow = [\n  \"100\", # front\n]\n")
	expect := func(want string) {
		t.Helper()
		h.Until(t, want, func() bool { return titles(list) == want })
	}
	expect("Page 100")
	entry.SetText("400-410")
	tap(t, h, "Add")
	expect("Page 100|Pages 400–410")
	tap(t, h, "Favourites")
	expect("Page 100|Pages 400–410|Favourites")
	entry.SetText("nothing")
	if tap(t, h, "Add"); h.Dialogs[0].Status() == "" || entry.Text != "nothing" {
		t.Errorf("after nonsense it says %q, and the entry has %q", h.Dialogs[0].Status(), entry.Text)
	}
	list.GoTo(2)
	list.TypedShortcut(altUp())
	expect("Page 100|Favourites|Pages 400–410")
	list.GoTo(0)
	list.TypedKey(del())
	expect("Favourites|Pages 400–410")
	if text := area.Text; !strings.HasPrefix(text, "# the lobby\nshow = [") {
		t.Errorf("the text is %q", text)
	}
	tap(t, h, "Save")
	h.Until(t, "the end of saving", h.Dialogs[0].Closed)
	data, err := playlist.ReadFile(p.Path(playlist.File))
	if parsed, wrong := playlist.Parse(data); err != nil || wrong != nil || len(parsed.Lists[0].Items) != 2 {
		t.Errorf("%s, %v, %v", data, err, wrong)
	}
}

// TestFormIsQuick changes the form faster than anything else runs: by keys that repeat, and two buttons at once.
func TestFormIsQuick(t *testing.T) {
	h, p := hosttest.New(t), settings.Profile{Dir: t.TempDir()}
	area, list, _ := formWith(t, h, p, "show = [\"100\", \"101\", \"102\", \"103\"]\n")
	if titles(list) != "Page 100|Page 101|Page 102|Page 103" {
		t.Errorf("what was just typed is %s", titles(list))
	}
	list.GoTo(1)
	list.TypedKey(del())
	list.TypedKey(del())
	tap(t, h, "Favourites")
	tap(t, h, "Favourites")
	list.GoTo(3)
	list.TypedShortcut(altUp())
	list.TypedShortcut(altUp())
	if area.Text != "show = [\"100\", \"favourites\", \"103\", \"favourites\"]\n" {
		t.Errorf("the text is %s", area.Text)
	}
	for range 3 {
		list.GoTo(0)
		list.TypedKey(del())
	}
	list.TypedKey(del()) // the last one stays
	if titles(list) != "Favourites" {
		t.Errorf("the rows are %s", titles(list))
	}
	tap(t, h, "Add a daypart…")
	tap(t, h, "Add a daypart…")
	parsed, err := playlist.Parse([]byte(area.Text))
	if err != nil || len(parsed.Lists) != 3 {
		t.Errorf("the text is %s, %v", area.Text, err)
	}
	before := area.Text
	tap(t, h, "Example")
	if want := "Page 199"; !strings.Contains(titles(list), want) {
		t.Errorf("the rows of the example are %s", titles(list))
	}
	tap(t, h, "Example")
	if area.Text != before {
		t.Errorf("put back is %s", area.Text)
	}
}

// TestFormOfAMistake checks that the form shows no rows of an invalid text, and does not change it.
func TestFormOfAMistake(t *testing.T) {
	h, p := hosttest.New(t), settings.Profile{Dir: t.TempDir()}
	area, list, entry := formWith(t, h, p, "shwo = 1")
	h.Until(t, "no rows", func() bool { return list.Count() == 0 })
	entry.SetText("100")
	if tap(t, h, "Add"); area.Text != "shwo = 1" {
		t.Errorf("the text is %q", area.Text)
	}
}

// TestPreview checks that the preview draws pages side by side if several are shown together.
func TestPreview(t *testing.T) {
	p, err := playlist.Parse([]byte("show = [\"100\", \"200\"]\ntogether = 2\n[screen]\nclock = true\n"))
	if err != nil {
		t.Fatal(err)
	}
	colours := map[color.Color]bool{}
	picture := preview(p, 0)
	for x := range picture.Bounds().Dx() {
		colours[picture.At(x, picture.Bounds().Dy()*2/3)] = true
	}
	if !colours[color.RGBA{B: 255, A: 255}] || !colours[color.RGBA{G: 255, A: 255}] {
		t.Errorf("two pages have the colours %v", colours)
	}
}

func ctrlTab() *desktop.CustomShortcut {
	return &desktop.CustomShortcut{KeyName: fyne.KeyTab, Modifier: fyne.KeyModifierControl}
}

func altUp() *desktop.CustomShortcut {
	return &desktop.CustomShortcut{KeyName: fyne.KeyUp, Modifier: fyne.KeyModifierAlt}
}

func del() *fyne.KeyEvent { return &fyne.KeyEvent{Name: fyne.KeyDelete} }

// TestFormTimesOfADaypart checks that a daypart's times do not change unless a valid time is typed, and that a new
// daypart gets a unique name.
func TestFormTimesOfADaypart(t *testing.T) {
	h, p := hosttest.New(t), settings.Profile{Dir: t.TempDir()}
	area := open(t, h, p)
	const text = "show = [\"100\"]\n\n[[daypart]]\nname = \"daypart 2\"\nshow = [\"400\"]\n"
	area.SetText(text)
	area.TypedShortcut(ctrlTab())
	list, _ := formOf(t, h)
	var which *control.Choice
	for _, o := range widgettest.Seen(h.Canvas().Overlays().Top()) {
		if c, is := o.(*control.Choice); is && which == nil {
			which = c
		}
	}
	h.Until(t, "the lists", func() bool { return list.Count() == 1 })
	which.SetSelected("daypart 2")
	h.Until(t, "the daypart", func() bool { return titles(list) == "Page 400" })
	from := entryNamed(t, h, "00:00")
	from.OnLeft()
	if h.Run(); area.Text != text {
		t.Errorf("a field that was left changed the text to %q", area.Text)
	}
	from.SetText("25:99")
	if from.OnLeft(); area.Text != text || !strings.Contains(h.Dialogs[0].Status(), "25:99") {
		t.Errorf("after 25:99 it says %q, and the text is %q", h.Dialogs[0].Status(), area.Text)
	}
	from.SetText("06:30")
	if from.OnLeft(); !strings.Contains(area.Text, `from = "06:30"`) {
		t.Errorf("the text is %q", area.Text)
	}
	tap(t, h, "Add a daypart…")
	h.Until(t, "the new daypart", func() bool { return strings.Contains(area.Text, `name = "daypart 3"`) })
	if _, err := playlist.Parse([]byte(area.Text)); err != nil {
		t.Errorf("%v in %s", err, area.Text)
	}
}

// entryNamed returns the first visible entry with a text.
func entryNamed(t *testing.T, h *hosttest.Host, text string) *control.Entry {
	t.Helper()
	for _, o := range widgettest.Seen(h.Canvas().Overlays().Top()) {
		if e, is := o.(*control.Entry); is && e.Text == text {
			return e
		}
	}
	t.Fatalf("no entry has %q", text)
	return nil
}
