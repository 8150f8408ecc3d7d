package atspi

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// busAnswers is the timeout for answers of a bus, and for sending to it.
const busAnswers = 5 * time.Second

var errNoBus = errors.New("there is no bus at a place that is known")

// A line is a connection to a bus. hangUp interrupts everything that waits for the bus; the library's Close would wait
// for it.
type line struct {
	*dbus.Conn
	socket  net.Conn
	signals chan *dbus.Signal // closed with the connection
	stop    func() bool
}

// A pipe is a socket with buffered reads.
type pipe struct {
	*bufio.Reader
	io.WriteCloser
}

// dial connects to a bus, until ctx ends.
func dial(ctx context.Context, address string, options ...dbus.ConnOption) (*line, error) {
	socket, err := reach(ctx, address)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = socket.Close() })
	slow := time.AfterFunc(busAnswers, func() { _ = socket.Close() })
	defer slow.Stop()
	options = append(options, dbus.WithSignalHandler(dbus.NewSequentialSignalHandler()))
	bus, err := dbus.NewConn(pipe{bufio.NewReader(socket), socket}, options...)
	if err == nil {
		err = bus.Auth(nil)
	}
	if err == nil {
		err = bus.Hello()
	}
	if err != nil {
		stop()
		_ = socket.Close()
		return nil, err
	}
	l := &line{bus, socket, make(chan *dbus.Signal, 16), stop}
	bus.Signal(l.signals)
	return l, nil
}

// hangUp closes the connection.
func (l *line) hangUp() {
	l.stop()
	_ = l.socket.Close()
	_ = l.Close()
}

// reach connects to the first address of a list that answers. Only D-Bus's local addresses are supported.
func reach(ctx context.Context, list string) (net.Conn, error) {
	err := errNoBus
	for address := range strings.SplitSeq(list, ";") {
		path, ok := socketPath(address)
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

// socketPath returns the path of a socket in a D-Bus address; an abstract one begins with an @.
func socketPath(address string) (path string, ok bool) {
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

// callMethod calls a method, and waits for the answer for at most busAnswers.
func (l *line) callMethod(ctx context.Context, flags dbus.Flags, name, path, method string, args ...any) *dbus.Call {
	ctx, cancel := context.WithTimeout(ctx, busAnswers)
	defer cancel()
	return l.Object(name, dbus.ObjectPath(path)).CallWithContext(ctx, method, flags, args...)
}

// addMatches subscribes to signals.
func (l *line) addMatches(ctx context.Context, options ...dbus.MatchOption) error {
	ctx, cancel := context.WithTimeout(ctx, busAnswers)
	defer cancel()
	return l.AddMatchSignalContext(ctx, options...)
}

const ownerChanged = "org.freedesktop.DBus.NameOwnerChanged"

// owners matches the signals about changes of a name's owner.
func owners(name string) []dbus.MatchOption {
	return []dbus.MatchOption{
		dbus.WithMatchSender("org.freedesktop.DBus"), dbus.WithMatchInterface("org.freedesktop.DBus"),
		dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, name),
	}
}

// sessionAddress returns the address of the session bus, "" if there is none. It does not start one.
func sessionAddress() string {
	address := os.Getenv("DBUS_SESSION_BUS_ADDRESS")
	if _, ok := socketPath(address); !ok {
		return ""
	}
	return address
}
