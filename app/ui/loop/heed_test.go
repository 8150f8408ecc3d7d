package loop

import (
	"testing"
	"time"
)

// TestHeed checks that activity is reported not too often, but always after the last of it.
func TestHeed(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	calls := 0
	l := &Loop{}
	h := &l.sleeper.heed
	expect := func(when string, after, wait time.Duration, want int) {
		t.Helper()
		now = now.Add(after)
		if got := h.call(now); got != wait || calls != want {
			t.Errorf("%s: called %d times and again after %v, not %d times and after %v", when, calls, got, want, wait)
		}
	}
	expect("nobody wants to know", 0, 0, 0)
	l.Heed(func() { calls++ })
	expect("the beginning", 0, 0, 1)
	expect("nothing happens", time.Second, 0, 1)
	h.due = true
	expect("something happens", time.Second, 0, 2)
	h.due = true
	expect("too early", 5*time.Millisecond, 25*time.Millisecond, 2)
	expect("almost", 20*time.Millisecond, frame, 2)
	expect("late enough", 5*time.Millisecond, 0, 3)
	expect("and that was all", time.Second, 0, 3)
	h.due = true
	l.Heed(nil)
	expect("nobody wants to know any more", time.Second, 0, 3)
}
