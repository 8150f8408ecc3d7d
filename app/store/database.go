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

// A database has a base and looks after it: it reads from it, has what is given to it written by a goroutine of
// its own, the writer, and puts another base in the place of one that is damaged or moved away. Its methods may
// be called from any goroutine, but for those that belong to the writer.
type database struct {
	path    string
	options Options
	pace    pace
	queue   *queue

	mu      sync.RWMutex // never held while the file is used
	base    *base        // nil while there is none; the writer reads it without the lock
	keeps   bool         // the base, or the one before it, can be written
	edition int          // counts the bases

	reporting sync.Mutex      // held while Trouble is called
	trouble   error           // what it was called with last
	closing   context.Context // ended by Close
	end       context.CancelFunc
	overdue   context.Context // ended when Close has waited long enough
	giveUp    context.CancelFunc
	written   chan struct{} // closed when the writer has ended
	hurry     chan struct{} // has an element when somebody waits for what is to be written
	// inspecting is done when no inspection runs. Both belong to the writer.
	stopInspecting context.CancelFunc
	inspecting     sync.WaitGroup
	replaced       bool // a damaged file was replaced in this run
	// newVersions are the pages that get one in the transaction under way, unsynced those of which the last one may not
	// be on the disk. Both belong to the writer.
	newVersions []int
	unsynced    map[int]bool
	// patient: what need not be written at once may wait for pace.patient.
	patient atomic.Bool
}

// A pace is how long the store waits for this and that.
type pace struct {
	gather  time.Duration // after something was given to write
	patient time.Duration // the same where nobody sits at the program, of what comes again
	retry   time.Duration // before trying again to write what could not be written
	busy    time.Duration // the same where another program was in the way
	inspect time.Duration // after the start, before the file is inspected
	close   time.Duration // for the last writes
}

func usualPace() pace {
	return pace{
		gather: 100 * time.Millisecond, patient: 90 * time.Second, retry: 30 * time.Second,
		busy: 20 * time.Millisecond, inspect: 5 * time.Second, close: 3 * time.Second,
	}
}

// openDatabase opens the base at a path, or what can be had in its place, and begins to write.
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

// use makes a base the keeper's own and begins to inspect it, if it is a file that can be set aside.
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

// Close writes what still waits to be written, within a few seconds, and closes the file. It fails if
// anything could not be written.
func (k *database) Close() error {
	left := k.queue.close()
	k.end()
	defer k.giveUp()
	select {
	case <-k.written:
	case <-time.After(k.pace.close):
		go func() { // the program may go on for long, with another service
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

// release closes the file, which nobody writes any more.
func (k *database) release() error {
	k.stopInspecting()
	k.inspecting.Wait()
	return k.takeAway().close()
}

// Flush waits until all that was given to keep so far is on its way to the disk, which survives the end of the
// program, and a power cut too where it is lasting: what the user keeps. It fails where that does not happen before
// ctx ends.
func (k *database) Flush(ctx context.Context) error {
	written := make(chan struct{})
	if !k.enqueue(write{do: func(*statements) error { return nil }, written: written}) {
		return nil
	}
	select {
	case k.hurry <- struct{}{}:
	default: // somebody else is in a hurry
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

// FlushLasting is Flush where something lasting waits; what else waits may stay so.
func (k *database) FlushLasting(ctx context.Context) error {
	if !k.queue.contains(func(w write) bool { return w.lasting }) {
		return nil
	}
	return k.Flush(ctx)
}

// SetUnattended says whether nobody sits at the program. Then what the service can be asked for again is written once a
// minute or so, which spares the disk of a screen that runs for months. Page and Picture see it before.
func (k *database) SetUnattended(is bool) { k.patient.Store(is) }

// await has what waits to be written of a place written, before it is read.
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
	_ = k.Flush(ctx) // what is read then is older
}

// awaitFor is how long a reader waits for the writer at most.
const awaitFor = 250 * time.Millisecond

// Edition counts the files that the store has had since it was opened: another one takes the place of one that
// was damaged or moved away. It is 0 where nothing is kept.
func (k *database) Edition() int {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if !k.keeps {
		return 0
	}
	return k.edition
}

// Lasting reports whether what is written is there after the program has ended.
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

// takeAway takes the base out of use, if there is one, and returns it once nobody uses it.
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

// read asks the database, and lets the writer look after it if it is damaged.
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

// suspect notifies the writer that a base is damaged. By then it may have been replaced.
func (k *database) suspect(b *base, damage error) {
	k.enqueue(write{do: func(w *statements) error {
		if w != b.writes {
			return nil
		}
		return damage
	}})
}

// report reports trouble, and its end, if that is news. That the disk does not keep up is none when
// it is known why.
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

// Size is how many bytes the store takes, without room that is free to be used again.
func (k *database) Size() (int64, error) {
	var size int64
	err := k.read("its size", func(r *statements) (err error) {
		size, _, err = sizes(r)
		return err
	})
	return size, err
}

// Bounds of what waits to be written. A slow disk may get that far behind, or a full one.
const (
	maxWaiting = 32 << 20 // bytes
	maxPatient = 4 << 20  // bytes, from which on nothing is patient
	maxBatch   = 200      // writes to a transaction
	leastSize  = 256      // what a write without contents takes
)

// A place is a page's document, with the subpage 0, or the picture of a subpage.
type place struct{ page, subpage int }

// A write is something to be written.
type write struct {
	do   func(*statements) error
	size int // bytes of the page or picture, 0 for all that is small
	// lasting: once it is written a power cut cannot take it away.
	lasting bool
	// place is that of which it is something, zero for anything else.
	place place
	// patient: it may wait for others, where nobody sits at the program.
	patient bool
	// written is closed when it was written. It may be nil.
	written chan struct{}
}

func (w write) weight() int { return w.size + leastSize }

// A queue holds what waits to be written. Adding never waits.
type queue struct {
	mu      sync.Mutex
	waiting []write
	weight  int
	writing []write // taken out last
	closed  bool
	due     bool          // what waits is written although all of it is patient
	filled  chan struct{} // has an element if anything was added since it was taken out
	patient chan struct{} // the same for what is patient
}

func newQueue() *queue {
	return &queue{filled: make(chan struct{}, 1), patient: make(chan struct{}, 1)}
}

// contains reports whether there is such a write, waiting or under way.
func (q *queue) contains(such func(write) bool) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.ContainsFunc(q.waiting, such) || slices.ContainsFunc(q.writing, such)
}

// hasten lets nothing that waits be patient any more.
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

// done says that what was taken out last is written, or given up.
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

// pop takes the oldest writes out, none where all that waits is patient and not due yet.
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

// putBack puts writes that were taken out where they were.
func (q *queue) putBack(batch []write) (within bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting, q.due = slices.Insert(q.waiting, 0, batch...), true
	for _, w := range batch {
		q.weight += w.weight()
	}
	return q.shorten()
}

// close lets nothing more in, and returns how much is left.
func (q *queue) close() (left int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	return len(q.waiting)
}
