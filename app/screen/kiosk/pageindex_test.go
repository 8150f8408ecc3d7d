package kiosk

import (
	"net/http"
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
	index.update(acquire.State{Page: 100, Document: &teletext.Page{Number: 100}, Fetched: now, Asked: now})
	p := index.pages[100]
	for _, at := range []time.Time{p.state.Fetched, p.state.Asked} {
		if at != at.Round(0) || !at.Equal(now) {
			t.Errorf("a time of the index is %v", at)
		}
	}
	// set back by two hours, of which a time without a monotonic reading knows
	index.settle()
	index.move(-2*time.Hour, now.Round(0).Add(-2*time.Hour))
	if age := index.age(100, now.Round(0).Add(time.Minute-2*time.Hour)); age != time.Minute {
		t.Errorf("after a minute it is %v old", age)
	}
}

// TestClockIsSetByAYear sets the computer's clock by a year, as where it has no battery: no page is older for that.
// Then the computer sleeps for three hours, and its pages are.
func TestClockIsSetByAYear(t *testing.T) {
	const year, sleep = 365 * 24 * time.Hour, 3 * time.Hour
	for _, by := range []time.Duration{year, -year, 2 * time.Hour, -2 * time.Hour} {
		inBubble(t, `show = ["100", "200"]`+sharp, time.Minute, func(t *testing.T, r *rig) {
			r.offset.Add(int64(by))
			time.Sleep(3 * time.Second)
			if s, _ := r.State(t.Context()); s.Known != 2 || s.Oldest > 2*time.Minute || r.Healthy() != nil {
				t.Errorf("by %v: %d known, the oldest for %v, %v", by, s.Known, s.Oldest, r.Healthy())
			}
			r.service.fails(func(int) *failure { return &failure{status: http.StatusBadGateway} })
			r.offset.Add(int64(sleep))
			r.slept.Add(int64(sleep))
			time.Sleep(3 * time.Second)
			if s, _ := r.State(t.Context()); s.Oldest < sleep {
				t.Errorf("by %v, and after a sleep: the oldest for %v", by, s.Oldest)
			}
		})
	}
}
