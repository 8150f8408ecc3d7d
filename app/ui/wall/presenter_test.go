package wall

import (
	"slices"
	"strings"
	"testing"

	"sextant/app/settings"
	"sextant/app/store"
	"sextant/app/ui/command"
	"sextant/app/ui/hosttest"
	"sextant/widgets/control"
	"sextant/widgets/widgettest"
)

// A fakeWalls records what is opened.
type fakeWalls struct {
	named  []settings.OpenWindow
	opened []settings.OpenWindow
	back   int // how often removing a wall was undone
}

func (f *fakeWalls) Named() []settings.OpenWindow { return f.named }

func (f *fakeWalls) OpenWall(w settings.OpenWindow, _ *Wall) { f.opened = append(f.opened, w) }

func (f *fakeWalls) Forget(name string) (undo func()) {
	f.named = slices.DeleteFunc(f.named, func(w settings.OpenWindow) bool { return w.Name == name })
	return func() { f.back++ }
}

// TestForm types pages for a wall: lists and ranges are taken, and nothing wrong is opened. A wall with a name is
// opened again by it, and removed with undo.
func TestForm(t *testing.T) {
	h := hosttest.New(t)
	tuner, _ := hosttest.Demo(t, h.Do)
	tuner.Current().Lists.SetFavourites([]store.Favourite{{Page: 101}, {Page: 400, Subpage: 2}, {Page: 400}})
	walls := &fakeWalls{}
	open := command.Find(NewPresenter(h, tuner, walls).Commands(), "wall.open").Do
	seen := func() (which *control.Choice, entries []*control.Entry, buttons map[string]*control.PushButton) {
		buttons = map[string]*control.PushButton{}
		for _, o := range widgettest.Seen(h.Canvas().Overlays().Top()) {
			switch o := o.(type) {
			case *control.Choice:
				which = o
			case *control.Entry:
				entries = append(entries, o)
			case *control.PushButton:
				buttons[o.Text()] = o
			}
		}
		return which, entries, buttons
	}
	open()
	which, entries, buttons := seen()
	if which != nil || len(entries) != 2 || entries[0].Text != "101 400" {
		t.Fatalf("%d fields, the first with %q", len(entries), entries[0].Text)
	}
	for typed, says := range map[string]string{
		"": "Type the numbers", "101 bell": "bell", "100-199": "100 pages are chosen", "901": "901",
		", ;": "Type the numbers",
	} {
		entries[0].SetText(typed)
		entries[0].OnSubmitted("")
		if d := h.Dialogs[0]; !strings.Contains(d.Status(), says) || d.Closed() || buttons["Show"].Enabled() {
			t.Errorf("for %q it says %q, and can be shown: %v", typed, d.Status(), buttons["Show"].Enabled())
		}
	}
	buttons["Favourites"].Tapped(nil)
	if entries[0].Text != "101 400" {
		t.Errorf("the favourites are %q", entries[0].Text)
	}
	entries[0].SetText("101, 202;400-402 101")
	entries[1].SetText("  Morning\n ")
	buttons["Show"].Tapped(nil)
	if len(walls.opened) != 1 || !slices.Equal(walls.opened[0].Wall, []int{101, 202, 400, 401, 402}) ||
		walls.opened[0].Name != "Morning" {
		t.Fatalf("%+v is opened", walls.opened)
	}
	walls.named = []settings.OpenWindow{
		{Wall: []int{200, 300}, Name: "Match day", Frame: settings.Frame{Width: 640, Height: 480}}, walls.opened[0],
	}
	open()
	which, entries, buttons = seen()
	if which == nil || buttons["Remove"].Enabled() {
		t.Fatal("the walls with names are not offered, or can be removed before one is chosen")
	}
	which.SetSelected("Match day")
	if entries[0].Text != "200 300" || entries[1].Text != "Match day" {
		t.Errorf("the fields have %q and %q", entries[0].Text, entries[1].Text)
	}
	buttons["Show"].Tapped(nil)
	if w := walls.opened[1]; w.Name != "Match day" || w.Width != 640 {
		t.Errorf("%+v is opened", w)
	}
	open()
	which, _, buttons = seen()
	which.SetSelected("Morning")
	buttons["Remove"].Tapped(nil)
	if len(walls.named) != 1 || h.Undo == nil {
		t.Fatalf("%+v stay", walls.named)
	}
	if h.Undo(); walls.back != 1 {
		t.Error("removing it is not undone")
	}
}
