package atspi

import "github.com/godbus/dbus/v5"

const peer = "org.freedesktop.DBus.Peer"

// A handler hands the calls of a connection to objects. It admits no more than a few at a time, so that one who asks
// without end is answered no faster than the answers go away, and fills no memory here.
type handler struct {
	objects *objects
	free    chan struct{} // has an element for each call that is being answered
	done    <-chan struct{}
}

// admit runs on the goroutine that reads the connection, before a message is given to others.
func (h *handler) admit(m *dbus.Message) {
	if in, _ := m.Headers[dbus.FieldInterface].Value().(string); m.Type != dbus.TypeMethodCall || in == peer {
		return // the library answers that itself
	}
	select {
	case h.free <- struct{}{}:
	case <-h.done:
	}
}

// LookupObject takes calls to all paths; which there are is found out with the call.
func (h *handler) LookupObject(dbus.ObjectPath) (dbus.ServerObject, bool) { return question{h}, true }

// A question stands for whatever is called.
type question struct{ *handler }

func (q question) LookupInterface(string) (dbus.Interface, bool) { return q, true }
func (q question) LookupMethod(string) (dbus.Method, bool)       { return q, true }
func (q question) NumArguments() int                             { return 2 }
func (q question) NumReturns() int                               { return 0 }
func (q question) ArgumentValue(int) any                         { return nil }
func (q question) ReturnValue(int) any                           { return nil }

// DecodeArguments gives the call as a whole to Call, which answers itself: so a call is only over once its answer is
// written.
func (q question) DecodeArguments(c *dbus.Conn, _ string, m *dbus.Message, _ []any) ([]any, error) {
	asked := *m
	m.Flags |= dbus.FlagNoReplyExpected // of the library
	return []any{c, &asked}, nil
}

// Call answers a call.
func (q question) Call(args ...any) ([]any, error) {
	defer func() {
		select {
		case <-q.free:
		default: // it came at the end, when all are let in
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

// failure is an error as D-Bus has it.
func failure(err error) *dbus.Error {
	switch e := err.(type) {
	case *dbus.Error:
		return e
	case dbus.Error:
		return &e
	}
	return dbus.MakeFailedError(err)
}
