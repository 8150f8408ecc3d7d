package kiosk

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync/atomic"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/words"
)

// A State is a snapshot of a public screen.
type State struct {
	Began  time.Time
	Uptime time.Duration
	// Places are on the screen, since a time and for a cause, and Of is how many subpages the page of each has, 0 where
	// that is not known.
	Places []teletext.Place
	Of     []int
	Cause  Cause
	Since  time.Time
	// Dwell is how long they stay, 0 for until they are replaced. Age is that of the oldest of them. Outdated reports
	// whether that is more than the playlist's Age, as the corner of the screen does.
	Dwell    time.Duration
	Age      time.Duration
	Outdated bool
	// Lists are the playlist's, and List the one that has the screen; Picked reports whether it was chosen by hand.
	Lists  []string
	List   int
	Picked bool
	Held   bool
	// Asleep reports whether the screen is off on purpose, since a time and until another one, zero for not known.
	Asleep             bool
	AsleepSince, Until time.Time
	// Visited reports whether a viewer looks around, and Typed is the number that is being typed, as
	// in "12-".
	Visited bool
	Typed   string
	// Pages are those of the list, Known how many of them can be shown, and Gone how many do not exist, as the service
	// says. Oldest is the age of the oldest of them, and Mean that of all together.
	Pages, Known, Gone int
	Oldest, Mean       time.Duration
	// Bare is for how long nothing of the list could be shown, 0 where something can. Before: the show on the screen is
	// of an earlier list.
	Bare   time.Duration
	Before bool
	// Shown counts the turns of lists and break-ins, and Causes all shows by their cause. Given counts the frames that
	// were passed to the screen, and Drawn those up to the one that is on it.
	Shown        int
	Causes       Tally
	Given, Drawn int
	Usage        budget.Usage
	// Left is how full the purse of requests is, from 0 to 1. Short: the list needs more requests than the service
	// allows, so that its pages become older.
	Left  float64
	Short bool
	// Errors counts the failures. Trouble is the last one if nothing has come since, and TroubleSince when they began.
	Errors       map[api.Kind]int
	Trouble      error
	TroubleSince time.Time
}

// A report has the data for Healthy and State. Atomic fields are read on other goroutines; times are those of the
// monotonic clock.
type report struct {
	began time.Time

	heartbeat atomic.Int64 // when the Director was last at work
	showing   atomic.Int64 // the ID of the last frame that was passed to the screen
	given     atomic.Int64 // when the screen got a frame that it may not have drawn yet
	drawn     atomic.Int64 // the ID of the frame that is on the screen
	mayStay   atomic.Int64 // when the show on the screen was last allowed to stay there
	counts    Tally
	asleep    atomic.Bool
}

// Limits after which the screen counts as broken.
const (
	heartbeatWithin = 5 * time.Second
	drawWithin      = 10 * time.Second
	turnWithin      = time.Minute
)

// Healthy returns what is wrong with the screen, nil for nothing: the Director hangs, the screen does not draw, or a
// show stays that may not. It returns at once.
func (d *Director) Healthy() error {
	r, now := &d.report, int64(d.parts.Elapsed())
	since := func(at *atomic.Int64) time.Duration { return time.Duration(now - at.Load()).Round(time.Second) }
	switch {
	case since(&r.heartbeat) > heartbeatWithin:
		return say.Error("status.hangs", "Time", words.LengthWords(since(&r.heartbeat)))
	case !r.asleep.Load() && r.drawn.Load() < r.showing.Load() && since(&r.given) > drawWithin:
		return say.Error("status.undrawn", "Time", words.LengthWords(since(&r.given)))
	case r.late(d.parts.Elapsed()) > turnWithin:
		return say.Error("status.stuck", "Time", words.LengthWords(r.late(d.parts.Elapsed())))
	}
	return nil
}

// gave records that a frame was passed to the screen, and since when that has something to draw.
func (r *report) gave(id int, elapsed time.Duration) {
	if r.drawn.Load() == r.showing.Swap(int64(id)) {
		r.given.Store(int64(elapsed))
	}
}

// drew records that a frame is on the screen. It reports whether that is news, and whether it is the first frame.
func (r *report) drew(id int) (news, first bool) {
	before := r.drawn.Load()
	if int64(id) <= before {
		return false, false
	}
	r.drawn.Store(int64(id))
	return true, before == 0
}

// count counts a show. The time, which is shown while there is nothing else, counts once.
func (r *report) count(s *show) {
	if s.cause != Waiting || r.counts[Waiting] == 0 {
		r.counts[s.cause]++
	}
}

// A Tally counts shows by their cause.
type Tally [Waiting + 1]int

// update updates the atomic fields for Healthy.
func (r *report) update(t *turns, elapsed time.Duration) {
	r.heartbeat.Store(int64(elapsed))
	if t.now == nil || t.mayStay(elapsed) {
		r.mayStay.Store(int64(elapsed))
	}
}

// late returns for how long the show on the screen has stayed there though it may not.
func (r *report) late(elapsed time.Duration) time.Duration {
	return elapsed - time.Duration(r.mayStay.Load())
}

// line returns a line with the show and its list, the requests that are left, and the trouble.
func line(s *show, list string, left float64, trouble error) string {
	var places []string
	for _, p := range s.places() {
		places = append(places, p.String())
	}
	line := fmt.Sprintf("page %s of %s, %.0f %% of the requests left", strings.Join(places, ", "), list, 100*left)
	if trouble != nil {
		line += fmt.Sprintf(", %s", api.KindOf(trouble))
	}
	return line
}

// State returns a snapshot of the screen. It fails where the Director does not answer before ctx ends.
func (d *Director) State(ctx context.Context) (State, error) {
	answer := make(chan State, 1)
	d.Post(func() { answer <- d.snapshot() })
	select {
	case s := <-answer:
		return s, nil
	case <-ctx.Done():
		return State{}, ctx.Err()
	}
}

func (d *Director) snapshot() State {
	r, t := &d.report, &d.turns
	s := State{
		Began: r.began, Uptime: d.parts.Elapsed(), List: t.list, Picked: t.picked != 0,
		Causes: r.counts, Shown: r.counts[Listed] + r.counts[Alerted],
		Given: int(r.showing.Load()), Drawn: int(r.drawn.Load()),
		Usage: d.parts.Budget.Usage(), Left: d.parts.Budget.Left(),
		Errors: maps.Clone(d.refresher.errors), Cause: Waiting,
		Held: d.visit.held, Visited: d.visit.nav != nil,
	}
	if d.sleep.asleep {
		s.Asleep, s.AsleepSince, s.Until = true, d.sleep.since, d.sleep.until
	}
	if t.bare != nil {
		s.Bare = d.parts.Elapsed() - *t.bare
	}
	for _, l := range d.turns.playlist.Lists {
		s.Lists = append(s.Lists, l.Name)
	}
	if d.visit.nav != nil {
		s.Typed = d.visit.nav.Entry()
	}
	if s.Trouble = d.refresher.last; s.Trouble != nil {
		s.TroubleSince = d.refresher.since
	}
	if t.now != nil {
		s.Outdated = t.index.outdatedLabel(t.now, t.playlist.Screen.Age, d.parts.Now(), d.parts.Zone) != ""
		s.see(t, d.parts.Now())
	}
	s.measure(t, d.parts.Now())
	return s
}

// see fills in what is on the screen.
func (s *State) see(t *turns, now time.Time) {
	on := t.now
	s.Places, s.Cause, s.Since, s.Dwell = on.places(), on.cause, on.at, on.dwell
	s.Before = on.cause == Listed && !t.order.hasPageOf(on)
	for _, e := range on.entries {
		s.Of = append(s.Of, len(t.index.Subpages(e.Page)))
		s.Age = max(s.Age, t.index.age(e.Page, now))
	}
}

// measure fills in how old the list's pages are.
func (s *State) measure(t *turns, now time.Time) {
	agenda := t.order.Agenda(t.last)
	s.Pages = len(agenda)
	for _, due := range agenda {
		if p := t.index.pages[due.Page]; p != nil && p.state.Missing {
			s.Gone++
		}
		if due.Known {
			age := max(0, t.index.age(due.Page, now))
			s.Known++
			s.Oldest, s.Mean = max(s.Oldest, age), s.Mean+age
		}
	}
	if s.Known > 0 {
		s.Mean /= time.Duration(s.Known)
	}
	old := shortAge
	if limit := t.playlist.Screen.Age; limit > 0 {
		old = min(old, limit)
	}
	s.Short = s.Left < shortLeft && s.Mean > old
}

// State.Short is set where so little of the purse is left and the pages are so old, or as old as the playlist allows.
const (
	shortLeft = 0.3
	shortAge  = 10 * time.Minute
)
