package recordings

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"sextant/app/store"
)

// Notes is where it is written down which recordings are wanted.
type Notes interface {
	// Recordings returns all that is written down.
	Recordings() ([]store.Recording, error)
	// SetRecording writes down what has changed of a recording. It returns at once.
	SetRecording(before, after store.Recording)
	// DropRecording forgets a recording of which nobody wants anything. It returns at once.
	DropRecording(key string)
}

// A download is a recording of which something is known.
type download struct {
	store.Recording
	saved    store.Recording // as it was last written down, or read
	state    DownloadState   // of what is wanted: Waiting, Running, Resting, Failed
	err      error
	retryAt  time.Time
	attempts int
	timer    *time.Timer
	stop     context.CancelFunc // while it runs

	dropped bool    // nothing of it shall stay
	seen    []int64 // how much had arrived at the last ticks
}

// haltLocked ends what runs for a download.
func (k *download) haltLocked() {
	if k.stop != nil {
		k.stop()
	}
	if k.timer != nil {
		k.timer.Stop()
	}
}

// recall reads what was noted when the program ended. What cannot be read is not wanted.
func (d *Downloads) recall() {
	all, _ := d.notes.Recordings()
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range all {
		if d.known[r.Key] == nil {
			d.known[r.Key] = &download{Recording: r, saved: r, state: Waiting}
			d.spare(r)
		}
	}
}

// noteLocked writes down what is known of a recording.
func (d *Downloads) noteLocked(k *download) {
	d.spare(k.Recording)
	d.notes.SetRecording(k.saved, k.Recording)
	k.saved = k.Recording
}

// takeOverLocked takes over a note, and reports whether it says anything new.
func (d *Downloads) takeOverLocked(r store.Recording) (changed bool) {
	k := d.known[r.Key]
	if r.State == store.RecordingWanted && (k == nil || k.State != store.RecordingWanted) {
		r.State, d.elsewhere = store.RecordingIdle, true
	}
	switch {
	case k == nil:
		k = &download{}
		d.known[r.Key] = k
	case k.Recording != k.saved || isSame(k.saved, r):
		return false // it is about to be written down, or known
	}
	k.Recording, k.saved = r, r
	d.spare(r)
	if r.State != store.RecordingWanted {
		k.haltLocked()
	}
	return true
}

// isSame reports whether two notes of a recording say the same, but for what a store makes of a time.
func isSame(a, b store.Recording) bool {
	same := a.At.UnixMilli() == b.At.UnixMilli()
	a.At = b.At
	return same && a == b
}

// spare lets a recording stay as long as it is to be kept or is wanted.
func (d *Downloads) spare(r store.Recording) {
	d.library.Spare(r.Key, r.Keep || r.State != store.RecordingIdle)
}

// knownLocked gives what is known of a recording, from now on at the latest.
func (d *Downloads) knownLocked(r store.Recording) *download {
	k := d.known[r.Key]
	if k == nil {
		r.At = d.now()
		k = &download{Recording: r}
		d.known[r.Key] = k
	}
	k.Item = cmp.Or(r.Item, k.Item)
	return k
}

// withState lists the recordings of which the user wants one thing and that have not failed, the oldest first. It
// takes the lock.
func (d *Downloads) withState(s store.RecordingState) (list []store.Recording) {
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

// Status returns how a recording stands, Absent if nothing is known of it.
func (d *Downloads) Status(key string) Download {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.statusLocked(key)
}

// All lists what is on its way, in its order, and then what is there, the newest first.
func (d *Downloads) All() []Download {
	d.mu.Lock()
	defer d.mu.Unlock()
	var list []Download
	for key := range d.known {
		if s := d.statusLocked(key); s.Progress != Absent {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b Download) int {
		switch {
		case a.Progress.Unfinished() && !b.Progress.Unfinished():
			return -1
		case !a.Progress.Unfinished() && b.Progress.Unfinished():
			return 1
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

// statusLocked returns how a recording stands.
func (d *Downloads) statusLocked(key string) Download {
	k := d.known[key]
	if k == nil {
		k = &download{Recording: store.Recording{Key: key}}
	}
	s := Download{Recording: k.Recording, Size: -1, Rate: k.rate(), Err: k.err, Again: k.retryAt}
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

// readNotes reads what the library has now. What has left it, and is not wanted, is dropped here too, unless
// something still runs for it.
func (d *Downloads) readNotes() {
	has := d.library.Holdings()
	d.mu.Lock()
	d.has = has
	for key, k := range d.known {
		_, open := d.library.Progress(key)
		if _, there := has[d.library.name(key)]; !there && !open &&
			k.stop == nil && !k.Keep && k.State == store.RecordingIdle {
			delete(d.known, key)
			d.notes.DropRecording(key)
		}
	}
	d.mu.Unlock()
	d.notify()
}

func (d *Downloads) notify() {
	if d.events.Changed != nil {
		d.events.Changed()
	}
}

// keysLocked are those of all recordings of which something is known, in order.
func (d *Downloads) keysLocked() []string { return slices.Sorted(maps.Keys(d.known)) }
