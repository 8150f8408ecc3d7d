package store

import (
	"slices"
	"sync"
)

// Bounds of what waits to be written. A slow disk may get that far behind, or a full one.
const (
	maxWaiting = 32 << 20 // bytes
	maxBatch   = 200      // writes to a transaction
	leastSize  = 256      // what a write without contents takes
)

// A write is something to be written.
type write struct {
	do   func(*statements) error
	size int // bytes of the page or picture, 0 for all that is small
	// written is closed when it was written. It may be nil.
	written chan struct{}
}

func (w write) weight() int { return w.size + leastSize }

// A queue holds what waits to be written. Adding never waits.
type queue struct {
	mu      sync.Mutex
	waiting []write
	weight  int
	closed  bool
	filled  chan struct{} // has an element if anything was added since it was taken out
}

func newQueue() *queue { return &queue{filled: make(chan struct{}, 1)} }

// add appends a write. It reports whether all of the queue is within its bounds; if not, the oldest
// pages and pictures are dropped.
func (q *queue) add(w write) (within, open bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return true, false
	}
	q.waiting = append(q.waiting, w)
	q.weight += w.weight()
	select {
	case q.filled <- struct{}{}:
	default:
	}
	return q.shorten(), true
}

// shorten drops the oldest pages and pictures while there is too much, and if there are none, whatever
// is oldest.
func (q *queue) shorten() (within bool) {
	within = true
	for q.weight > maxWaiting {
		within = false
		i := max(slices.IndexFunc(q.waiting, func(w write) bool { return w.size > 0 }), 0)
		q.weight -= q.waiting[i].weight()
		q.waiting = slices.Delete(q.waiting, i, i+1)
	}
	return within
}

// take takes the oldest writes out.
func (q *queue) take() []write {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := min(len(q.waiting), maxBatch)
	batch := slices.Clone(q.waiting[:n])
	for _, w := range batch {
		q.weight -= w.weight()
	}
	q.waiting = slices.Delete(q.waiting, 0, n)
	return batch
}

// putBack puts writes that were taken out where they were.
func (q *queue) putBack(batch []write) (within bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = slices.Insert(q.waiting, 0, batch...)
	for _, w := range batch {
		q.weight += w.weight()
	}
	return q.shorten()
}

// close lets nothing more in, and tells how much is left.
func (q *queue) close() (left int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	return len(q.waiting)
}
