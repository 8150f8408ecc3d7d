package listen

import (
	"time"

	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/store"
)

// LeastHeard is how much of a recording must have been heard for it to count as started.
const LeastHeard = 15 * time.Second

const (
	lastPart  = 20 * time.Second // before the end, in which a recording counts as heard
	endHeard  = time.Second      // how much of that must have been played
	atTheEnd  = 10 * time.Millisecond
	noteEvery = 10 * time.Second
)

// A track is the recording that plays, with its state.
type track struct {
	item         media.Item
	load         string // the player's name for it
	source       *Source
	release      func()
	state        player.State
	publishedErr error
	stalled      bool // Trouble has been called since no bytes come
	// resumed is a track of the run before, which the player gets when the user wants to hear it.
	resumed bool
	wanted  bool // the user wants to hear it once it is open
	given   bool // the player has it
	// from is where it has played without a seek since, and farthest the farthest place at which it has played.
	from, farthest time.Duration
	// pausedAt is when it was paused, zero if it was not, or the user went to another place since.
	pausedAt time.Time
	// before plays on until this one is open; nil from then on.
	before *track
}

// opened returns the track if it is open, or else the one that plays meanwhile. The track may be nil.
func (t *track) opened() *track {
	if t == nil || t.before == nil {
		return t
	}
	before := t.before
	t.before = nil
	t.leave()
	return before
}

// leave releases the services of a track and of the one before it. The track may be nil.
func (t *track) leave() {
	if t == nil {
		return
	}
	t.release()
	t.before.leave()
}

// newTrack holds the service of a recording until the track is released.
func newTrack(f *following) *track {
	return &track{
		item: f.item, load: f.load, source: f.source, release: f.source.Hold(),
		state:  player.State{ID: f.load, Status: player.Opening, Buffered: -1, Position: f.start.place},
		wanted: true, from: f.start.place, farthest: f.start.place,
	}
}

// resume loads the recording that played when the program ended, paused where it was.
func (c *Controller) resume() {
	it, ok := c.source.Positions.Playing()
	if !ok {
		return
	}
	h, _ := c.source.Positions.Of(it.Key())
	t := newTrack(&following{item: it, load: c.lineup.newLoad(), source: c.source})
	t.resumed, t.state.Status, t.pausedAt = true, player.Paused, h.At
	t.state.Duration = h.Duration
	if !h.Done {
		t.state.Position, t.from, t.farthest = h.Position, h.Position, h.Position
	}
	c.track, c.lineup.anchor = t, it.Key()
}

// notePlaying stores which recording plays, for the next run.
func (t *track) notePlaying() {
	if t.state.Status == player.Ended || t.state.Status == player.Failed {
		t.source.Positions.SetPlaying(nil)
	} else {
		t.source.Positions.SetPlaying(&t.item)
	}
}

// follow sets the player's state. After a failure the place of a seek stays, where the next attempt begins.
func (t *track) follow(s player.State) {
	if s.Status == player.Failed && t.state.Status == player.Failed {
		s.Position = t.state.Position
	}
	t.state, t.from = s, min(t.from, s.Position)
	if s.Status == player.Playing {
		t.farthest = max(t.farthest, s.Position)
	}
}

// length returns the player's duration, or the list's until the player has one. One that is not exact is not less than
// what was heard.
func (t *track) length() time.Duration {
	switch {
	case t.state.DurationExact:
		return t.state.Duration
	case t.state.Duration > 0:
		return max(t.state.Duration, t.farthest)
	case t.item.Duration > 0:
		return max(t.item.Duration, t.farthest)
	}
	return 0
}

// reach returns how far one can seek without waiting, see State.Reach.
func (t *track) reach() time.Duration {
	if length := t.length(); length > 0 {
		return length
	}
	return max(t.farthest, t.state.Position, t.state.Arrived)
}

// noteHeard stores how far the recording was heard: at intervals, and when it stops.
func (t *track) noteHeard(now time.Time) {
	s := t.state
	if s.Status == player.Opening || s.Status == player.Failed {
		return
	}
	h, _ := t.source.Positions.Of(t.item.Key())
	next := store.Position{Key: t.item.Key(), Position: s.Position, Duration: t.length(), Done: h.Done, At: now}
	switch inLastPart, heard := t.lastPart(); {
	case heard, s.Status == player.Ended && t.playedTo(s.Position):
		next.Done = true
	case h.Done && s.Position > LeastHeard && !inLastPart:
		next.Done = false // it is heard once more
	case s.Status == player.Ended && !h.Done:
		next.Position = 0 // a seek ended it: there is nothing to resume
	}
	moved := next.Position - h.Position
	if next.Done == h.Done && moved > -noteEvery && moved < noteEvery && (s.Wanted() || moved == 0) {
		return
	}
	t.source.Positions.Set(next)
}

// lastPart reports whether the place is in the last part of the recording, and whether enough of that was played for it
// to count as heard. An estimated length has no last part.
func (t *track) lastPart() (in, heard bool) {
	if !t.state.DurationExact {
		return false, false
	}
	end := t.state.Duration
	part := min(lastPart, end/20)
	return t.state.Position >= end-part, t.state.Position-max(t.from, end-part) >= min(endHeard, part/2)
}

// playedTo reports whether the recording was played to its end, which it reaches after a seek there, too.
func (t *track) playedTo(end time.Duration) bool { return t.from == 0 || t.from < end-atTheEnd }

// notePlace stores the current position.
func (t *track) notePlace(now time.Time) {
	s := t.state
	switch s.Status {
	case player.Playing, player.Paused, player.Buffering:
	case player.Failed:
		if s.Position == 0 {
			return // nothing of it may ever have been heard
		}
	default:
		return
	}
	h, _ := t.source.Positions.Of(t.item.Key())
	h.Key, h.Position, h.Duration, h.At = t.item.Key(), s.Position, t.length(), now
	t.source.Positions.Set(h)
}

// finish stores that the recording was heard to its end, unless a seek has ended it.
func (t *track) finish(now time.Time) {
	h, _ := t.source.Positions.Of(t.item.Key())
	h.Key, h.Duration, h.At = t.item.Key(), t.length(), now
	if h.Done = h.Done || !t.state.DurationExact || t.playedTo(t.state.Duration); !h.Done {
		h.Position = 0 // there is nothing to resume
	}
	t.source.Positions.Set(h)
}

// startAt returns where a recording resumes: 0 where it was left in its first seconds, or was heard to its end.
func startAt(positions *kept.Positions, it media.Item, now time.Time) start {
	h, _ := positions.Of(it.Key())
	if h.Done || h.Position < LeastHeard {
		return start{}
	}
	return resumption(h.Position, h.At, now)
}

// A start is where a recording starts, or goes on.
type start struct {
	place time.Duration
	// isEarlier: it is earlier than where playing was paused, so a pause in speech near it will do.
	isEarlier bool
}

// resumption returns where a recording goes on that was paused at a place.
func resumption(place time.Duration, since, now time.Time) start {
	d := earlier(since, now)
	return start{max(0, place-d), d > 0 && place > 0}
}

// earlier returns how much before the place of a pause playing resumes, so that the listener finds the thread again. It
// is 0 where the time of the pause is not known.
func earlier(since, now time.Time) time.Duration {
	switch pause := now.Sub(since); {
	case since.IsZero():
	case pause > 24*time.Hour:
		return 20 * time.Second
	case pause > time.Hour:
		return 10 * time.Second
	case pause > 10*time.Minute:
		return 5 * time.Second
	}
	return 0
}

// PositionOf returns how far a recording of the service that is tuned in was heard; ok is false for never.
func (c *Controller) PositionOf(it media.Item) (positions store.Position, ok bool) {
	return c.source.Positions.Of(it.Key())
}

// ToggleHeard marks a recording as heard, or as new.
func (c *Controller) ToggleHeard(it media.Item) {
	before, _ := c.PositionOf(it)
	c.source.Positions.Set(store.Position{Key: it.Key(), Duration: it.Duration, Done: !before.Done, At: c.cfg.Now()})
}

// resumesAt returns where a paused recording resumes.
func (t *track) resumesAt(now time.Time) start {
	if t.state.Status != player.Paused || t.state.Lost {
		return start{place: t.state.Position}
	}
	return resumption(t.state.Position, t.pausedAt, now)
}
