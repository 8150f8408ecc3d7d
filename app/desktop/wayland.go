package desktop

import (
	"slices"
	"time"

	"sextant/app/say"
	"sextant/app/wayland"
)

// displayPatience is the timeout for a display to answer.
const displayPatience = 5 * time.Second

// errNoSeat is the error for a compositor without a seat, which has no keyboard, pointer or touch screen. GLFW 3.4
// calls wl_seat_get_version for the missing seat when it starts, and crashes.
var errNoSeat = say.Error("display.noSeat")

// checkWayland fails if no compositor answers at a socket, or if it has no seat.
func checkWayland(display, socket string) error {
	c, closeConn, err := wayland.Dial(socket, displayPatience)
	if err != nil {
		return noAnswer(display)
	}
	defer closeConn()
	globals, err := c.Globals()
	switch {
	case err != nil:
		return noAnswer(display)
	case !slices.ContainsFunc(globals, func(g wayland.Global) bool { return g.Interface == "wl_seat" }):
		return errNoSeat
	}
	return nil
}
