package screen

import (
	"errors"
	"fmt"
	"image"
	"strings"
	"testing"

	"sextant/app/kept"
	"sextant/app/screen/playlist"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/ui/command"
	"sextant/app/ui/hosttest"
	"sextant/app/ui/loop"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

func TestMain(m *testing.M) { widgettest.Main(m, core.Theme()) }

// A rig is the presenter with the demo at page 201, on a desktop with monitors. It is the screen too, and records what
// is shown.
type rig struct {
	*hosttest.Host
	t         *testing.T
	presenter *Presenter
	monitors  []loop.Monitor
	shown     string
	wrong     error
	edited    bool
	lists     *kept.Lists
}

func (r *rig) Show(list *playlist.Playlist, monitor int, failed func(error)) {
	if r.wrong != nil {
		failed(r.wrong)
		return
	}
	if list == nil {
		r.shown = fmt.Sprint("the playlist on ", monitor)
		return
	}
	r.shown = fmt.Sprint(list.Lists[0].Items, " by ", list.Lists[0].Together, " on ", monitor)
}

func (r *rig) IsShown() bool { return r.shown != "" }
func (r *rig) Leave()        { r.shown = "" }

func newRig(t *testing.T, monitors int) *rig {
	h := hosttest.New(t)
	r := &rig{Host: h, t: t}
	tuner, box := hosttest.Demo(t, h.Do)
	r.lists = tuner.Current().Lists
	for i := range monitors {
		r.monitors = append(r.monitors, loop.Monitor{Bounds: image.Rect(1920*i, 0, 1920*(i+1), 1080)})
	}
	r.presenter = New(h, Parts{
		Screen: r, Tuner: tuner, Box: box, Shown: func() teletext.Place { return teletext.Place{Page: 201} },
		Name:     tuner.Current().Directory.Name,
		Monitors: func() []loop.Monitor { return r.monitors }, Monitor: func() int { return 1 },
		Edit: func() { r.edited = true },
	})
	return r
}

func (r *rig) run(id string) { command.Find(r.presenter.Commands(), id).Do() }

// choices returns the choices of the form, and its field of pages.
func (r *rig) choices() (list []*control.Choice, pages *control.Entry) {
	for _, o := range widgettest.Seen(r.Canvas().Overlays().Top()) {
		switch o := o.(type) {
		case *control.Choice:
			list = append(list, o)
		case *control.Entry:
			pages = o
		}
	}
	return list, pages
}

func (r *rig) press(label string) {
	r.t.Helper()
	for _, o := range widgettest.Seen(r.Canvas().Overlays().Top()) {
		if b, is := o.(*control.PushButton); is && b.Text() == label {
			b.Tapped(nil)
			return
		}
	}
	r.t.Fatalf("there is no button %q", label)
}

func (r *rig) expect(want string) {
	r.t.Helper()
	if r.shown != want {
		r.t.Errorf("shows %q, not %q", r.shown, want)
	}
	r.shown = ""
}

// TestForm shows the page, pages by number, favourites and the playlist. What was chosen is chosen again the next time.
func TestForm(t *testing.T) {
	r := newRig(t, 2)
	r.run("screen.show")
	r.press("Show")
	r.expect("[201] by 1 on 1")
	r.run("screen.show")
	choices, pages := r.choices()
	if len(choices) != 3 || !strings.HasPrefix(choices[0].Selected, "This page: 201") || r.Canvas().Focused() != pages {
		t.Fatalf("%d choices, of %q", len(choices), choices[0].Selected)
	}
	choices[0].SetSelected("Pages by number")
	if pages.Text != "" || r.Canvas().Focused() != pages {
		t.Error("pages cannot be typed")
	}
	r.press("Show")
	d := r.Dialogs[len(r.Dialogs)-1]
	if d.Closed() || !strings.Contains(d.Status(), "Type the numbers") || r.shown != "" {
		t.Errorf("without pages it says %q, and shows %q", d.Status(), r.shown)
	}
	pages.SetText("101 1000")
	r.press("Show")
	if d.Closed() || !strings.Contains(d.Status(), "1000") || r.shown != "" {
		t.Errorf("with a wrong page it says %q, and shows %q", d.Status(), r.shown)
	}
	pages.SetText("101 202, 400;300-303")
	choices[1].SetSelected("4")
	choices[2].SetSelected("2: 1920\u00a0×\u00a01080")
	r.press("Show")
	r.expect("[101 202 400 300-303] by 4 on 2")

	r.run("screen.show")
	if choices, pages = r.choices(); pages.Text != "101 202, 400;300-303" || choices[1].Selected != "4" {
		t.Errorf("again it has %q, by %s", pages.Text, choices[1].Selected)
	}
	choices[0].SetSelected("The playlist")
	choices[0].SetSelected("Pages by number")
	if pages.Text != "101 202, 400;300-303" {
		t.Errorf("after another choice it has %q", pages.Text)
	}
	choices[0].SetSelected("The playlist")
	r.press("Show")
	r.expect("the playlist on 2")
	r.monitors = r.monitors[:1] // the second one was pulled out
	r.run("screen.show")
	if choices, _ = r.choices(); len(choices) != 2 {
		t.Errorf("%d choices with one monitor", len(choices))
	}
	r.press("Show")
	r.expect("the playlist on 1")
	r.run("screen.show")
	r.press("Edit the playlist…")
	if !r.edited {
		t.Error("the playlist is not edited")
	}
}

// TestFavourites shows the favourites, which the form offers only if there are some.
func TestFavourites(t *testing.T) {
	r := newRig(t, 1)
	r.lists.SetFavourites(nil)
	r.run("screen.favourites")
	if r.expect(""); r.Mentioned == "" {
		t.Error("without favourites nothing is said")
	}
	r.lists.SetFavourites([]store.Favourite{{Page: 101}, {Page: 101, Subpage: 2}, {Page: 400}})
	r.run("screen.favourites")
	r.expect("[favourites] by 1 on 1")
	r.run("screen.show")
	choices, pages := r.choices()
	choices[0].SetSelected("Favourites: 2 pages")
	if pages.Text != "101, 400" {
		t.Errorf("the pages are %q", pages.Text)
	}
	choices[1].SetSelected("2")
	r.press("Show")
	r.expect("[favourites] by 2 on 1")
}

// TestCommands shows the page, pages of a wall and the playlist at once, and says why it cannot.
func TestCommands(t *testing.T) {
	r := newRig(t, 1)
	r.run("screen.page")
	r.expect("[201] by 1 on 1")
	r.run("screen.playlist")
	r.expect("the playlist on 1")
	r.presenter.ShowPages([]int{101, 202, 300, 400, 500}, 2)
	r.expect("[101 202 300 400 500] by 6 on 2")
	leave := command.Find(r.presenter.Commands(), "screen.leave")
	if leave.Offered() {
		t.Error("nothing is shown, and can be left")
	}
	r.run("screen.page")
	if !leave.Offered() {
		t.Error("what is shown cannot be left")
	}
	leave.Do()
	r.expect("")
	r.wrong = errors.New("no room")
	r.run("screen.page")
	if !strings.Contains(r.Notice.Sentence, "could not be shown") || !strings.Contains(r.Notice.Hint, "No room") {
		t.Errorf("%v", r.Notice)
	}
}

// TestTypedPages types pages at once after the form was opened: they are what is shown, all at the same time, unless
// another number was chosen.
func TestTypedPages(t *testing.T) {
	r := newRig(t, 1)
	r.run("screen.show")
	choices, pages := r.choices()
	if pages.SelectedText() != "201" {
		t.Errorf("%q is selected", pages.SelectedText())
	}
	for _, c := range "101 202 300 400 500" {
		pages.TypedRune(c)
	}
	if choices[0].Selected != "Pages by number" || choices[1].Selected != "6" {
		t.Errorf("after typing %q, by %s, is chosen", choices[0].Selected, choices[1].Selected)
	}
	pages.OnSubmitted("")
	r.expect("[101 202 300 400 500] by 6 on 1")
	r.run("screen.show")
	choices, pages = r.choices()
	choices[1].SetSelected("1")
	pages.SetText("101 202")
	pages.OnSubmitted("")
	r.expect("[101 202] by 1 on 1")
}
