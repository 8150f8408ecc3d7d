package recordings

import (
	"context"
	"encoding/json"
	"io"
	"sync"

	"sextant/app/files"
	"sextant/app/service"
)

// An arrival is where those who read a recording meet the run that brings it: what has arrived, where somebody
// waits, and how the run stands. Its methods take mu, but for those that say that they need it.
type arrival struct {
	// disk belongs to the run under way, which changes it and the file with io held. Those who read bytes of the
	// file hold io to read.
	disk parcel
	io   sync.RWMutex

	mu   sync.Mutex // never held while the disk is used
	more *sync.Cond // told when anything below has changed

	parcel                     // a copy of disk
	want    int64              // where a reader waits, or was last
	at      int64              // where the connection is, -1 while there is none
	turn    context.CancelFunc // gives up what is waited for, be it the connection or the time to try again
	ranges  bool               // the service can begin anywhere
	cancel  context.CancelFunc // ends the run, nil while there is none
	err     error              // why it ended before the recording was whole
	stalled error              // why it waits to try again, nil while bytes come
}

// A Progress tells how far a transfer is.
type Progress struct {
	Size, Arrived int64 // bytes; Size is -1 while it is not known
	Whole         bool
	// Begun is how often it has begun anew, because the recording had become another one.
	Begun int
	// Err is why it has ended before it was whole, and Stalled why it waits to try again.
	Err, Stalled error
}

// Progress tells how far it is.
func (a *arrival) Progress() Progress {
	a.mu.Lock()
	defer a.mu.Unlock()
	return Progress{a.note.Size, a.note.Have.sum(), a.note.Whole, a.begun, a.err, a.stalled}
}

// Wait returns nil when the transfer is whole, its error when it has failed, and that of ctx when that ends.
func (a *arrival) Wait(ctx context.Context) error {
	stop := context.AfterFunc(ctx, a.wake)
	defer stop()
	a.mu.Lock()
	defer a.mu.Unlock()
	for !a.note.Whole && a.err == nil && ctx.Err() == nil {
		a.more.Wait()
	}
	if a.err != nil {
		return a.err
	}
	return ctx.Err()
}

// wake lets all who wait look again.
func (a *arrival) wake() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.more.Broadcast()
}

// waits tells whether a byte that is not there may still come. At the end of a recording that is so as well
// until what has arrived, or what was begun anew, is found to be good. It needs the lock.
func (a *arrival) waits(at int64) bool {
	if a.err != nil || a.note.Have.end(at) > at {
		return false
	}
	return !a.note.ends(at) || !a.note.Whole && (a.note.isComplete() || a.resets > 0)
}

// seekTo lets a reader wait at a place. It needs the lock.
func (a *arrival) seekTo(at int64) {
	jumped := a.want != at
	a.want = at
	if a.turn != nil && jumped && a.waits(at) && (a.at < 0 || a.elsewhere(a.at)) {
		a.turn()
	}
}

// unlessTurned does something that may take long, from a place in the recording. When a reader jumps
// elsewhere meanwhile it is given up, which is no failure.
func (a *arrival) unlessTurned(ctx context.Context, at int64, do func(ctx context.Context) error) error {
	part, turn := context.WithCancel(ctx)
	defer turn()
	a.mu.Lock()
	a.at, a.turn = at, turn
	a.mu.Unlock()
	err := do(part)
	a.mu.Lock()
	a.turn = nil
	a.mu.Unlock()
	if part.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}

// next is the stretch to fetch: from where a reader waits, if that is not there, and else on from there. A
// recording of which nothing is known may end before that, and is begun at its beginning. missing is false when
// all is there.
func (a *arrival) next() (gap span, missing bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.note.Size < 0 && len(a.note.Have) == 0 {
		return span{0, -1}, true
	}
	return a.note.Have.gap(a.want, a.note.Size)
}

// resume is what to ask the service for to fill a gap. If proven, some of what comes before it is asked for as
// well: not every service says that the recording has become another one, but its bytes do.
func (a *arrival) resume(gap span, proven bool) service.Resume {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := service.Resume{From: gap.From, Known: a.note.Served}
	if proven {
		r.From = a.note.Have.before(gap.From, proof)
	}
	return r
}

// onDisk changes what is on the disk, on the goroutine of the run, and lets all who wait look at it.
func (a *arrival) onDisk(change func(p *parcel) error) error {
	a.io.Lock()
	defer a.io.Unlock()
	err := change(&a.disk)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.parcel = a.disk
	a.more.Broadcast()
	return err
}

// accept takes over what the service says of the recording.
func (a *arrival) accept(d *service.Download) error {
	a.mu.Lock()
	a.ranges, a.stalled = d.Ranges, nil
	a.mu.Unlock()
	return a.onDisk(func(p *parcel) error { return p.accept(d) })
}

// put writes bytes down and lets those read on who waited for them.
func (a *arrival) put(data []byte, at int64) error {
	if err := a.onDisk(func(p *parcel) error { return p.write(data, at) }); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.at = at + int64(len(data))
	return nil
}

// ended notes the size of a recording whose body came to its end. It fails where something is missing.
func (a *arrival) ended(at int64) error {
	return a.onDisk(func(p *parcel) error {
		if p.note.Size < 0 {
			p.note.Size = at
		}
		if at < p.note.Size {
			return &service.Error{Kind: service.NoNetwork, Op: "the recording", Err: io.ErrUnexpectedEOF}
		}
		return nil
	})
}

// wantedElsewhere tells whether a reader waits for something that a connection will not bring soon.
func (a *arrival) wantedElsewhere(at int64) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.elsewhere(at)
}

// elsewhere is the same. It needs the lock.
func (a *arrival) elsewhere(at int64) bool {
	if !a.ranges || a.note.Have.end(a.want) > a.want || a.note.ends(a.want) {
		return false
	}
	return a.want < at || a.want > at+nearEnough
}

// conclude gives a recording of which all is there its name, if it is right, and else begins it anew, once.
func (a *arrival) conclude(right bool) error {
	return a.onDisk(func(p *parcel) error {
		switch {
		case right:
			return p.rename()
		case p.resets > 0:
			return ErrChecksum
		}
		return p.reset()
	})
}

// stall lets readers know why nothing comes just now, nil if something does.
func (a *arrival) stall(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.stalled = err
}

// end lets readers know how it ended, nil being well.
func (a *arrival) end(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.err, a.stalled = err, nil
	if a.cancel != nil && (err != nil || a.note.Whole) {
		a.cancel()
		a.cancel = nil
	}
	a.more.Broadcast()
}

// done tells whether nothing is left to do, well or not.
func (a *arrival) done() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.note.Whole || a.err != nil
}

// noted is the note as it is written down.
func (a *arrival) noted() ([]byte, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return json.Marshal(a.note)
}

// claim reads what other programs brought. alone says that this program may go on alone, and present that what it
// has open is still the recording.
func (a *arrival) claim() (alone, present bool, err error) {
	err = a.onDisk(func(p *parcel) (err error) {
		alone = files.Lock(p.file)
		present, err = p.catchUp(alone)
		return err
	})
	return alone, present, err
}

// giveBack lets other programs go on.
func (a *arrival) giveBack() {
	a.io.Lock()
	defer a.io.Unlock()
	files.Unlock(a.disk.file)
}
