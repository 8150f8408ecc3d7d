package badserver

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"slices"
	"testing"
)

// Display serves each connection to a display until the test ends, and sets DISPLAY to it.
func Display(t *testing.T, serve func(c net.Conn)) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	Serve(t, l, serve)
	const firstPort = 6000
	t.Setenv("DISPLAY", fmt.Sprintf("127.0.0.1:%d", l.Addr().(*net.TCPAddr).Port-firstPort))
	t.Setenv("XAUTHORITY", filepath.Join(t.TempDir(), "none"))
	t.Setenv("WAYLAND_DISPLAY", "")
}

// The lengths of parts of X messages, in bytes.
const (
	xHello   = 12 // of a client's first message
	xSetup   = 80 // of a setup with a screen
	xRequest = 4  // of a request's head
	xReply   = 32 // of a reply without more data
)

// setup returns a server's setup with a screen.
func setup() []byte {
	b := make([]byte, xSetup)
	b[0], b[2], b[6], b[28] = 1, 11, (xSetup-8)/4, 1
	b[34], b[35] = 8, 255 // key codes
	binary.LittleEndian.PutUint32(b[16:], 0x1FFFFF)
	return b
}

// afterHello makes a server that sends bytes to a client that greets.
func afterHello(data []byte) func(net.Conn) {
	return func(c net.Conn) {
		if _, err := io.ReadFull(c, make([]byte, xHello)); err == nil {
			_, _ = c.Write(data)
			Read(c)
		}
	}
}

// replied are the core requests with a reply that the program makes. The library (xgb 1.1.1) hangs for a reply to
// another one.
var replied = []byte{3, 14, 15, 16, 20, 23, 40, 43, 73, 98, 101, 108}

// answering makes a server that answers each request with a reply, by its number.
func answering(answer func(n uint16) []byte) func(net.Conn) {
	return func(c net.Conn) {
		_, _ = io.ReadFull(c, make([]byte, xHello))
		_, _ = c.Write(setup())
		for n := uint16(1); ; n++ {
			head := make([]byte, xRequest)
			if _, err := io.ReadFull(c, head); err != nil {
				return
			}
			more := max(1, int64(binary.LittleEndian.Uint16(head[2:]))) - 1
			if _, err := io.CopyN(io.Discard, c, xRequest*more); err != nil {
				return
			}
			if !slices.Contains(replied, head[0]) {
				continue
			}
			data := answer(n)
			if data == nil {
				return
			}
			_, _ = c.Write(data)
		}
	}
}

// xAnswer returns an answer: its kind, 0 for an error and 1 for a reply, the byte after it, the number of the request,
// and a value for all bytes behind the length.
func xAnswer(kind, code byte, n uint16, rest byte) []byte {
	b := bytes.Repeat([]byte{rest}, xReply)
	b[0], b[1] = kind, code
	binary.LittleEndian.PutUint16(b[2:], n)
	binary.LittleEndian.PutUint32(b[4:], 0)
	return b
}

// XServers returns servers that are no X servers, or bad ones: each serves a connection.
func XServers() map[string]func(c net.Conn) {
	refusal, noScreen, short := make([]byte, 12), setup(), setup()
	refusal[1], refusal[2], refusal[6] = 250, 11, 1
	noScreen[28] = 0
	short[6] = 0
	garbage := bytes.Repeat([]byte{0xEE}, 1<<20)
	garbage[0], garbage[2], garbage[3], garbage[4], garbage[5] = 1, 11, 0, 0, 0
	return map[string]func(net.Conn){
		"silent":             Read,
		"closes":             func(net.Conn) {},
		"no X":               afterHello([]byte("HTTP/1.1 400 Bad Request\r\n\r\n")),
		"refuses with lies":  afterHello(refusal),
		"short setup":        afterHello(short),
		"garbage":            afterHello(garbage),
		"no screen":          afterHello(noScreen),
		"silent after setup": afterHello(setup()),
		"ends in a request":  answering(func(uint16) []byte { return nil }),
		"errors":             answering(func(n uint16) []byte { return xAnswer(0, 3, n, 0) }),
		"unknown errors":     answering(func(n uint16) []byte { return xAnswer(0, 99, n, 0) }),
		"empty replies":      answering(func(n uint16) []byte { return xAnswer(1, 0, n, 0) }),
		"replies that lie":   answering(func(n uint16) []byte { return xAnswer(1, 32, n, 1) }),
		"random events":      answering(func(n uint16) []byte { return xAnswer(byte(2+n%33), 0, n, byte(n)) }),
	}
}
