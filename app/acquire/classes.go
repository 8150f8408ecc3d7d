package acquire

import (
	"context"
	"sync/atomic"
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

func (c Class) String() string {
	return [classes]string{"user", "kiosk", "refresh", "pictures", "prefetch", "collect"}[c]
}

// ClassNamed finds a class by its name.
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
	return context.WithValue(ctx, ticketKey{}, t), t
}

// As marks what is requested under a context as done for a class. Without a mark, it is the user's.
func As(ctx context.Context, c Class) context.Context {
	ctx, _ = withTicket(ctx, c)
	return ctx
}
