package loop

import "time"

// heedEvery is the least time between two calls.
const heedEvery = 30 * time.Millisecond

// A heed notifies of activity on the UI goroutine, to which it belongs.
type heed struct {
	notify func() // nil for none
	due    bool   // there was activity since the last call
	last   time.Time
}

// Heed sets a function that is called after activity: events, posted functions and drawing; at most every 30 ms, and
// always once again after the last activity. It is called once at the start; nil for none. Both are called on the UI
// goroutine. Nothing runs without activity.
func (l *Loop) Heed(f func()) { l.sleeper.heed = heed{notify: f, due: true} }

// call notifies if that is due and heedEvery has passed. It returns the time left until then, 0 if nothing is due.
func (h *heed) call(now time.Time) (rest time.Duration) {
	if h.notify == nil || !h.due {
		return 0
	}
	if rest = h.last.Add(heedEvery).Sub(now); rest > 0 {
		return max(rest, frame) // a shorter wait would look like one that an event has ended
	}
	h.due, h.last = false, now
	h.notify()
	return 0
}
