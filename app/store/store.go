// Package store is the page store: everything that one service ever showed, in one SQLite file of the profile, so that
// pages are there at once, offline, and in all their versions.
//
// Writes go into a queue and return at once; one goroutine writes them, many in a transaction. So nothing that draws a
// window waits for a disk. Reads have connections of their own and see what was committed. [Store.Flush] waits until
// everything is written.
//
// A page document is a version: its content is stored once, and again only when it has changed. A picture belongs to
// the content of a subpage, so that an unchanged subpage keeps its picture when another one of its page changes. The
// newest version of every subpage is in the full-text index. Beyond a limit the versions are removed that were
// superseded longest ago, then the pages that were not asked for longest; favourites stay. Media documents have a share
// of the limit.
//
// A store can always be used. A damaged file is set aside and a new one made. Where nothing can be written, the file is
// read only; where there is no file, the store is in memory until the program ends. [Outcome] reports which, and
// Options.Trouble what happens later. Several programs may use one file at the same time.
//
// No file has data of two services: the caller gives each its own path.
package store

import (
	"fmt"
	"os"
	"time"
)

// Limits of a store.
const (
	// DefaultLimit is the size in bytes beyond which the oldest versions are removed.
	DefaultLimit = 500 << 20
	// memoryLimit is that of a store that lives in memory.
	memoryLimit = 64 << 20
)

// Options configure a store.
type Options struct {
	// Now is the clock.
	Now func() time.Time
	// Limit is the size in bytes beyond which the oldest versions are removed. Zero means DefaultLimit.
	Limit int64
	// Trouble is called when writing begins to fail, and with nil when it works again. Besides, it is called with a
	// [DamagedError], which is an event rather than a state. It is called from goroutines of the store, one call at a
	// time, and must not wait for the store. It may be nil.
	Trouble func(error)
	// Disk is a fault injection for tests: it is called before each use of the file, and its error counts as the
	// file's. It may block, but not in a claim, for which a lock is held. Nil outside of tests.
	Disk func(Use) error
}

// A Use is what the file is used for.
type Use int

// The uses. Claims are for requests that are recorded before they are sent.
const (
	Reading Use = iota
	Writing
	Claiming
)

// use calls Disk.
func (o *Options) use(u Use) error {
	if o.Disk == nil {
		return nil
	}
	return o.Disk(u)
}

// An Outcome is the result of Open, for a message to the user. It is zero where all is well.
type Outcome struct {
	// SetAside is the new path of a damaged file. It was replaced by one with its readable parts; Lost are those that
	// are missing or incomplete.
	SetAside string
	Lost     Parts
	// ReadOnly: the file can be read, but not written.
	ReadOnly bool
	// InMemory: there is no usable file, and the store ends with the program.
	InMemory bool
	// Cause is why nothing can be written: [ErrFull], [ErrReadOnly], [ErrNewer] or something else.
	Cause error
}

// A Store is the page store of one service. It is made of parts with separate uses, which share the file and can be
// passed on separately. Methods that write return at once, and a goroutine of the store writes later. Methods that read
// query the file, see what was written so far, and fail where the file cannot be read. A Store and its parts are safe
// for concurrent use.
type Store struct {
	*database
	*Pages
	*Pictures
	*Index
	*Visits
	*Wishes
	*Listening
	*Requests
	*States
	*MediaDocuments
}

// Open opens the store in a file, which is made if it does not exist, or with an empty path in memory. The store can
// always be used; the outcome reports whether it keeps anything.
func Open(path string, o Options) (*Store, Outcome) { return open(path, o, usualPace()) }

func open(path string, o Options, p pace) (*Store, Outcome) {
	k, outcome := openDatabase(path, o, p)
	return &Store{
		database: k, Pages: &Pages{db: k}, Pictures: &Pictures{db: k}, Index: &Index{k}, Visits: &Visits{k},
		Wishes: &Wishes{k}, Listening: &Listening{k}, Requests: &Requests{k},
		States: &States{k}, MediaDocuments: &MediaDocuments{k},
	}, outcome
}

// obtain opens the best base that it can. damaged is a file that must be set aside first, if there is one.
func obtain(path string, now func() time.Time, damaged os.FileInfo) (*base, Outcome) {
	if path == "" {
		return inMemory(nil)
	}
	b, aside, lost, err := openOrBegin(path, damaged, now())
	if err == nil {
		return b, Outcome{SetAside: aside, Lost: lost}
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

// inMemory opens a base in memory. It panics where there is no memory left.
func inMemory(cause error) (*base, Outcome) {
	b, err := openMemory()
	if err != nil {
		panic(err)
	}
	return b, Outcome{InMemory: true, Cause: cause}
}

// States has small values for the program's next start, by key.
type States struct{ db *database }

// State returns the value of a key, empty for none.
func (s *States) State(key string) (value string, err error) {
	err = s.db.read("the state", func(r *statements) error {
		_, err := r.queryRow("SELECT value FROM state WHERE key = ?", key).find(&value)
		return err
	})
	return value, err
}

// SetState sets the value of a key.
func (s *States) SetState(key, value string) {
	s.db.enqueue(write{do: func(w *statements) error { return setState(w, key, value) }})
}

func setState(w *statements, key, value string) error {
	_, err := w.exec(
		"INSERT INTO state (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", key, value)
	return err
}

// ChangeState sets the value of a key to what change returns for the current one, which another program may have set.
// It is lasting. change is called on the goroutine that writes, and may be called again where that fails.
func (s *States) ChangeState(key string, change func(value string) string) {
	s.db.enqueue(write{lasting: true, do: func(w *statements) error {
		var before string
		if _, err := w.queryRow("SELECT value FROM state WHERE key = ?", key).find(&before); err != nil {
			return err
		}
		return setState(w, key, change(before))
	}})
}
