package app

import "time"

// A Clock is what a public screen goes by. One that a test hands in can be moved.
type Clock interface {
	// Now is the computer's clock, and Elapsed a monotonic one.
	Now() time.Time
	Elapsed() time.Duration
	// After calls a function after a while of Elapsed, unless it is stopped before, as time.AfterFunc does.
	After(wait time.Duration, f func()) (stop func() bool)
}

// systemClock is the system's, since a time.
type systemClock struct{ began time.Time }

func (c systemClock) Now() time.Time { return now() }

func (c systemClock) Elapsed() time.Duration { return time.Since(c.began) }

func (c systemClock) After(wait time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(wait, f).Stop
}
