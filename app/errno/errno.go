// Package errno knows the errors of systems under the names of POSIX, also on Windows: there the constants of package
// syscall with those names are numbers that the system never gives.
package errno

import (
	"errors"
	"syscall"
)

// Is is errors.Is, and finds an error of the system under its name of POSIX.
func Is(err, target error) bool {
	var is syscall.Errno
	if number, ok := target.(syscall.Errno); ok {
		return errors.As(err, &is) && named(is) == number
	}
	return errors.Is(err, target)
}

// Plain returns an error of the system under its name of POSIX, whose words are English and short on every system, and
// any other error as it is.
func Plain(err error) error {
	if is, ok := err.(syscall.Errno); ok {
		return named(is)
	}
	return err
}
