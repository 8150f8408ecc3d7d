// Package store is the page store: everything one service ever showed, in one SQLite file of the
// profile, so that pages are there at once, without a network, and as they once were.
//
// What a caller gives to keep goes into a queue and returns at once; one goroutine writes it, many
// things to a transaction. So nothing that draws a window waits for a disk. Reading has connections of
// its own and sees what was committed. Who needs to know that something is on the disk calls
// [Store.Flush].
//
// A page document is a version: what it says is stored once, and again only when it says something
// else. A picture belongs to what a subpage says, so that a subpage that stays as it was keeps its
// picture when another one of its page changes. The newest version of every subpage can be searched.
// Beyond a limit the versions leave that were superseded longest ago, then the pages that nobody asked
// for in a long time; favourites stay.
//
// A store can always be used. Where its file is damaged, it is set aside and a new one begun; where
// nothing can be written, what is there can be read; where there is nothing, the store lives in memory
// for as long as the program does. [Outcome] says which, and Options.Trouble reports what happens later.
// Several programs may use one file at the same time.
//
// No file holds anything of two services: the caller gives each its own path.
package store

import (
	"fmt"
	"os"
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
	// Trouble is called when writing begins to fail, and with nil when it works again. Besides, it is called with
	// a [DamagedError], which is news rather than a state. It is called from goroutines of the store,
	// one call at a time, and must not wait for the store. It may be nil.
	Trouble func(error)
	// Disk is called before the file is used, and may take its time unless that is a claim, for which a lock is held.
	// Its error stands for the file's own. Nil is a disk that does as it should, which only tests have otherwise.
	Disk func(Use) error
}

// A Use is what the file is used for.
type Use int

// The uses. Claims are the requests that are written down before they go out.
const (
	Reading Use = iota
	Writing
	Claiming
)

// use lets the disk have its say before the file is used.
func (o *Options) use(u Use) error {
	if o.Disk == nil {
		return nil
	}
	return o.Disk(u)
}

// An Outcome is what Open found, for a sentence to the user. It is zero when all is well.
type Outcome struct {
	// SetAside is the path that a damaged file was given. A new one was begun, with the parts of the old one that
	// could still be read; Lost are those that could not, or not whole.
	SetAside string
	Lost     Parts
	// ReadOnly means that what is stored can be read, but nothing is kept.
	ReadOnly bool
	// InMemory means that nothing could be read, and that all is stored for this run only.
	InMemory bool
	// Cause is why nothing can be written: [ErrFull], [ErrReadOnly], [ErrNewer] or something else.
	Cause error
}

// A Store keeps what one service showed. It is made of parts that can be handed out separately, each for
// one use; all of them keep things in the same file. What keeps something returns at once, and it is written
// later by a goroutine of the store; what reads asks the file, sees what was written so far, and fails where
// the file cannot be read. A Store is safe for concurrent use, and so are its parts.
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

// Open opens the store in a file, which is made if it is not there. It always gives one that can be
// used; the outcome reports whether it keeps anything.
func Open(path string, o Options) (*Store, Outcome) { return open(path, o, usualPace()) }

func open(path string, o Options, p pace) (*Store, Outcome) {
	k, outcome := openDatabase(path, o, p)
	return &Store{
		database: k, Pages: &Pages{db: k}, Pictures: &Pictures{db: k}, Index: &Index{k}, Visits: &Visits{k},
		Wishes: &Wishes{k}, Listening: &Listening{k}, Requests: &Requests{k},
		States: &States{k}, MediaDocuments: &MediaDocuments{k},
	}, outcome
}

// obtain opens what can be opened. damaged is a file that must be set aside first, if there is one.
func obtain(path string, now func() time.Time, damaged os.FileInfo) (*base, Outcome) {
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

// inMemory opens a store that needs nothing but memory. Where there is none left, nothing goes on.
func inMemory(cause error) (*base, Outcome) {
	b, err := openMemory()
	if err != nil {
		panic(err)
	}
	return b, Outcome{InMemory: true, Cause: cause}
}

// States are small things that a program wants to find again at its next start, each under a key.
type States struct{ db *database }

// State gives what was set under a key, empty if nothing was.
func (s *States) State(key string) (value string, err error) {
	err = s.db.read("the state", func(r *statements) error {
		_, err := r.queryRow("SELECT value FROM state WHERE key = ?", key).find(&value)
		return err
	})
	return value, err
}

// SetState sets a small thing that a program wants to find again at its next start.
func (s *States) SetState(key, value string) {
	s.db.enqueue(write{do: func(w *statements) error { return setState(w, key, value) }})
}

func setState(w *statements, key, value string) error {
	_, err := w.exec(
		"INSERT INTO state (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", key, value)
	return err
}

// ChangeState sets a thing of the user's to what change makes of its value, which another program may have set.
// change is called on the goroutine that writes, and may be called again if that fails.
func (s *States) ChangeState(key string, change func(value string) string) {
	s.db.enqueue(write{lasting: true, do: func(w *statements) error {
		var before string
		if _, err := w.queryRow("SELECT value FROM state WHERE key = ?", key).find(&before); err != nil {
			return err
		}
		return setState(w, key, change(before))
	}})
}
