package kiosk

import (
	"time"

	"sextant/app/screen/playlist"
)

// readyBefore is how long before the screen comes on the list's pages are refreshed.
const readyBefore = 10 * time.Minute

// A Power turns the screen off and on. Its methods return at once.
type Power interface {
	Set(on bool)
}

// sleep decides when the screen is off. Durations are times of the monotonic clock.
type sleep struct {
	power Power // nil for none

	asleep  bool
	since   time.Time
	until   time.Time     // when it comes on again, or goes off; zero for never
	off     bool          // by the playlist, until then
	asked   time.Time     // when the playlist was asked
	touched time.Duration // when the last key was pressed, 0 for never
	used    bool          // the power was set
	ready   bool          // the list is the one with which the screen comes on
}

// wants reports whether the screen is to be off. It asks the playlist at each of its changes, and after the clock was
// set back.
func (s *sleep) wants(p *playlist.Playlist, at moment, alerted bool) bool {
	if !p.HasOff() {
		return false
	}
	changes := !s.until.IsZero() && !at.clock.Before(s.until)
	if s.asked.IsZero() || changes || at.clock.Before(s.asked) {
		s.off, s.until = p.Off(at.clock)
		s.asked = at.clock
	}
	quiet := s.touched == 0 || at.elapsed-s.touched >= p.Screen.Quiet
	return s.off && quiet && !alerted
}

// nextTick returns how long to wait for the next tick: until the next second, or while the screen is off two seconds
// more, unless it comes on before.
func (s *sleep) nextTick(at moment) time.Duration {
	const spared = 2 * time.Second // with more the Director would look dead, see heartbeatWithin
	wait := time.Second - time.Duration(at.clock.Nanosecond())
	if !s.asleep {
		return wait
	}
	if comesOn := s.until.Sub(at.clock); !s.until.IsZero() && comesOn > 0 && comesOn < wait+spared {
		return comesOn
	}
	return wait + spared
}

// forget makes wants ask the playlist again, since it was replaced.
func (s *sleep) forget() { s.asked = time.Time{} }

// readies reports whether the list's pages are needed: while the screen is on, and for readyBefore before.
func (s *sleep) readies(at moment) bool {
	return !s.asleep || !s.until.IsZero() && s.until.Sub(at.clock) <= readyBefore
}

// set turns the screen off or on. It does nothing before a playlist has first turned it off.
func (s *sleep) set(on bool) {
	if s.power != nil && (s.used || !on) {
		s.used = true
		s.power.Set(on)
	}
}

// keepAsleep turns the screen off or on where that is due.
func (d *Director) keepAsleep() {
	s, at := &d.sleep, d.now()
	p := d.turns.playlist
	switch wants := s.wants(p, at, d.turns.alerts.wakes(at.elapsed)); {
	case !s.used && p.HasOff() && !wants: // it may be off since before the program started
		s.used = true
		s.set(true)
	case wants && !s.asleep:
		s.asleep, s.ready, s.since = true, false, at.clock
		d.report.asleep.Store(true)
		d.parts.Note("the screen goes off")
		d.visit.endVisit()
		d.reading.stopVoice()
		d.turns.speaking = false
		d.doEffects(d.turns.sleep(at))
		d.parts.Screen.SetAsleep(true)
		d.report.gave(d.easel.showBlack().ID, d.parts.Elapsed())
		s.set(false)
	case !wants && s.asleep:
		s.asleep = false
		d.report.given.Store(int64(at.elapsed)) // frames of the night need not have been drawn
		d.report.asleep.Store(false)
		d.parts.Note("the screen comes on")
		s.set(true)
		d.parts.Screen.SetAsleep(false)
		d.doEffects(d.turns.awaken(at))
	case s.asleep && !s.ready && s.readies(at):
		s.ready = true
		d.doEffects(d.turns.getReady(at, s.until))
	}
}

// touch handles a touch, and reports whether it has woken the screen.
func (d *Director) touch() (woken bool) {
	d.sleep.touched = d.parts.Elapsed()
	woken = d.sleep.asleep
	d.keepAsleep()
	return woken
}
