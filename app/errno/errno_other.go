//go:build !windows

package errno

import "syscall"

func named(number syscall.Errno) syscall.Errno { return number }
