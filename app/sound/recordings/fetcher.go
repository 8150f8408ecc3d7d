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

// A fetcher asks for what a transfer lacks, and judges the answers. It belongs to one goroutine, on which run is called
// once. There is one at a time.
type fetcher struct {
	t      *Transfer
	saved  time.Time // when the note was written last
	tries  attempts
	doubts doubts
	ends   earlyEnds
	probed bool // what is behind the stated end was asked for
}

// run fetches until the recording is complete, has failed, or has no reader any more.
func (f *fetcher) run(ctx context.Context) {
	t := f.t
	t.change(func() { t.resets, t.beyond = 0, -1 })
	if !f.obtain(ctx) {
		return
	}
	defer func() { files.Unlock(t.file) }()
	f.tries.most = t.Progress().Arrived
	for ctx.Err() == nil {
		gap, missing := t.nextGap()
		if !missing {
			t.finish(f.complete(ctx))
			if t.done() {
				f.save()
				return
			}
			continue
		}
		if r, _ := t.asks(); r == nil { // until another reader comes, or one that was refused may ask again
			t.waitFor(ctx, mostPause)
			continue
		}
		err := f.fetch(ctx, gap)
		f.judge(gap, err, ctx.Err() != nil)
		var doubt doubtError
		isDoubt := errors.As(err, &doubt)
		if isDoubt {
			err = doubt.error
		}
		switch {
		case err == nil || ctx.Err() != nil, isDoubt && f.tries.count <= 2:
			continue
		case lasting(err) && !isDoubt || f.tries.count >= mostTries || isRefused(err):
			if f.ends.count >= 2 {
				err = ErrLength // again and again at the same byte
			}
			t.finish(err)
			f.save()
			return
		}
		t.stall(err)
		t.waitFor(ctx, backoff.After(f.tries.count+1, firstPause, mostPause))
	}
	if _, missing := t.nextGap(); !missing && !t.done() { // the last reader left with the last byte
		t.finish(f.complete(ctx))
	}
	f.save()
}

// obtain waits for the lock under which this program alone may fetch the recording. While another one does, its bytes
// are there for the readers here, too. It returns false when nothing is left to fetch, or ctx ends.
func (f *fetcher) obtain(ctx context.Context) bool {
	t := f.t
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

// fetch brings a stretch, until it is there, the connection ends, or a reader waits elsewhere.
func (f *fetcher) fetch(ctx context.Context, gap span) error {
	resume, how := f.choose(gap)
	f.tries.once, f.tries.used, f.tries.led = false, how, ledToNothing
	if f.tries.asked == nil {
		f.tries.asked = map[service.Resume]int{}
	}
	f.tries.asked[resume]++
	return f.t.unlessTurned(ctx, resume.From, func(ctx context.Context) error { return f.fetchFrom(ctx, resume, gap) })
}

func (f *fetcher) fetchFrom(ctx context.Context, resume service.Resume, gap span) error {
	r, ask := f.t.asks()
	if r == nil {
		return nil // the last reader that may ask has left
	}
	d, err := ask(ctx, resume)
	switch {
	case errors.As(err, new(ShareError)) && r.refuse():
		return nil // the next request is another reader's
	case err != nil:
		return f.onRefusal(err, resume, gap)
	}
	defer d.Body.Close()
	if err := f.accept(d, resume, gap); err != nil {
		return err
	}
	return f.receive(d, gap)
}

// complete checks the recording, and gives it its name. A wrong one is fetched again once. One that ends in the middle
// may be longer than the service says.
func (f *fetcher) complete(ctx context.Context) error {
	t := f.t
	if f.isLonger(ctx) {
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

func (f *fetcher) save() {
	t := f.t
	if !t.note.Whole {
		_ = f.saveNote() // bytes that the note lacks are fetched again
	}
}
