package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A database has a base: it reads from it, writes to it on a goroutine of its own, the writer, and replaces it where it
// is damaged or was moved away. It is safe for concurrent use, but for the methods that belong to the writer.
type database struct {
	path    string
	options Options
	pace    pace
	queue   *queue

	mu      sync.RWMutex // never held while the file is used
	base    *base        // nil while there is none; the writer reads it without the lock
	keeps   bool         // the base, or the last one, can be written
	edition int          // counts the bases

	reporting sync.Mutex      // held while Trouble is called
	trouble   error           // of its last call
	closing   context.Context // ended by Close
	end       context.CancelFunc
	overdue   context.Context // ended when Close has waited long enough
	giveUp    context.CancelFunc
	written   chan struct{} // closed when the writer has ended
	hurry     chan struct{} // has an element when a caller waits for the queue
	// inspecting is done when no inspection runs. Both belong to the writer.
	stopInspecting context.CancelFunc
	inspecting     sync.WaitGroup
	replaced       bool // a damaged file was replaced in this run
	// newVersions are the pages that get a new version in the transaction under way, unsynced those whose last version
	// may not be synced. Both belong to the writer.
	newVersions []int
	unsynced    map[int]bool
	// patient: writes that are not urgent may wait for pace.patient.
	patient atomic.Bool
}

// A pace has the store's delays.
type pace struct {
	gather  time.Duration // between the first write of a batch and its transaction
	patient time.Duration // the same for patient writes of an unattended program
	retry   time.Duration // before a failed write is tried again
	busy    time.Duration // the same where another program held the lock
	inspect time.Duration // between the start and the inspection of the file
	close   time.Duration // for the last writes
}

func usualPace() pace {
	return pace{
		gather: 100 * time.Millisecond, patient: 90 * time.Second, retry: 30 * time.Second,
		busy: 20 * time.Millisecond, inspect: 5 * time.Second, close: 3 * time.Second,
	}
}

// openDatabase opens the base at a path, or the best substitute for it, and starts the writer.
func openDatabase(path string, o Options, p pace) (*database, Outcome) {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	o.Limit = cmp.Or(o.Limit, DefaultLimit)
	k := &database{
		path: path, options: o, pace: p, queue: newQueue(), written: make(chan struct{}), hurry: make(chan struct{}, 1),
		unsynced: map[int]bool{},
	}
	k.closing, k.end = context.WithCancel(context.Background())
	k.overdue, k.giveUp = context.WithCancel(context.Background())
	b, outcome := obtain(path, o.Now, nil)
	k.use(b)
	go k.work()
	return k, outcome
}

// use sets the base, and starts to inspect it where it is a file that can be set aside.
func (k *database) use(b *base) {
	k.mu.Lock()
	k.base, k.keeps = b, b.writes != nil
	k.edition++
	k.mu.Unlock()
	ctx, cancel := context.WithCancel(k.closing)
	k.stopInspecting = cancel
	if b.writes == nil || b.path == "" {
		return
	}
	k.inspecting.Go(func() {
		select {
		case <-time.After(k.pace.inspect):
		case <-ctx.Done():
			return
		}
		if err := inspect(ctx, b.path); isDamage(err) {
			k.suspect(b, err)
		}
	})
}

// Close writes the queue, within a few seconds, and closes the file. It fails if anything could not be written.
func (k *database) Close() error {
	left := k.queue.close()
	k.end()
	defer k.giveUp()
	select {
	case <-k.written:
	case <-time.After(k.pace.close):
		go func() { // the program may run on for long, with another service
			<-k.written
			_ = k.release()
		}()
		return fmt.Errorf("closing the page store: %d things were not written in time", left)
	}
	err := k.release()
	if left = k.queue.close(); left > 0 {
		err = errors.Join(fmt.Errorf("%d things could not be written", left), err)
	}
	if err != nil {
		return fmt.Errorf("closing the page store: %w", err)
	}
	return nil
}

// release closes the file after the writer has ended.
func (k *database) release() error {
	k.stopInspecting()
	k.inspecting.Wait()
	return k.takeAway().close()
}

// Flush waits until the queue so far is written, which survives the end of the program. Lasting data, which is what the
// user keeps, is synced and survives a power cut, too. It fails where that does not happen before ctx ends.
func (k *database) Flush(ctx context.Context) error {
	written := make(chan struct{})
	if !k.enqueue(write{do: func(*statements) error { return nil }, written: written}) {
		return nil
	}
	select {
	case k.hurry <- struct{}{}:
	default: // another caller waits already
	}
	select {
	case <-written:
		return nil
	case <-ctx.Done():
	}
	k.reporting.Lock()
	defer k.reporting.Unlock()
	return fmt.Errorf("writing to the page store: %w", cmp.Or(k.trouble, ctx.Err()))
}

// FlushLasting is Flush where lasting data is in the queue, and otherwise does nothing.
func (k *database) FlushLasting(ctx context.Context) error {
	if !k.queue.contains(func(w write) bool { return w.lasting }) {
		return nil
	}
	return k.Flush(ctx)
}

// SetUnattended sets whether the program has no user, as a public screen. Then data that the service can give again is
// written every 90 s, which spares the disk of a screen that runs for months. Page and Picture see it before.
func (k *database) SetUnattended(is bool) { k.patient.Store(is) }

// await waits until queued writes of a place are written, before it is read.
func (k *database) await(p place) {
	if !k.queue.contains(func(w write) bool { return w.place == p }) {
		return
	}
	k.reporting.Lock()
	failing := k.trouble != nil
	k.reporting.Unlock()
	if failing {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), awaitFor)
	defer cancel()
	_ = k.Flush(ctx) // after an error an older version is read
}

// awaitFor bounds how long a reader waits for the writer.
const awaitFor = 250 * time.Millisecond

// Edition counts the files that the store has had since it was opened: one that was damaged or moved away is replaced.
// It is 0 where nothing is kept.
func (k *database) Edition() int {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if !k.keeps {
		return 0
	}
	return k.edition
}

// Lasting reports whether the data outlives the program.
func (k *database) Lasting() bool {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.keeps && (k.base == nil || k.base.path != "")
}

// borrow returns the base, which stays open until the caller calls users.Done, or errNotOpen.
func (k *database) borrow() (*base, error) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if k.base == nil {
		return nil, errNotOpen
	}
	k.base.users.Add(1)
	return k.base, nil
}

// takeAway removes the base, if there is one, and returns it once it is no longer in use.
func (k *database) takeAway() *base {
	k.mu.Lock()
	b := cmp.Or(k.base, &base{})
	k.base = nil
	k.mu.Unlock()
	b.users.Wait()
	return b
}

// enqueue gives something to the writer, and reports whether it will be written at all.
func (k *database) enqueue(w write) bool {
	k.mu.RLock()
	keeps := k.keeps
	k.mu.RUnlock()
	if !keeps {
		return false
	}
	w.patient = w.patient && k.patient.Load()
	within, open := k.queue.push(w)
	if !within {
		go k.report(ErrBehind)
	}
	return open
}

// read runs a query, and notifies the writer where the file is damaged.
func (k *database) read(what string, ask func(*statements) error) error {
	b, err := k.borrow()
	if err == nil {
		defer b.users.Done()
		err = k.options.use(Reading)
	}
	if err == nil {
		err = ask(b.reads)
	}
	if err == nil {
		return nil
	}
	if isDamage(err) {
		k.suspect(b, err)
	}
	return fmt.Errorf("reading %s from the store: %w", what, err)
}

// suspect notifies the writer that a base is damaged, unless it has been replaced since.
func (k *database) suspect(b *base, damage error) {
	k.enqueue(write{do: func(w *statements) error {
		if w != b.writes {
			return nil
		}
		return damage
	}})
}

// report calls Trouble where the error has changed. ErrBehind is not reported over an error that explains it.
func (k *database) report(err error) {
	k.reporting.Lock()
	defer k.reporting.Unlock()
	switch {
	case err == nil && k.trouble == nil:
		return
	case err != nil && k.trouble != nil && (err == ErrBehind || err.Error() == k.trouble.Error()):
		return
	}
	if k.options.Trouble != nil {
		k.options.Trouble(err)
	}
	var news *DamagedError
	if !errors.As(err, &news) {
		k.trouble = err
	}
}

// Size returns the bytes of the store, without free pages of its file.
func (k *database) Size() (int64, error) {
	var size int64
	err := k.read("its size", func(r *statements) (err error) {
		size, _, err = sizes(r)
		return err
	})
	return size, err
}

// Bounds of the queue, which grows where the disk is slow or full.
const (
	maxWaiting = 32 << 20 // bytes
	maxPatient = 4 << 20  // bytes, beyond which no write is patient
	maxBatch   = 200      // writes in a transaction
	leastSize  = 256      // bytes that a small write counts as
)

// A place is a page's document, with the subpage 0, or the picture of a subpage.
type place struct{ page, subpage int }

// A write is an element of the queue.
type write struct {
	do   func(*statements) error
	size int // bytes of the page or picture, 0 for anything else
	// lasting: it is synced, and survives a power cut.
	lasting bool
	// place is that of the page or picture, zero for anything else.
	place place
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
