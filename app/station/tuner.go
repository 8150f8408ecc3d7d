package station

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"sextant/app/acquire"
	"sextant/app/kept"
	"sextant/app/publish"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/store"
	"sextant/app/words"
)

// A Change is from one station to another, or to the same one when its key is known.
type Change struct {
	From, To *Station
	// SameService: only the address or the credentials of the same service have changed.
	SameService bool
}

// An Ending is the end of a download, with its error, nil for success.
type Ending struct {
	Recording store.Recording
	Err       error
}

// A Tuner has the station that Sextant is tuned to, and switches to another one. It publishes the station's events, so
// that subscribers need not know which station it is; events of a station that was left are dropped. It belongs to the
// UI goroutine but for End.
type Tuner struct {
	Tuned         publish.Topic[Change]
	PageChanged   publish.Topic[acquire.Change]
	PagesStale    publish.Topic[[]int] // pages that the service says have changed
	Answered      publish.Topic[int]   // pages for which the service has answered, after the directory was updated
	Collecting    publish.Topic[acquire.Collecting]
	Sighting      publish.Topic[acquire.Sighting]
	Downloads     publish.Topic[struct{}] // something about them is not as it was
	DownloadEnded publish.Topic[Ending]
	// DownloadShorter is published when a download is complete, and shorter than the service said.
	DownloadShorter publish.Topic[store.Recording]
	Trouble         publish.Topic[error] // pages cannot be stored; nil when they can again
	Lists           publish.Topic[kept.List]
	PositionChanged publish.Topic[string] // how far a recording was heard, by its key

	// Presets are the services that can be tuned in, including the current one. Unread is the error of reading them,
	// nil for none.
	Presets *settings.Presets
	Unread  error

	profile   settings.Profile
	box       *settings.Box
	overrides Overrides
	now       func() time.Time
	post      func(func())
	libraries *Libraries
	key       string   // from the keyring or the settings, "" while it is not known
	late      *LateKey // the key while it is not known, or nil

	current *Station
	events  *handover // of the current station
	cancel  context.CancelFunc
	asked   int            // counts the calls of Tune, Switch and TuneTo
	turn    chan struct{}  // has an element while a station is prepared, until it is taken
	leaving sync.WaitGroup // stations that are being left
}

// NewTuner tunes in to the service of the settings, which waits for the disk. It must not be called on the UI goroutine
// while that runs. key is the one that is stored with the settings.
func NewTuner(p settings.Profile, box *settings.Box, o Overrides, key string, now func() time.Time, post func(func()),
	l *Libraries,
) (*Tuner, error) {
	return openTuner(p, box, o, key, nil, now, post, l)
}

// NewTunerWithout is NewTuner for a key that is not known yet. Once it is, Tuned is published.
func NewTunerWithout(late *LateKey, p settings.Profile, box *settings.Box, o Overrides, now func() time.Time,
	post func(func()), l *Libraries,
) (*Tuner, error) {
	return openTuner(p, box, o, "", late, now, post, l)
}

func openTuner(p settings.Profile, box *settings.Box, o Overrides, key string, late *LateKey, now func() time.Time,
	post func(func()), l *Libraries,
) (*Tuner, error) {
	t := &Tuner{
		profile: p, box: box, overrides: o, now: now, post: post, libraries: l, key: key, cancel: func() {},
		turn: make(chan struct{}, 1),
	}
	var read []settings.Preset
	read, t.Unread = p.LoadPresets()
	t.Presets = settings.NewPresets(p, read, box.Get().Service, post)
	access := o.Access(box.Get().Service, key)
	access.Late = late
	st, events, err := t.openStation(box.Get().Service, access)
	if err != nil {
		return nil, err
	}
	t.current, t.events = st, events
	events.publishChanges(st)
	st.Begin(events.callbacks())
	t.awaitKey(access)
	return t, nil
}

// awaitKey publishes that the current station has its key, if that is late.
func (t *Tuner) awaitKey(a Access) {
	if t.late = a.Late; t.late == nil {
		return
	}
	st, events := t.current, t.events
	st.AwaitKey(a, func(key string) {
		events.post(func() {
			t.key, t.late = key, nil
			t.Tuned.Publish(Change{From: st, To: st, SameService: true})
		})
	})
}

// Current returns the station that is tuned in.
func (t *Tuner) Current() *Station { return t.current }

// Calendar returns the calendar of the service that is tuned in. now is in the machine's zone.
func (t *Tuner) Calendar(now time.Time) words.Calendar {
	return words.Calendar{Zone: t.current.Zone, Now: now}
}

// Key returns the key that is stored with the settings.
func (t *Tuner) Key() string { return t.key }

// Access returns the address and the credentials of the service that is tuned in, for another station of it.
func (t *Tuner) Access() Access {
	a := t.overrides.Access(t.box.Get().Service, t.key)
	a.Late = t.late
	return a
}

// IsOverruled reports whether the command line or the environment override the settings.
func (t *Tuner) IsOverruled() bool { return t.overrides.Any() }

// Preset returns the one that is tuned in, or would be without overrides.
func (t *Tuner) Preset() settings.Preset {
	s := t.box.Get().Service
	p, _ := t.Presets.Find(s.PresetID())
	return p
}

// Tune changes the address or the credentials of the current preset, or switches to a service that is no preset yet,
// with the key for it. The station is prepared in the background; done is called on the UI goroutine when all has
// changed, or with an error when nothing has: the settings and the key are stored only if there is a station for them.
// It is cancelled when ctx ends, or by the next call.
func (t *Tuner) Tune(ctx context.Context, s settings.Service, key string, done func(error)) {
	to, ok := t.Presets.Find(s.PresetID())
	if !ok {
		to = settings.Preset{Name: settings.FreeName(settings.HostName(s.BaseURL), t.Presets.All())}
	}
	id, place := s.PresetID(), to.KeyPlace
	to.Service = s
	to.ID, to.KeyPlace = id, place
	t.tune(ctx, to, key, t.overrides, done)
}

// Errors for a preset whose service needs a key: none is stored, or it cannot be read.
var (
	ErrKeyWanted = say.Error("key.wanted")
	ErrKeyUnread = say.Error("key.unread")
)

// Switch is Tune for a preset, with the key that is stored for it. The overrides end with the service before.
func (t *Tuner) Switch(ctx context.Context, to settings.Preset, done func(error)) {
	t.cancel()
	t.asked++
	asked := t.asked
	go func() {
		key, err := t.profile.LoadPresetKey(to.ID, to.KeyPlace)
		switch {
		case err != nil:
			err = fmt.Errorf("%w: %w", ErrKeyUnread, err)
		case key == "" && to.WantsKey:
			err = ErrKeyWanted
		}
		t.post(func() {
			if t.asked != asked {
				err = context.Canceled
			}
			if err != nil {
				done(err)
				return
			}
			t.TuneTo(ctx, to, key, done)
		})
	}()
}

// TuneTo is Switch with a given key, also for a new preset.
func (t *Tuner) TuneTo(ctx context.Context, to settings.Preset, key string, done func(error)) {
	t.tune(ctx, to, key, Overrides{}, done)
}

func (t *Tuner) tune(ctx context.Context, to settings.Preset, key string, o Overrides, done func(error)) {
	t.cancel()
	t.asked++
	ctx, t.cancel = context.WithCancel(ctx)
	c := &change{
		before: t.box.Get(), write: t.box.BeginChange(), from: t.Preset(), keyBefore: t.key,
		to: to, key: key, overrides: o,
	}
	if !c.leaves() && key == "" && to.BaseURL == c.before.BaseURL {
		c.late = t.late
	}
	if c.isNone() && o == t.overrides {
		done(nil)
		return
	}
	go func() {
		t.turn <- struct{}{}
		defer func() { <-t.turn }()
		p, err := t.prepare(ctx, c)
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

// A prepared station waits for goOver.
type prepared struct {
	station *Station
	events  *handover
	service settings.Service  // as stored
	presets []settings.Preset // that change with it
	change  *change
	undos   []func()
}

// undo reverts the changes for the station, which waits for the disk.
func (p *prepared) undo() {
	for _, undo := range slices.Backward(p.undos) {
		undo()
	}
}

// await waits until the station is taken, and undoes it if ctx ends before. No other one is prepared meanwhile, whose
// key and settings would be undone, too.
func (p *prepared) await(ctx context.Context, taken <-chan struct{}) {
	select {
	case <-taken:
	case <-ctx.Done():
		select {
		case <-taken: // ctx ended after that
		default:
			p.undo()
		}
	}
}

// prepare opens a station, and stores the settings and the keys for it. Where any of that fails, it reverts all.
func (t *Tuner) prepare(ctx context.Context, c *change) (_ *prepared, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := &prepared{service: c.to.Service, change: c}
	p.service.KeyPlace = c.before.KeyPlace
	defer func() {
		if err != nil {
			p.undo()
		}
	}()
	if p.station, p.events, err = t.openStation(p.service, c.access(p.service)); err != nil {
		return nil, err
	}
	p.undos = append(p.undos, p.station.Release)
	if err = t.keepKeys(p); err != nil {
		return nil, err
	}
	after := c.before
	after.Service = p.service
	if err = c.write(c.before, after); err != nil {
		return nil, err
	}
	p.undos = append(p.undos, func() { _ = c.write(after, c.before) })
	return p, ctx.Err()
}

// goOver makes a prepared station the current one.
func (t *Tuner) goOver(p *prepared) {
	old := t.current
	same := old.Service() == p.station.Service()
	t.current, t.events, t.key, t.overrides = p.station, p.events, p.change.key, p.change.overrides
	t.box.Change(func(s *settings.Settings) { s.Service = p.service })
	t.Presets.Put(p.presets...)
	p.events.publishChanges(p.station)
	if same {
		p.station.Positions.Follow(old.Positions)
	}
	p.station.Begin(p.events.callbacks())
	t.Tuned.Publish(Change{From: old, To: p.station, SameService: same})
	t.awaitKey(p.change.access(p.service))
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

// InBackground calls do with the current station on another goroutine. End waits for that.
func (t *Tuner) InBackground(do func(*Station)) {
	st := t.Current()
	st.Hold()
	t.leaving.Go(func() {
		defer st.Release()
		do(st)
	})
}

// openStation opens a station for a service.
func (t *Tuner) openStation(s settings.Service, a Access) (*Station, *handover, error) {
	r := &handover{tuner: t}
	st, err := Open(s, a, t.profile, t.now, r.callbacks(), t.libraries)
	if err == nil {
		st.givePast()
	}
	return st, r, err
}

// End leaves the station at the end of the program, when no function runs on the UI goroutine any more, and waits until
// all stations that are not held are closed.
func (t *Tuner) End() {
	t.cancel()
	t.turn <- struct{}{}
	defer func() { <-t.turn }()
	t.current.Retire()
	t.current.Release()
	t.leaving.Wait()
	t.Presets.Wait()
}
