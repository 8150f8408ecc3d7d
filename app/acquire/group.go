package acquire

import (
	"context"
	"sync"

	"sextant/app/budget"
)

// A call is a request under way that several may wait for.
type call[V any] struct {
	done    chan struct{}
	value   V
	err     error
	ticket  *budget.Ticket
	cancel  context.CancelFunc
	waiting int
}

// group merges concurrent requests with the same key, as singleflight.Group of golang.org/x/sync does. Besides, the
// request has the most important class of its callers, and is cancelled when no caller waits any more.
type group[K comparable, V any] struct {
	budget *budget.Budget

	mu  sync.Mutex
	out map[K]*call[V]
}

func newGroup[K comparable, V any](b *budget.Budget) *group[K, V] {
	return &group[K, V]{budget: b, out: map[K]*call[V]{}}
}

// do waits for the request for key, which is made by ask if none is under way.
func (g *group[K, V]) do(ctx context.Context, c budget.Class,
	key K, ask func(context.Context) (V, error),
) (V, error) {
	g.mu.Lock()
	fl := g.out[key]
	if fl == nil {
		fl = g.startCall(ctx, c, key, ask)
	} else {
		g.budget.Raise(fl.ticket, c)
	}
	fl.waiting++
	g.mu.Unlock()
	select {
	case <-fl.done:
		return fl.value, fl.err
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if fl.waiting--; fl.waiting == 0 {
		fl.cancel()
		if g.out[key] == fl {
			delete(g.out, key)
		}
	}
	var none V
	return none, cancelled(ctx)
}

// isRunning reports whether a request for key is under way.
func (g *group[K, V]) isRunning(key K) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.out[key] != nil
}

func (g *group[K, V]) startCall(ctx context.Context, c budget.Class,
	key K, ask func(context.Context) (V, error),
) *call[V] {
	fl := &call[V]{done: make(chan struct{})}
	ctx, fl.cancel = context.WithCancel(context.WithoutCancel(ctx))
	ctx, fl.ticket = budget.WithTicket(ctx, c)
	g.out[key] = fl
	go func() {
		fl.value, fl.err = ask(ctx)
		g.mu.Lock()
		if g.out[key] == fl {
			delete(g.out, key)
		}
		g.mu.Unlock()
		fl.cancel()
		close(fl.done)
	}()
	return fl
}
