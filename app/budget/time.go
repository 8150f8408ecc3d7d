package budget

import (
	"time"

	"sextant/app/boot"
	"sextant/app/store"
)

// A Clock is the time by which requests are counted.
type Clock struct {
	// Now is the wall clock. It can be set, and the service's is not set with it.
	Now func() time.Time
	// Boot is a clock that cannot be set. Without one the wall clock is believed.
	Boot boot.Clock
}

// A timeline orders the requests of this program and of others by a clock that cannot be set. Its times are those that
// the wall clock would have shown had it not been set since the program began.
type timeline struct {
	clock  Clock
	start  time.Time     // when the program began
	since  time.Duration // since the boot then
	offset time.Duration // of the wall clock from the timeline
	boots  map[string]pastBoot
}

// A pastBoot is what is known of an earlier boot of the machine by its requests.
type pastBoot struct {
	// began is its beginning by the wall clock while that was furthest ahead. If the clock was right at any of the
	// requests, all were sent that long after it at the latest.
	began time.Time
	last  time.Duration // of the last request, since the boot
}

// mostDrift is the least change of the offset with which the wall clock counts as set.
const mostDrift = 2 * time.Second

func newTimeline(c Clock) timeline {
	start := c.Now().Round(0).Truncate(time.Millisecond) // the ledger's precision
	t := timeline{clock: c, start: start, boots: map[string]pastBoot{}}
	if c.Boot.Elapsed != nil {
		t.since = c.Boot.Elapsed().Truncate(time.Millisecond)
	}
	return t
}

// now returns the time, and whether the wall clock was set since the last call.
func (t *timeline) now() (now time.Time, isSet bool) {
	wall := t.clock.Now().Round(0)
	if t.clock.Boot.Elapsed == nil {
		return wall, false
	}
	now = t.start.Add(t.elapsed())
	if offset := wall.Sub(now); (offset - t.offset).Abs() > mostDrift {
		t.offset = offset
		return now, true
	}
	return now, false
}

// elapsed returns the time since the program began.
func (t *timeline) elapsed() time.Duration {
	if t.clock.Boot.Elapsed == nil {
		return t.clock.Now().Sub(t.start)
	}
	return t.clock.Boot.Elapsed() - t.since
}

// moment returns a time for a ledger.
func (t *timeline) moment(at time.Time) store.Moment {
	m := store.Moment{At: t.wall(at)}
	if t.clock.Boot.Elapsed != nil {
		m.Boot, m.Since = t.clock.Boot.ID, t.since+at.Sub(t.start)
	}
	return m
}

// wall returns what the wall clock shows at a time, unless it is set in between.
func (t *timeline) wall(at time.Time) time.Time { return at.Add(t.offset) }

// learn records a moment in a ledger, so that others of its boot can be placed.
func (t *timeline) learn(m store.Moment) {
	if m.Boot == "" || t.isOwn(m) {
		return
	}
	b := t.boots[m.Boot]
	if began := m.At.Add(-m.Since); began.After(b.began) {
		b.began = began
	}
	b.last = max(b.last, m.Since)
	t.boots[m.Boot] = b
}

// of returns the time of a moment in a ledger. Those of another boot keep their distances, and were before this one if
// they would be in the future.
func (t *timeline) of(m store.Moment) time.Time {
	if t.isOwn(m) {
		return t.start.Add(m.Since - t.since)
	}
	b, known := t.boots[m.Boot]
	if !known {
		return m.At.Add(-t.offset)
	}
	began, booted := b.began.Add(-t.offset), t.start.Add(-t.since)
	now := t.start.Add(t.elapsed())
	if last := began.Add(b.last); last.After(now.Add(leaseFor+mostDrift)) && t.clock.Boot.ID != "" {
		began = began.Add(booted.Sub(last)) // by a clock that was ahead then, or is behind now
	}
	return began.Add(m.Since)
}

// isOwn reports whether a moment is of this boot, so that the wall clock does not matter.
func (t *timeline) isOwn(m store.Moment) bool { return m.Boot != "" && m.Boot == t.clock.Boot.ID }
