package relay

import (
	"context"
	"sync"
	"time"

	"sextant/app/budget"
)

// requests are those to the service that are under way, one for each key, which all who want its answer wait for. Each
// is a background goroutine, out of the share of the client that was first, and goes on without clients.
type requests[K comparable] struct {
	jobs *jobs

	mu       sync.Mutex
	underWay map[K]*request
}

// A request is one that is under way, or has ended.
type request struct {
	class budget.Class
	done  chan struct{}
	retry time.Duration // the result of ask, to be read after done
}

// join returns the request for key that is under way. Where there is none, or only one of a less important class, it
// begins another with ask, if pay takes it from the client's share. It returns nil where there is none and the share is
// used up. pay is called under a lock.
func (rs *requests[K]) join(key K, class budget.Class, pay func() bool,
	ask func(ctx context.Context) (retry time.Duration),
) *request {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	other := rs.underWay[key]
	if other != nil && other.class <= class {
		return other
	}
	if !pay() {
		return other
	}
	r := &request{class: class, done: make(chan struct{})}
	if !rs.jobs.start(func() { rs.run(key, r, ask) }) {
		return other
	}
	if rs.underWay == nil {
		rs.underWay = map[K]*request{}
	}
	rs.underWay[key] = r
	return r
}

func (rs *requests[K]) run(key K, r *request, ask func(ctx context.Context) time.Duration) {
	ctx, cancel := context.WithTimeout(rs.jobs.life, askWaits)
	defer cancel()
	defer close(r.done)
	r.retry = ask(ctx)
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.underWay[key] == r {
		delete(rs.underWay, key)
	}
}

// wait waits until the request has ended, for at most patience, or until ctx ends. It returns the time until the next
// attempt, a second where it has not ended.
func (r *request) wait(ctx context.Context, patience time.Duration) (retry time.Duration) {
	enough := time.NewTimer(patience)
	defer enough.Stop()
	select {
	case <-r.done:
		return r.retry
	case <-enough.C:
	case <-ctx.Done():
	}
	return time.Second
}
