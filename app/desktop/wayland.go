package desktop

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"slices"
	"time"

	"sextant/app/say"
)

// displayPatience bounds how long a display may take to answer.
const displayPatience = 5 * time.Second

// errNoSeat is the error for a compositor without a seat, which has no keyboard, pointer or touch screen. GLFW 3.4
// calls wl_seat_get_version for the seat that is not there when it begins, and ends the program by that.
var errNoSeat = say.Error("display.noSeat")

// checkWayland fails where no compositor answers at a socket, and where it has no seat.
func checkWayland(display, socket string) error {
	c, err := net.DialTimeout("unix", socket, displayPatience)
	if err != nil {
		return noAnswer(display)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(displayPatience)) // a socket has deadlines
	globals, err := waylandGlobals(c)
	switch {
	case err != nil:
		return noAnswer(display)
	case !slices.Contains(globals, "wl_seat"):
		return errNoSeat
	}
	return nil
}

// The objects of a connection: the first is always the display, and the others are named by the client.
const (
	waylandDisplay = iota + 1
	waylandRegistry
	waylandCallback
)

// mostGlobals bounds the events that are read of a compositor.
const mostGlobals = 10_000

// waylandGlobals asks a compositor for the interfaces that it has, in the wire format of Wayland: words of 32 bits in
// the machine's order, of which the second of each message has its length above and its opcode below.
func waylandGlobals(c io.ReadWriter) (globals []string, err error) {
	const getRegistry, sync = 1, 0 // requests of wl_display
	var ask []byte
	for _, word := range []uint32{
		waylandDisplay, 12<<16 | getRegistry, waylandRegistry, waylandDisplay, 12<<16 | sync, waylandCallback,
	} {
		ask = binary.NativeEndian.AppendUint32(ask, word)
	}
	if _, err := c.Write(ask); err != nil {
		return nil, err
	}
	for range mostGlobals {
		var head [8]byte
		if _, err := io.ReadFull(c, head[:]); err != nil {
			return nil, err
		}
		object, size := binary.NativeEndian.Uint32(head[:]), binary.NativeEndian.Uint32(head[4:])>>16
		event := make([]byte, max(8, size)-8)
		if _, err := io.ReadFull(c, event); err != nil {
			return nil, err
		}
		switch object {
		case waylandRegistry: // global: a name, an interface as a length and a text that ends in a nought, a version
			if len(event) < 8 {
				continue
			}
			if n := binary.NativeEndian.Uint32(event[4:]); n > 0 && int(n) <= len(event)-8 {
				globals = append(globals, string(event[8:8+n-1]))
			}
		case waylandCallback: // that was all
			return globals, nil
		}
	}
	return nil, errors.New("the compositor has too many interfaces")
}
