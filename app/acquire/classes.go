package acquire

import (
	"context"
	"sync/atomic"

	"sextant/app/service"
)

// Class says for whom a request is made. A smaller one goes first.
type Class int32

// The classes.
const (
	User     Class = iota // what the user does
	Kiosk                 // what turns by itself in a public place
	Refresh               // the page on screen, kept up to date
	Pictures              // pictures, for nobody in particular, of what can be drawn without
	Prefetch              // what the user may want next
	Collect               // everything there is
	classes
)

// String is the name under which a ledger has the class, such as "user".
func (c Class) String() string {
	return [classes]string{"user", "kiosk", "refresh", "pictures", "prefetch", "collect"}[c]
}

// ClassNamed finds a class by the name that String gives it. It returns false where no class has that name.
func ClassNamed(name string) (Class, bool) {
	for c := User; c < classes; c++ {
		if c.String() == name {
			return c, true
		}
	}
	return 0, false
}

// A ticket goes with the requests made for one purpose and says for whom they are.
type ticket struct{ class atomic.Int32 }

type ticketKey struct{}

func withTicket(ctx context.Context, c Class) (context.Context, *ticket) {
	t := &ticket{}
	t.class.Store(int32(c))
	return context.WithValue(service.WithPriority(ctx, t.urgency), ticketKey{}, t), t
}

// urgency is how urgent the service is told that a request is which goes out now.
func (t *ticket) urgency() int {
	return [classes]int{User: 1, Kiosk: 3, Refresh: 4, Pictures: 5, Prefetch: 6, Collect: 7}[t.class.Load()]
}

// As returns a context under which all that is requested is done for a class. What is requested under a
// context without such a mark is the user's.
func As(ctx context.Context, c Class) context.Context {
	ctx, _ = withTicket(ctx, c)
	return ctx
}
