package store

import (
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
	// SetAside is the path that a damaged file was given. A new one was begun, with the parts of the old one that
	// could still be read; Lost are those that could not, or not whole.
	SetAside string
	Lost     Parts
	// ReadOnly tells that what is stored can be read, but nothing is kept.
	ReadOnly bool
	// InMemory tells that nothing was there to be read, and all that is kept is kept for this run.
	InMemory bool
	// Cause is why nothing can be written: [ErrFull], [ErrReadOnly], [ErrNewer] or something else.
	Cause error
}

// A Store keeps what one service showed. It is made of parts that can be handed out by themselves, each for
// one use; all of them keep things in the same file. What keeps something returns at once, and it is written
// later by a goroutine of the store; what reads asks the file, sees what was written so far, and fails where
// the file cannot be read. A Store is safe for concurrent use, and so are its parts.
type Store struct {
	*keeper
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
// used; the outcome tells whether it keeps anything.
func Open(path string, o Options) (*Store, Outcome) { return open(path, o, usualPace()) }

func open(path string, o Options, p pace) (*Store, Outcome) {
	k, outcome := newKeeper(path, o, p)
	return &Store{
		keeper: k, Pages: &Pages{keeper: k}, Pictures: &Pictures{k}, Index: &Index{k}, Visits: &Visits{k},
		Wishes: &Wishes{k}, Listening: &Listening{k}, Requests: &Requests{k}, States: &States{k}, MediaDocuments: &MediaDocuments{k},
	}, outcome
}
