package budget

import (
	"context"
	"sync/atomic"

	"sextant/app/service"
)

// Class says for whom a request is made. A smaller one goes first.
type Class int32

// The Classes.
const (
	User     Class = iota // what the user does
	Kiosk                 // what turns automatically in a public place
	Refresh               // the page on screen, kept up to date
	Intent                // what the user is about to open: the link under the pointer, the number half typed
	Pictures              // pictures, for nobody in particular, of what can be drawn without
	Prefetch              // what the user may want next
	Collect               // everything there is
	Classes               // how many there are
)

// String is the name under which a ledger has the class, such as "user".
func (c Class) String() string {
	return [Classes]string{"user", "kiosk", "refresh", "intent", "pictures", "prefetch", "collect"}[c]
}

// ClassNamed finds a class by the name that String gives it. It returns false where no class has that name.
func ClassNamed(name string) (Class, bool) {
	for c := User; c < Classes; c++ {
		if c.String() == name {
			return c, true
		}
	}
	return 0, false
}

// A Ticket goes with the requests made for one purpose and says for whom they are.
type Ticket struct{ class atomic.Int32 }

type ticketKey struct{}

// WithTicket returns a context for requests of a class, and the ticket by which they can be raised.
func WithTicket(ctx context.Context, c Class) (context.Context, *Ticket) {
	t := &Ticket{}
	t.class.Store(int32(c))
	return context.WithValue(service.WithPriority(ctx, t.urgency), ticketKey{}, t), t
}

// urgency is the urgency that a request names which goes out now.
func (t *Ticket) urgency() int {
	return [Classes]int{User: 1, Kiosk: 3, Refresh: 4, Intent: 4, Pictures: 5, Prefetch: 6, Collect: 7}[t.class.Load()]
}

// As returns a context under which all that is requested is done for a class. What is requested under a
// context without such a mark is the user's.
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
