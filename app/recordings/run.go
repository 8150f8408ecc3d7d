package recordings

import (
	"bytes"
	"context"
	"crypto/md5"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	t.change(func() { t.resets, t.beyond = 0, -1 })
	t.tries, t.doubts, t.ends, t.probed = attempts{}, doubts{}, ends{}, false
	if !t.obtain(ctx) {
		return
	}
	defer func() { files.Unlock(t.file) }()
	t.tries.most = t.Progress().Arrived
	for ctx.Err() == nil {
		gap, missing := t.nextGap()
		if !missing {
			t.finish(t.complete(ctx))
			if t.done() {
				t.save()
				return
			}
			continue
		}
		if r, _ := t.asks(); r == nil { // until another reader comes, or one that was refused may ask again
			t.waitFor(ctx, mostPause)
			continue
		}
		err := t.fetch(ctx, gap)
		t.judge(gap, err, ctx.Err() != nil)
		var doubt doubtError
		isDoubt := errors.As(err, &doubt)
		if isDoubt {
			err = doubt.error
		}
		switch {
		case err == nil || ctx.Err() != nil, isDoubt && t.tries.count <= 2:
			continue
		case lasting(err) && !isDoubt || t.tries.count >= mostTries || isRefused(err):
			if t.ends.count >= 2 {
				err = ErrLength // again and again at the same byte
			}
			t.finish(err)
			t.save()
			return
		}
		t.stall(err)
		t.waitFor(ctx, backoff.After(t.tries.count+1, firstPause, mostPause))
	}
	if _, missing := t.nextGap(); !missing && !t.done() { // the last reader left with the last byte
		t.finish(t.complete(ctx))
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
	at := t.want
	if t.isBeyondLocked(at) {
		at = 0
	}
	return t.note.Have.gap(at, t.note.Size)
}

// fetch brings a stretch, until it is there, the connection ends, or a reader waits elsewhere.
func (t *Transfer) fetch(ctx context.Context, gap span) error {
	resume, how := t.choose(gap)
	t.tries.once, t.tries.used, t.tries.got = false, how, gotNothing
	if t.tries.asked == nil {
		t.tries.asked = map[service.Resume]int{}
	}
	t.tries.asked[resume]++
	return t.unlessTurned(ctx, resume.From, func(ctx context.Context) error { return t.fetchFrom(ctx, resume, gap) })
}

func (t *Transfer) fetchFrom(ctx context.Context, resume service.Resume, gap span) error {
	r, ask := t.asks()
	if r == nil {
		return nil // the last reader that may ask has left
	}
	d, err := ask(ctx, resume)
	switch {
	case errors.As(err, new(ShareError)) && r.refuse():
		return nil // the next request is another reader's
	case err != nil:
		return t.onRefusal(err, resume, gap)
	}
	defer d.Body.Close()
	if err := t.accept(d, resume, gap); err != nil {
		return err
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

func (t *Transfer) wantedElsewhere() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.wantsElsewhereLocked()
}

// complete checks the recording, and gives it its name. A wrong one is fetched again once. One that ends in the middle
// may be longer than the service says.
func (t *Transfer) complete(ctx context.Context) error {
	if t.isLonger(ctx) {
		return nil
	}
	right, err := isRight(t.file, &t.note)
	if err == nil && right && t.recognise != nil {
		var unread *fs.PathError
		if wrong := t.recognise(t.file, t.note.Size); errors.As(wrong, &unread) {
			err = unread // of what it is nothing is known
		} else if wrong != nil {
			return errors.Join(ErrNoSound, t.reset(t.note.empty()))
		}
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
	return t.reset(t.note.empty())
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
