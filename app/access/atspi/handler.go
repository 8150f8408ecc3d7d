package atspi

import (
	"github.com/godbus/dbus/v5"

	"sextant/app/bus"
)

const peer = "org.freedesktop.DBus.Peer"

// A handler passes the calls of a connection to objects. It limits the calls in progress, so that a client that floods
// it is slowed down and fills no memory.
type handler struct {
	objects *objects
	free    chan struct{} // a semaphore: an element for each call in progress
	done    <-chan struct{}
}

// admit runs on the goroutine that reads the connection, before the message is handled, and may block it.
func (h *handler) admit(m *dbus.Message) {
	bus.Guard(m)
	if in, _ := m.Headers[dbus.FieldInterface].Value().(string); m.Type != dbus.TypeMethodCall || in == peer {
		return // the library answers it
	}
	select {
	case h.free <- struct{}{}:
	case <-h.done:
	}
}

// LookupObject accepts all paths; Call checks them.
func (h *handler) LookupObject(dbus.ObjectPath) (dbus.ServerObject, bool) { return question{h}, true }

// A question is the object, the interface and the method of every call.
type question struct{ *handler }

func (q question) LookupInterface(string) (dbus.Interface, bool) { return q, true }
func (q question) LookupMethod(string) (dbus.Method, bool)       { return q, true }
func (q question) NumArguments() int                             { return 2 }
func (q question) NumReturns() int                               { return 0 }
func (q question) ArgumentValue(int) any                         { return nil }
func (q question) ReturnValue(int) any                           { return nil }

// DecodeArguments passes the whole message to Call, which sends the answer, so that a call counts as in progress until
// its answer is written.
func (q question) DecodeArguments(c *dbus.Conn, _ string, m *dbus.Message, _ []any) ([]any, error) {
	asked := *m
	m.Flags |= dbus.FlagNoReplyExpected // the library sends no reply then
	return []any{c, &asked}, nil
}

// Call answers a call.
func (q question) Call(args ...any) ([]any, error) {
	defer func() {
		select {
		case <-q.free:
		default: // at the end all are admitted
		}
	}()
	c, asked := args[0].(*dbus.Conn), args[1].(*dbus.Message)
	path, _ := asked.Headers[dbus.FieldPath].Value().(dbus.ObjectPath)
	in, _ := asked.Headers[dbus.FieldInterface].Value().(string)
	member, _ := asked.Headers[dbus.FieldMember].Value().(string)
	body, err := q.objects.answer(path, in, member, asked.Body)
	if err == nil && asked.Flags&dbus.FlagNoReplyExpected != 0 {
		return nil, nil
	}
	reply := &dbus.Message{Type: dbus.TypeMethodReply, Body: body, Headers: map[dbus.HeaderField]dbus.Variant{
		dbus.FieldDestination: asked.Headers[dbus.FieldSender],
		dbus.FieldReplySerial: dbus.MakeVariant(asked.Serial()),
	}}
	if err != nil {
		e := failure(err)
		reply.Type, reply.Body = dbus.TypeError, e.Body
		reply.Headers[dbus.FieldErrorName] = dbus.MakeVariant(e.Name)
	}
	if len(reply.Body) > 0 {
		reply.Headers[dbus.FieldSignature] = dbus.MakeVariant(dbus.SignatureOf(reply.Body...))
	}
	c.Send(reply, nil)
	return nil, nil
}

// failure converts an error to D-Bus's.
func failure(err error) *dbus.Error {
	switch e := err.(type) {
	case *dbus.Error:
		return e
	case dbus.Error:
		return &e
	}
	return dbus.MakeFailedError(err)
}
