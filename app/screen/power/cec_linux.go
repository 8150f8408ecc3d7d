package power

import (
	"os"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/unix"
)

// cec is a television by the kernel's HDMI-CEC interface (linux/cec.h), on all adapters that are connected to one.
type cec struct {
	adapters func() []adapter
}

// An adapter is an open /dev/cec*.
type adapter interface {
	ioctl(request uintptr, arg unsafe.Pointer) error
	Close() error
}

// The structures of linux/cec.h, whose layout is fixed.
type (
	cecCaps struct {
		driver, name                          [32]byte
		availableAddresses, capabilities, api uint32
	}
	cecAddresses struct {
		address                 [4]uint8
		mask                    uint16
		version, number         uint8
		vendor, flags           uint32
		osdName                 [15]byte
		primary, kind, allKinds [4]uint8
		features                [4][12]uint8
	}
	cecMessage struct {
		sentAt, receivedAt               uint64
		len, timeout, sequence, flags    uint32
		msg                              [16]uint8
		reply, rxStatus, txStatus        uint8
		arbLost, nack, lowDrive, txError uint8
	}
)

// request returns the number of an ioctl like _IOC; dir is 1 if the kernel reads the argument, and 2 if it writes it.
func request(dir, number, size uintptr) uintptr { return dir<<30 | size<<16 | 'a'<<8 | number }

var (
	getCaps      = request(3, 0, unsafe.Sizeof(cecCaps{}))
	getPhysical  = request(2, 1, 2)
	getAddresses = request(2, 3, unsafe.Sizeof(cecAddresses{}))
	setAddresses = request(3, 4, unsafe.Sizeof(cecAddresses{}))
	transmit     = request(3, 5, unsafe.Sizeof(cecMessage{}))
)

// Constants of linux/cec.h, and opcodes of HDMI 1.4b, CEC table 8 and following.
const (
	capAddresses, capTransmit = 1 << 1, 1 << 2
	statusOK                  = 1
	noPhysical                = 0xffff
	noVendor                  = 0xffffffff
	version14                 = 5
	primaryPlayback           = 4
	kindPlayback              = 3
	allPlayback               = 0x10

	television, unregistered, everybody = 0x0, 0xf, 0xf

	opImageViewOn  = 0x04
	opStandby      = 0x36
	opActiveSource = 0x82
	opGivePower    = 0x8f
	opReportPower  = 0x90

	powerOn = 0
	// answerWithin is how long a television may take to answer, in milliseconds.
	answerWithin = 1000
)

func (c *cec) name() string { return cecName }

// each calls a function with each adapter, and returns errNone unless it succeeded for one.
func (c *cec) each(do func(a adapter) error) error {
	result := errNone
	for _, a := range c.adapters() {
		if do(a) == nil {
			result = nil
		}
		_ = a.Close()
	}
	return result
}

func (c *cec) turn(on bool) error {
	return c.each(func(a adapter) error {
		own, physical, err := claim(a)
		switch {
		case err != nil && !on:
			return err
		case err != nil: // a television in standby may hide its presence, and accepts this from any address
			_, err := send(a, unregistered, television, 0, opImageViewOn)
			return err
		case !on:
			_, err := send(a, own, television, 0, opStandby)
			return err
		}
		if _, err := send(a, own, television, 0, opImageViewOn); err != nil {
			return err
		}
		_, _ = send(a, own, everybody, 0, opActiveSource, uint8(physical>>8), uint8(physical)) // no acknowledgement
		return nil
	})
}

func (c *cec) isOn() (on bool, err error) {
	on = true
	err = c.each(func(a adapter) error {
		own, _, err := claim(a)
		if err != nil {
			return err
		}
		answer, err := send(a, own, television, opReportPower, opGivePower)
		if err == nil {
			on = on && answer.msg[2] == powerOn
		}
		return err
	})
	return on && err == nil, err
}

// claim returns the logical and the physical address of an adapter, and makes it a playback device if it has no logical
// address yet.
func claim(a adapter) (own uint8, physical uint16, err error) {
	var caps cecCaps
	if err := a.ioctl(getCaps, unsafe.Pointer(&caps)); err != nil {
		return 0, 0, err
	}
	if err := a.ioctl(getPhysical, unsafe.Pointer(&physical)); err != nil {
		return 0, 0, err
	}
	if caps.capabilities&capTransmit == 0 || physical == noPhysical {
		return 0, 0, errNone
	}
	var is cecAddresses
	if err := a.ioctl(getAddresses, unsafe.Pointer(&is)); err != nil {
		return 0, 0, err
	}
	if is.mask == 0 && is.number == 0 && caps.capabilities&capAddresses != 0 {
		is = cecAddresses{
			version: version14, number: 1, vendor: noVendor,
			primary: [4]uint8{primaryPlayback}, kind: [4]uint8{kindPlayback}, allKinds: [4]uint8{allPlayback},
		}
		copy(is.osdName[:], "Sextant")
		if err := a.ioctl(setAddresses, unsafe.Pointer(&is)); err != nil {
			return 0, 0, err
		}
	}
	if is.mask == 0 {
		return 0, 0, errNone
	}
	return is.address[0], physical, nil
}

// send sends a message, and waits for a reply with an opcode unless that is 0. The error is errNone if the message is
// not acknowledged or not replied to.
func send(a adapter, from, to, reply uint8, message ...uint8) (answer cecMessage, err error) {
	m := cecMessage{len: uint32(1 + len(message)), reply: reply}
	if reply != 0 {
		m.timeout = answerWithin
	}
	m.msg[0] = from<<4 | to
	copy(m.msg[1:], message)
	if err := a.ioctl(transmit, unsafe.Pointer(&m)); err != nil {
		return m, err
	}
	if m.txStatus&statusOK == 0 || reply != 0 && (m.rxStatus&statusOK == 0 || m.len < 3) {
		return m, errNone
	}
	return m, nil
}

// A device is an adapter of the kernel.
type device struct{ *os.File }

func (d device) ioctl(request uintptr, arg unsafe.Pointer) error {
	if _, _, e := unix.Syscall(unix.SYS_IOCTL, d.Fd(), request, uintptr(arg)); e != 0 {
		return e
	}
	return nil
}

// cecAdapters opens all adapters.
func cecAdapters() (all []adapter) {
	paths, _ := filepath.Glob("/dev/cec*") // cannot fail: the pattern is valid
	for _, path := range paths {
		if f, err := os.OpenFile(path, os.O_RDWR, 0); err == nil {
			all = append(all, device{f})
		}
	}
	return all
}
