package page

import (
	"testing"

	"fyne.io/fyne/v2"

	"sextant/app/browse"
	"sextant/app/navigate"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/ui/host"
	"sextant/app/ui/hosttest"
)

// begin makes a presenter and waits until it shows the first page.
func begin(t *testing.T, h *hosttest.Host, tuner *station.Tuner, box *settings.Box) *Presenter {
	t.Helper()
	p := New(h, Parts{
		Box: box, Tuner: tuner, Place: teletext.Place{Page: browse.Home}, Attention: func() navigate.Attention {
			return navigate.InFront
		},
		Pointer: func() {}, Menu: func(fyne.Position) {}, Keypad: func() {},
		Line: func() host.LineAction { return host.LineAction{} }, IsWatched: func(int) bool { return false },
		Strip: func(bool) {}, Reduced: func() bool { return true },
	})
	t.Cleanup(func() { p.Nav.Stop() })
	h.Show(p.Content)
	p.Begin()
	h.Until(t, "the page", func() bool { return p.sheet.scene.Grid != nil })
	return p
}

// TestOtherService tunes in to a service that does not answer. Nothing of the service before is shown any more.
func TestOtherService(t *testing.T) {
	h := hosttest.New(t)
	tuner, box := hosttest.Demo(t, h.Do)
	p := begin(t, h, tuner, box)
	other := settings.NewPreset("Silent", settings.DefaultSettings().Service)
	other.BaseURL = "http://127.0.0.1:1"
	tuner.TuneTo(t.Context(), other, "", func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	h.Until(t, "a word on why there is no page", func() bool { return h.Notice.Sentence != "" })
	if scene, _, _ := p.Shown(); scene.Grid != nil || scene.Page != 0 {
		t.Errorf("page %d of the service before is shown", scene.Page)
	}
}

// TestBackToService switches to another service and back, which restores the place and the history.
func TestBackToService(t *testing.T) {
	h := hosttest.New(t)
	tuner, box := hosttest.Demo(t, h.Do)
	p := begin(t, h, tuner, box)
	p.Nav.Run(p.Nav.GoTo(teletext.Place{Page: 300}))
	h.Until(t, "page 300", func() bool { return p.Nav.Shown().Page == 300 })
	demo := tuner.Preset()
	other := settings.NewPreset("Silent", settings.DefaultSettings().Service)
	other.BaseURL = "http://127.0.0.1:1"
	for _, to := range []settings.Preset{other, demo} {
		tuned := false
		tuner.TuneTo(t.Context(), to, "", func(err error) {
			if tuned = true; err != nil {
				t.Error(err)
			}
		})
		h.Until(t, to.Name, func() bool { return tuned })
		if back, any := p.Nav.BackTo(); to.Name == other.Name && any {
			t.Errorf("on the other service Back leads to %v", back)
		}
	}
	h.Until(t, "page 300 again", func() bool { return p.Nav.Shown().Page == 300 })
	if back, _ := p.Nav.BackTo(); back.Page != browse.Home {
		t.Errorf("Back leads to %v", back)
	}
}

// TestClosedClock closes the window of a page whose header shows the time. The clock stops, and late calls do not start
// it again.
func TestClosedClock(t *testing.T) {
	h := hosttest.New(t)
	tuner, box := hosttest.Demo(t, h.Do)
	box.Change(func(s *settings.Settings) { s.Header = true })
	p := begin(t, h, tuner, box)
	if p.clock.second == nil {
		t.Fatal("the clock does not run")
	}
	h.Close()
	p.sheet.update()
	p.clock.secondTick()
	if p.clock.second != nil || p.clock.flash != nil {
		t.Error("the clock runs on")
	}
}
