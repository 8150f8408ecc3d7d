package testkit

import (
	"time"

	"sextant/app/boot"
)

// Boot returns the clock of a machine that was started at the end of 1999, the day before virtual time begins.
func Boot() boot.Clock {
	start := time.Date(1999, 12, 31, 0, 0, 0, 0, time.UTC)
	return boot.Clock{ID: "boot", Elapsed: func() time.Duration { return time.Since(start) }}
}
