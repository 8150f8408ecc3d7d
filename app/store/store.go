package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Limits of a store.
const (
	// DefaultLimit is the size beyond which the oldest versions leave.
	DefaultLimit = 500 << 20
	// memoryLimit is that of a store that lives in memory.
	memoryLimit = 64 << 20
)

// Options say how a store is kept.
type Options struct {
	// Now is the clock.
	Now func() time.Time
	// Limit is the size in bytes beyond which the oldest versions leave. Zero means DefaultLimit.
	Limit int64
	// Trouble is told when writing begins to fail, and nil when it works again. Besides, it is told of
	// a [DamagedError], which is news rather than a state. It is called from goroutines of the store,
	// one call at a time, and must not wait for the store. It may be nil.
	Trouble func(error)
}

// An Outcome tells what Open found, for a sentence to the user. It is zero when all is well.
type Outcome struct {
	// SetAside is the path that a damaged file was given. A new one was begun, with the favourites and
	// watches of the old one if they could still be read.
	SetAside string
	// ReadOnly tells that what is stored can be read, but nothing is kept.
	ReadOnly bool
	// InMemory tells that nothing was there to be read, and all that is kept is kept for this run.
	InMemory bool
	// Cause is why nothing can be written: [ErrFull], [ErrReadOnly], [ErrNewer] or something else.
	Cause error
}

// A Store keeps what one service showed. It is safe for concurrent use.
type Store struct {
	path    string
	options Options
	pace    pace
	queue   *queue
	packer  packer

	mu      sync.RWMutex // held to read while base is used, to write while it is replaced
	base    *base
	edition int // counts the bases

	told    sync.Mutex      // held while Trouble is told
	trouble error           // what it was told last
	closing context.Context // ended by Close
	close   context.CancelFunc
	overdue context.Context // ended when Close has waited long enough
	giveUp  context.CancelFunc
	written chan struct{} // closed when the writer has ended
	hurry   chan struct{} // has an element when somebody waits for what is to be written
	// inspecting is done when no inspection runs. Both belong to the writer.
	stopInspecting context.CancelFunc
	inspecting     sync.WaitGroup
	replaced       bool // a damaged file was replaced in this run
}

// A pace is how long the store waits for this and that.
type pace struct {
	gather  time.Duration // after something was given to write
	retry   time.Duration // before trying again to write what could not be written
	busy    time.Duration // the same where another program was in the way
	inspect time.Duration // after the start, before the file is inspected
	close   time.Duration // for the last writes
}

func usualPace() pace {
	return pace{gather: 100 * time.Millisecond, retry: 30 * time.Second, busy: 20 * time.Millisecond, inspect: 5 * time.Second, close: 3 * time.Second}
}

// Open opens the store in a file, which is made if it is not there. It always gives one that can be
// used; the outcome tells whether it keeps anything.
func Open(path string, o Options) (*Store, Outcome) { return open(path, o, usualPace()) }

func open(path string, o Options, p pace) (*Store, Outcome) {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	o.Limit = cmp.Or(o.Limit, DefaultLimit)
	s := &Store{path: path, options: o, pace: p, queue: newQueue(), written: make(chan struct{}), hurry: make(chan struct{}, 1)}
	s.closing, s.close = context.WithCancel(context.Background())
	s.overdue, s.giveUp = context.WithCancel(context.Background())
	b, outcome := obtain(path, o.Now, nil)
	s.use(b)
	go s.work()
	return s, outcome
}

// obtain opens what can be opened. damaged is a file that must be set aside first, if there is one.
func obtain(path string, now func() time.Time, damaged os.FileInfo) (*base, Outcome) {
	b, aside, err := openOrBegin(path, damaged, now())
	if err == nil {
		return b, Outcome{SetAside: aside}
	}
	cause := fmt.Errorf("opening the page store: %w", explain(err))
	if damaged == nil && aside == "" {
		if b, err = openReadOnly(path); err == nil {
			return b, Outcome{ReadOnly: true, Cause: cause}
		}
	}
	b, out := inMemory(cause)
	out.SetAside = aside
	return b, out
}

// inMemory opens a store that needs nothing but memory. Where there is none left, nothing goes on.
func inMemory(cause error) (*base, Outcome) {
	b, err := openMemory()
	if err != nil {
		panic(err)
	}
	return b, Outcome{InMemory: true, Cause: cause}
}

// use makes a base the store's own and begins to inspect it, if it is a file that can be set aside.
func (s *Store) use(b *base) {
	s.base = b
	s.edition++
	ctx, cancel := context.WithCancel(s.closing)
	s.stopInspecting = cancel
	if b.writes == nil || b.path == "" {
		return
	}
	s.inspecting.Go(func() {
		select {
		case <-time.After(s.pace.inspect):
		case <-ctx.Done():
			return
		}
		if err := inspect(ctx, b.path); isDamage(err) {
			s.suspect(b, err)
		}
	})
}

// Close writes what still waits to be written, within a few seconds, and closes the file. It fails if
// anything could not be written.
func (s *Store) Close() error {
	left := s.queue.close()
	s.close()
	defer s.giveUp()
	select {
	case <-s.written:
	case <-time.After(s.pace.close):
		return fmt.Errorf("closing the page store: %d things were not written in time", left)
	}
	s.stopInspecting()
	s.inspecting.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.base.close()
	if left = s.queue.close(); left > 0 {
		err = errors.Join(fmt.Errorf("%d things could not be written", left), err)
	}
	if err != nil {
		return fmt.Errorf("closing the page store: %w", err)
	}
	return nil
}

// Flush waits until all that was given to keep so far is on its way to the disk, which survives the end
// of the program. It fails where that does not happen before ctx ends.
func (s *Store) Flush(ctx context.Context) error {
	written := make(chan struct{})
	if !s.enqueue(write{do: func(*statements) error { return nil }, written: written}) {
		return nil
	}
	select {
	case s.hurry <- struct{}{}:
	default: // somebody else is in a hurry
	}
	select {
	case <-written:
		return nil
	case <-ctx.Done():
	}
	s.told.Lock()
	defer s.told.Unlock()
	return fmt.Errorf("writing to the page store: %w", cmp.Or(s.trouble, ctx.Err()))
}

// Edition counts the files that the store has had since it was opened: another one takes the place of one that
// was damaged or moved away. It is 0 where nothing is kept.
func (s *Store) Edition() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.base.writes == nil {
		return 0
	}
	return s.edition
}

// enqueue gives something to the writer, and tells whether it will be written at all.
func (s *Store) enqueue(w write) bool {
	s.mu.RLock()
	keeps := s.base.writes != nil
	s.mu.RUnlock()
	if !keeps {
		return false
	}
	within, open := s.queue.add(w)
	if !within {
		go s.report(ErrBehind)
	}
	return open
}

// read asks the database, and lets the writer look after it if it is damaged.
func (s *Store) read(what string, ask func(*statements) error) error {
	s.mu.RLock()
	b := s.base
	err := ask(b.reads)
	s.mu.RUnlock()
	if err == nil {
		return nil
	}
	if isDamage(err) {
		s.suspect(b, err)
	}
	return fmt.Errorf("reading %s from the store: %w", what, err)
}

// suspect tells the writer that a base is damaged. By then it may have been replaced.
func (s *Store) suspect(b *base, damage error) {
	s.enqueue(write{do: func(w *statements) error {
		if w != b.writes {
			return nil
		}
		return damage
	}})
}

// report tells of trouble, and of its end, if that is news. That the disk does not keep up is none when
// it is known why.
func (s *Store) report(err error) {
	s.told.Lock()
	defer s.told.Unlock()
	switch {
	case err == nil && s.trouble == nil:
		return
	case err != nil && s.trouble != nil && (err == ErrBehind || err.Error() == s.trouble.Error()):
		return
	}
	if s.options.Trouble != nil {
		s.options.Trouble(err)
	}
	var news *DamagedError
	if !errors.As(err, &news) {
		s.trouble = err
	}
}

// Size is how many bytes the store takes, without room that is free to be used again.
func (s *Store) Size() (int64, error) {
	var size int64
	err := s.read("its size", func(r *statements) (err error) {
		size, _, err = sizes(r)
		return err
	})
	return size, err
}
