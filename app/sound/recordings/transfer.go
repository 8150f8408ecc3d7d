package recordings

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"sextant/app/backoff"
	"sextant/app/service"
)

// MaxRecording bounds a recording on disk, in bytes: a day of sound at a high bit rate.
const MaxRecording = 4 << 30

// Why a recording is not complete, besides errors of the service.
var (
	ErrTooLong  = errors.New("the recording is too long")
	ErrUnstable = errors.New("the recording changes all the time")
	ErrLength   = errors.New("the recording is shorter than the service says")
	ErrChecksum = errors.New("the recording is not what the service says it is")
	ErrNoSound  = errors.New("what came is no recording")

	// ErrElsewhere is temporary: another program is fetching it, and gets no bytes.
	ErrElsewhere = errors.New("another program is bringing the recording")
)

// An Opener asks for a recording, or a part of it, until ctx ends. The caller closes the body. A Temporary *api.Error
// means that a retry may succeed, a ShareError that other readers may ask.
type Opener func(ctx context.Context, r service.Resume) (*service.Download, error)

// A ShareError reports that a reader may not ask for now. Other readers of the same recording may.
type ShareError struct{ Err error }

func (e ShareError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e ShareError) Unwrap() error { return e.Err }

// A Recogniser returns nil where a file of a size in bytes is a recording by its beginning, or why it is not.
type Recogniser func(r io.ReaderAt, size int64) error

// An EndChecker reports whether a file of a size in bytes ends as a recording does, and not in the middle of a frame.
type EndChecker func(r io.ReaderAt, size int64) bool

// A Transfer fetches a recording into a file. Bytes that have arrived are not fetched again: not after a lost
// connection, and not after a restart of the program. Readers may be anywhere in it; the bytes that they wait for come
// first. It runs while it has a reader. It is safe for concurrent use.
type Transfer struct {
	path      recordingPath
	recognise Recogniser // nil takes all for recordings
	endsWell  EndChecker // nil takes all for complete

	mu   sync.Mutex // never held while the file is used
	more *sync.Cond // something below has changed

	// The fetcher changes these with mu held, and reads them without it.
	file     *os.File // nil while it gets its name
	note     transferNote
	resets   int   // since the run started
	restarts int   // since the file was opened
	beyond   int64 // the service has nothing from there on, as it says; -1 where it has not said so
	shorter  bool  // than the service says

	reading int // reads of the file under way
	readers []*Recording
	waiting *Recording         // the reader that waits, or did last
	want    int64              // where
	at      int64              // where the connection is, -1 while there is none
	turn    context.CancelFunc // gives up the connection, or the pause before the next one
	ranges  bool               // the service can start anywhere
	stop    context.CancelFunc // ends the run, nil while there is none
	ran     chan struct{}      // closed when the last run has ended, nil before the first
	err     error              // why it ended before the recording was whole
	stalled error              // why it waits to try again, nil while bytes come

	names claim
}

// OpenTransfer opens what is there of the recording of a path, or a new file for it. Nothing is asked for before its
// first Read. It fails where the folder or the files cannot be made or opened.
func OpenTransfer(path string) (*Transfer, error) {
	t := &Transfer{path: recordingPath(path), note: transferNote{Size: -1}, at: -1, beyond: -1}
	t.more = sync.NewCond(&t.mu)
	if err := t.openFiles(); err != nil {
		return nil, err
	}
	return t, nil
}

// Read returns a reader that starts at the beginning and asks through ask, which may be nil: then it has what is there
// and what others ask for. The transfer runs, on a goroutine of its own, until the last reader is closed. After a
// failure a new reader makes it try again.
func (t *Transfer) Read(ask Opener) *Recording {
	r := &Recording{transfer: t, ask: ask, done: func() error { return nil }}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.turn != nil && t.at < 0 && t.askerLocked() == nil {
		t.turn() // this one may ask
	}
	t.readers = append(t.readers, r)
	if t.stop != nil || t.note.Whole {
		return r
	}
	t.err = nil
	ctx, stop := context.WithCancel(context.Background())
	before, ran := t.ran, make(chan struct{})
	t.stop, t.ran = stop, ran
	go func() {
		defer close(ran)
		if before != nil {
			<-before
		}
		(&fetcher{t: t}).run(ctx)
	}()
	return r
}

// haltLocked ends the run.
func (t *Transfer) haltLocked() {
	if t.stop != nil {
		t.stop()
		t.stop = nil
	}
}

// SetOpener changes how all present readers ask for the recording, from the next request on, which comes at once where
// the last one failed.
func (t *Transfer) SetOpener(ask Opener) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.turn != nil && t.at < 0 {
		t.turn()
	}
	for _, r := range t.readers {
		r.ask, r.refused = ask, false
	}
}

// Close ends the transfer and waits for its end. What has arrived stays. Readers get fs.ErrClosed from then
// on. The error is that of closing the file.
func (t *Transfer) Close() error {
	_, err := t.close()
	return err
}

// close is Close, and returns the file that was closed, by which its names are known.
func (t *Transfer) close() (closed fs.FileInfo, err error) {
	t.mu.Lock()
	t.haltLocked()
	ran := t.ran
	t.mu.Unlock()
	if ran != nil {
		<-ran
	}
	t.change(func() {
		if t.err == nil {
			t.err = fs.ErrClosed
		}
	})
	closed, err = t.file.Stat()
	return closed, errors.Join(err, t.file.Close())
}

// A Progress is how far a transfer is.
type Progress struct {
	Size, Arrived int64 // bytes; Size is -1 while it is not known
	Whole         bool
	// Restarts is how often all of it was fetched again, because the recording had become another one.
	Restarts int
	// Shorter: the recording is complete, and shorter than the service said. It is known to this transfer only.
	Shorter bool
	// Err is why it has ended before it was whole, and Stalled why it waits to try again.
	Err, Stalled error
}

// Progress returns how far it is.
func (t *Transfer) Progress() Progress {
	t.mu.Lock()
	defer t.mu.Unlock()
	return Progress{
		Size: t.note.Size, Arrived: t.note.Have.sum(), Whole: t.note.Whole, Restarts: t.restarts,
		Shorter: t.shorter && t.note.Whole, Err: t.err, Stalled: t.stalled,
	}
}

// Wait returns nil when the transfer is whole, its error when it has failed, and that of ctx when that ends.
func (t *Transfer) Wait(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waitWhileLocked(ctx, func() bool { return !t.note.Whole && t.err == nil })
	if t.err != nil {
		return t.err
	}
	return ctx.Err()
}

// waitWhileLocked waits while something is so and ctx has not ended. It gives the lock back while it waits.
func (t *Transfer) waitWhileLocked(ctx context.Context, so func() bool) {
	if ctx.Err() != nil {
		return // AfterFunc would start a goroutine
	}
	stop := context.AfterFunc(ctx, func() { t.change(func() {}) })
	defer stop()
	for ctx.Err() == nil && so() {
		t.more.Wait()
	}
}

// change changes the state, with the lock held, and lets all who wait look at it.
func (t *Transfer) change(do func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	do()
	t.more.Broadcast()
}

// expectsLocked reports whether a byte that is not there may still come. At the end of a recording that is so as well
// until what has arrived is found to be good.
func (t *Transfer) expectsLocked(at int64) bool {
	switch {
	case t.err != nil:
		return false
	case t.file == nil:
		return true
	case t.note.Have.end(at) > at:
		return false
	}
	return !t.note.ends(at) || !t.note.Whole && (t.note.isComplete() || t.resets > 0)
}

// seekToLocked lets a reader wait at a place.
func (t *Transfer) seekToLocked(r *Recording, at int64) {
	jumped := t.want != at
	t.waiting, t.want = r, at
	if t.turn != nil && jumped && t.expectsLocked(at) && (t.at < 0 || t.wantsElsewhereLocked()) {
		t.turn()
	}
}

// wantsElsewhereLocked reports whether a reader waits for something that the connection will not bring soon.
func (t *Transfer) wantsElsewhereLocked() bool {
	if !t.ranges || t.note.Have.end(t.want) > t.want || t.note.ends(t.want) || t.isBeyondLocked(t.want) {
		return false
	}
	return t.want < t.at || t.want > t.at+nearEnough
}

// isBeyondLocked reports whether the service has said that it has nothing at a place. What is before comes first, and
// shows the end.
func (t *Transfer) isBeyondLocked(at int64) bool { return t.beyond >= 0 && at >= t.beyond }

// askerLocked returns the reader for which the service is asked next: the one that waits, or the first that may ask,
// nil if none may.
func (t *Transfer) askerLocked() *Recording {
	may := func(r *Recording) bool { return r.ask != nil && !r.refused }
	if slices.Contains(t.readers, t.waiting) && may(t.waiting) {
		return t.waiting
	}
	if i := slices.IndexFunc(t.readers, may); i >= 0 {
		return t.readers[i]
	}
	return nil
}

// stall sets why no bytes come now, nil where they do.
func (t *Transfer) stall(err error) { t.change(func() { t.stalled = err }) }

// finish ends the transfer for its readers, with an error or nil.
func (t *Transfer) finish(err error) {
	t.change(func() {
		t.err, t.stalled = err, nil
		if err != nil || t.note.Whole {
			t.haltLocked()
		}
	})
}

// done reports whether the transfer is complete or has failed.
func (t *Transfer) done() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.note.Whole || t.err != nil
}

// asks returns the reader whose request is next, and its opener, nil if none may ask.
func (t *Transfer) asks() (*Recording, Opener) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.askerLocked()
	if r == nil {
		return nil, nil
	}
	return r, r.ask
}

func (t *Transfer) wantedElsewhere() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.wantsElsewhereLocked()
}

// nextGap is the stretch to fetch: from where a reader waits, if that is not there, and else on from there. A
// recording of which nothing is known may end before that, and is fetched from its start. missing is false when
// all is there.
func (t *Transfer) nextGap() (gap span, missing bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.note.Size < 0 && len(t.note.Have) == 0 {
		return span{0, -1}, true
	}
	at := t.want
	if t.isBeyondLocked(at) {
		at = 0
	}
	return t.note.Have.gap(at, t.note.Size)
}

// unlessTurned calls do, which may take long, for an offset. When a reader seeks elsewhere meanwhile it is cancelled,
// which is no error.
func (t *Transfer) unlessTurned(ctx context.Context, at int64, do func(ctx context.Context) error) error {
	part, turn := context.WithCancel(ctx)
	defer turn()
	t.change(func() { t.at, t.turn = at, turn })
	err := do(part)
	t.change(func() { t.turn = nil })
	if part.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}

// waitFor waits for a time, or until a reader seeks or a new one comes that may ask, or ctx ends. Then all may ask
// again.
func (t *Transfer) waitFor(ctx context.Context, d time.Duration) {
	_ = t.unlessTurned(ctx, -1, func(ctx context.Context) error {
		backoff.Wait(ctx, d)
		return nil
	})
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range t.readers {
		r.refused = false
	}
}
