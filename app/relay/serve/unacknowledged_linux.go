package serve

import (
	"net"
	"time"

	"golang.org/x/sys/unix"
)

// limitUnacknowledged has the system end a connection whose other side takes nothing of what was sent for a time.
// Writing does not report that while there is room in the system's buffers. Where it is no connection of TCP, nothing
// happens.
func limitUnacknowledged(c net.Conn, patience time.Duration) {
	tcp, ok := c.(*net.TCPConn)
	if !ok {
		return
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return // it is closed
	}
	_ = raw.Control(func(fd uintptr) { // every system since 2010 has it
		_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(patience.Milliseconds()))
	})
}
