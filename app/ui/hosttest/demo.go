package hosttest

import (
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"sextant/app/settings"
	"sextant/app/station"
)

// Demo tunes in to the demo, with a profile of its own and a keyring that is empty. post runs a function on the UI
// goroutine. What is made of the two must be closed before the test's own clean-up, or in a clean-up of its own.
func Demo(t testing.TB, post func(func())) (*station.Tuner, *settings.Box) {
	t.Helper()
	keyring.MockInit()
	p := settings.Profile{Dir: t.TempDir()}
	box := settings.NewBox(p, settings.DefaultSettings(), post)
	tuner, err := station.NewTuner(p, box, station.Overrides{}, "", time.Now, post, &station.Libraries{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tuner.End)
	return tuner, box
}
