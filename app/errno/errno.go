// Package errno maps system errors to those of POSIX. It is for Windows, where the constants of package syscall with
// these names are numbers that the system never returns.
package errno

import (
	"errors"
	"syscall"
)

// Is is errors.Is, but a system error also matches its POSIX error.
func Is(err, target error) bool {
	var is syscall.Errno
	if number, ok := target.(syscall.Errno); ok {
		return errors.As(err, &is) && named(is) == number
	}
	return errors.Is(err, target)
}

// Plain returns the POSIX error of a system error, whose text is short and English on every system, and other errors
// unchanged.
func Plain(err error) error {
	if is, ok := err.(syscall.Errno); ok {
		return named(is)
	}
	return err
}
