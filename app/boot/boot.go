// Package boot has a clock that runs on while the machine sleeps and that cannot be set, unlike those of package time:
// the wall clock is set by people and by NTP, and the monotonic one stands still in suspend on Linux and macOS.
package boot

import "time"

// ID identifies the current boot of the machine, empty where the system does not. Times of Elapsed can be compared with
// those of other programs, and of earlier runs, of the same boot.
func ID() string { return id() }

// Elapsed returns the time since the boot, with sleep.
func Elapsed() time.Duration { return elapsed() }

// A Clock measures time on one boot of a machine.
type Clock struct {
	ID      string               // that of the boot, empty where it is not known
	Elapsed func() time.Duration // since the boot, with sleep
}

// System returns the clock of the machine.
func System() Clock { return Clock{ID(), Elapsed} }
