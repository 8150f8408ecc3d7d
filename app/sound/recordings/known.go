package recordings

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"sextant/app/store"
)

// Notes stores which recordings are wanted.
type Notes interface {
	// Recordings returns all entries.
	Recordings() ([]store.Recording, error)
	// SetRecording stores the change of a recording. It returns at once.
	SetRecording(before, after store.Recording)
	// DropRecording removes a recording's entry. It returns at once.
	DropRecording(key string)
}

// A download is a known recording.
type download struct {
	store.Recording
	saved    store.Recording // the entry in Notes
	state    DownloadState   // of what is wanted: Waiting, Running, BackingOff, Failed
	err      error
	retryAt  time.Time
	attempts int
	timer    *time.Timer
	stop     context.CancelFunc // while it runs

	dropped bool    // it is to be deleted
	seen    []int64 // bytes at the last ticks
}

// haltLocked cancels a running download.
func (d *download) haltLocked() {
	if d.stop != nil {
		d.stop()
	}
	if d.timer != nil {
		d.timer.Stop()
	}
}

// recall reads the entries of earlier runs, and reports whether it could. Until then the library deletes nothing for
// room, since any of its recordings may be a kept one.
func (d *Downloads) recall() bool {
	all, err := d.notes.Recordings()
	if err != nil {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range all {
		if d.known[r.Key] == nil {
			d.known[r.Key] = &download{Recording: r, saved: r, state: Waiting}
			d.spare(r)
		}
	}
	d.unread = false
	d.library.SpareAll(false)
	return true
}

// noteLocked stores the entry of a recording.
func (d *Downloads) noteLocked(k *download) {
	d.spare(k.Recording)
	d.notes.SetRecording(k.saved, k.Recording)
	k.saved = k.Recording
}

// takeOverLocked applies an entry of another program, and reports whether that changed anything.
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
		return false // it is about to be stored, or known
	}
	k.Recording, k.saved = r, r
	d.spare(r)
	if r.State != store.RecordingWanted {
		k.haltLocked()
	}
	return true
}

// isSame reports whether two entries are equal, up to the store's precision of times.
func isSame(a, b store.Recording) bool {
	same := a.At.UnixMilli() == b.At.UnixMilli()
	a.At = b.At
	return same && a == b
}

// spare protects a recording from being removed for room while it is kept or wanted.
func (d *Downloads) spare(r store.Recording) {
	d.library.Spare(r.Key, r.Keep || r.State != store.RecordingIdle)
}

// knownLocked returns a recording, and adds it where it is new.
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

// withState returns the recordings in a state that have not failed, the oldest first. It takes the lock.
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

// sweep deletes the files of a dropped recording, once its download has ended.
func (d *Downloads) sweep(key string) {
	d.mu.Lock()
	k := d.known[key]
	drop := k != nil && k.dropped && k.stop == nil
	d.mu.Unlock()
	if drop {
		d.library.Discard(key)
	}
}

// Status returns a recording's progress, Absent for an unknown one.
func (d *Downloads) Status(key string) Download {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.statusLocked(key)
}

// All returns the unfinished downloads, in their order, and then what is there, whole or in part, the newest first.
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

// Used returns the bytes of the library, and its limit.
func (d *Downloads) Used() (used, limit int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := map[string]int64{} // open files have grown since the folder was read
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

// statusLocked returns a recording's progress.
func (d *Downloads) statusLocked(key string) Download {
	k := d.known[key]
	if k == nil {
		k = &download{Recording: store.Recording{Key: key}}
	}
	s := Download{Recording: k.Recording, Size: -1, Rate: k.rate(), Err: k.err, RetryAt: k.retryAt}
	p, open := d.library.Progress(key)
	held, there := d.has[d.library.name(key)]
	switch {
	case open:
		s.Size, s.Arrived, s.Stalled, s.Shorter = p.Size, p.Arrived, p.Stalled, p.Shorter
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
	case there:
		s.Progress = Partial
	}
	return s
}

// readNotes reads the library's folder, which one goroutine does at a time. Recordings that have left it, and are not
// wanted, are removed here too, unless their download is still ending. Where recordings were opened or closed
// meanwhile, none is removed: the folder is read again after each of these.
func (d *Downloads) readNotes() {
	d.folder <- struct{}{}
	defer func() { <-d.folder }()
	before := d.library.changeCount()
	has, err := d.library.Holdings()
	if err != nil {
		return // what was known before stays
	}
	d.mu.Lock()
	d.has = has
	isNewest := d.library.changeCount() == before
	for key, k := range d.known {
		if !isNewest {
			break
		}
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

// keysLocked returns the keys of all known recordings, sorted.
func (d *Downloads) keysLocked() []string { return slices.Sorted(maps.Keys(d.known)) }
