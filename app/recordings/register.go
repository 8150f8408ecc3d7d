package recordings

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
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

// halt ends what runs for a download. It needs the lock.
func (k *download) halt() {
	if k.stop != nil {
		k.stop()
	}
	if k.timer != nil {
		k.timer.Stop()
	}
}

// A register is what is known of recordings: what the user wants of each, which is written down, what becomes of
// it, and what the library has. Its methods take the lock, but for those that say that they need it.
type register struct {
	library *Library
	notes   Notes
	now     func() time.Time
	changed func() // may be nil

	mu    sync.Mutex
	known map[string]*download
	has   map[string]Holding
	// elsewhere: another program was bringing something at the last look.
	elsewhere bool
}

// recall takes in what was written down when the program ended. What cannot be read is not wanted.
func (g *register) recall() {
	all, _ := g.notes.Recordings()
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, r := range all {
		if g.known[r.Key] == nil {
			g.known[r.Key] = &download{Recording: r, noted: r, state: Waiting}
			g.spare(r)
		}
	}
}

// note writes down what is known of a recording. It needs the lock.
func (g *register) note(k *download) {
	g.spare(k.Recording)
	g.notes.SetRecording(k.noted, k.Recording)
	k.noted = k.Recording
}

// takeOver takes over a note, and tells whether it says anything new. It needs the lock.
func (g *register) takeOver(r store.Recording) (changed bool) {
	k := g.known[r.Key]
	if r.State == store.RecordingWanted && (k == nil || k.State != store.RecordingWanted) {
		r.State, g.elsewhere = store.RecordingIdle, true
	}
	switch {
	case k == nil:
		k = &download{}
		g.known[r.Key] = k
	case k.Recording != k.noted || isSame(k.noted, r):
		return false // it is about to be written down, or known
	}
	k.Recording, k.noted = r, r
	g.spare(r)
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

// spare lets a recording stay as long as it is to be kept or is wanted.
func (g *register) spare(r store.Recording) {
	g.library.Spare(r.Key, r.Keep || r.State != store.RecordingIdle)
}

// of gives what is known of a recording, from now on at the latest. It needs the lock.
func (g *register) of(r store.Recording) *download {
	k := g.known[r.Key]
	if k == nil {
		r.At = g.now()
		k = &download{Recording: r}
		g.known[r.Key] = k
	}
	k.Item = cmp.Or(r.Item, k.Item)
	return k
}

// wanted lists the recordings of which the user wants one thing and that have not failed, the oldest first. It
// takes the lock.
func (g *register) wanted(s store.RecordingState) (list []store.Recording) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, k := range g.known {
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
func (g *register) sweep(key string) {
	g.mu.Lock()
	k := g.known[key]
	drop := k != nil && k.dropped && k.stop == nil
	g.mu.Unlock()
	if drop {
		g.library.Discard(key)
	}
}

// Of tells how a recording stands, Absent if nothing is known of it.
func (g *register) Of(key string) Download {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.status(key)
}

// All lists what is on its way, in its order, and then what is there, the newest first.
func (g *register) All() []Download {
	g.mu.Lock()
	defer g.mu.Unlock()
	var list []Download
	for key := range g.known {
		if s := g.status(key); s.Progress != Absent {
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
func (g *register) Used() (used, limit int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := map[string]int64{} // what is open has grown since it was looked at
	for key := range g.known {
		if p, open := g.library.Progress(key); open {
			now[g.library.name(key)] = p.Arrived
		}
	}
	for name, h := range g.has {
		if _, open := now[name]; !open {
			used += h.OnDisk
		}
	}
	for _, size := range now {
		used += size
	}
	return used, g.library.Limit()
}

// status tells how a recording stands. It needs the lock.
func (g *register) status(key string) Download {
	k := g.known[key]
	if k == nil {
		k = &download{Recording: store.Recording{Key: key}}
	}
	s := Download{Recording: k.Recording, Size: -1, Rate: k.rate(), Err: k.err, Again: k.again}
	p, open := g.library.Progress(key)
	held, there := g.has[g.library.name(key)]
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
func (g *register) look() {
	has := g.library.Holdings()
	g.mu.Lock()
	g.has = has
	for key, k := range g.known {
		_, open := g.library.Progress(key)
		if _, there := has[g.library.name(key)]; !there && !open && k.stop == nil && !k.Keep && k.State == store.RecordingIdle {
			delete(g.known, key)
			g.notes.DropRecording(key)
		}
	}
	g.mu.Unlock()
	g.tell()
}

// tell tells that something is not as it was, or is further.
func (g *register) tell() {
	if g.changed != nil {
		g.changed()
	}
}

// keys are those of all recordings of which something is known, in order. It needs the lock.
func (g *register) keys() []string { return slices.Sorted(maps.Keys(g.known)) }
