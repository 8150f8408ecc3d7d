package loop

import "time"

const (
	// frame is the time between the toolkit's ticks.
	frame = time.Second / 60
	// early is how much earlier than a tick the wait for it ends, so that the tick is not late.
	early = time.Millisecond
	// moving is the longest pause of an animation, and typing that of a text cursor after a key. Of the time between
	// two ticks at most longest counts: on a busy machine ticks are late, and animations with them.
	moving  = 600 * time.Millisecond
	typing  = 1200 * time.Millisecond
	longest = 3 * frame
	// idle is the interval of ticks without activity.
	idle = 4 * time.Second
	// missed is the longest allowed time without a tick. The toolkit drops objects that it has not seen for a minute.
	missed = 10 * time.Second
)

// A pace decides when the toolkit's next tick is due, by what the ticks before did.
type pace struct {
	last   time.Time     // when the last tick was
	lively time.Duration // for how long something may still be animated, in the time of ticks
	caused bool          // there was an event or a posted function since the last tick
	drew   bool          // the last tick drew something
	follow bool          // another tick is to follow the last one, because it may have started an animation
}

// missing reports whether the last tick was longer than missed ago, by the wall clock, which may have been set forward.
func (p *pace) missing(now time.Time) bool {
	return !p.last.IsZero() && now.Round(0).Sub(p.last.Round(0)) > missed
}

// ticked records a tick and whether it draws. Drawing without a cause, or repeatedly, is an animation.
func (p *pace) ticked(now time.Time, draws bool) {
	p.lively -= min(now.Sub(p.last), longest, p.lively)
	if draws && (p.drew || !p.caused) {
		p.keepLively(moving)
	}
	p.last, p.follow = now, draws || p.caused
	p.drew, p.caused = draws, false
}

// woke records the end of a wait, whether it was ended by an event, and whether a text entry is focused.
func (p *pace) woke(byEvent, entry bool) {
	if !byEvent {
		return
	}
	p.caused = true
	if entry {
		p.keepLively(typing)
	}
}

func (p *pace) keepLively(while time.Duration) {
	p.lively = max(p.lively, while)
}

// wait returns how long the UI goroutine may wait for events, 0 if the next tick is due first.
func (p *pace) wait(now time.Time) time.Duration {
	if p.follow || p.lively > 0 {
		return p.last.Add(frame - early).Sub(now)
	}
	return idle
}
