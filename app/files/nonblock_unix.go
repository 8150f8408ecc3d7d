//go:build unix

package files

import "syscall"

// nonblock has a named pipe opened without waiting for a writer.
const nonblock = syscall.O_NONBLOCK
