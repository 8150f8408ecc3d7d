//go:build unix

package files

import (
	"errors"
	"os"
	"syscall"
)

// Lock locks a file for this program, without waiting, and reports whether it succeeded. On file systems without locks
// it always does.
func Lock(f *os.File) bool {
	return !errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

// Unlock unlocks a file, like closing it.
func Unlock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
