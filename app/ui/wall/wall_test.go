package wall

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sextant/app/acquire"
	"sextant/app/budget"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/hosttest"
	"sextant/widgets/core"
)

// TestThemeChangesLive changes a dark wall to the light theme, which its background must follow.
func TestThemeChangesLive(t *testing.T) {
	race.Skip(t, "it draws much on one goroutine")
	h := hosttest.New(t)
	tuner, box := hosttest.Demo(t, h.Do)
	app := test.NewTempApp(t)
	app.Settings().SetTheme(core.Theme())
	w := New(Parts{
		App: app, Tuner: tuner, Box: box, Pages: []int{100},
		Open: func(teletext.Place) {}, Close: func(*Wall) {}, Quit: func() {},
		Do: h.Do, Now: time.Now,
	})
	defer w.Stop()
	w.Show()
	w.win.Resize(fyne.NewSize(600, 400))
	corner := func() uint32 {
		r, _, _, _ := w.win.Canvas().Capture().At(1, 1).RGBA()
		return r >> 8
	}
	dark := corner()
	app.Settings().SetTheme(core.LightTheme())
	h.Until(t, "light colours", func() bool { return corner() > 200 })
	if dark > 60 {
		t.Errorf("the dark wall was %d", dark)
	}
}

// TestSubpagesTurn checks that each page of a wall goes through its subpages.
func TestSubpagesTurn(t *testing.T) {
	h := hosttest.New(t)
	tuner, box := hosttest.Demo(t, h.Do)
	w := New(Parts{
		App: test.NewTempApp(t), Tuner: tuner, Box: box, Pages: []int{100, 103},
		Open: func(teletext.Place) {}, Close: func(*Wall) {}, Quit: func() {}, Do: h.Do, Now: time.Now,
	})
	defer w.Stop()
	for _, p := range w.pages {
		if !p.nav.Turning() {
			t.Errorf("page %d stays at its first subpage", p.number)
		}
	}
}

// TestPageThatAnotherFetched checks that two walls show what a watch, or anything else, has fetched, and request
// nothing themselves.
func TestPageThatAnotherFetched(t *testing.T) {
	race.Skip(t, "it draws much on one goroutine")
	h := hosttest.New(t)
	editor := servicetest.NewEditor(t)
	service := servicetest.Serve(t, editor)
	tuner, box := hosttest.Tune(t, t.TempDir(), service, func(s *settings.Settings) { s.Refresh = 0 }, h.Do)
	app := test.NewTempApp(t)
	var walls []*Wall
	for range 2 {
		w := New(Parts{
			App: app, Tuner: tuner, Box: box, Pages: []int{100, 203},
			Open: func(teletext.Place) {}, Close: func(*Wall) {}, Quit: func() {},
			Do: h.Do, Now: time.Now,
		})
		defer w.Stop()
		w.Show()
		walls = append(walls, w)
	}
	says := func(text string) bool {
		return !slices.ContainsFunc(walls, func(w *Wall) bool {
			grid := w.pages[1].scene.Grid
			return grid == nil || !slices.ContainsFunc(grid.LinesOf(1), func(l teletext.TextLine) bool {
				return strings.Contains(l.Text, text)
			})
		})
	}
	h.Until(t, "page 203 on both walls", func() bool { return says("Mizzen Athletic") })
	editor.Rewrite(203, func(page *teletext.Page) { servicetest.Write(page, 1, 10, "{Cyan}4 Mizzen Athletic 14") })
	path := servicetest.DocumentPath(203)
	before := service.Count(path)
	fetched := make(chan acquire.Answer, 1)
	go func() {
		fetched <- tuner.Current().Pages.Fetch(context.Background(),
			acquire.Want{Page: 203, Class: budget.Refresh, Reload: true})
	}()
	h.Until(t, "the score on both walls", func() bool { return says("Athletic 14") })
	if a := <-fetched; a.DocumentErr != nil || service.Count(path) != before+1 {
		t.Errorf("%v; %d requests", a.DocumentErr, service.Count(path)-before)
	}
}
