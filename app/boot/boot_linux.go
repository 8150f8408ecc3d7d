package boot

import (
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

func id() string {
	text, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

func elapsed() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &t) // it fails for unknown clocks only
	return time.Duration(t.Nano())
}
