package budget

import (
	"context"
	"sync/atomic"

	"sextant/app/service"
)

// A Class is the priority of a request by its purpose. A smaller one goes first.
type Class int32

// The Classes.
const (
	User     Class = iota // what the user does
	Kiosk                 // what turns automatically in a public place
	Refresh               // the page on screen, kept up to date
	Intent                // what the user is about to open: the link under the pointer, the number half typed
	Pictures              // pictures of what can be drawn without them
	Prefetch              // what the user may want next
	Collect               // everything there is
	Classes               // how many there are
)

// String returns the class's name in a ledger, such as "user".
func (c Class) String() string {
	return [Classes]string{"user", "kiosk", "refresh", "intent", "pictures", "prefetch", "collect"}[c]
}

// ClassNamed returns the class with a name, and whether there is one.
func ClassNamed(name string) (Class, bool) {
	for c := User; c < Classes; c++ {
		if c.String() == name {
			return c, true
		}
	}
	return 0, false
}

// A Ticket is the class of the requests that are made for one purpose. It can be raised while they wait.
type Ticket struct{ class atomic.Int32 }

type ticketKey struct{}

// WithTicket returns a context for requests of a class, and the ticket by which they can be raised.
func WithTicket(ctx context.Context, c Class) (context.Context, *Ticket) {
	t := &Ticket{}
	t.class.Store(int32(c))
	return context.WithValue(service.WithPriority(ctx, t.urgency), ticketKey{}, t), t
}

// urgency returns the urgency of a request (RFC 9218) that is sent now.
func (t *Ticket) urgency() int {
	return [Classes]int{User: 1, Kiosk: 3, Refresh: 4, Intent: 4, Pictures: 5, Prefetch: 6, Collect: 7}[t.class.Load()]
}

// As returns a context for requests of a class. Requests under an unmarked context have the class User.
func As(ctx context.Context, c Class) context.Context {
	ctx, _ = WithTicket(ctx, c)
	return ctx
}

// ClassOf returns the class of a context, User where it has no mark.
func ClassOf(ctx context.Context) Class {
	if t, marked := ctx.Value(ticketKey{}).(*Ticket); marked {
		return Class(t.class.Load())
	}
	return User
}
