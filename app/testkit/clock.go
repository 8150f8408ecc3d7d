package testkit

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// A Clock goes as time does, and can be moved forward. Its methods may be called from any goroutine.
type Clock struct {
	began time.Time

	mu     sync.Mutex
	ahead  time.Duration
	timers map[*timer]bool // that are not due yet
}

// A timer calls a function when its clock has come to a time.
type timer struct {
	at   time.Duration // by Elapsed
	f    func()
	real *time.Timer
}

// NewClock makes a clock that begins now.
func NewClock() *Clock { return &Clock{began: time.Now(), timers: map[*timer]bool{}} }

// Now is the computer's clock, as far ahead as this one was moved.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// Elapsed is for how long the clock has gone.
func (c *Clock) Elapsed() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.elapsedLocked()
}

func (c *Clock) elapsedLocked() time.Duration { return time.Since(c.began) + c.ahead }

// After calls a function on any goroutine after a while by this clock, unless it is stopped before.
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

// take reports whether a timer was not due yet, and has not been stopped, which it counts as from now on.
func (c *Clock) take(t *timer) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.timers[t]
	delete(c.timers, t)
	return was
}

// Advance moves the clock forward at once, and calls what is due by then, in its order. What that starts is due later.
func (c *Clock) Advance(by time.Duration) {
	for _, t := range c.advance(by) {
		t.real.Stop()
		t.f()
	}
}

// advance moves the clock forward, and takes the timers that are due by then.
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
