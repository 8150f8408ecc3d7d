package acquire

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"sextant/app/store"
)

// ErrNoRoom says that what is kept leaves no room for another recording.
var ErrNoRoom = errors.New("what is kept leaves no room for the recording")

const (
	atOnce     = 2                      // downloads that run at the same time
	tellEvery  = 500 * time.Millisecond // how often it is told how far they are
	restFirst  = 15 * time.Second       // before a download is tried again
	restLonger = 5 * time.Minute        // at most
)

// DownloadState tells how a recording stands.
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

// Unfinished tells whether the user waits for it.
func (s DownloadState) Unfinished() bool { return s >= Waiting && s <= Failed }

// A Download tells how a recording stands.
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

// Notes is where it is written down which recordings are wanted.
type Notes interface {
	Recordings() ([]store.Recording, error)
	SetRecording(before, after store.Recording)
	DropRecording(key string)
}

// DownloadEvents are called from any goroutine.
type DownloadEvents struct {
	// Changed: something is not as it was, or is further.
	Changed func()
	// Ended: a download came to its end, for good or with an error.
	Ended func(r store.Recording, err error)
}

// Downloads brings recordings into a library because the user wants them there, two at a time, and knows
// what the library has. What is wanted is written down, so that it goes on after a restart.
type Downloads struct {
	library *Library
	notes   Notes
	open    func(store.Recording) Opener
	now     func() time.Time
	events  DownloadEvents

	mu      sync.Mutex
	known   map[string]*download
	has     map[string]Holding
	telling bool
	// elsewhere: another program was bringing something at the last look.
	elsewhere bool

	life context.Context // until Close
	end  context.CancelFunc
	work sync.WaitGroup
}

// A download is a recording of which something is known.
type download struct {
	store.Recording
	noted store.Recording // as it was last written down, or read
	state DownloadState   // of what is wanted: Waiting, Running, Resting, Failed
	err   error
	again time.Time
	rests int
	timer *time.Timer
	stop  context.CancelFunc // while it runs

	dropped bool    // nothing of it shall stay
	seen    []int64 // how much had arrived at the last ticks
}

// NewDownloads makes a manager of a library. Begin begins it.
func NewDownloads(library *Library, notes Notes, open func(store.Recording) Opener, now func() time.Time, events DownloadEvents) *Downloads {
	d := &Downloads{library: library, notes: notes, open: open, now: now, events: events, known: map[string]*download{}}
	d.life, d.end = context.WithCancel(context.Background())
	return d
}

// Begin goes on with what was wanted when the program ended, as soon as that is read.
func (d *Downloads) Begin() {
	d.work.Go(func() {
		all, _ := d.notes.Recordings() // what cannot be read is not wanted
		d.mu.Lock()
		for _, r := range all {
			if d.known[r.Key] == nil {
				d.known[r.Key] = &download{Recording: r, noted: r, state: Waiting}
				d.spare(r)
			}
		}
		d.mu.Unlock()
		d.look()
		d.fill()
	})
}

// Close ends everything that runs. It goes on at the next start.
func (d *Downloads) Close() {
	d.end()
	d.mu.Lock()
	for _, k := range d.known {
		k.halt()
	}
	d.mu.Unlock()
	d.work.Wait()
}

// halt ends what runs for a download. It needs the lock.
func (k *download) halt() {
	if k.stop != nil {
		k.stop()
	}
	if k.timer != nil {
		k.timer.Stop()
	}
}

// note writes down what is known of a recording. It needs the lock.
func (d *Downloads) note(k *download) {
	d.spare(k.Recording)
	d.notes.SetRecording(k.noted, k.Recording)
	k.noted = k.Recording
}

// Follow takes over what other programs have written down since. What another one brings is left to it.
func (d *Downloads) Follow() {
	all, err := d.notes.Recordings()
	if err != nil {
		return
	}
	d.mu.Lock()
	changed, before := false, d.elsewhere
	d.elsewhere = false
	for _, r := range all {
		changed = d.takeOver(r) || changed
	}
	changed = changed || before || d.elsewhere
	d.mu.Unlock()
	if changed {
		d.look()
	}
}

// takeOver takes over a note, and tells whether it says anything new. It needs the lock.
func (d *Downloads) takeOver(r store.Recording) (changed bool) {
	k := d.known[r.Key]
	if r.State == store.RecordingWanted && (k == nil || k.State != store.RecordingWanted) {
		r.State, d.elsewhere = store.RecordingIdle, true
	}
	switch {
	case k == nil:
		k = &download{}
		d.known[r.Key] = k
	case k.Recording != k.noted || isSame(k.noted, r):
		return false // it is about to be written down, or known
	}
	k.Recording, k.noted = r, r
	d.spare(r)
	if r.State != store.RecordingWanted {
		k.halt()
	}
	return true
}

// isSame tells whether two notes of a recording say the same, but for what a store makes of a time.
func isSame(a, b store.Recording) bool {
	same := a.At.UnixMilli() == b.At.UnixMilli()
	a.At = b.At
	return same && a == b
}

func (d *Downloads) spare(r store.Recording) {
	d.library.Spare(r.Key, r.Keep || r.State != store.RecordingIdle)
}

// of gives what is known of a recording, from now on at the latest. It needs the lock.
func (d *Downloads) of(r store.Recording) *download {
	k := d.known[r.Key]
	if k == nil {
		r.At = d.now()
		k = &download{Recording: r}
		d.known[r.Key] = k
	}
	k.Item = cmp.Or(r.Item, k.Item)
	return k
}

// Get brings a recording, goes on with it, or tries again. With a name in SaveTo it is copied there as
// soon as it is whole.
func (d *Downloads) Get(r store.Recording) {
	d.mu.Lock()
	k := d.of(r)
	if k.State == store.RecordingIdle {
		k.At = d.now() // it stands in line behind the others
	}
	k.State, k.SaveTo = store.RecordingWanted, cmp.Or(r.SaveTo, k.SaveTo)
	if k.stop == nil {
		k.halt()
		k.state, k.err, k.rests = Waiting, nil, 0
	}
	k.dropped = false
	d.note(k)
	d.mu.Unlock()
	d.fill()
	d.tell()
}

// Pause lets a download rest until Get goes on with it.
func (d *Downloads) Pause(key string) {
	d.change(key, func(k *download) {
		if k.State == store.RecordingWanted {
			k.State, k.err = store.RecordingPaused, nil
			k.halt()
			d.note(k)
		}
	})
}

// PauseAll lets all downloads rest that have not failed, and ResumeAll goes on with all that rest.
func (d *Downloads) PauseAll() {
	for _, r := range d.wanted(store.RecordingWanted) {
		d.Pause(r.Key)
	}
}

// ResumeAll goes on with all downloads that rest.
func (d *Downloads) ResumeAll() {
	for _, r := range d.wanted(store.RecordingPaused) {
		d.Get(r)
	}
}

func (d *Downloads) wanted(s store.RecordingState) (list []store.Recording) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, k := range d.known {
		if k.State == s && k.state != Failed {
			list = append(list, k.Recording)
		}
	}
	slices.SortFunc(list, byAge)
	return list
}

func byAge(a, b store.Recording) int {
	return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Key, b.Key))
}

// Keep lets a recording stay when room is needed, or not any more.
func (d *Downloads) Keep(r store.Recording, keep bool) {
	d.mu.Lock()
	k := d.of(r)
	k.Keep = keep
	d.note(k)
	d.mu.Unlock()
	d.tell()
}

// Remove drops a recording, whole or on its way. What somebody listens to stays until that is over.
func (d *Downloads) Remove(key string) {
	d.change(key, func(k *download) {
		k.State, k.Keep, k.SaveTo, k.err, k.dropped = store.RecordingIdle, false, "", nil, true
		d.note(k)
		k.halt()
	})
	d.work.Go(func() { // the disk may take its time
		d.sweep(key)
		d.look()
	})
}

// sweep drops what is there of a recording that shall not be, once nothing runs for it.
func (d *Downloads) sweep(key string) {
	d.mu.Lock()
	k := d.known[key]
	drop := k != nil && k.dropped && k.stop == nil
	d.mu.Unlock()
	if drop {
		d.library.Discard(key)
	}
}

// change does something to a recording that is known.
func (d *Downloads) change(key string, do func(k *download)) {
	d.mu.Lock()
	if k := d.known[key]; k != nil {
		do(k)
	}
	d.mu.Unlock()
	d.fill()
	d.tell()
}

// Read reads a recording, which is fetched as far as it is not there.
func (d *Downloads) Read(r store.Recording) (*Recording, error) {
	rec, err := d.library.Read(r.Key, d.open(r))
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	k := d.of(r)
	k.dropped = false
	d.note(k)
	d.mu.Unlock()
	done := rec.done
	rec.done = func() error {
		err := done()
		d.sweep(r.Key)
		d.look()
		return err
	}
	d.follow()
	return rec, nil
}

// Forget drops a recording that is of no use, so that the next one to read it fetches it anew.
func (d *Downloads) Forget(key string) {
	d.library.Forget(key)
	d.look()
}

// Of tells how a recording stands.
func (d *Downloads) Of(key string) Download {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.status(key)
}

// All lists what is on its way, in its order, and then what is there, the newest first.
func (d *Downloads) All() []Download {
	d.mu.Lock()
	defer d.mu.Unlock()
	var list []Download
	for key := range d.known {
		if s := d.status(key); s.Progress != Absent {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b Download) int {
		switch {
		case a.Progress.Unfinished() != b.Progress.Unfinished():
			return map[bool]int{true: -1, false: 1}[a.Progress.Unfinished()]
		case a.Progress.Unfinished():
			return byAge(a.Recording, b.Recording)
		}
		return byAge(b.Recording, a.Recording)
	})
	return list
}

// Used is how many bytes the library has, and how many it may have.
func (d *Downloads) Used() (used, limit int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := map[string]int64{} // what is open has grown since it was looked at
	for key := range d.known {
		if p, open := d.library.Progress(key); open {
			now[d.library.name(key)] = p.Arrived
		}
	}
	for name, h := range d.has {
		if _, open := now[name]; !open {
			used += h.OnDisk
		}
	}
	for _, size := range now {
		used += size
	}
	return used, d.library.Limit()
}

// status tells how a recording stands. It needs the lock.
func (d *Downloads) status(key string) Download {
	k := d.known[key]
	if k == nil {
		k = &download{Recording: store.Recording{Key: key}}
	}
	s := Download{Recording: k.Recording, Size: -1, Rate: k.rate(), Err: k.err, Again: k.again}
	p, open := d.library.Progress(key)
	held, there := d.has[d.library.name(key)]
	switch {
	case open:
		s.Size, s.Arrived, s.Stalled = p.Size, p.Arrived, p.Stalled
	case there:
		s.Size, s.Arrived = held.Size, held.Arrived
	}
	switch {
	case k.dropped:
	case k.State == store.RecordingWanted:
		s.Progress = k.state
	case k.State == store.RecordingPaused && k.state == Failed:
		s.Progress = Failed
	case k.State == store.RecordingPaused:
		s.Progress = Paused
	case open && p.Whole, there && held.Whole:
		s.Progress = Stored
	case open:
		s.Progress = Arriving
	}
	return s
}

// look takes in what the library has by now. What has left it, and is not wanted, is known no more, unless
// something still runs for it.
func (d *Downloads) look() {
	has := d.library.Holdings()
	d.mu.Lock()
	d.has = has
	for key, k := range d.known {
		_, open := d.library.Progress(key)
		if _, there := has[d.library.name(key)]; !there && !open && k.stop == nil && !k.Keep && k.State == store.RecordingIdle {
			delete(d.known, key)
			d.notes.DropRecording(key)
		}
	}
	d.mu.Unlock()
	d.tell()
}

func (d *Downloads) tell() {
	if d.events.Changed != nil {
		d.events.Changed()
	}
}

// keys are those of all recordings of which something is known.
func (d *Downloads) keys() []string { return slices.Sorted(maps.Keys(d.known)) }
