package kiosk

import (
	"time"

	"sextant/app/service"
)

// Automatic is the list of the time of day, for Pick.
const Automatic = -1

// Pick shows a list of the playlist, by its index, whatever the time of day, until another one is picked or the playlist
// changes. With Automatic the time of day decides again. Whoever holds the screen or looks around gives way. A list that
// there is not is not picked.
func (d *Director) Pick(list int) {
	d.Post(func() {
		if list < Automatic || list >= len(d.parts.Playlist.Lists) {
			return
		}
		d.running.picked = list + 1
		d.visit.end()
		d.running.beat(d.parts.Now())
	})
}

// look tells what is on the screen, as a viewer would ask.
func (r *report) look(s *State) {
	d := r.director
	s.Uptime, s.Given = d.parts.Elapsed(), int(r.showing.Load())
	s.Causes, s.Shown = r.counts, r.counts[Listed]+r.counts[Alerted]
	s.Held, s.Visited = d.visit.held, d.visit.nav != nil
	if d.visit.nav != nil {
		s.Typed = d.visit.nav.Entry()
	}
	if s.Trouble = d.tending.last; s.Trouble != nil {
		s.TroubleSince = d.tending.since
	}
	now := d.running.now
	if now == nil {
		return
	}
	s.Places, s.Cause, s.Since, s.Dwell = now.places(), now.cause, now.at, now.dwell
	s.Outdated = d.stock.ageOf(now) != ""
	for _, e := range now.entries {
		s.Of = append(s.Of, len(d.stock.Subpages(e.Page)))
		s.Age = max(s.Age, d.stock.age(e.Page))
	}
}

// A Tally counts what was shown by its cause.
type Tally [Waiting + 1]int

// count takes in that something else is shown. The time, which stands there while there is nothing else, counts once.
func (r *report) count(s *show) {
	if s.cause != Waiting || r.counts[Waiting] == 0 {
		r.counts[s.cause]++
	}
}

// suffers notes a failure, and since when the service as a whole fails: not where it only lacks a page.
func (t *tending) suffers(err error, now time.Time) {
	if t.last == nil || service.KindOf(t.last) == service.NotFound {
		t.since = now
	}
	t.last = err
}
