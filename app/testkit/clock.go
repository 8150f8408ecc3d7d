package testkit

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// A Clock runs at the speed of the computer's clock, and can be moved forward. Its methods may be called on any
// goroutine.
type Clock struct {
	began time.Time

	mu     sync.Mutex
	ahead  time.Duration
	timers map[*timer]bool // those that are pending
}

// A timer calls a function when its clock reaches a time.
type timer struct {
	at   time.Duration // the Elapsed at which it is due
	f    func()
	real *time.Timer
}

// NewClock returns a clock that starts now.
func NewClock() *Clock { return &Clock{began: time.Now(), timers: map[*timer]bool{}} }

// Now returns the computer's time plus what the clock was moved forward.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// Elapsed returns the time since NewClock by this clock.
func (c *Clock) Elapsed() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.elapsedLocked()
}

// Boot is Elapsed: the computer does not sleep.
func (c *Clock) Boot() time.Duration { return c.Elapsed() }

func (c *Clock) elapsedLocked() time.Duration { return time.Since(c.began) + c.ahead }

// After is time.AfterFunc by this clock: it calls f on any goroutine, unless stopped before.
func (c *Clock) After(wait time.Duration, f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &timer{at: c.elapsedLocked() + wait, f: f}
	c.timers[t] = true
	t.real = time.AfterFunc(wait, func() {
		if c.take(t) {
			f()
		}
	})
	return func() bool {
		t.real.Stop()
		return c.take(t)
	}
}

// take removes a pending timer, and reports whether it was pending.
func (c *Clock) take(t *timer) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.timers[t]
	delete(c.timers, t)
	return was
}

// Advance moves the clock forward and calls the functions that are due by then, in order. A timer that is started by
// one of them does not fire within this call.
func (c *Clock) Advance(by time.Duration) {
	for _, t := range c.advance(by) {
		t.real.Stop()
		t.f()
	}
}

// advance moves the clock forward, and removes and returns the timers that are due by then.
func (c *Clock) advance(by time.Duration) (due []*timer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += by
	now := c.elapsedLocked()
	for t := range c.timers {
		if t.at <= now {
			due = append(due, t)
			delete(c.timers, t)
		} else {
			t.real.Reset(t.at - now)
		}
	}
	slices.SortFunc(due, func(a, b *timer) int { return cmp.Compare(a.at, b.at) })
	return due
}
