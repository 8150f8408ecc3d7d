// Package bus connects to a message bus of D-Bus by the library godbus, without trust in the bus: neither what it sends
// nor what it does not read ends the program or makes it wait for long.
package bus

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// Answers is the timeout for answers of a bus, and for sending to it.
const Answers = 5 * time.Second

var errNone = errors.New("there is no bus at a place that is known")

// A Conn is a connection to a bus.
type Conn struct {
	*dbus.Conn
	hangUp func() // closes the socket
}

// Dial connects to a bus, until ctx ends. An interceptor of incoming messages in the options must call Guard.
func Dial(ctx context.Context, address string, options ...dbus.ConnOption) (*Conn, error) {
	return DialToServe(ctx, address, func(*dbus.Conn) error { return nil }, options...)
}

// DialToServe is Dial with a function that exports the program's objects. It is called before the first message is
// read, because the library (v5.2.2, introspectPath) reads its map of objects without its lock.
func DialToServe(ctx context.Context, address string, export func(*dbus.Conn) error,
	options ...dbus.ConnOption,
) (*Conn, error) {
	socket, err := reach(ctx, address)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = socket.Close() })
	hangUp := func() {
		stop()
		_ = socket.Close()
	}
	options = append([]dbus.ConnOption{dbus.WithIncomingInterceptor(Guard)}, options...)
	conn, err := dbus.NewConn(&pipe{socket: socket, in: bufio.NewReader(socket)}, options...)
	if err != nil {
		hangUp()
		return nil, err
	}
	c := &Conn{conn, hangUp}
	if err := export(conn); err != nil {
		_ = c.Close()
		return nil, err
	}
	return begin(c)
}

// DialForFiles is Dial for a connection that can receive files. It uses the library's transport, which relies on a bus
// that reads and sends valid messages, as the system's does.
func DialForFiles(ctx context.Context, address string) (*Conn, error) {
	conn, err := dbus.Dial(address, dbus.WithContext(ctx), dbus.WithIncomingInterceptor(Guard))
	if err != nil {
		return nil, err
	}
	return begin(&Conn{conn, func() {}})
}

// begin introduces the program to the bus.
func begin(c *Conn) (*Conn, error) {
	slow := time.AfterFunc(Answers, func() { _ = c.Close() }) // which ends what is waited for
	defer slow.Stop()
	err := c.Auth(nil)
	if err == nil {
		err = c.Hello()
	}
	if err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

// Close closes the connection, and interrupts everything that waits for the bus; the library's Close would wait for it.
func (c *Conn) Close() error {
	c.hangUp()
	return c.Conn.Close()
}

// Guard changes messages for which the library (v5.2.2) would end the program: a signal about the connection's names
// without a name (handleSignal), and a call without a sender, if its answer cannot be sent (handleSendError).
func Guard(m *dbus.Message) {
	member, _ := m.Headers[dbus.FieldMember].Value().(string)
	switch {
	case m.Type == dbus.TypeMethodCall && m.Headers[dbus.FieldSender].Value() == nil:
		m.Headers[dbus.FieldSender] = dbus.MakeVariant("")
	case m.Type == dbus.TypeSignal && (member == "NameAcquired" || member == "NameLost"):
		if len(m.Body) > 0 {
			if _, is := m.Body[0].(string); is {
				return
			}
		}
		m.Body = []any{""}
	}
}

// reach connects to the first address of a list that answers. Only D-Bus's local addresses are supported.
func reach(ctx context.Context, list string) (net.Conn, error) {
	err := errNone
	for address := range strings.SplitSeq(list, ";") {
		path, ok := SocketPath(address)
		if !ok {
			continue
		}
		var d net.Dialer
		var c net.Conn
		if c, err = d.DialContext(ctx, "unix", path); err == nil {
			return c, nil
		}
	}
	return nil, err
}

// SocketPath returns the path of a socket in a D-Bus address; an abstract one begins with an @.
func SocketPath(address string) (path string, ok bool) {
	rest, ok := strings.CutPrefix(address, "unix:")
	if !ok {
		return "", false
	}
	for pair := range strings.SplitSeq(rest, ",") {
		key, v, _ := strings.Cut(pair, "=")
		v, err := url.PathUnescape(v)
		switch {
		case err != nil || v == "":
		case key == "path":
			return v, true
		case key == "abstract":
			return "@" + v, true
		}
	}
	return "", false
}

// Clean replaces characters that D-Bus does not allow, so that the number of characters stays.
func Clean(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", "\uFFFD"), "\uFFFD")
}
