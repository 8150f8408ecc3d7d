package seeds

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"sextant/app/boot"
)

// power is the state of a machine's power.
type power struct {
	boots int
	began time.Time // of this boot, by the right clock
	isOff bool
	// sent: a program has sent a request in this boot. placed: one was sent while the clock was not behind, from which
	// the times of the others follow.
	sent, placed atomic.Bool
	lost         time.Time // the last boot at which it could not know when it had sent requests
}

// boot returns the clock of the current boot.
func (m *machine) boot() boot.Clock {
	began := m.began
	return boot.Clock{
		ID: fmt.Sprintf("%s-%d", m.name, m.boots), Elapsed: func() time.Duration { return m.world.now().Sub(began) },
	}
}

// onSent records that a request of the machine has arrived.
func (m *machine) onSent() {
	m.sent.Store(true)
	if m.offset.Load() >= 0 {
		m.placed.Store(true)
	}
}

// reboot returns a function that cuts the machine's power for 5 s to 8 h. Then its clock is right, or has stood still
// and is set right seconds later.
func (m *machine) reboot(r *rand.Rand) func() {
	return func() {
		w, pause, stood := m.world, between(r, 5*time.Second, 8*time.Hour), r.IntN(2) == 0
		pause, ntp := min(pause, time.Until(w.calm)), between(r, time.Second, time.Minute)
		if m.isOff || m.hasFullDisk() {
			return
		}
		w.fault("power cut")
		w.decided("%s is off for %v, its clock stands still: %v", m.name, pause.Round(time.Second), stood)
		m.isOff = true
		for _, p := range m.programs {
			if p.isRunning() {
				p.stop(true)
			}
		}
		w.checkFiles(m.profile.Dir)
		w.after(pause, func() { m.start(pause, stood, ntp) })
	}
}

// start boots the machine after a pause, and starts its programs.
func (m *machine) start(pause time.Duration, stood bool, ntp time.Duration) {
	w := m.world
	ahead := time.Duration(0)
	if stood {
		ahead = time.Duration(m.offset.Load()) - pause
	}
	if m.sent.Load() && !m.placed.Load() || ahead > 0 {
		m.lost = w.now()
	}
	m.boots, m.began, m.isOff = m.boots+1, w.now(), false
	m.sent.Store(false)
	m.placed.Store(false)
	m.offset.Store(int64(ahead))
	boots := m.boots
	w.after(ntp, func() {
		if m.boots == boots {
			m.offset.Store(0)
		}
	})
	w.decided("%s is on", m.name)
	for i, p := range m.programs {
		if !p.isRunning() {
			m.befores[i]()
			p.start()
		}
	}
}

// sleep lets all machines sleep for up to 8 h. Their monotonic clock stands still, and so do all timers. Afterwards the
// connections are dead, with or without a sign of that.
func (w *world) sleep(r *rand.Rand) {
	by, silent := between(r, time.Minute, 8*time.Hour), r.IntN(2) == 0
	w.fault("sleep")
	w.decided("all sleep for %v", by.Round(time.Second))
	w.slept.Add(int64(by))
	for _, l := range w.lives() {
		l.lose(silent)
	}
}

// lives returns the running programs.
func (w *world) lives() (all []*life) {
	if w.relay != nil && w.relay.running != nil {
		all = append(all, w.relay.running.life)
	}
	for _, s := range w.screens {
		if s.running != nil {
			all = append(all, s.running.life)
		}
	}
	for _, r := range w.readers {
		if r.running != nil {
			all = append(all, r.running.life)
		}
	}
	return all
}
