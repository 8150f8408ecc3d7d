package loop

import "time"

// heedEvery is the least time between two calls.
const heedEvery = 30 * time.Millisecond

// A heed reports what happens on the UI goroutine, to which it belongs.
type heed struct {
	notify func() // nil where nobody wants to know
	due    bool   // something has happened since the last call
	last   time.Time
}

// Heed has something called on the UI goroutine, where Heed must be called too, after events were handled, posted
// functions were run or something was drawn: every 30 ms at most, and always once more after the last of it. It is
// called once at the beginning; nil ends that. Nothing runs while nothing happens.
func (l *Loop) Heed(f func()) { l.sleeper.heed = heed{notify: f, due: true} }

// call notifies if it is due and the last time is long enough ago; otherwise it gives the time until then, 0 where
// nothing is due.
func (h *heed) call(now time.Time) (rest time.Duration) {
	if h.notify == nil || !h.due {
		return 0
	}
	if rest = h.last.Add(heedEvery).Sub(now); rest > 0 {
		return max(rest, frame) // a wait for less would not be distinguished from one that an event has ended
	}
	h.due, h.last = false, now
	h.notify()
	return 0
}
