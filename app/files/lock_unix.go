//go:build unix

package files

import (
	"errors"
	"os"
	"syscall"
)

// Lock takes a file for this program alone, and reports whether it could. Where the file's system knows no
// locks, it always can.
func Lock(f *os.File) bool {
	return !errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

// Unlock gives it back, as closing the file does.
func Unlock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
