package app

import (
	"time"

	"sextant/app/boot"
)

// A Clock is the clock of a public screen. That of a test can be set.
type Clock interface {
	// Now returns the wall clock, and Elapsed a monotonic one.
	Now() time.Time
	Elapsed() time.Duration
	// Boot is Elapsed, but it runs on while the computer sleeps.
	Boot() time.Duration
	// After is time.AfterFunc by the clock of Elapsed.
	After(wait time.Duration, f func()) (stop func() bool)
}

// systemClock is the system's clock, with Elapsed since a time.
type systemClock struct{ began time.Time }

func (c systemClock) Now() time.Time { return now() }

func (c systemClock) Elapsed() time.Duration { return time.Since(c.began) }

func (c systemClock) Boot() time.Duration { return boot.Elapsed() }

func (c systemClock) After(wait time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(wait, f).Stop
}
