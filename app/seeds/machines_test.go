package seeds

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/store"
)

// A machine has a profile, a disk, and a clock that people set. Its programs start and end.
type machine struct {
	world   *world
	name    string
	address place
	profile settings.Profile
	chance  *rand.Rand
	offset  atomic.Int64 // of the clock, in nanoseconds
	disk    []diskFault
	// programs are those that start and end on the machine, and befores what is done before each starts.
	programs []program
	befores  []func()
	power
}

// hosts are the addresses of machines in the network.
var hosts = map[string]place{
	"relay": "10.0.1.1", "screen1": "10.0.2.1", "screen2": "10.0.3.1", "screen3": "10.0.4.1", "desk": "10.0.5.1",
}

func newMachine(w *world, name string) *machine {
	m := &machine{
		world: w, name: name, address: hosts[name], chance: w.dice(name),
		profile: settings.Profile{Dir: filepath.Join(w.dir, name)},
	}
	if err := os.MkdirAll(m.profile.Dir, 0o700); err != nil {
		w.t.Fatal(err)
	}
	m.began = w.begin.Add(-time.Hour)
	m.often(w.dice(name+" clock"), 6*time.Hour, m.setClock(w.dice(name+" times")))
	m.often(w.dice(name+" boots"), 8*time.Hour, m.reboot(w.dice(name+" power")))
	return m
}

// often is that of the world, ten times as often where the machines are restless.
func (m *machine) often(r *rand.Rand, mean time.Duration, do func()) {
	if m.world.kind.restless {
		mean /= 10
	}
	m.world.often(r, mean, do)
}

// now returns the time of the machine's clock. Times in a bubble have no monotonic part, so that durations measured by
// this clock jump with it, which is worse than on a real machine.
func (m *machine) now() time.Time { return m.world.now().Add(time.Duration(m.offset.Load())) }

// setClock returns a function that sets the clock wrong by a second to a day, or right.
func (m *machine) setClock(r *rand.Rand) func() {
	return func() {
		by := between(r, time.Second, 24*time.Hour).Round(time.Second)
		if r.IntN(2) == 0 {
			by = -by
		}
		if r.IntN(3) == 0 {
			by = 0
		}
		if m.isOff {
			return
		}
		m.offset.Store(int64(by))
		m.world.fault("clock set")
		m.world.decided("%s has its clock set to be %v ahead", m.name, by)
	}
}

// setUp writes the settings of a new profile.
func (m *machine) setUp(host, id, key string, l limits) {
	s := settings.DefaultSettings()
	s.BaseURL, s.AppID, s.PerSecond, s.PerHour, s.PerDay = "http://"+host, id, l.second, l.hour, l.day
	s.Zone = "Europe/Helsinki"
	m.shake(&s)
	m.save(s, key)
}

// shake changes timeouts and size limits at random.
func (m *machine) shake(s *settings.Settings) {
	r := m.chance
	s.Timeout, s.Stall = []int{3, 20, 60}[r.IntN(3)], []int{5, 30}[r.IntN(2)]
	s.DocumentMB, s.PictureMB, s.StoreMB = 1+r.IntN(4), 1+r.IntN(8), []int{10, 500}[r.IntN(2)]
	s.Freshness = []int{5, 60, 300}[r.IntN(3)]
}

// save writes settings and a key.
func (m *machine) save(s settings.Settings, key string) {
	place, err := m.profile.SaveKey(s.BaseURL, key)
	if err != nil {
		m.world.fail("%s cannot keep its key: %v", m.name, err)
	}
	s.KeyPlace = place
	if err := m.profile.SaveSettings(settings.Settings{}, s); err != nil {
		m.world.fail("%s cannot keep its settings: %v", m.name, err)
	}
}

// load reads the settings and the key, as a starting program does.
func (m *machine) load() (settings.Settings, string) {
	s, err := m.profile.LoadSettings()
	if err != nil {
		m.world.fail("%s cannot read its settings: %v", m.name, err)
	}
	key, err := m.profile.LoadKey(&s.Service)
	if err != nil {
		m.world.fail("%s cannot read its key: %v", m.name, err)
	}
	return s, key
}

// openStation opens the service of the settings for a program.
func (m *machine) openStation(l *life, e station.Events) *station.Station {
	s, key := m.load()
	st, err := station.Open(s.Service, (&station.Overrides{}).Access(s.Service, key), m.profile, m.now, e,
		&station.Libraries{Disk: l.use, Boot: m.boot()})
	if err != nil {
		m.world.fail("%s cannot open its service: %v", m.name, err)
		return nil
	}
	if st.Outcome != (store.Outcome{}) {
		m.world.fail("%s cannot open its store: %+v", m.name, st.Outcome)
	}
	u := st.Budget.Usage()
	m.world.note("%s knows of %d and %d", m.name, u.Hour, u.Day)
	return st
}

// A program can be started and ended on its machine.
type program interface {
	start()
	// stop ends it. A killed program has no more effects.
	stop(kill bool)
	isRunning() bool
}

// liveAndDie ends or kills a program now and then, and starts it again.
func (m *machine) liveAndDie(name string, p program, before func()) {
	w, r := m.world, m.world.dice(name+" lives")
	m.programs, m.befores = append(m.programs, p), append(m.befores, before)
	m.often(r, 5*time.Hour, func() {
		kill, pause := r.IntN(3) > 0, between(r, time.Second, 20*time.Minute)
		if !p.isRunning() || m.hasFullDisk() {
			return
		}
		w.fault(either(kill, "killed", "ended"))
		w.decided("%s is ended for %v, killed: %v", name, pause.Round(time.Second), kill)
		p.stop(kill)
		w.checkFiles(m.profile.Dir)
		w.after(min(pause, time.Until(w.calm)), func() {
			if p.isRunning() || m.isOff { // a new key has started it, or the power returns later
				return
			}
			before()
			w.decided("%s begins", name)
			p.start()
		})
	})
}

// hasFullDisk reports whether the disk is full, or was until a minute ago. A program cannot write its requests
// meanwhile, so that the next one does not have them.
func (m *machine) hasFullDisk() bool { return m.hadFullDisk(time.Minute) }

// hadFullDisk reports whether the disk is full, or was within a time.
func (m *machine) hadFullDisk(within time.Duration) bool {
	now := time.Now()
	return slices.ContainsFunc(m.disk, func(f diskFault) bool {
		return f.kind == fullDisk && now.After(f.from) && now.Before(f.to.Add(within))
	})
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
