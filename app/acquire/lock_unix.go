//go:build unix

package acquire

import (
	"errors"
	"os"
	"syscall"
)

// lockFile takes a file for this program alone, and tells whether it could. Where the file's system knows no
// locks, it always can.
func lockFile(f *os.File) bool {
	return !errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

// unlockFile gives it back, as closing the file does.
func unlockFile(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
