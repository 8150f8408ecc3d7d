package recordings

import (
	"bytes"
	"context"
	"crypto/md5"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"sextant/app/api"
	"sextant/app/backoff"
	"sextant/app/files"
	"sextant/app/service"
)

const (
	mostTries       = 6                      // in a row without a byte
	mostResets      = 3                      // of a recording that keeps changing
	firstPause      = 2 * time.Second        // the first backoff
	mostPause       = time.Minute            // the longest backoff
	saveEvery       = 2 * time.Second        // between two notes
	lookEvery       = 500 * time.Millisecond // at the progress of another program that fetches the same recording
	elsewhereStalls = 10 * time.Second       // without progress there before that is reported
	nearEnough      = int64(256 << 10)       // bytes: a gap that small is not worth another request
	// proof is how many bytes before a gap are fetched again, and compared
	proof = int64(1 << 10)
)

// run fetches until the recording is complete, has failed, or has no reader any more. There is one run at a time.
func (t *Transfer) run(ctx context.Context) {
	t.change(func() { t.resets = 0 })
	if !t.obtain(ctx) {
		return
	}
	defer func() { files.Unlock(t.file) }()
	for tries := 0; ctx.Err() == nil; {
		gap, missing := t.nextGap()
		if !missing {
			t.finish(t.complete())
			if t.done() {
				return
			}
			continue
		}
		if r, _ := t.asks(); r == nil { // until another reader comes, or one that was refused may ask again
			t.waitFor(ctx, mostPause)
			continue
		}
		err := t.attempt(ctx, gap, &tries)
		switch {
		case err == nil || ctx.Err() != nil:
			continue
		case lasting(err) || tries >= mostTries || isRefused(err):
			t.finish(err)
			t.save()
			return
		}
		t.stall(err)
		t.waitFor(ctx, backoff.After(tries+1, firstPause, mostPause))
	}
	if _, missing := t.nextGap(); !missing && !t.done() { // the last reader left with the last byte
		t.finish(t.complete())
	}
	t.save()
}

// obtain waits for the lock under which this program alone may fetch the recording. While another one does, its bytes
// are there for the readers here, too. It returns false when nothing is left to fetch, or ctx ends.
func (t *Transfer) obtain(ctx context.Context) bool {
	grown, arrived := time.Now(), t.Progress().Arrived
	for ctx.Err() == nil {
		alone := files.Lock(t.file)
		present, err := t.catchUp(alone)
		switch {
		case err != nil:
			t.finish(err)
			return false
		case t.done():
			return false
		case alone && present:
			return true
		case !alone:
			if now := t.Progress().Arrived; now != arrived {
				grown, arrived = time.Now(), now
			}
			t.stall(nil)
			if time.Since(grown) > elsewhereStalls {
				t.stall(ErrElsewhere)
			}
			backoff.Wait(ctx, lookEvery)
		}
	}
	return false
}

// attempt fetches some of a gap, and counts the tries in a row without a byte.
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

// lasting reports whether a retry would fail too.
func lasting(err error) bool {
	var e *api.Error
	if errors.As(err, &e) {
		return !e.Kind.Temporary()
	}
	return true
}

// isRefused reports whether the service has refused a request because the quota is used up. Another one soon would only
// make that last longer.
func isRefused(err error) bool {
	var e *api.Error
	return errors.As(err, &e) && e.Kind == api.QuotaUsed && e.RetryAfter == 0
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

// nextGap is the stretch to fetch: from where a reader waits, if that is not there, and else on from there. A
// recording of which nothing is known may end before that, and is fetched from its start. missing is false when
// all is there.
func (t *Transfer) nextGap() (gap span, missing bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.note.Size < 0 && len(t.note.Have) == 0 {
		return span{0, -1}, true
	}
	return t.note.Have.gap(t.want, t.note.Size)
}

// fetch brings a stretch, until it is there, the connection ends, or a reader waits elsewhere. If proven, some of what
// comes before the stretch is asked for as well: not every service says that the recording has become another one, but
// its bytes do.
func (t *Transfer) fetch(ctx context.Context, gap span, proven bool) error {
	resume := service.Resume{From: gap.From, Known: t.note.Validators}
	if proven {
		resume.From = t.note.Have.before(gap.From, proof)
	}
	return t.unlessTurned(ctx, resume.From, func(ctx context.Context) error { return t.fetchFrom(ctx, resume, gap) })
}

func (t *Transfer) fetchFrom(ctx context.Context, resume service.Resume, gap span) error {
	r, ask := t.asks()
	if r == nil {
		return nil // the last reader that may ask has left
	}
	d, err := ask(ctx, resume)
	var e *api.Error
	switch {
	case errors.As(err, new(ShareError)) && r.refuse():
		return nil // the next request is another reader's
	case errors.As(err, &e) && e.Status == http.StatusRequestedRangeNotSatisfiable:
		return ErrLength
	case err != nil:
		return err
	}
	defer d.Body.Close()
	if err := t.accept(d); err != nil {
		return err
	}
	if d.From > gap.From {
		return &api.Error{Kind: api.BadContent, Op: "the recording", Err: errors.New("another part came")}
	}
	return t.receive(d, gap)
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

func (t *Transfer) receive(d *service.Download, gap span) error {
	buf := make([]byte, 32<<10)
	for at := d.From; ; {
		n, err := d.Body.Read(buf)
		if n > 0 {
			err := t.write(buf[:n], at)
			if err == nil && time.Since(t.saved) >= saveEvery {
				err = t.saveNote()
			}
			if err != nil {
				return err
			}
			at += int64(n)
		}
		switch {
		case errors.Is(err, io.EOF):
			return t.onBodyEnd(at)
		case err != nil:
			return err
		case gap.Before >= 0 && at >= gap.Before && gap.Before != t.note.Size, t.wantedElsewhere():
			return nil
		}
	}
}

// onBodyEnd records the size of a recording whose body has ended. It fails where bytes are missing.
func (t *Transfer) onBodyEnd(at int64) error {
	if t.note.Size < 0 {
		t.change(func() { t.note.Size = at })
	}
	if at < t.note.Size {
		return &api.Error{Kind: api.NoNetwork, Op: "the recording", Err: io.ErrUnexpectedEOF}
	}
	return nil
}

func (t *Transfer) wantedElsewhere() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.wantsElsewhereLocked()
}

// complete checks the recording, and gives it its name. A wrong one is fetched again once.
func (t *Transfer) complete() error {
	right, err := isRight(t.file, &t.note)
	if err == nil && right && t.recognise != nil && t.recognise(t.file, t.note.Size) != nil {
		return errors.Join(ErrNoSound, t.reset(transferNote{Size: -1}))
	}
	if err == nil && right {
		err = errors.Join(t.file.Truncate(t.note.Size), t.file.Sync())
	}
	switch {
	case err != nil:
		return fmt.Errorf("keeping the recording: %w", err)
	case right:
		return t.rename()
	case t.resets > 0:
		return ErrChecksum
	}
	return t.reset(transferNote{Size: -1})
}

// isRight reports whether a recording has the MD5 that the service gave, if it did.
func isRight(file io.ReaderAt, note *transferNote) (bool, error) {
	if note.MD5 == nil {
		return true, nil
	}
	h := md5.New()
	_, err := io.Copy(h, io.NewSectionReader(file, 0, note.Size))
	return bytes.Equal(h.Sum(nil), note.MD5), err
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

func (t *Transfer) save() {
	if !t.note.Whole {
		_ = t.saveNote() // bytes that the note lacks are fetched again
	}
}
