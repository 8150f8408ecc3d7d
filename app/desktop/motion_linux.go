package desktop

import (
	"context"
	"time"

	"github.com/godbus/dbus/v5"
)

// motionAnswers is the timeout for the desktop's answer.
const motionAnswers = time.Second

// ReducedMotion reports whether the desktop asks programs to reduce motion: through its portal, by the setting for that
// or by GNOME's older one. A desktop that does not answer does not ask.
func ReducedMotion() bool {
	ctx, cancel := context.WithTimeout(context.Background(), motionAnswers)
	defer cancel()
	bus, err := sessionBus(ctx)
	if err != nil {
		return false
	}
	defer bus.Close()
	portal := bus.Object("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop")
	read := func(namespace, key string) (v any) {
		var answer dbus.Variant
		if portal.CallWithContext(ctx, "org.freedesktop.portal.Settings.ReadOne",
			0, namespace, key).Store(&answer) != nil {
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
