package acquire

import (
	"bytes"
	"context"
	"crypto/md5"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"sextant/app/service"
)

// MaxRecording bounds a recording on disk: a day of sound at a high bit rate.
const MaxRecording = 4 << 30

// Why a recording cannot be had whole, besides what the service says.
var (
	ErrTooLong  = errors.New("the recording is too long")
	ErrUnstable = errors.New("the recording changes all the time")
	ErrLength   = errors.New("the recording is shorter than the service says")
	ErrChecksum = errors.New("the recording is not what the service says it is")

	// ErrElsewhere is no end: another program is bringing it, and gets nothing.
	ErrElsewhere = errors.New("another program is bringing the recording")
)

const (
	mostTries  = 6                // without a byte in between
	mostResets = 3                // beginnings anew
	keepEvery  = 2 * time.Second  // how often it is noted what has arrived
	nearEnough = int64(256 << 10) // a reader that is this close behind is not worth another request
	proof      = int64(1 << 10)   // so much of what is there is asked for again, and compared, before going on
)

// An Opener asks for a recording, or a part of it.
type Opener func(ctx context.Context, r service.Resume) (*service.Download, error)

// A Transfer brings a recording into a file. What has arrived is never fetched again: not after a lost
// connection, and not after a restart of the program. Readers may be anywhere in it; what they wait for
// comes first. It runs as long as somebody uses it.
type Transfer struct {
	path string // of the whole recording; what is partial has other names
	ask  Opener

	runs sync.Mutex // held by the run that is under way, which alone writes to the file
	kept time.Time  // when that last noted what has arrived

	mu      sync.Mutex
	more    *sync.Cond
	file    *os.File
	note    transferNote
	want    int64              // where a reader waits, or was last
	at      int64              // where the connection is, -1 while there is none
	turn    context.CancelFunc // gives up what is waited for, be it the connection or the time to try again
	users   int
	cancel  context.CancelFunc // nil while it does not run
	running sync.WaitGroup
	ranges  bool  // the service can begin anywhere
	err     error // why it ended before it was whole
	stalled error // why it waits to try again, nil while bytes come
	resets  int
}

// Use makes the transfer run until as many calls of Release. After a failure it tries again.
func (t *Transfer) Use() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.users++
	if t.cancel != nil || t.note.Whole {
		return
	}
	t.err, t.resets = nil, 0
	var ctx context.Context
	ctx, t.cancel = context.WithCancel(context.Background())
	t.running.Go(func() { t.run(ctx) })
}

// Release ends a Use. What has arrived stays for the next one.
func (t *Transfer) Release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.users--; t.users == 0 && t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
}

// A Progress tells how far a transfer is.
type Progress struct {
	Size, Arrived int64 // Size is -1 while it is not known
	Whole         bool
	// Err is why it has ended before it was whole, and Stalled why it waits to try again.
	Err, Stalled error
}

// Progress tells how far it is.
func (t *Transfer) Progress() Progress {
	t.mu.Lock()
	defer t.mu.Unlock()
	return Progress{t.note.Size, t.note.Have.sum(), t.note.Whole, t.err, t.stalled}
}

// run fetches until the recording is whole, cannot be had, or nobody wants it any more.
func (t *Transfer) run(ctx context.Context) {
	t.runs.Lock() // the one before may not have ended yet
	defer t.runs.Unlock()
	if !t.obtain(ctx) {
		return
	}
	defer t.giveBack()
	for tries := 0; ctx.Err() == nil; {
		gap, missing := t.next()
		if !missing {
			t.end(t.complete())
			if t.done() {
				return
			}
			continue
		}
		before := t.Progress().Arrived
		err := t.fetch(ctx, gap, tries == 0)
		switch {
		case t.Progress().Arrived > before:
			tries = 0
		case err != nil:
			tries++
		}
		if err == nil || ctx.Err() != nil {
			continue
		}
		if lasting(err) || tries >= mostTries {
			t.end(err)
			break
		}
		t.stall(err)
		t.unlessTurned(ctx, -1, func(ctx context.Context) error {
			rest(ctx, backoff(tries))
			return nil
		})
	}
	t.keep()
}

// unlessTurned does something that may take long, from a place in the recording. When a reader jumps
// elsewhere meanwhile it is given up, which is no failure.
func (t *Transfer) unlessTurned(ctx context.Context, at int64, do func(ctx context.Context) error) error {
	part, turn := context.WithCancel(ctx)
	defer turn()
	t.mu.Lock()
	t.at, t.turn = at, turn
	t.mu.Unlock()
	err := do(part)
	t.mu.Lock()
	t.turn = nil
	t.mu.Unlock()
	if part.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}

// seekTo lets a reader wait at a place. It needs the lock.
func (t *Transfer) seekTo(at int64) {
	jumped := t.want != at
	t.want = at
	if t.turn != nil && jumped && t.waits(at) && (t.at < 0 || t.elsewhere(t.at)) {
		t.turn()
	}
}

// next is the stretch to fetch: from where a reader waits, if that is not there, and else on from there. A
// recording of which nothing is known may end before that, and is begun at its beginning.
func (t *Transfer) next() (span, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.note.Size < 0 && len(t.note.Have) == 0 {
		return span{0, -1}, true
	}
	return t.note.Have.gap(t.want, t.note.Size)
}

func (t *Transfer) done() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.note.Whole || t.err != nil
}

// end lets readers know how it ended, nil being well.
func (t *Transfer) end(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.err, t.stalled = err, nil
	if t.cancel != nil && (err != nil || t.note.Whole) {
		t.cancel()
		t.cancel = nil
	}
	t.more.Broadcast()
}

func (t *Transfer) stall(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stalled = err
}

// lasting tells whether trying again makes no sense.
func lasting(err error) bool {
	var e *service.Error
	if errors.As(err, &e) {
		return !e.Kind.Temporary()
	}
	return true
}

// fetch brings a stretch, until it is there, the connection ends, or a reader waits elsewhere. If proven,
// some of what comes before it is asked for as well: not every service says that the recording has become
// another one, but its bytes do.
func (t *Transfer) fetch(ctx context.Context, gap span, proven bool) error {
	t.mu.Lock()
	resume := service.Resume{From: gap.From, Known: t.note.Served}
	if proven {
		resume.From = t.note.Have.before(gap.From, proof)
	}
	t.mu.Unlock()
	return t.unlessTurned(ctx, resume.From, func(ctx context.Context) error { return t.fetchFrom(ctx, resume, gap) })
}

func (t *Transfer) fetchFrom(ctx context.Context, resume service.Resume, gap span) error {
	d, err := t.ask(ctx, resume)
	if err != nil {
		var e *service.Error
		if errors.As(err, &e) && e.Status == http.StatusRequestedRangeNotSatisfiable {
			return ErrLength
		}
		return err
	}
	defer d.Body.Close()
	if err := t.accept(d); err != nil {
		return err
	}
	if d.From > gap.From {
		return &service.Error{Kind: service.BadContent, Op: "the recording", Err: errors.New("another part came")}
	}
	return t.receive(d, gap)
}

// accept takes over what the service says of the recording. If it is another one by now, all begins anew.
func (t *Transfer) accept(d *service.Download) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ranges, t.stalled = d.Ranges, nil
	n := &t.note
	another := n.Served.ETag != d.Served.ETag && n.Served.ETag != "" && d.Served.ETag != "" ||
		n.Served.LastModified != d.Served.LastModified && n.Served.LastModified != "" && d.Served.LastModified != ""
	resized := n.Size >= 0 && d.Size >= 0 && n.Size != d.Size
	if resized && !another && d.From > 0 && d.Size == n.Have.end(0) {
		return ErrLength // all has come, and the service says by now that there was never more
	}
	if another || resized {
		if err := t.reset(); err != nil {
			return err
		}
	}
	if d.Size > MaxRecording {
		return ErrTooLong
	}
	n.Size, n.Served = max(n.Size, d.Size), d.Served
	if d.MD5 != nil {
		n.MD5 = d.MD5
	}
	return nil
}

// reset forgets what has arrived. It needs the lock.
func (t *Transfer) reset() error {
	if t.resets++; t.resets > mostResets {
		return ErrUnstable
	}
	t.note = transferNote{Size: -1}
	if err := t.file.Truncate(0); err != nil {
		return fmt.Errorf("beginning the recording anew: %w", err)
	}
	return nil
}

func (t *Transfer) receive(d *service.Download, gap span) error {
	buf := make([]byte, 32<<10)
	for at := d.From; ; {
		n, err := d.Body.Read(buf)
		if n > 0 {
			err := t.put(buf[:n], at)
			if err == nil {
				err = t.keepSometimes()
			}
			if err != nil {
				return err
			}
			at += int64(n)
		}
		switch {
		case errors.Is(err, io.EOF):
			return t.ended(at)
		case err != nil:
			return err
		case gap.Before >= 0 && at >= gap.Before && gap.Before != t.Progress().Size, t.wantedElsewhere(at):
			return nil
		}
	}
}

// put writes bytes down. Those that are there already are compared: another recording under the same
// name, of which the service says nothing, is found out so.
func (t *Transfer) put(p []byte, at int64) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if at+int64(len(p)) > MaxRecording {
		return ErrTooLong
	}
	if known := min(t.note.Have.end(at)-at, int64(len(p))); known > 0 {
		there := make([]byte, known)
		if _, err := t.file.ReadAt(there, at); err != nil || !bytes.Equal(there, p[:known]) {
			size, served, sum := t.note.Size, t.note.Served, t.note.MD5
			if err := t.reset(); err != nil {
				return err
			}
			t.note.Size, t.note.Served, t.note.MD5 = size, served, sum
		}
	}
	if _, err := t.file.WriteAt(p, at); err != nil {
		return fmt.Errorf("keeping the recording: %w", err)
	}
	t.note.Have = t.note.Have.add(at, at+int64(len(p)))
	t.at = at + int64(len(p))
	t.more.Broadcast()
	return nil
}

// ended takes in that a body came to its end in good order.
func (t *Transfer) ended(at int64) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.note.Size < 0 {
		t.note.Size = at
	}
	if at < t.note.Size {
		return &service.Error{Kind: service.NoNetwork, Op: "the recording", Err: io.ErrUnexpectedEOF}
	}
	return nil
}

// wantedElsewhere tells whether a reader waits for something that this connection will not bring soon.
func (t *Transfer) wantedElsewhere(at int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.elsewhere(at)
}

// elsewhere is the same. It needs the lock.
func (t *Transfer) elsewhere(at int64) bool {
	if !t.ranges || t.note.Have.end(t.want) > t.want || t.note.ends(t.want) {
		return false
	}
	return t.want < at || t.want > at+nearEnough
}

// complete sees that the recording is what it should be, and gives it its name. Readers need not wait for
// the disk meanwhile.
func (t *Transfer) complete() error {
	t.mu.Lock()
	note := t.note
	t.mu.Unlock()
	right, err := t.isRight(note)
	if err == nil && right {
		err = errors.Join(t.file.Truncate(note.Size), t.file.Sync())
	}
	if err != nil {
		return fmt.Errorf("keeping the recording: %w", err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case right:
		return t.rename()
	case t.resets > 0:
		return ErrChecksum
	}
	return t.reset()
}

// isRight compares the recording with the sum that the service gave of it, if it did.
func (t *Transfer) isRight(note transferNote) (bool, error) {
	if note.MD5 == nil {
		return true, nil
	}
	h := md5.New()
	_, err := io.Copy(h, io.NewSectionReader(t.file, 0, note.Size))
	return bytes.Equal(h.Sum(nil), note.MD5), err
}

// rename gives the whole recording its name. Some systems want a file closed for that. It needs the lock.
func (t *Transfer) rename() error {
	err := errors.Join(t.file.Close(), os.Rename(t.partPath(), t.path))
	if _, there := os.Stat(t.path); there == nil {
		err = nil // if not this program, another one has named it
	}
	path := t.path
	if err != nil {
		path = t.partPath()
	}
	file, openErr := os.Open(path)
	if err = errors.Join(err, openErr); err != nil {
		return fmt.Errorf("naming the recording: %w", err)
	}
	t.file, t.note.Whole = file, true
	_ = os.Remove(t.notePath()) // without its part it means nothing
	return nil
}
