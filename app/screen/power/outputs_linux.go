package power

import (
	"os"
	"time"

	"sextant/app/wayland"
)

// outputs are the outputs of a Wayland compositor, by the protocol wlr-output-power-management-unstable-v1.
type outputs struct{}

// outputsWithin is the timeout of a compositor.
const outputsWithin = 5 * time.Second

// The requests and events of the protocol.
const (
	getOutputPower = 0 // of the manager
	setMode        = 0 // of an output
	modeChanged    = 0 // event: 0 for off, 1 for on
	failed         = 1 // event: the output cannot be turned off, or was removed
)

func (outputs) name() string { return "Wayland" }

// open connects to the compositor, and returns whether each of its outputs is on.
func (outputs) open() (c *wayland.Conn, closeConn func(), on map[uint32]bool, err error) {
	display := os.Getenv("WAYLAND_DISPLAY")
	if display == "" {
		return nil, nil, nil, errNone
	}
	c, closeConn, err = wayland.Dial(wayland.Socket(os.Getenv("XDG_RUNTIME_DIR"), display), outputsWithin)
	if err != nil {
		return nil, nil, nil, errNone
	}
	on = map[uint32]bool{}
	if err = control(c, on); err == nil && len(on) == 0 {
		err = errNone
	}
	if err != nil {
		closeConn()
		return nil, nil, nil, err
	}
	return c, closeConn, on, nil
}

// control binds all outputs, and records in on, by the control of each, whether it is on.
func control(c *wayland.Conn, on map[uint32]bool) error {
	globals, err := c.Globals()
	if err != nil {
		return err
	}
	var manager uint32
	for _, g := range globals {
		if g.Interface == "zwlr_output_power_manager_v1" {
			if manager, err = c.Bind(g, 1); err != nil {
				return err
			}
		}
	}
	if manager == 0 {
		return errNone
	}
	c.OnEvent = func(e wayland.Event) {
		_, is := on[e.Object]
		switch {
		case is && e.Opcode == modeChanged:
			on[e.Object] = e.Word(0) == 1
		case is && e.Opcode == failed:
			delete(on, e.Object)
		}
	}
	for _, g := range globals {
		if g.Interface != "wl_output" {
			continue
		}
		output, err := c.Bind(g, 1)
		if err != nil {
			return err
		}
		power := c.NewID()
		on[power] = false
		if err := c.Send(manager, getOutputPower, power, output); err != nil {
			return err
		}
	}
	return c.RoundTrip()
}

func (o outputs) turn(on bool) error {
	c, closeConn, all, err := o.open()
	if err != nil {
		return err
	}
	defer closeConn()
	mode := uint32(0)
	if on {
		mode = 1
	}
	for power, is := range all {
		if is == on {
			continue
		}
		if err := c.Send(power, setMode, mode); err != nil {
			return err
		}
	}
	return c.RoundTrip()
}

func (o outputs) isOn() (bool, error) {
	_, closeConn, all, err := o.open()
	if err != nil {
		return false, err
	}
	closeConn()
	for _, on := range all {
		if on {
			return true, nil
		}
	}
	return false, nil
}
