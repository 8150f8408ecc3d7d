package files

import (
	"errors"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// Lock locks a file for this program, without waiting, and reports whether it succeeded. It locks a byte far behind the
// end, because others cannot read locked bytes.
func Lock(f *os.File) bool {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, farBehind())
	return !errors.Is(err, windows.ERROR_LOCK_VIOLATION) && !errors.Is(err, windows.ERROR_IO_PENDING)
}

// Unlock unlocks a file, like closing it.
func Unlock(f *os.File) {
	_ = windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, farBehind())
}

func farBehind() *windows.Overlapped { return &windows.Overlapped{OffsetHigh: math.MaxInt32} }
