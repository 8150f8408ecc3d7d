// Package wayland is a minimal client of the Wayland wire protocol, without a window: it lists a compositor's
// interfaces and makes simple requests.
package wayland

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"time"
)

// Requests and events of wl_display, and the first objects of a connection: the display is always 1.
const (
	display    = 1
	opSync     = 0
	opRegistry = 1
	opError    = 0
	opBind     = 0
)

// mostEvents limits the events that are read during a round trip.
const mostEvents = 10_000

// ErrTooMany is the error for a compositor that sends more than mostEvents.
var ErrTooMany = errors.New("the compositor sends too many events")

// An Event is a compositor's event of an object.
type Event struct {
	Object uint32
	Opcode uint16
	Body   []byte
}

// Word returns the n-th 32-bit word of an event's body, 0 if it is shorter.
func (e *Event) Word(n int) uint32 {
	if len(e.Body) < 4*(n+1) {
		return 0
	}
	return binary.NativeEndian.Uint32(e.Body[4*n:])
}

// A Global is an interface of a compositor.
type Global struct {
	Name      uint32
	Interface string
	Version   uint32
}

// A Conn is a connection to a compositor. It belongs to one goroutine.
type Conn struct {
	c        io.ReadWriter
	last     uint32 // the last object ID
	registry uint32
	// OnEvent is called with each event of an object that was bound or created.
	OnEvent func(Event)
}

// Dial connects to the compositor at a socket. patience is the deadline for all use of the connection.
func Dial(socket string, patience time.Duration) (*Conn, func(), error) {
	c, err := net.DialTimeout("unix", socket, patience)
	if err != nil {
		return nil, nil, err
	}
	_ = c.SetDeadline(time.Now().Add(patience)) // sockets support deadlines
	return New(c), func() { _ = c.Close() }, nil
}

// New uses an existing connection.
func New(c io.ReadWriter) *Conn { return &Conn{c: c, last: display} }

// Socket returns the path of a display's socket, in dir unless the display is an absolute path.
func Socket(dir, display string) string {
	if filepath.IsAbs(display) {
		return display
	}
	return filepath.Join(dir, display)
}

// NewID returns the ID for an object that the next request creates.
func (c *Conn) NewID() uint32 {
	c.last++
	return c.last
}

// Send sends a request with arguments of type uint32 and string. Messages are words of 32 bits in the machine's order,
// of which the second has the length above and the opcode below.
func (c *Conn) Send(object uint32, opcode uint16, args ...any) error {
	m := binary.NativeEndian.AppendUint32(nil, object)
	m = binary.NativeEndian.AppendUint32(m, 0)
	for _, a := range args {
		switch a := a.(type) {
		case uint32:
			m = binary.NativeEndian.AppendUint32(m, a)
		case string: // null-terminated, padded to a whole word
			m = binary.NativeEndian.AppendUint32(m, uint32(len(a)+1))
			m = append(m, a...)
			m = append(m, make([]byte, 4-len(a)%4)...)
		}
	}
	binary.NativeEndian.PutUint32(m[4:], uint32(len(m))<<16|uint32(opcode))
	_, err := c.c.Write(m)
	return err
}

// Globals returns the compositor's interfaces.
func (c *Conn) Globals() (all []Global, err error) {
	c.registry = c.NewID()
	if err := c.Send(display, opRegistry, c.registry); err != nil {
		return nil, err
	}
	err = c.roundTrip(func(e Event) {
		if e.Object != c.registry || e.Opcode != 0 || len(e.Body) < 12 { // a name, a text, a version
			return
		}
		n := int(e.Word(1))
		padded := (n + 3) &^ 3
		if n > 0 && padded >= n && padded <= len(e.Body)-12 {
			all = append(all, Global{
				e.Word(0), string(e.Body[8 : 8+n-1]),
				binary.NativeEndian.Uint32(e.Body[8+padded:]),
			})
		}
	})
	return all, err
}

// Bind creates an object of one of the Globals, in a version that the compositor supports.
func (c *Conn) Bind(g Global, version uint32) (object uint32, err error) {
	object = c.NewID()
	return object, c.Send(c.registry, opBind, g.Name, g.Interface, version, object)
}

// RoundTrip waits until the compositor has handled all requests.
func (c *Conn) RoundTrip() error {
	return c.roundTrip(func(e Event) {
		if c.OnEvent != nil {
			c.OnEvent(e)
		}
	})
}

func (c *Conn) roundTrip(onEvent func(Event)) error {
	done := c.NewID()
	if err := c.Send(display, opSync, done); err != nil {
		return err
	}
	for range mostEvents {
		e, err := c.read()
		switch {
		case err != nil:
			return err
		case e.Object == done:
			return nil
		case e.Object == display && e.Opcode == opError:
			return fmt.Errorf("the compositor refuses object %d with error %d", e.Word(0), e.Word(1))
		}
		onEvent(e)
	}
	return ErrTooMany
}

// read reads an event, at most 64 KiB long, because its length has 16 bits.
func (c *Conn) read() (e Event, err error) {
	var head [8]byte
	if _, err := io.ReadFull(c.c, head[:]); err != nil {
		return e, err
	}
	size := binary.NativeEndian.Uint32(head[4:])
	e = Event{Object: binary.NativeEndian.Uint32(head[:]), Opcode: uint16(size)}
	e.Body = make([]byte, max(8, size>>16)-8)
	_, err = io.ReadFull(c.c, e.Body)
	return e, err
}
