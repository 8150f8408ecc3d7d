package errno

import "syscall"

// names maps the numbers of winerror.h and winsock2.h to POSIX errors. syscall.ENOENT and ENOTDIR are the numbers of
// Windows already.
var names = map[syscall.Errno]syscall.Errno{
	5:     syscall.EACCES, // ERROR_ACCESS_DENIED
	19:    syscall.EROFS,  // ERROR_WRITE_PROTECT
	39:    syscall.ENOSPC, // ERROR_HANDLE_DISK_FULL
	80:    syscall.EEXIST, // ERROR_FILE_EXISTS
	109:   syscall.EPIPE,  // ERROR_BROKEN_PIPE
	112:   syscall.ENOSPC, // ERROR_DISK_FULL
	121:   syscall.ETIMEDOUT,
	183:   syscall.EEXIST, // ERROR_ALREADY_EXISTS
	232:   syscall.EPIPE,  // ERROR_NO_DATA: "the pipe is being closed"
	1295:  syscall.ENOSPC, // ERROR_DISK_QUOTA_EXCEEDED
	10013: syscall.EACCES,
	10048: syscall.EADDRINUSE,
	10049: syscall.EADDRNOTAVAIL,
	10050: syscall.ENETDOWN,
	10051: syscall.ENETUNREACH,
	10053: syscall.ECONNABORTED,
	10054: syscall.ECONNRESET,
	10060: syscall.ETIMEDOUT,
	10061: syscall.ECONNREFUSED,
	10065: syscall.EHOSTUNREACH,
}

func named(number syscall.Errno) syscall.Errno {
	if name, ok := names[number]; ok {
		return name
	}
	return number
}
