package loop

import "time"

const (
	// frame is the time between the toolkit's ticks.
	frame = time.Second / 60
	// early is how much earlier than a tick the wait for it ends, so that the tick is not late.
	early = time.Millisecond
	// blinking is the interval of ticks for a text cursor, which appears or disappears twice a second.
	blinking = 10 * frame
	// idle is the interval of ticks without activity.
	idle = 4 * time.Second
	// missed is the longest allowed time without a tick. The toolkit drops objects that it has not seen for a minute.
	missed = 10 * time.Second
)

// A pace decides when the toolkit's next tick is due.
type pace struct {
	last   time.Time     // when the last tick was
	caused bool          // there was an event or a posted function since then
	every  time.Duration // while something is animated or to be drawn, 0 otherwise
}

// missing reports whether the last tick was longer than missed ago, by the wall clock, which may have been set forward.
func (p *pace) missing(now time.Time) bool {
	return !p.last.IsZero() && now.Round(0).Sub(p.last.Round(0)) > missed
}

// wait returns how long the UI goroutine may wait for events until the next tick is due; 0 or less if it is.
func (p *pace) wait(now time.Time) time.Duration {
	switch {
	case p.caused:
		return p.last.Add(frame - early).Sub(now)
	case p.every > 0:
		return p.last.Add(p.every - early).Sub(now)
	}
	return idle
}
