package recordings

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sextant/app/api"
	"sextant/app/backoff"
	"sextant/app/files"
	"sextant/app/store"
)

// errForgotten reports that a recording was deleted while it arrived, and has no name though it is complete.
var errForgotten = errors.New("the recording was deleted meanwhile")

// startWaiting starts waiting downloads, the oldest first, while fewer than atOnce run.
func (d *Downloads) startWaiting() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.life.Err() == nil {
		running := 0
		var next *download
		for _, key := range d.keysLocked() {
			k := d.known[key]
			switch {
			case k.stop != nil:
				running++
			case k.State != store.RecordingWanted || k.state != Waiting:
			case next == nil || byAge(k.Recording, next.Recording) < 0:
				next = k
			}
		}
		if next == nil || running >= atOnce {
			return
		}
		d.startLocked(next)
	}
}

// startLocked starts a download.
func (d *Downloads) startLocked(k *download) {
	ctx, stop := context.WithCancel(d.life)
	k.state, k.stop = Running, stop
	r := k.Recording
	d.work.Go(func() {
		err := d.bring(ctx, r)
		stopped := ctx.Err() != nil
		stop()
		d.onEnded(r, err, stopped)
	})
	d.followLocked()
}

// bring fetches a recording, and copies it to SaveTo.
func (d *Downloads) bring(ctx context.Context, r store.Recording) error {
	rec, err := d.library.Read(r.Key, d.open(r))
	if err != nil {
		return err
	}
	defer rec.Close() // after an error the next one tries to clean up
	if err := rec.transfer.Wait(ctx); err != nil {
		return err
	}
	if rec.Progress().Shorter && d.events.Shorter != nil {
		d.events.Shorter(r)
	}
	if !d.library.Has(r.Key) {
		return errForgotten
	}
	if r.SaveTo != "" {
		if err := files.Copy(ctx, string(rec.transfer.path), r.SaveTo, 0o644); err != nil {
			return fmt.Errorf("saving the recording: %w", err)
		}
		return nil
	}
	if !d.library.Fits(r.Key, rec.Size()) {
		return ErrNoRoom
	}
	return nil
}

// onEnded handles the end of a download. started is the entry with which it was started.
func (d *Downloads) onEnded(started store.Recording, err error, stopped bool) {
	key := started.Key
	d.mu.Lock()
	k := d.known[key]
	k.stop = nil
	before := k.Recording
	news := false
	switch {
	case err != nil && (stopped || k.state == Failed): // Failed: there is no room for it, which refuse has reported
		if k.state == Running { // Pause, Remove or Close said so; it may be wanted again
			k.state = Waiting
		}
	case err == nil && k.SaveTo != started.SaveTo && k.State == store.RecordingWanted:
		k.state = Waiting // it is to be saved somewhere since
	case err == nil:
		news = k.State == store.RecordingWanted
		k.State, k.SaveTo = store.RecordingIdle, ""
		d.noteLocked(k)
	case errors.Is(err, errForgotten):
		k.state = Waiting // and is fetched again
	case lasting(err):
		news = true
		k.State, k.state, k.err = store.RecordingPaused, Failed, err
		d.noteLocked(k)
	default:
		d.backOffLocked(k, err)
	}
	d.mu.Unlock()
	d.sweep(key)
	d.readNotes()
	d.startWaiting()
	if news && d.events.Ended != nil {
		d.events.Ended(before, err)
	}
}

// backOffLocked retries a download after its backoff.
func (d *Downloads) backOffLocked(k *download, err error) {
	wait := backoff.After(k.attempts+1, firstBackoff, mostBackoff)
	if e := (*api.Error)(nil); errors.As(err, &e) {
		wait = max(wait, e.RetryAfter)
	}
	if isRefused(err) && k.attempts > 0 {
		wait = blockBackoff
	}
	k.state, k.err, k.retryAt = BackingOff, err, d.now().Add(wait)
	k.attempts++
	k.timer = time.AfterFunc(wait, func() {
		d.mu.Lock()
		if k.state == BackingOff {
			k.state = Waiting
		}
		d.mu.Unlock()
		d.startWaiting()
		d.notify()
	})
}

// notifyProgress notifies of progress while bytes are to come.
func (d *Downloads) notifyProgress() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.followLocked()
}

func (d *Downloads) followLocked() {
	if d.notifying || d.life.Err() != nil {
		return
	}
	d.notifying = true
	d.work.Go(func() {
		tick := time.NewTicker(notifyEvery)
		defer tick.Stop()
		for d.measure() {
			select {
			case <-d.life.Done():
			case <-tick.C:
				d.notify()
			}
		}
	})
}

// measure samples all rates, and reports whether more bytes are to come. A download that turns out too large for the
// library is ended.
func (d *Downloads) measure() bool {
	sized, more := d.sample()
	for r, size := range sized {
		if d.library.Fits(r.Key, size) {
			continue
		}
		d.mu.Lock()
		if k := d.known[r.Key]; k != nil && k.stop != nil && k.state == Running && k.SaveTo == "" {
			d.refuseLocked(k)
		}
		d.mu.Unlock()
	}
	return more
}

// sample records how much has arrived. It returns the sizes of the downloads that are to stay in the library, and
// whether more bytes are to come.
func (d *Downloads) sample() (sized map[store.Recording]int64, more bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	sized = map[store.Recording]int64{}
	d.notifying = false
	for _, k := range d.known {
		p, open := d.library.Progress(k.Key)
		if !open || p.Whole {
			k.seen = nil
			d.notifying = d.notifying || k.stop != nil
			continue
		}
		d.notifying = true
		k.sample(p.Arrived)
		if k.stop != nil && k.state == Running && k.SaveTo == "" && p.Size > 0 {
			sized[k.Recording] = p.Size
		}
	}
	d.notifying = d.notifying && d.life.Err() == nil
	return sized, d.notifying
}

// sample records how much has arrived, and drops old samples.
func (d *download) sample(arrived int64) {
	const samples = 11 // five seconds
	if n := len(d.seen); n > 0 && arrived < d.seen[n-1] {
		d.seen = nil // it was fetched again
	}
	d.seen = append(d.seen, arrived)
	d.seen = d.seen[max(0, len(d.seen)-samples):]
}

// rate returns the bytes per second.
func (d *download) rate() float64 {
	n := len(d.seen)
	if n < 2 {
		return 0
	}
	return float64(d.seen[n-1]-d.seen[0]) / (float64(n-1) * notifyEvery.Seconds())
}

// refuseLocked ends a download for which there will be no room.
func (d *Downloads) refuseLocked(k *download) {
	k.State, k.state, k.err = store.RecordingPaused, Failed, ErrNoRoom
	d.noteLocked(k)
	k.stop()
	if d.events.Ended != nil {
		r := k.Recording
		d.work.Go(func() { d.events.Ended(r, ErrNoRoom) })
	}
}
