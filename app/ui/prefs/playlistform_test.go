package prefs

import (
	"fmt"
	"image/color"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/acquire"
	"sextant/app/screen/playlist"
	"sextant/app/settings"
	"sextant/app/teletext"
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
	expect("100  Index")
	entry.SetText("400-410")
	tap(t, h, "Add")
	expect("100  Index|Pages 400–410")
	entry.SetText("123, 240 301/2")
	tap(t, h, "Add")
	expect("100  Index|Pages 400–410|Page 123|Page 240|Page 301/2")
	tap(t, h, "Undo")
	expect("100  Index|Pages 400–410")
	tap(t, h, "Favourites")
	expect("100  Index|Pages 400–410|Favourites")
	entry.SetText("nothing")
	if tap(t, h, "Add"); h.Dialogs[0].Status() == "" || entry.Text != "nothing" {
		t.Errorf("after nonsense it says %q, and the entry has %q", h.Dialogs[0].Status(), entry.Text)
	}
	list.GoTo(2)
	list.TypedShortcut(altUp())
	expect("100  Index|Favourites|Pages 400–410")
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

// TestItemsMenu gives an item a time of its own by the Menu key, takes that back, and chooses the list's time again.
func TestItemsMenu(t *testing.T) {
	h, p := hosttest.New(t), settings.Profile{Dir: t.TempDir()}
	area, list, _ := formWith(t, h, p, "show = [\"100\", \"200-219\"] # ours\n")
	choose := func(row int, keys ...fyne.KeyName) {
		t.Helper()
		list.GoTo(row)
		list.TypedKey(&fyne.KeyEvent{Name: desktop.KeyMenu})
		menu, is := h.Canvas().Overlays().Top().(*control.Menu)
		if !is {
			t.Fatal("there is no menu")
		}
		for _, k := range keys {
			menu.TypedKey(&fyne.KeyEvent{Name: k})
		}
	}
	down, enter := fyne.KeyDown, fyne.KeyReturn
	choose(1, down, enter, down, enter)
	want := "show = [\"100\", { show = \"200-219\", dwell.fixed = \"5s\" }] # ours\n"
	if area.Text != want || list.Row(1).Aside != "5\u00a0s" || list.Row(0).Aside != "" {
		t.Errorf("%s, beside it %q", area.Text, list.Row(1).Aside)
	}
	tap(t, h, "Undo")
	if area.Text != "show = [\"100\", \"200-219\"] # ours\n" {
		t.Errorf("taken back: %s", area.Text)
	}
	choose(1, down, enter, down, enter)
	if area.Text != want {
		t.Errorf("once more: %s", area.Text)
	}
	choose(1, down, enter, enter)
	if list.Row(1).Aside != "" || strings.Contains(area.Text, "{") {
		t.Errorf("as in the list: %s", area.Text)
	}
	if choose(0, down, down, enter); titles(list) != "Pages 200–219" {
		t.Errorf("after removing there is %s", titles(list))
	}
}

// TestFormIsQuick changes the form faster than anything else runs: by keys that repeat, and two buttons at once.
func TestFormIsQuick(t *testing.T) {
	h, p := hosttest.New(t), settings.Profile{Dir: t.TempDir()}
	area, list, entry := formWith(t, h, p, "show = [\"100\", \"101\", \"102\", \"103\"]\n")
	if titles(list) != "100  Index|101  News index|Page 102|Page 103" {
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
	tap(t, h, "Another list for certain hours…")
	tap(t, h, "Another list for certain hours…")
	parsed, err := playlist.Parse([]byte(area.Text))
	if err != nil || len(parsed.Lists) != 3 {
		t.Errorf("the text is %s, %v", area.Text, err)
	}
	before := area.Text
	entry.TypedShortcut(ctrlTab())
	tap(t, h, "Example")
	if want := "Page 199"; !strings.Contains(titles(list), want) {
		t.Errorf("the rows of the example are %s", titles(list))
	}
	tap(t, h, "Undo")
	if area.Text != before {
		t.Errorf("put back is %s", area.Text)
	}
	for range 30 {
		tap(t, h, "Undo")
	}
	if area.Text != "show = [\"100\", \"101\", \"102\", \"103\"]\n" {
		t.Errorf("all put back is %s", area.Text)
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

// TestPreview checks that the preview draws the pages themselves, side by side if several are shown together, and
// numbers of those that are not stored.
func TestPreview(t *testing.T) {
	h := hosttest.New(t)
	tuner, _ := hosttest.Demo(t, h.Do)
	st := tuner.Current()
	if a := st.Pages.Fetch(t.Context(), acquire.Want{Page: 201}); a.Document == nil {
		t.Fatal("the page does not arrive")
	}
	p, err := playlist.Parse([]byte(
		"show = [\"changed\", \"201\", \"777/2\", \"201\"]\ntogether = 2\n[screen]\nclock = true\n",
	))
	if err != nil {
		t.Fatal(err)
	}
	pages := firstPages(&p.Lists[0], st)
	if len(pages) != 2 || pages[0].Page != 201 || pages[1].Page != 777 {
		t.Fatalf("the first pages are %v", pages)
	}
	tiles := tilesOf(st.Pages, &p.Screen, pages)
	document := st.Pages.Document(201)
	if first := document.Subpages[0]; tiles[0].Grid.Row(3) != first.Grid().Row(3) {
		t.Errorf("the page is %q", tiles[0].Grid.Row(3))
	}
	if row := strings.TrimSpace(tiles[1].Grid.Row(teletext.Rows / 2)); row != "777/2" {
		t.Errorf("the page that is not stored is %q", row)
	}
	picture := preview(p, 2, tiles, "12:30")
	black := color.RGBA{A: 255}
	left, right := 0, 0
	for x := range picture.Bounds().Dx() {
		for y := range picture.Bounds().Dy() {
			switch {
			case picture.At(x, y) == black:
			case x < picture.Bounds().Dx()/2:
				left++
			default:
				right++
			}
		}
	}
	if left < 10*right || right == 0 {
		t.Errorf("%d points are not black on the left, %d on the right", left, right)
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
	const text = "show = [\"100\"]\n\n[[daypart]]\nname = \"other hours 1\"\nshow = [\"777\"]\n"
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
	which.SetSelected("other hours 1")
	h.Until(t, "the daypart", func() bool { return titles(list) == "Page 777" })
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
	tap(t, h, "Another list for certain hours…")
	h.Until(t, "the new daypart", func() bool { return strings.Contains(area.Text, `name = "other hours 2"`) })
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

// TestOwnStay checks that an item has a time of its own only where its braces say how long it stays, whatever else is
// in them.
func TestOwnStay(t *testing.T) {
	p, err := playlist.Parse([]byte(`show = [
  "100", { show = "101", dwell.fixed = "9s" }, { show = "102", dwell.least = "10s" }, { show = "103" },
]
dwell = { fixed = "20s" }`))
	if err != nil {
		t.Fatal(err)
	}
	items := p.Lists[0].Items
	items = append(items, playlist.Item{From: 104, To: 104, Own: "other", Manner: p.Lists[0].Manner})
	for i, want := range []time.Duration{0, 9 * time.Second, 0, 0, 0} {
		if got := ownStay(items[i]); got != want {
			t.Errorf("%v stays %v, not %v", items[i], got, want)
		}
	}
}

// TestFormFields sets each field of the form to each of its offers, and an entry to its example: the playlist has it,
// and the field shows it.
func TestFormFields(t *testing.T) {
	for _, d := range formFields() {
		offers := []offer{{d.example, fmt.Sprintf("%q", d.example)}}
		if d.offers != nil {
			offers = d.offers()
		} else if err := d.check(d.example); err != nil {
			t.Errorf("%s: %v", d.key, err)
		}
		for list := range 2 {
			if d.ofDaypart && list == 0 {
				continue
			}
			for _, o := range offers {
				text := []byte("show = [\"100\"]\n\n[[daypart]]\nshow = [\"200\"]\n")
				text, err := playlist.Set(text, list, d.key, o.value)
				if err != nil {
					t.Fatal(err)
				}
				p, err := playlist.Parse(text)
				if err != nil {
					t.Fatalf("%v in\n%s", err, text)
				}
				if got := d.shown(&p.Lists[list]); got != o.title {
					t.Errorf("%s of list %d is shown as %q, not %q", d.key, list, got, o.title)
				}
			}
		}
	}
}
