package recordings

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"sextant/app/store"
)

// ErrNoRoom reports that the library has no room for another recording.
var ErrNoRoom = errors.New("the library has no room for the recording")

const (
	atOnce       = 2                      // downloads that run at the same time
	notifyEvery  = 500 * time.Millisecond // how often progress is notified
	firstBackoff = 15 * time.Second       // before a download is tried again
	mostBackoff  = 5 * time.Minute        // at most
	// blockBackoff is that after a quota was found used up again: some services block a key for an hour from its last
	// request.
	blockBackoff = 75 * time.Minute
)

// DownloadState is the state of a recording.
type DownloadState int

// The states of a recording.
const (
	Absent     DownloadState = iota // there is no file
	Arriving                        // it is being downloaded because it is playing
	Waiting                         // its turn has not come
	Running                         // it comes in because it is wanted
	BackingOff                      // it is tried again at RetryAt
	Paused                          // it is wanted, but not now
	Failed                          // it cannot be downloaded
	Stored                          // it is there
	Partial                         // a part of it is there, for which nobody waits
)

// Unfinished reports whether the user waits for it.
func (s DownloadState) Unfinished() bool { return s >= Waiting && s <= Failed }

// A Download is a recording with its progress.
type Download struct {
	store.Recording
	Progress DownloadState
	// Size and Arrived count bytes; Size is -1 while it is not known.
	Size, Arrived int64
	// Rate is how many bytes come in a second.
	Rate float64
	// Shorter: it is complete, and shorter than the service said. It is known while it is open.
	Shorter bool
	// Err is why it has failed or backs off, and Stalled why no bytes come now.
	Err, Stalled error
	// RetryAt is when it is tried again, in the state BackingOff.
	RetryAt time.Time
}

// Left returns how long it will take at the current rate, 0 where that is not known.
func (d *Download) Left() time.Duration {
	if d.Size < 0 || d.Rate < 1 {
		return 0
	}
	return time.Duration(float64(d.Size-d.Arrived) / d.Rate * float64(time.Second))
}

// DownloadEvents are called from any goroutine.
type DownloadEvents struct {
	// Changed is called when a state or the progress has changed.
	Changed func()
	// Ended is called when a download has ended, with its error, nil for success.
	Ended func(r store.Recording, err error)
	// Shorter is called before Ended when a download is complete, and shorter than the service said. It may be nil.
	Shorter func(r store.Recording)
}

// Downloads fetches the recordings that the user wants into a library, two at a time, and knows what the library has.
// The wanted ones are stored, so that they continue after a restart. It is safe for concurrent use; methods that start
// a download do not wait for it.
type Downloads struct {
	library *Library
	notes   Notes
	open    func(store.Recording) Opener
	now     func() time.Time
	events  DownloadEvents

	folder chan struct{} // has an element while the folder is read

	mu    sync.Mutex // never held while the disk is used
	known map[string]*download
	has   map[string]Holding
	// elsewhere: another program was fetching something at the last look.
	elsewhere bool
	notifying bool // a goroutine notifies of progress
	unread    bool // the notes of earlier runs are still to be read

	life context.Context // until Close
	end  context.CancelFunc
	work sync.WaitGroup
}

// NewDownloads makes a manager of a library, which does nothing before Begin. open returns how to ask for a recording,
// and now is the clock.
func NewDownloads(library *Library, notes Notes, open func(store.Recording) Opener,
	now func() time.Time, events DownloadEvents,
) *Downloads {
	d := &Downloads{
		library: library, notes: notes, open: open, now: now, events: events, known: map[string]*download{},
		folder: make(chan struct{}, 1),
	}
	d.life, d.end = context.WithCancel(context.Background())
	return d
}

// Begin continues the downloads of earlier runs, once their notes are read. It returns at once.
func (d *Downloads) Begin() {
	d.library.SpareAll(true)
	d.mu.Lock()
	d.unread = true
	d.mu.Unlock()
	d.work.Go(d.beginRecalled)
}

// beginRecalled continues the downloads of earlier runs, unless their notes cannot be read.
func (d *Downloads) beginRecalled() {
	if d.recall() {
		d.takeOverOpen()
	}
	d.readNotes()
	d.startWaiting()
}

// takeOverOpen makes open recordings use this manager's opener from the next request on, which has the current address
// and key.
func (d *Downloads) takeOverOpen() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for key, k := range d.known {
		d.library.SetOpener(key, d.open(k.Recording))
	}
}

// Close ends all downloads, and waits for them. They continue at the next start. Recordings that are being read are not
// closed.
func (d *Downloads) Close() {
	d.end()
	d.mu.Lock()
	for _, k := range d.known {
		k.haltLocked()
	}
	d.mu.Unlock()
	d.work.Wait()
}

// Follow applies the changes of the notes by other programs. What another one is fetching is left to it. Notes that
// cannot be read change nothing; those of earlier runs are read as soon as they can be.
func (d *Downloads) Follow() {
	d.mu.Lock()
	unread := d.unread
	d.mu.Unlock()
	if unread {
		d.beginRecalled()
	}
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

// Get starts, resumes or retries a download. With a path in SaveTo the recording is copied there once it is complete.
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

// Pause pauses a download until Get.
func (d *Downloads) Pause(key string) {
	d.change(key, func(k *download) {
		if k.State == store.RecordingWanted {
			k.State, k.err = store.RecordingPaused, nil
			k.haltLocked()
			d.noteLocked(k)
		}
	})
}

// PauseAll pauses all downloads that have not failed.
func (d *Downloads) PauseAll() {
	for _, r := range d.withState(store.RecordingWanted) {
		d.Pause(r.Key)
	}
}

// ResumeAll resumes all paused downloads.
func (d *Downloads) ResumeAll() {
	for _, r := range d.withState(store.RecordingPaused) {
		d.Get(r)
	}
}

// Keep sets whether a recording is kept when room is needed.
func (d *Downloads) Keep(r store.Recording, keep bool) {
	d.mu.Lock()
	k := d.knownLocked(r)
	k.Keep = keep
	d.noteLocked(k)
	d.mu.Unlock()
	d.notify()
}

// Remove deletes a recording or its part, and ends its download. One that is being read is deleted after that.
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

// change calls do for a known recording.
func (d *Downloads) change(key string, do func(k *download)) {
	d.mu.Lock()
	if k := d.known[key]; k != nil {
		do(k)
	}
	d.mu.Unlock()
	d.startWaiting()
	d.notify()
}

// Read returns a reader of a recording, whose missing bytes are fetched. The caller must close it. It fails where the
// library's folder or its files cannot be opened.
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

// Forget deletes a recording that cannot be used, so that the next reader fetches it again.
func (d *Downloads) Forget(key string) {
	d.library.Forget(key)
	d.readNotes()
}
