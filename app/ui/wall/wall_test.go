package wall

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sextant/app/teletext"
	"sextant/app/testkit/race"
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
