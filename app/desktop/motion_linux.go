package desktop

import (
	"context"
	"os"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// desktopAnswers is how long the desktop may take to say what it wants.
const desktopAnswers = time.Second

// ReducedMotion tells whether the desktop asks programs to do without motion: through its portal, by the
// setting made for it or by GNOME's older one. A desktop that says nothing does not ask.
func ReducedMotion() bool {
	address := os.Getenv("DBUS_SESSION_BUS_ADDRESS")
	if address == "" || strings.HasPrefix(address, "disabled:") {
		return false // to look for a bus would start one
	}
	bus, err := dbus.Dial(address)
	if err != nil {
		return false
	}
	defer bus.Close()
	if bus.Auth(nil) != nil || bus.Hello() != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), desktopAnswers)
	defer cancel()
	portal := bus.Object("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop")
	read := func(namespace, key string) (v any) {
		var answer dbus.Variant
		if portal.CallWithContext(ctx, "org.freedesktop.portal.Settings.ReadOne", 0, namespace, key).Store(&answer) != nil {
			return nil
		}
		return answer.Value()
	}
	if asked, ok := read("org.freedesktop.appearance", "reduced-motion").(uint32); ok {
		return asked == 1
	}
	animations, ok := read("org.gnome.desktop.interface", "enable-animations").(bool)
	return ok && !animations
}
