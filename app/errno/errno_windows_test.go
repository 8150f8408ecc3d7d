package errno

import (
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"golang.org/x/sys/windows"
)

// TestNames compares the numbers with those of golang.org/x/sys, which are generated from the headers of Windows.
func TestNames(t *testing.T) {
	for number, name := range map[syscall.Errno]syscall.Errno{
		windows.ERROR_ACCESS_DENIED: syscall.EACCES, windows.ERROR_WRITE_PROTECT: syscall.EROFS,
		windows.ERROR_HANDLE_DISK_FULL: syscall.ENOSPC, windows.ERROR_DISK_FULL: syscall.ENOSPC,
		windows.ERROR_DISK_QUOTA_EXCEEDED: syscall.ENOSPC, windows.ERROR_FILE_EXISTS: syscall.EEXIST,
		windows.ERROR_ALREADY_EXISTS: syscall.EEXIST, windows.ERROR_BROKEN_PIPE: syscall.EPIPE,
		windows.ERROR_NO_DATA: syscall.EPIPE, windows.ERROR_SEM_TIMEOUT: syscall.ETIMEDOUT,
		windows.WSAEACCES: syscall.EACCES, windows.WSAEADDRINUSE: syscall.EADDRINUSE,
		windows.WSAEADDRNOTAVAIL: syscall.EADDRNOTAVAIL, windows.WSAENETDOWN: syscall.ENETDOWN,
		windows.WSAENETUNREACH: syscall.ENETUNREACH, windows.WSAECONNABORTED: syscall.ECONNABORTED,
		windows.WSAECONNRESET: syscall.ECONNRESET, windows.WSAETIMEDOUT: syscall.ETIMEDOUT,
		windows.WSAECONNREFUSED: syscall.ECONNREFUSED, windows.WSAEHOSTUNREACH: syscall.EHOSTUNREACH,
	} {
		if err := fmt.Errorf("wrapped: %w", &fs.PathError{Err: number}); !Is(err, name) {
			t.Errorf("%d is not %v", number, name)
		}
		if names[number] == 0 {
			t.Errorf("%d has no name", number)
		}
	}
	if n := len(names); n != 20 {
		t.Errorf("%d numbers have names", n)
	}
}
