package badserver

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

// Listen serves each connection to a socket until the test ends, and returns the socket's path. A connection is closed
// when serve has returned, or with the test.
func Listen(t *testing.T, serve func(c net.Conn)) (path string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "bad") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	path = filepath.Join(dir, "s")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	Serve(t, l, serve)
	return path
}

// Serve is Listen for a listener.
func Serve(t *testing.T, l net.Listener, serve func(c net.Conn)) {
	var work sync.WaitGroup
	var mu sync.Mutex
	open := map[net.Conn]bool{}
	work.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			open[c] = true
			mu.Unlock()
			work.Go(func() {
				serve(c)
				_ = c.Close()
			})
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		mu.Lock()
		for c := range open {
			_ = c.Close()
		}
		mu.Unlock()
		work.Wait()
	})
}

// Read reads from a connection until it ends.
func Read(c net.Conn) { _, _ = io.Copy(io.Discard, c) }

// hold keeps a connection open without reading from it.
func hold(c net.Conn) {
	for c.SetDeadline(time.Time{}) == nil {
		time.Sleep(50 * time.Millisecond)
	}
}

// flood sends a text until the connection ends.
func flood(c net.Conn, text string) {
	for data := bytes.Repeat([]byte(text), 4096); ; {
		if _, err := c.Write(data); err != nil {
			return
		}
	}
}

// Greet answers the handshake of a program like a bus, and returns the reader of what follows. answer is the answer to
// the first call; nil is for the right one.
func Greet(c net.Conn, answer []any) (*bufio.Reader, bool) {
	r := bufio.NewReader(c)
	_, _ = r.ReadByte()
	for {
		said, err := r.ReadString('\n')
		switch {
		case err != nil:
			return nil, false
		case strings.HasPrefix(said, "AUTH EXTERNAL"):
			_, _ = c.Write([]byte("OK 0123456789abcdef0123456789abcdef\r\n"))
		case strings.HasPrefix(said, "AUTH"):
			_, _ = c.Write([]byte("REJECTED EXTERNAL\r\n"))
		case strings.HasPrefix(said, "NEGOTIATE"):
			_, _ = c.Write([]byte("ERROR\r\n"))
		case strings.HasPrefix(said, "BEGIN"):
			if answer == nil {
				answer = []any{":1.1"}
			}
			return r, reply(c, r, 0, answer)
		}
	}
}

// reply reads a call and answers it, with its serial plus a number.
func reply(c net.Conn, r *bufio.Reader, off uint32, answer []any) bool {
	m, err := dbus.DecodeMessage(r)
	if err != nil {
		return false
	}
	headers := map[dbus.HeaderField]dbus.Variant{dbus.FieldReplySerial: dbus.MakeVariant(m.Serial() + off)}
	if len(answer) > 0 {
		headers[dbus.FieldSignature] = dbus.MakeVariant(dbus.SignatureOf(answer...))
	}
	return send(c, &dbus.Message{Type: dbus.TypeMethodReply, Headers: headers, Body: answer})
}

func send(c net.Conn, m *dbus.Message) bool { return m.EncodeTo(c, binary.LittleEndian) == nil }

// greeted makes a server that greets, and then does something.
func greeted(then func(c net.Conn, r *bufio.Reader)) func(net.Conn) {
	return func(c net.Conn) {
		if r, ok := Greet(c, nil); ok {
			then(c, r)
		}
	}
}

// message makes a server that greets and sends bytes. ends says whether the connection ends after them.
func message(data []byte, ends bool) func(net.Conn) {
	return greeted(func(c net.Conn, _ *bufio.Reader) {
		_, _ = c.Write(data)
		if !ends {
			Read(c)
		}
	})
}

// about returns a signal about the names of a connection.
func about(member string, body ...any) []byte {
	m := &dbus.Message{Type: dbus.TypeSignal, Body: body, Headers: map[dbus.HeaderField]dbus.Variant{
		dbus.FieldPath:      dbus.MakeVariant(dbus.ObjectPath("/org/freedesktop/DBus")),
		dbus.FieldInterface: dbus.MakeVariant("org.freedesktop.DBus"),
		dbus.FieldMember:    dbus.MakeVariant(member),
		dbus.FieldSender:    dbus.MakeVariant("org.freedesktop.DBus"),
	}}
	if len(body) > 0 {
		m.Headers[dbus.FieldSignature] = dbus.MakeVariant(dbus.SignatureOf(body...))
	}
	var b bytes.Buffer
	_ = m.EncodeTo(&b, binary.LittleEndian)
	return b.Bytes()
}

// call returns a method call, which has no sender.
func call(path dbus.ObjectPath, in, member string) []byte {
	m := &dbus.Message{Type: dbus.TypeMethodCall, Headers: map[dbus.HeaderField]dbus.Variant{
		dbus.FieldPath: dbus.MakeVariant(path), dbus.FieldInterface: dbus.MakeVariant(in),
		dbus.FieldMember: dbus.MakeVariant(member),
	}}
	var b bytes.Buffer
	_ = m.EncodeTo(&b, binary.LittleEndian)
	return b.Bytes()
}

// head returns the start of a signal with the lengths of the body and of the header fields.
func head(body, fields uint32) []byte {
	b := []byte{'l', byte(dbus.TypeSignal), 0, 1}
	b = binary.LittleEndian.AppendUint32(b, body)
	b = binary.LittleEndian.AppendUint32(b, 7)
	return binary.LittleEndian.AppendUint32(b, fields)
}

// changed returns a signal with a value in which the last occurrence of each part is replaced by the next, which is as
// long.
func changed(body any, parts ...string) []byte {
	data := about("X", body)
	for i := 0; i < len(parts); i += 2 {
		copy(data[bytes.LastIndex(data, []byte(parts[i])):], parts[i+1])
	}
	return data
}

// Messages returns what buses should not send, by what is wrong with it.
func Messages() map[string][]byte {
	whole := about("NameAcquired", ":1.1")
	return map[string][]byte{
		"128 MB":            head(1<<27, 16),
		"lengths overflow":  head(0xFFFFFFF0, 0),
		"fields overflow":   head(0, 0xFFFFFFF0),
		"ends in a head":    whole[:9],
		"ends in fields":    whole[:30],
		"ends in padding":   whole[:len(whole)-13],
		"ends in a body":    whole[:len(whole)-1],
		"name without name": append(about("NameAcquired"), about("NameLost")...),
		"name of a type":    append(about("NameAcquired", uint32(1)), about("NameLost", []string{})...),
		"call without sender": call("/org/a11y/atspi/accessible/root",
			"org.freedesktop.DBus.Introspectable", "Introspect"),
		"call of nothing": call("/", "a.b", "C"),
		"array of 4 GB":   changed([]string{"abcd"}, "\x09\x00\x00\x00", "\xff\xff\xff\xff"),
		"structures of 4 GB": changed([]struct{ A byte }{{1}}, "\x01\x00\x00\x00\x00\x00\x00\x00\x01",
			"\xff\xff\xff\xff\x00\x00\x00\x00\x01"),
		"text of 4 GB": changed("abcd", "\x04\x00\x00\x00abcd", "\xff\xff\xff\xffabcd"),
		"signature without an end": changed("abcd", "\x08\x01g\x00", "\x08\x01g\x80",
			"\x04\x00\x00\x00abcd", "\xff\xff\xff\xffabcd"),
		"invalid UTF-8":     changed("abcd", "abcd", "\xff\xfe\x00x"),
		"invalid signature": changed([]string{"abcd"}, "\x02as", "\x02a{"),
	}
}

// Buses returns servers that are no message buses: each serves a connection.
func Buses() map[string]func(c net.Conn) {
	all := map[string]func(net.Conn){
		"deaf":                   Read,
		"closes":                 func(net.Conn) {},
		"no handshake":           func(c net.Conn) { _, _ = c.Write([]byte("HTTP/1.1 200 OK\r\n\r\n")); Read(c) },
		"empty handshake":        func(c net.Conn) { _, _ = c.Write([]byte("\r\n\r\n\r\nREJECTED\r\n")); Read(c) },
		"endless line":           func(c net.Conn) { flood(c, "x") },
		"endless handshake":      func(c net.Conn) { flood(c, "REJECTED EXTERNAL\r\nDATA\r\n") },
		"greeting without name":  func(c net.Conn) { _, _ = Greet(c, []any{uint32(7)}); Read(c) },
		"greeting by an odd one": func(c net.Conn) { _, _ = Greet(c, []any{"a b/../\u202e"}); Read(c) },
		"silent":                 greeted(func(c net.Conn, _ *bufio.Reader) { Read(c) }),
		"ends in a call": greeted(func(_ net.Conn, r *bufio.Reader) {
			_, _ = dbus.DecodeMessage(r)
		}),
		"other serials": greeted(func(c net.Conn, r *bufio.Reader) {
			for reply(c, r, 1000, []any{"x"}) {
			}
		}),
		"empty answers": greeted(func(c net.Conn, r *bufio.Reader) {
			for reply(c, r, 0, nil) {
			}
		}),
		"garbage": greeted(func(c net.Conn, _ *bufio.Reader) { flood(c, "garbage \x00\xff") }),
		"stuck":   greeted(func(c net.Conn, _ *bufio.Reader) { hold(c) }),
	}
	for name, data := range Messages() {
		all[name] = message(data, strings.HasPrefix(name, "ends"))
	}
	return all
}
