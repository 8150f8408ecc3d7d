package kiosk

import (
	"time"

	"sextant/app/kiosk/playlist"
)

// readyBefore is how long before the screen comes on the list's pages are asked for again.
const readyBefore = 10 * time.Minute

// A Power turns the screen off and on. Its methods return at once.
type Power interface {
	Set(on bool)
}

// sleep is when the screen is off. Times without a zone are by the monotonic clock.
type sleep struct {
	power Power // nil for none

	asleep  bool
	since   time.Time
	until   time.Time     // when it comes on again, or goes off; zero for never
	off     bool          // as the playlist has it until then
	asked   time.Time     // when that was asked for
	touched time.Duration // when the last key was pressed, 0 for never
	used    bool          // the power was set
	ready   bool          // the list is the one with which the screen comes on
}

// wants reports whether the screen is to be off. The playlist is asked when something changes by it or the clock was
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

// nextTick is how long to wait for the next tick: until the next second begins, or while the screen is off two more,
// unless it comes on before.
func (s *sleep) nextTick(at moment) time.Duration {
	const spared = 2 * time.Second // more would look as if nothing was at work, see heartbeatWithin
	wait := time.Second - time.Duration(at.clock.Nanosecond())
	if !s.asleep {
		return wait
	}
	if comesOn := s.until.Sub(at.clock); !s.until.IsZero() && comesOn > 0 && comesOn < wait+spared {
		return comesOn
	}
	return wait + spared
}

// forget has the playlist asked again, which is another one.
func (s *sleep) forget() { s.asked = time.Time{} }

// readies reports whether the list's pages are wanted: while the screen is on, and for a while before.
func (s *sleep) readies(at moment) bool {
	return !s.asleep || !s.until.IsZero() && s.until.Sub(at.clock) <= readyBefore
}

// set turns the screen off or on. It is left alone while no playlist had it off yet.
func (s *sleep) set(on bool) {
	if s.power != nil && (s.used || !on) {
		s.used = true
		s.power.Set(on)
	}
}

// keepAsleep turns the screen off or on where it is to be the other.
func (d *Director) keepAsleep() {
	s, at := &d.sleep, d.now()
	p := d.turns.playlist
	switch wants := s.wants(p, at, d.turns.alerts.wakes(at.elapsed)); {
	case !s.used && p.HasOff() && !wants: // it may be off since before the program began
		s.used = true
		s.set(true)
	case wants && !s.asleep:
		s.asleep, s.ready, s.since = true, false, at.clock
		d.report.asleep.Store(true)
		d.parts.Note("the screen goes off")
		d.visit.endVisit()
		d.reading.silence()
		d.turns.speaking = false
		d.doEffects(d.turns.sleep(at))
		d.parts.Screen.SetAsleep(true)
		d.report.gave(d.easel.showBlack().ID, d.parts.Elapsed())
		s.set(false)
	case !wants && s.asleep:
		s.asleep = false
		d.report.given.Store(int64(at.elapsed)) // what was given in the night need not have been drawn
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

// touch notes that somebody is there, and reports whether that has woken the screen.
func (d *Director) touch() (woken bool) {
	d.sleep.touched = d.parts.Elapsed()
	woken = d.sleep.asleep
	d.keepAsleep()
	return woken
}
