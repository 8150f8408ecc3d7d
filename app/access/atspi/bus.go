package atspi

import (
	"context"
	"os"

	"github.com/godbus/dbus/v5"

	"sextant/app/bus"
)

// busAnswers is the timeout for answers of a bus, and for sending to it.
const busAnswers = bus.Answers

// A line is a connection to a bus.
type line struct {
	*bus.Conn
	signals chan *dbus.Signal // closed with the connection
}

// dial connects to a bus, until ctx ends.
func dial(ctx context.Context, address string, options ...dbus.ConnOption) (*line, error) {
	options = append(options, dbus.WithSignalHandler(dbus.NewSequentialSignalHandler()))
	c, err := bus.Dial(ctx, address, options...)
	if err != nil {
		return nil, err
	}
	l := &line{c, make(chan *dbus.Signal, 16)}
	c.Signal(l.signals)
	return l, nil
}

// hangUp closes the connection.
func (l *line) hangUp() { _ = l.Close() }

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
	if _, ok := bus.SocketPath(address); !ok {
		return ""
	}
	return address
}
