package hosttest

import (
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"sextant/app/player"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/testkit/servicetest"
)

// Demo tunes in to the demo, with a temporary profile and an empty keyring. post posts a function to the UI goroutine.
// What the test makes of the two must be closed before its cleanup, or in a later registered cleanup.
func Demo(t testing.TB, post func(func())) (*station.Tuner, *settings.Box) {
	t.Helper()
	return DemoIn(t, t.TempDir(), post)
}

// DemoIn is Demo with a profile in a folder, which can be opened again after the cleanup of the first.
func DemoIn(t testing.TB, dir string, post func(func())) (*station.Tuner, *settings.Box) {
	t.Helper()
	return tune(t, dir, settings.DefaultSettings(), station.Overrides{}, post)
}

// Tune tunes in to a test service, with a profile in a folder. By default the page on screen is revalidated every
// second and requests are hardly limited; change, which may be nil, changes the settings.
func Tune(t testing.TB, dir string, s *servicetest.Service, change func(*settings.Settings), post func(func())) (
	*station.Tuner, *settings.Box,
) {
	t.Helper()
	set := settings.DefaultSettings()
	set.Freshness, set.Refresh = 1, 1
	set.PerSecond, set.PerHour, set.PerDay = 1000, 1_000_000, 10_000_000
	if change != nil {
		change(&set)
	}
	return tune(t, dir, set, station.Overrides{BaseURL: s.URL, MediaBaseURL: s.URL}, post)
}

func tune(t testing.TB, dir string, set settings.Settings, o station.Overrides, post func(func())) (
	*station.Tuner, *settings.Box,
) {
	t.Helper()
	keyring.MockInit()
	p := settings.Profile{Dir: dir}
	box := settings.NewBox(p, set, post)
	tuner, err := station.NewTuner(p, box, o, "", time.Now, post, &station.Libraries{EndsWell: player.EndsWell})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = box.SaveLast() // waits for a save that is under way
		tuner.End()
	})
	return tuner, box
}
