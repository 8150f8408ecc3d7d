package wall

import (
	"testing"
	"time"

	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sextant/app/browse"
	"sextant/app/settings"
	"sextant/app/ui/hosttest"
	"sextant/widgets/core"
)

// TestOtherService tunes in to a service that does not answer: the wall shows nothing any more of the one before.
func TestOtherService(t *testing.T) {
	h := hosttest.New(t)
	tuner, box := hosttest.Demo(t, h.Do)
	app := test.NewTempApp(t)
	app.Settings().SetTheme(core.Theme())
	w := New(Parts{
		App: app, Tuner: tuner, Box: box, Pages: []int{100, 300}, Open: func(browse.Place) {}, Close: func(*Wall) {}, Quit: func() {},
		Do: h.Do, Now: time.Now,
	})
	defer w.Stop()
	w.Show()
	h.Until(t, "the pages", func() bool { return w.pages[0].scene.Grid != nil && w.pages[1].scene.Grid != nil })
	other := settings.NewPreset("Silent", settings.DefaultSettings().Service)
	other.BaseURL = "http://127.0.0.1:1"
	var failed error
	tuned := false
	tuner.TuneTo(t.Context(), other, "", func(err error) { tuned, failed = true, err })
	h.Until(t, "the other service", func() bool { return tuned })
	if failed != nil {
		t.Fatal(failed)
	}
	for _, p := range w.pages {
		h.Until(t, "a word on why there is no page", func() bool {
			for _, o := range test.WidgetRenderer(p.view).Objects() {
				if text, is := o.(*canvas.Text); is && text.Visible() && text.Text != "" {
					return true
				}
			}
			return false
		})
		if p.scene.Grid != nil {
			t.Errorf("page %d of the service before is shown", p.number)
		}
	}
}
