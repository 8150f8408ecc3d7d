package store

import (
	"slices"
	"sync"

	"sextant/app/teletext"
)

// Bounds of the queue, which grows where the disk is slow or full.
const (
	maxWaiting = 32 << 20 // bytes
	maxPatient = 4 << 20  // bytes, beyond which no write is patient
	maxBatch   = 200      // writes in a transaction
	leastSize  = 256      // bytes that a small write counts as
)

// A write is an element of the queue.
type write struct {
	do   func(*statements) error
	size int // bytes of the page or picture, 0 for anything else
	// lasting: it is synced, and survives a power cut.
	lasting bool
	// place is a page's document, with the subpage 0, or the picture of a subpage; zero for anything else.
	place teletext.Place
	// patient: it may wait for further writes in an unattended program.
	patient bool
	// written is closed when it was written. It may be nil.
	written chan struct{}
}

func (w write) weight() int { return w.size + leastSize }

// A queue has the writes that wait. Adding never blocks.
type queue struct {
	mu      sync.Mutex
	waiting []write
	weight  int
	writing []write // the last batch
	closed  bool
	due     bool          // it is written although all of it is patient
	filled  chan struct{} // has an element if anything was added since the last batch
	patient chan struct{} // the same for patient writes
}

func newQueue() *queue {
	return &queue{filled: make(chan struct{}, 1), patient: make(chan struct{}, 1)}
}

// contains reports whether there is a write, waiting or under way, for which such is true.
func (q *queue) contains(such func(write) bool) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.ContainsFunc(q.waiting, such) || slices.ContainsFunc(q.writing, such)
}

// hasten makes the waiting writes due.
func (q *queue) hasten() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		return
	}
	q.due = true
	select {
	case q.filled <- struct{}{}:
	default:
	}
}

// done records that the last batch is written, or given up.
func (q *queue) done() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.writing = nil
}

// push appends a write. It reports whether all of the queue is within its bounds; if not, the oldest
// pages and pictures are dropped.
func (q *queue) push(w write) (within, open bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return true, false
	}
	q.waiting = append(q.waiting, w)
	q.weight += w.weight()
	added := q.filled
	if w.patient && q.weight < maxPatient {
		added = q.patient
	} else {
		q.due = true
	}
	select {
	case added <- struct{}{}:
	default:
	}
	return q.shorten(), true
}

// shorten drops the oldest pages and pictures while the queue is beyond its bounds, and without any, the oldest writes.
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

// pop removes a batch of the oldest writes, none where all are patient and not due yet.
func (q *queue) pop() []write {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.due && !q.closed {
		return nil
	}
	n := min(len(q.waiting), maxBatch)
	batch := slices.Clone(q.waiting[:n])
	for _, w := range batch {
		q.weight -= w.weight()
	}
	q.waiting = slices.Delete(q.waiting, 0, n)
	q.due = len(q.waiting) > 0
	q.writing = batch
	return batch
}

// putBack returns a batch to the front of the queue.
func (q *queue) putBack(batch []write) (within bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting, q.due = slices.Insert(q.waiting, 0, batch...), true
	for _, w := range batch {
		q.weight += w.weight()
	}
	return q.shorten()
}

// close refuses further writes, and returns how many are left.
func (q *queue) close() (left int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	return len(q.waiting)
}
