package kiosk

import (
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/teletext"
)

// TestIndexHasTimesOfTheWall checks that the index has no monotonic readings: after the computer's clock was set, its
// times are moved by the step, and an age by the monotonic clock would be wrong by that.
func TestIndexHasTimesOfTheWall(t *testing.T) {
	index := &pageIndex{pages: map[int]*indexedPage{}}
	now := time.Now()
	index.update(acquire.Answer{Page: 100, Document: &teletext.Page{Number: 100}, Fetched: now, Asked: now})
	p := index.pages[100]
	for _, at := range []time.Time{p.fetched, p.asked} {
		if at != at.Round(0) || !at.Equal(now) {
			t.Errorf("a time of the index is %v", at)
		}
	}
	// set back by two hours, of which a time without a monotonic reading knows
	index.move(-2 * time.Hour)
	if age := index.age(100, now.Round(0).Add(time.Minute-2*time.Hour)); age != time.Minute {
		t.Errorf("after a minute it is %v old", age)
	}
}
