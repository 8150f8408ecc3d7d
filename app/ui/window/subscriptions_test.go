package window

import (
	"testing"

	"sextant/app/station"
)

// TestSubscriptions switches services twenty times, after which a window must not have more subscriptions.
func TestSubscriptions(t *testing.T) {
	w := newWindow(t)
	before, st := len(w.ends), w.parts.Tuner.Current()
	for range 20 {
		w.parts.Tuner.Tuned.Publish(station.Change{From: st, To: st})
	}
	if after := len(w.ends); after != before {
		t.Errorf("a window follows %d things, and %d after that", before, after)
	}
}
