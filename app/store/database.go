package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"sextant/app/teletext"
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
	if absolute, err := filepath.Abs(path); err == nil && path != "" {
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
func (d *database) use(b *base) {
	d.mu.Lock()
	d.base, d.keeps = b, b.writes != nil
	d.edition++
	d.mu.Unlock()
	ctx, cancel := context.WithCancel(d.closing)
	d.stopInspecting = cancel
	if b.writes == nil || b.path == "" {
		return
	}
	d.inspecting.Go(func() {
		select {
		case <-time.After(d.pace.inspect):
		case <-ctx.Done():
			return
		}
		if err := inspect(ctx, b.path); isDamage(err) {
			d.suspect(b, err)
		}
	})
}

// Close writes the queue, within a few seconds, and closes the file. It fails if anything could not be written.
func (d *database) Close() error {
	left := d.queue.close()
	d.end()
	defer d.giveUp()
	select {
	case <-d.written:
	case <-time.After(d.pace.close):
		go func() { // the program may run on for long, with another service
			<-d.written
			_ = d.release()
		}()
		return fmt.Errorf("closing the page store: %d things were not written in time", left)
	}
	err := d.release()
	if left = d.queue.close(); left > 0 {
		err = errors.Join(fmt.Errorf("%d things could not be written", left), err)
	}
	if err != nil {
		return fmt.Errorf("closing the page store: %w", err)
	}
	return nil
}

// release closes the file after the writer has ended.
func (d *database) release() error {
	d.stopInspecting()
	d.inspecting.Wait()
	return d.takeAway().close()
}

// Flush waits until the queue so far is written, which survives the end of the program. Lasting data, which is what the
// user keeps, is synced and survives a power cut, too. It fails where that does not happen before ctx ends.
func (d *database) Flush(ctx context.Context) error {
	written := make(chan struct{})
	if !d.enqueue(write{do: func(*statements) error { return nil }, written: written}) {
		return nil
	}
	select {
	case d.hurry <- struct{}{}:
	default: // another caller waits already
	}
	select {
	case <-written:
		return nil
	case <-ctx.Done():
	}
	d.reporting.Lock()
	defer d.reporting.Unlock()
	return fmt.Errorf("writing to the page store: %w", cmp.Or(d.trouble, ctx.Err()))
}

// FlushLasting is Flush where lasting data is in the queue, and otherwise does nothing.
func (d *database) FlushLasting(ctx context.Context) error {
	if !d.queue.contains(func(w write) bool { return w.lasting }) {
		return nil
	}
	return d.Flush(ctx)
}

// SetUnattended sets whether the program has no user, as a public screen. Then data that the service can give again is
// written every 90 s, which spares the disk of a screen that runs for months. Page and Picture see it before.
func (d *database) SetUnattended(is bool) { d.patient.Store(is) }

// await waits until queued writes of a place are written, before it is read.
func (d *database) await(p teletext.Place) {
	if !d.queue.contains(func(w write) bool { return w.place == p }) {
		return
	}
	d.reporting.Lock()
	failing := d.trouble != nil
	d.reporting.Unlock()
	if failing {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), awaitFor)
	defer cancel()
	_ = d.Flush(ctx) // after an error an older version is read
}

// awaitFor bounds how long a reader waits for the writer.
const awaitFor = 250 * time.Millisecond

// Edition counts the files that the store has had since it was opened: one that was damaged or moved away is replaced.
// It is 0 where nothing is kept.
func (d *database) Edition() int {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if !d.keeps {
		return 0
	}
	return d.edition
}

// Lasting reports whether the data outlives the program.
func (d *database) Lasting() bool {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.keeps && (d.base == nil || d.base.path != "")
}

// borrow returns the base, which stays open until the caller calls users.Done, or errNotOpen.
func (d *database) borrow() (*base, error) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if d.base == nil {
		return nil, errNotOpen
	}
	d.base.users.Add(1)
	return d.base, nil
}

// takeAway removes the base, if there is one, and returns it once it is no longer in use.
func (d *database) takeAway() *base {
	d.mu.Lock()
	b := cmp.Or(d.base, &base{})
	d.base = nil
	d.mu.Unlock()
	b.users.Wait()
	return b
}

// enqueue gives something to the writer, and reports whether it will be written at all.
func (d *database) enqueue(w write) bool {
	d.mu.RLock()
	keeps := d.keeps
	d.mu.RUnlock()
	if !keeps {
		return false
	}
	w.patient = w.patient && d.patient.Load()
	within, open := d.queue.push(w)
	if !within {
		go d.report(ErrBehind)
	}
	return open
}

// read runs a query, and notifies the writer where the file is damaged.
func (d *database) read(what string, ask func(*statements) error) error {
	b, err := d.borrow()
	if err == nil {
		defer b.users.Done()
		err = d.options.use(Reading)
	}
	if err == nil {
		err = ask(b.reads)
	}
	if err == nil {
		return nil
	}
	if isDamage(err) {
		d.suspect(b, err)
	}
	return fmt.Errorf("reading %s from the store: %w", what, err)
}

// suspect notifies the writer that a base is damaged, unless it has been replaced since.
func (d *database) suspect(b *base, damage error) {
	d.enqueue(write{do: func(w *statements) error {
		if w != b.writes {
			return nil
		}
		return damage
	}})
}

// report calls Trouble where the error has changed. ErrBehind is not reported over an error that explains it.
func (d *database) report(err error) {
	d.reporting.Lock()
	defer d.reporting.Unlock()
	switch {
	case err == nil && d.trouble == nil:
		return
	case err != nil && d.trouble != nil && (err == ErrBehind || err.Error() == d.trouble.Error()):
		return
	}
	if d.options.Trouble != nil {
		d.options.Trouble(err)
	}
	var news *DamagedError
	if !errors.As(err, &news) {
		d.trouble = err
	}
}

// Size returns the bytes of the store, without free pages of its file.
func (d *database) Size() (int64, error) {
	var size int64
	err := d.read("its size", func(r *statements) (err error) {
		size, _, err = sizes(r)
		return err
	})
	return size, err
}
