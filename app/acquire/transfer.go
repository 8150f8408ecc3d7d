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
)

const (
	mostTries  = 6                // without a byte in between
	mostResets = 3                // beginnings anew
	keepEvery  = 2 * time.Second  // how often it is noted what has arrived
	nearEnough = int64(256 << 10) // a reader that is this close behind is not worth another request
)

// An Opener asks for a recording, or a part of it.
type Opener func(ctx context.Context, r service.Resume) (*service.Download, error)

// A Transfer brings a recording into a file. What has arrived is never fetched again: not after a lost
// connection, and not after a restart of the program. Readers may be anywhere in it; what they wait for
// comes first. It runs as long as somebody uses it.
type Transfer struct {
	path string // of the whole recording; what is partial has other names
	ask  Opener

	runs sync.Mutex // held by the run that is under way

	mu      sync.Mutex
	more    *sync.Cond
	file    *os.File
	note    transferNote
	want    int64 // where a reader waits, or was last
	users   int
	cancel  context.CancelFunc // nil while it does not run
	running sync.WaitGroup
	ranges  bool  // the service can begin anywhere
	err     error // why it ended before it was whole
	stalled error // why it waits to try again, nil while bytes come
	resets  int
	kept    time.Time // when it was last noted what has arrived
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
		err := t.fetch(ctx, gap)
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
		rest(ctx, backoff(tries))
	}
	t.keep()
}

// next is the stretch to fetch: from where a reader waits, if that is not there, and else on from there.
func (t *Transfer) next() (span, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
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

// fetch brings a stretch, until it is there, the connection ends, or a reader waits elsewhere.
func (t *Transfer) fetch(ctx context.Context, gap span) error {
	t.mu.Lock()
	resume := service.Resume{From: gap.From, Known: t.note.Served}
	t.mu.Unlock()
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
	changed := n.Size >= 0 && d.Size >= 0 && n.Size != d.Size ||
		n.Served.ETag != d.Served.ETag && n.Served.ETag != "" && d.Served.ETag != "" ||
		n.Served.LastModified != d.Served.LastModified && n.Served.LastModified != "" && d.Served.LastModified != ""
	if changed {
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
			if err := t.put(buf[:n], at); err != nil {
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
	t.more.Broadcast()
	return t.keepSometimes()
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
	if !t.ranges || t.note.Have.end(t.want) > t.want || t.note.ends(t.want) {
		return false
	}
	return t.want < at || t.want > at+nearEnough
}

// complete sees that the recording is what it should be, and gives it its name.
func (t *Transfer) complete() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if sum := t.note.MD5; sum != nil {
		h := md5.New()
		if _, err := io.Copy(h, io.NewSectionReader(t.file, 0, t.note.Size)); err != nil {
			return fmt.Errorf("reading the recording: %w", err)
		}
		if !bytes.Equal(h.Sum(nil), sum) {
			if t.resets > 0 {
				return ErrChecksum
			}
			return t.reset()
		}
	}
	if err := errors.Join(t.file.Truncate(t.note.Size), t.file.Sync()); err != nil {
		return fmt.Errorf("keeping the recording: %w", err)
	}
	return t.rename()
}

// rename gives the whole recording its name. Some systems want a file closed for that.
func (t *Transfer) rename() error {
	err := errors.Join(t.file.Close(), os.Rename(t.partPath(), t.path))
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
