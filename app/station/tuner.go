package station

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"sextant/app/acquire"
	"sextant/app/publish"
	"sextant/app/settings"
	"sextant/app/store"
)

// A Change is one from a station to another.
type Change struct {
	From, To *Station
	// SameService is set where only the way changed in which the same service is asked.
	SameService bool
}

// An Ending tells of a download that came to its end, for good or with an error.
type Ending struct {
	Recording store.Recording
	Err       error
}

// A Tuner has the station that Sextant is tuned to, and goes over to another one. What the station tells of, the
// tuner publishes, so that whoever wants to know need not care which station it is; nothing is told any more of one
// that was left. It belongs to the UI goroutine but for End.
type Tuner struct {
	Tuned      publish.Topic[Change]
	Learned    publish.Topic[acquire.Change]
	Told       publish.Topic[[]int] // pages that the service says are others by now
	Collecting publish.Topic[acquire.Collecting]
	Sighting   publish.Topic[acquire.Sighting]
	Downloads  publish.Topic[struct{}] // something about them is not as it was
	Ended      publish.Topic[Ending]
	Trouble    publish.Topic[error] // pages cannot be stored; nil when they can again

	profile   settings.Profile
	box       *settings.Box
	overrides Overrides
	now       func() time.Time
	post      func(func())
	libraries Libraries
	key       string // as it is kept

	current *Station
	events  *relay // of the current station
	cancel  context.CancelFunc
	turn    sync.Mutex     // held while a station is made, so that they are made one after another
	leaving sync.WaitGroup // stations that are being left
}

// NewTuner tunes in to the service of the settings, which takes a while. It is not called on the UI goroutine, or
// before that runs. key is the one that is kept with the settings.
func NewTuner(p settings.Profile, box *settings.Box, o Overrides, key string, now func() time.Time, post func(func())) (*Tuner, error) {
	t := &Tuner{profile: p, box: box, overrides: o, now: now, post: post, libraries: Libraries{}, key: key, cancel: func() {}}
	st, events, err := t.open(box.Get().Service, key)
	if err != nil {
		return nil, err
	}
	t.current, t.events = st, events
	st.Begin(events.events())
	return t, nil
}

// Current is the station that is tuned in.
func (t *Tuner) Current() *Station { return t.current }

// Key is the key that is kept with the settings.
func (t *Tuner) Key() string { return t.key }

// IsOverruled tells whether the command line or the environment overrule the settings.
func (t *Tuner) IsOverruled() bool { return t.overrides.Any() }

// Tune goes over to a service, or to the same one in another way, with the key for it. That is prepared in the
// background; done is called on the UI goroutine when all has changed, or with the error for which nothing has: the
// settings and the key are kept only when there is a station for them. It gives up when ctx ends, or when Tune is
// called once more.
func (t *Tuner) Tune(ctx context.Context, s settings.Service, key string, done func(error)) {
	t.cancel()
	ctx, t.cancel = context.WithCancel(ctx)
	before, keyBefore := t.box.Get(), t.key
	if s.KeyPlace = before.KeyPlace; s == before.Service && key == keyBefore {
		done(nil)
		return
	}
	go func() {
		t.turn.Lock()
		defer t.turn.Unlock()
		p, err := t.prepare(ctx, before, s, key, keyBefore)
		taken := make(chan struct{})
		t.post(func() {
			err := cmp.Or(err, ctx.Err())
			if err == nil {
				t.goOver(p)
				close(taken)
			}
			done(err)
		})
		if err == nil {
			p.await(ctx, taken)
		}
	}()
}

// A prepared station waits to be gone over to.
type prepared struct {
	station *Station
	events  *relay
	service settings.Service // as it is kept
	key     string
	undos   []func()
}

// undo takes back what was done for the station, which takes a while.
func (p *prepared) undo() {
	for _, undo := range slices.Backward(p.undos) {
		undo()
	}
}

// await waits until the station is taken, and undoes it if that is given up before. No other one is prepared meanwhile,
// whose key and settings would be undone too.
func (p *prepared) await(ctx context.Context, taken <-chan struct{}) {
	select {
	case <-taken:
	case <-ctx.Done():
		select {
		case <-taken: // and only then given up
		default:
			p.undo()
		}
	}
}

// prepare opens a station, and keeps the settings and the key for it; or where any of that fails, nothing.
func (t *Tuner) prepare(ctx context.Context, before settings.Settings, s settings.Service, key, keyBefore string) (_ *prepared, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := &prepared{service: s, key: key}
	defer func() {
		if err != nil {
			p.undo()
		}
	}()
	if p.station, p.events, err = t.open(s, key); err != nil {
		return nil, err
	}
	p.undos = append(p.undos, p.station.Release)
	if key != keyBefore {
		p.undos = append(p.undos, func() { _, _ = t.profile.SaveKey(keyBefore) }) // there is nobody to tell
		if p.service.KeyPlace, err = t.profile.SaveKey(key); err != nil {
			return nil, err
		}
	}
	after := before
	after.Service = p.service
	if err = t.profile.SaveSettings(before, after); err != nil {
		return nil, err
	}
	p.undos = append(p.undos, func() { _ = t.profile.SaveSettings(after, before) })
	return p, ctx.Err()
}

// goOver makes a prepared station the current one.
func (t *Tuner) goOver(p *prepared) {
	old := t.current
	same := old.Service() == p.station.Service()
	t.current, t.events, t.key = p.station, p.events, p.key
	t.box.Change(func(s *settings.Settings) { s.Service = p.service })
	if same {
		p.station.Heard.Follow(old.Heard)
	}
	p.station.Begin(p.events.events())
	t.Tuned.Tell(Change{From: old, To: p.station, SameService: same})
	t.leaving.Go(func() {
		old.Retire()
		old.Release()
	})
}

// Hold keeps a station open until the function that it returns is called, which returns at once. End waits for what
// that closes.
func (t *Tuner) Hold(st *Station) (release func()) {
	st.Hold()
	return sync.OnceFunc(func() { t.leaving.Go(st.Release) })
}

// open opens a station for a service.
func (t *Tuner) open(s settings.Service, key string) (*Station, *relay, error) {
	r := &relay{tuner: t}
	st, err := Open(s, t.overrides.Access(s, key), t.profile, t.now, r.events(), t.libraries)
	return st, r, err
}

// End leaves the station at the end of the program, when no function of the UI goroutine is run any more, and
// returns when everything is closed that nobody holds.
func (t *Tuner) End() {
	t.cancel()
	t.turn.Lock()
	defer t.turn.Unlock()
	t.current.Retire()
	t.current.Release()
	t.leaving.Wait()
}

// A relay brings what one station tells of to the UI goroutine and publishes it, until the station is left.
type relay struct {
	tuner   *Tuner
	mu      sync.Mutex
	telling bool // of downloads, in a moment
}

// post runs f on the UI goroutine if the station is the current one by then.
func (r *relay) post(f func()) {
	r.tuner.post(func() {
		if r.tuner.events == r {
			f()
		}
	})
}

func (r *relay) events() Events {
	t := r.tuner
	return Events{
		Learned: func(c acquire.Change) {
			r.post(func() {
				t.current.Directory.Learn(c.New)
				t.Learned.Tell(c)
			})
		},
		Told:       func(pages []int) { r.post(func() { t.Told.Tell(pages) }) },
		Collecting: func(c acquire.Collecting) { r.post(func() { t.Collecting.Tell(c) }) },
		Sighting:   func(s acquire.Sighting) { r.post(func() { t.Sighting.Tell(s) }) },
		Downloads: acquire.DownloadEvents{
			Changed: r.downloadsChanged,
			Ended:   func(rec store.Recording, err error) { r.post(func() { t.Ended.Tell(Ending{rec, err}) }) },
		},
		Trouble: func(err error) { r.post(func() { t.Trouble.Tell(err) }) },
		Looked:  r.post,
	}
}

// downloadsChanged tells of downloads, but never twice for what is shown at once.
func (r *relay) downloadsChanged() {
	r.mu.Lock()
	before := r.telling
	r.telling = true
	r.mu.Unlock()
	if before {
		return
	}
	r.tuner.post(func() {
		r.mu.Lock()
		r.telling = false
		r.mu.Unlock()
		if r.tuner.events == r {
			r.tuner.Downloads.Tell(struct{}{})
		}
	})
}
