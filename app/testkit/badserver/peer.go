// Package badserver has servers for tests that do what no server should: they never answer, end in the middle of a
// call, answer nonsense, or answer late. Only tests import it.
package badserver

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

// A Kind is a way in which a server is bad.
type Kind string

// The kinds. Good is for the server that takes the place of a bad one.
const (
	Good     Kind = "good"
	Silent   Kind = "silent"   // never answers
	Dying    Kind = "dying"    // disconnects from the bus during a call
	Nonsense Kind = "nonsense" // answers with random values and errors, and sends signals with random values
	Late     Kind = "late"     // answers rightly after Delay
)

// Kinds returns all bad ones.
func Kinds() []Kind { return []Kind{Silent, Dying, Nonsense, Late} }

// Delay is how long a late server takes.
const Delay = 1500 * time.Millisecond

// A Peer is a service on a real message bus, which has all objects, interfaces and methods.
type Peer struct {
	// Name is its name on the bus.
	Name string
	// Answer returns the right answer to a call. It may emit signals by the connection.
	Answer func(c *dbus.Conn, m *dbus.Message) []any
	// Signals returns the path and the names of signals to send after a call with nonsense. It may be nil.
	Signals func(m *dbus.Message) (dbus.ObjectPath, []string)
}

// every is the object, the interface and the method of every call to a peer.
type every struct {
	Peer
	kind   Kind
	mu     sync.Mutex
	chance *rand.Rand
}

// Start connects to a bus and takes the name, until the test or stop ends it.
func (p Peer) Start(t *testing.T, address string, kind Kind) (stop func()) {
	t.Helper()
	conn, err := dbus.Connect(address,
		dbus.WithHandler(&every{Peer: p, kind: kind, chance: rand.New(rand.NewPCG(1, 2))}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if reply, err := conn.RequestName(p.Name, dbus.NameFlagDoNotQueue); err != nil ||
		reply != dbus.RequestNameReplyPrimaryOwner {
		t.Fatalf("%s: %v, %v", p.Name, reply, err)
	}
	return func() { _ = conn.Close() }
}

func (e *every) LookupObject(dbus.ObjectPath) (dbus.ServerObject, bool) { return e, true }
func (e *every) LookupInterface(string) (dbus.Interface, bool)          { return e, true }
func (e *every) LookupMethod(string) (dbus.Method, bool)                { return e, true }
func (e *every) NumArguments() int                                      { return 2 }
func (e *every) NumReturns() int                                        { return 0 }
func (e *every) ArgumentValue(int) any                                  { return nil }
func (e *every) ReturnValue(int) any                                    { return nil }

// DecodeArguments passes the whole message to Call, which answers.
func (e *every) DecodeArguments(c *dbus.Conn, _ string, m *dbus.Message, _ []any) ([]any, error) {
	asked := *m
	m.Flags |= dbus.FlagNoReplyExpected // the library sends no reply then
	return []any{c, &asked}, nil
}

// Call does what its kind does in place of an answer.
func (e *every) Call(args ...any) ([]any, error) {
	c, m := args[0].(*dbus.Conn), args[1].(*dbus.Message)
	reply := &dbus.Message{Type: dbus.TypeMethodReply, Headers: map[dbus.HeaderField]dbus.Variant{
		dbus.FieldDestination: m.Headers[dbus.FieldSender], dbus.FieldReplySerial: dbus.MakeVariant(m.Serial()),
	}}
	switch e.kind {
	case Silent:
		return nil, nil
	case Dying:
		_ = c.Close()
		return nil, nil
	case Nonsense:
		e.mu.Lock()
		defer e.mu.Unlock()
		reply.Body = Values(e.chance)
		if e.chance.IntN(4) == 0 {
			reply.Type = dbus.TypeError
			reply.Headers[dbus.FieldErrorName] = dbus.MakeVariant("org.example.Nonsense")
		}
		if e.Signals != nil {
			path, names := e.Signals(m)
			defer func() {
				for range 8 {
					_ = c.Emit(path, names[e.chance.IntN(len(names))], Values(e.chance)...)
				}
			}()
		}
	case Late:
		time.Sleep(Delay)
		fallthrough
	default:
		reply.Body = e.Answer(c, m)
	}
	if len(reply.Body) > 0 {
		reply.Headers[dbus.FieldSignature] = dbus.MakeVariant(dbus.SignatureOf(reply.Body...))
	}
	c.Send(reply, nil)
	return nil, nil
}
