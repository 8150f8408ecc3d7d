package boot

import (
	"time"

	"golang.org/x/sys/unix"
)

func id() string {
	id, err := unix.Sysctl("kern.bootsessionuuid")
	if err != nil {
		return ""
	}
	return id
}

// elapsed reads CLOCK_MONOTONIC, which on macOS runs on in sleep.
func elapsed() time.Duration {
	const monotonic = 6 // CLOCK_MONOTONIC of macOS' time.h
	var t unix.Timespec
	_ = unix.ClockGettime(monotonic, &t) // it fails for unknown clocks only
	return time.Duration(t.Nano())
}
