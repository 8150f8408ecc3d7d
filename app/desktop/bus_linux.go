package desktop

import (
	"cmp"
	"context"
	"os"

	"sextant/app/bus"
)

// busAnswers is the timeout for answers of the desktop.
const busAnswers = bus.Answers

// sessionBus connects to the desktop's session bus, and does not start one. It fails when ctx ends or the bus does not
// answer; the end of ctx also closes the connection.
func sessionBus(ctx context.Context) (*bus.Conn, error) {
	return bus.Dial(ctx, sessionAddress())
}

func sessionAddress() string { return os.Getenv("DBUS_SESSION_BUS_ADDRESS") }

// systemBus is sessionBus for the system bus.
func systemBus(ctx context.Context) (*bus.Conn, error) {
	return bus.DialForFiles(ctx, cmp.Or(os.Getenv("DBUS_SYSTEM_BUS_ADDRESS"),
		"unix:path=/var/run/dbus/system_bus_socket"))
}
