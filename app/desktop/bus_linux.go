package desktop

import (
	"cmp"
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// busAnswers is the timeout for answers of the desktop.
const busAnswers = 5 * time.Second

var errNoBus = errors.New("there is no session bus")

// sessionBus connects to the desktop's session bus, and does not start one. It fails when ctx ends or the bus does not
// answer; the end of ctx also closes the connection.
func sessionBus(ctx context.Context) (*dbus.Conn, error) {
	address := os.Getenv("DBUS_SESSION_BUS_ADDRESS")
	if address == "" || strings.HasPrefix(address, "disabled:") || strings.HasPrefix(address, "autolaunch:") {
		return nil, errNoBus
	}
	return connectBus(ctx, address)
}

// systemBus is sessionBus for the system bus.
func systemBus(ctx context.Context) (*dbus.Conn, error) {
	return connectBus(ctx, cmp.Or(os.Getenv("DBUS_SYSTEM_BUS_ADDRESS"), "unix:path=/var/run/dbus/system_bus_socket"))
}

func connectBus(ctx context.Context, address string) (*dbus.Conn, error) {
	bus, err := dbus.Dial(address, dbus.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	slow := time.AfterFunc(busAnswers, func() { _ = bus.Close() }) // which ends what is waited for
	defer slow.Stop()
	if err = bus.Auth(nil); err == nil {
		err = bus.Hello()
	}
	if err != nil {
		_ = bus.Close()
		return nil, err
	}
	return bus, nil
}
