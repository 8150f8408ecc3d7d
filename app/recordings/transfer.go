package recordings

import (
	"bytes"
	"context"
	"crypto/md5"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"sync"
	"time"

	"sextant/app/backoff"
	"sextant/app/files"
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
	ErrNoSound  = errors.New("what came is no recording")

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

// An Opener asks for a recording, or a part of it, until ctx ends. The caller closes the body. A *service.Error that
// is Temporary means that it makes sense to try again.
type Opener func(ctx context.Context, r service.Resume) (*service.Download, error)

// A Recogniser returns nil where a file of a size in bytes is a recording by its beginning, or why it is none.
type Recogniser func(r io.ReaderAt, size int64) error

// A Transfer brings a recording into a file. What has arrived is never fetched again: not after a lost
// connection, and not after a restart of the program. Readers may be anywhere in it; what they wait for
// comes first. It runs as long as somebody uses it. Its methods may be called from any goroutine.
type Transfer struct {
	arrival
	ask   Opener // with mu
	users int    // with mu

	recognise Recogniser     // nil takes all for recordings
	running   sync.WaitGroup // the runs

	runs sync.Mutex // held by the run that is under way, which alone writes to the file
	kept time.Time  // when that last noted what has arrived
}

// OpenTransfer goes on with the recording of a path, or begins it. Nothing is asked for before its first Use.
// It fails where the folder or the files cannot be made or opened.
func OpenTransfer(path string, ask Opener) (*Transfer, error) {
	p, err := openParcel(recordingPath(path))
	if err != nil {
		return nil, err
	}
	t := &Transfer{ask: ask}
	t.disk, t.parcel, t.more = p, p, sync.NewCond(&t.mu)
	return t, nil
}

// SetOpener changes how the recording is asked for from the next request on.
func (t *Transfer) SetOpener(ask Opener) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ask = ask
}

func (t *Transfer) opener() Opener {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ask
}

// Use makes the transfer run, on a goroutine of its own, until Release was called as often. After a failure
// it tries again.
func (t *Transfer) Use() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.users++
	if t.cancel != nil || t.note.Whole {
		return
	}
	t.err = nil
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

// Close ends the transfer and waits for its end. What has arrived stays. Readers get fs.ErrClosed from then
// on. The error is that of closing the file.
func (t *Transfer) Close() error {
	t.mu.Lock()
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
	t.mu.Unlock()
	t.running.Wait()
	t.mu.Lock()
	if t.err == nil {
		t.err = fs.ErrClosed
	}
	t.more.Broadcast()
	t.mu.Unlock()
	t.io.Lock()
	defer t.io.Unlock()
	return t.disk.file.Close()
}

// Remove deletes the recording, whole or in part, after Close.
func (t *Transfer) Remove() error { return t.path.remove() }

// run fetches until the recording is whole, cannot be had, or nobody wants it any more.
func (t *Transfer) run(ctx context.Context) {
	t.runs.Lock() // the one before may not have ended yet
	defer t.runs.Unlock()
	t.disk.resets = 0
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
		err := t.attempt(ctx, gap, &tries)
		if err == nil || ctx.Err() != nil {
			continue
		}
		if lasting(err) || tries >= mostTries {
			t.end(err)
			break
		}
		t.pause(ctx, err, tries)
	}
	t.keep()
}

// attempt brings some of a stretch, and counts the tries in a row that brought nothing.
func (t *Transfer) attempt(ctx context.Context, gap span, tries *int) error {
	before := t.Progress().Arrived
	err := t.fetch(ctx, gap, *tries == 0)
	switch {
	case t.Progress().Arrived > before:
		*tries = 0
	case err != nil:
		*tries++
	}
	return err
}

// pause waits after a failure, longer after several, until a reader jumps elsewhere or ctx ends.
func (t *Transfer) pause(ctx context.Context, err error, tries int) {
	t.stall(err)
	_ = t.unlessTurned(ctx, -1, func(ctx context.Context) error {
		backoff.Wait(ctx, backoff.After(tries+1, firstPause, mostPause))
		return nil
	})
}

// lasting tells whether trying again makes no sense.
func lasting(err error) bool {
	var e *service.Error
	if errors.As(err, &e) {
		return !e.Kind.Temporary()
	}
	return true
}

// fetch brings a stretch, until it is there, the connection ends, or a reader waits elsewhere. If proven, it
// begins with some of what is there, to compare it.
func (t *Transfer) fetch(ctx context.Context, gap span, proven bool) error {
	resume := t.resume(gap, proven)
	return t.unlessTurned(ctx, resume.From, func(ctx context.Context) error { return t.fetchFrom(ctx, resume, gap) })
}

func (t *Transfer) fetchFrom(ctx context.Context, resume service.Resume, gap span) error {
	d, err := t.opener()(ctx, resume)
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

// complete sees that the recording is what it should be, and gives it its name. Readers need not wait for
// the disk meanwhile.
func (t *Transfer) complete() error {
	right, err := t.isRight(t.disk.note)
	if err == nil && right && t.recognise != nil && t.recognise(t.disk.file, t.disk.note.Size) != nil {
		return errors.Join(ErrNoSound, t.onDisk((*parcel).reset))
	}
	if err == nil && right {
		err = errors.Join(t.disk.file.Truncate(t.disk.note.Size), t.disk.file.Sync())
	}
	if err != nil {
		return fmt.Errorf("keeping the recording: %w", err)
	}
	return t.conclude(right)
}

// isRight compares the recording with the sum that the service gave of it, if it did.
func (t *Transfer) isRight(note transferNote) (bool, error) {
	if note.MD5 == nil {
		return true, nil
	}
	h := md5.New()
	_, err := io.Copy(h, io.NewSectionReader(t.disk.file, 0, note.Size))
	return bytes.Equal(h.Sum(nil), note.MD5), err
}

// keepSometimes notes what has arrived, now and then.
func (t *Transfer) keepSometimes() error {
	if time.Since(t.kept) < keepEvery {
		return nil
	}
	return t.keepNow()
}

func (t *Transfer) keep() {
	if !t.Progress().Whole {
		_ = t.keepNow() // what is not noted is fetched again
	}
}

// keepNow notes what has arrived once that is on the disk, which can take long. Readers do not wait for it.
func (t *Transfer) keepNow() error {
	t.kept = time.Now()
	data, err := t.noted()
	if err == nil {
		err = t.disk.file.Sync()
	}
	if err == nil {
		err = files.Write(t.path.note(), data, 0o600)
	}
	if err != nil {
		return fmt.Errorf("keeping the recording: %w", err)
	}
	return nil
}

// The first and the longest pause after a part of a recording did not come.
const (
	firstPause = 2 * time.Second
	mostPause  = time.Minute
)
