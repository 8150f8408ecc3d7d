package recordings

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"sextant/app/store"
)

// ErrNoRoom says that the library has no room for another recording.
var ErrNoRoom = errors.New("the library has no room for the recording")

const (
	atOnce      = 2                      // downloads that run at the same time
	notifyEvery = 500 * time.Millisecond // how often progress is notified
	restFirst   = 15 * time.Second       // before a download is tried again
	restLonger  = 5 * time.Minute        // at most
)

// DownloadState is how a recording stands.
type DownloadState int

// The states of a recording.
const (
	Absent   DownloadState = iota // nothing is there, or a part that nobody waits for
	Arriving                      // it comes in because somebody listens
	Waiting                       // its turn has not come
	Running                       // it comes in because it is wanted
	Resting                       // it is tried again at a time
	Paused                        // it is wanted, but not now
	Failed                        // it cannot be had
	Stored                        // it is there
)

// Unfinished reports whether the user waits for it.
func (s DownloadState) Unfinished() bool { return s >= Waiting && s <= Failed }

// A Download is how a recording stands.
type Download struct {
	store.Recording
	Progress DownloadState
	// Size and Arrived count bytes; Size is -1 while it is not known.
	Size, Arrived int64
	// Rate is how many bytes come in a second.
	Rate float64
	// Err is why it has failed, or rests, and Stalled why nothing comes just now.
	Err, Stalled error
	// Again is when it is tried again.
	Again time.Time
}

// Left is how long it will take at the present rate, 0 if nobody knows.
func (d *Download) Left() time.Duration {
	if d.Size < 0 || d.Rate < 1 {
		return 0
	}
	return time.Duration(float64(d.Size-d.Arrived) / d.Rate * float64(time.Second))
}

// DownloadEvents are called from any goroutine.
type DownloadEvents struct {
	// Changed: something is not as it was, or is further.
	Changed func()
	// Ended: a download came to its end, for good or with an error.
	Ended func(r store.Recording, err error)
}

// Downloads brings recordings into a library because the user wants them there, two at a time, and knows what
// the library has. What is wanted is written down, so that it goes on after a restart. Its methods may be
// called from any goroutine; those that fetch return before anything has come.
type Downloads struct {
	library *Library
	notes   Notes
	open    func(store.Recording) Opener
	now     func() time.Time
	events  DownloadEvents

	mu    sync.Mutex // never held while the disk is used
	known map[string]*download
	has   map[string]Holding
	// elsewhere: another program was bringing something at the last look.
	elsewhere bool
	notifying bool // a goroutine notifies of progress

	life context.Context // until Close
	end  context.CancelFunc
	work sync.WaitGroup
}

// NewDownloads makes a manager of a library, which does nothing before Begin. open is how a recording is
// asked for, and now the clock.
func NewDownloads(library *Library, notes Notes, open func(store.Recording) Opener,
	now func() time.Time, events DownloadEvents,
) *Downloads {
	d := &Downloads{library: library, notes: notes, open: open, now: now, events: events, known: map[string]*download{}}
	d.life, d.end = context.WithCancel(context.Background())
	return d
}

// Begin goes on with what was wanted when the program ended, as soon as that is read. It returns at once.
func (d *Downloads) Begin() {
	d.work.Go(func() {
		d.recall()
		d.takeOverOpen()
		d.readNotes()
		d.startWaiting()
	})
}

// takeOverOpen has recordings that others read from the library asked for as this manager does from now on: with
// the address and the key that are valid now.
func (d *Downloads) takeOverOpen() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for key, k := range d.known {
		d.library.SetOpener(key, d.open(k.Recording))
	}
}

// Close ends everything that runs and waits for its end. What is wanted goes on at the next start. Recordings
// that somebody reads are not closed.
func (d *Downloads) Close() {
	d.end()
	d.mu.Lock()
	for _, k := range d.known {
		k.haltLocked()
	}
	d.mu.Unlock()
	d.work.Wait()
}

// Follow reads what other programs have written down since, and takes it over. What another one brings is
// left to it. Notes that cannot be read change nothing.
func (d *Downloads) Follow() {
	all, err := d.notes.Recordings()
	if err != nil {
		return
	}
	d.mu.Lock()
	changed, before := false, d.elsewhere
	d.elsewhere = false
	for _, r := range all {
		changed = d.takeOverLocked(r) || changed
	}
	changed = changed || before || d.elsewhere
	d.mu.Unlock()
	if changed {
		d.readNotes()
	}
}

// Get brings a recording, goes on with it, or tries again. With a name in SaveTo it is copied there as
// soon as it is whole.
func (d *Downloads) Get(r store.Recording) {
	d.mu.Lock()
	k := d.knownLocked(r)
	if k.State == store.RecordingIdle {
		k.At = d.now() // it stands in line behind the others
	}
	k.State, k.SaveTo = store.RecordingWanted, cmp.Or(r.SaveTo, k.SaveTo)
	if k.stop == nil {
		k.haltLocked()
		k.state, k.err, k.attempts = Waiting, nil, 0
	}
	k.dropped = false
	d.noteLocked(k)
	d.mu.Unlock()
	d.startWaiting()
	d.notify()
}

// Pause lets a download rest until Get goes on with it.
func (d *Downloads) Pause(key string) {
	d.change(key, func(k *download) {
		if k.State == store.RecordingWanted {
			k.State, k.err = store.RecordingPaused, nil
			k.haltLocked()
			d.noteLocked(k)
		}
	})
}

// PauseAll lets all downloads rest that have not failed.
func (d *Downloads) PauseAll() {
	for _, r := range d.withState(store.RecordingWanted) {
		d.Pause(r.Key)
	}
}

// ResumeAll goes on with all downloads that rest.
func (d *Downloads) ResumeAll() {
	for _, r := range d.withState(store.RecordingPaused) {
		d.Get(r)
	}
}

// Keep lets a recording stay when room is needed, or not any more.
func (d *Downloads) Keep(r store.Recording, keep bool) {
	d.mu.Lock()
	k := d.knownLocked(r)
	k.Keep = keep
	d.noteLocked(k)
	d.mu.Unlock()
	d.notify()
}

// Remove drops a recording, whole or on its way. What somebody listens to stays until that is over.
func (d *Downloads) Remove(key string) {
	d.change(key, func(k *download) {
		k.State, k.Keep, k.SaveTo, k.err, k.dropped = store.RecordingIdle, false, "", nil, true
		d.noteLocked(k)
		k.haltLocked()
	})
	d.work.Go(func() { // the disk may take its time
		d.sweep(key)
		d.readNotes()
	})
}

// change does something to a recording that is known.
func (d *Downloads) change(key string, do func(k *download)) {
	d.mu.Lock()
	if k := d.known[key]; k != nil {
		do(k)
	}
	d.mu.Unlock()
	d.startWaiting()
	d.notify()
}

// Read returns a reader of a recording, which is fetched as far as it is not there. The caller must close it.
// It fails where the library's folder or its files cannot be opened.
func (d *Downloads) Read(r store.Recording) (*Recording, error) {
	rec, err := d.library.Read(r.Key, d.open(r))
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	k := d.knownLocked(r)
	k.dropped = false
	d.noteLocked(k)
	d.mu.Unlock()
	done := rec.done
	rec.done = func() error {
		err := done()
		d.sweep(r.Key)
		d.readNotes()
		return err
	}
	d.notifyProgress()
	return rec, nil
}

// Forget drops a recording that is of no use, so that the next one to read it fetches it again.
func (d *Downloads) Forget(key string) {
	d.library.Forget(key)
	d.readNotes()
}
