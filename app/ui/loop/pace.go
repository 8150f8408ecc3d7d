package loop

import "time"

const (
	// frame is the time between the toolkit's ticks.
	frame = time.Second / 60
	// early is how long before a tick the wait for it ends, so that it is not late.
	early = time.Millisecond
	// moving is how long an animation may rest, and typing how long a text cursor may after a key. Of the time between
	// two ticks no more than longest counts: on a busy machine they come late, and all that moves with them.
	moving  = 600 * time.Millisecond
	typing  = 1200 * time.Millisecond
	longest = 3 * frame
	// idle is how often ticks come while nothing happens.
	idle = 4 * time.Second
	// missed is how long there may be no tick. The toolkit forgets what it has not seen for a minute.
	missed = 10 * time.Second
)

// A pace says when the toolkit's next tick is wanted, by what the ticks before did.
type pace struct {
	last   time.Time     // tick
	lively time.Duration // for which something may still move, as ticks count it
	caused bool          // something has happened since the last tick: an event, or something posted
	drew   bool          // the last tick did
	follow bool          // another tick is to follow the last one, with which an animation would begin
}

// missing reports whether there was no tick for long, by the computer's clock, which may have been put forward.
func (p *pace) missing(now time.Time) bool {
	return !p.last.IsZero() && now.Round(0).Sub(p.last.Round(0)) > missed
}

// ticked notes a tick and whether it draws. What is drawn without a cause, or again and again, moves without the user.
func (p *pace) ticked(now time.Time, draws bool) {
	p.lively -= min(now.Sub(p.last), longest, p.lively)
	if draws && (p.drew || !p.caused) {
		p.keepLively(moving)
	}
	p.last, p.follow = now, draws || p.caused
	p.drew, p.caused = draws, false
}

// woke notes the end of a wait, whether it was ended by an event, and whether a text entry has the keyboard.
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

// wait is how long the UI goroutine may wait for events, nothing if the next tick is to come first.
func (p *pace) wait(now time.Time) time.Duration {
	if p.follow || p.lively > 0 {
		return p.last.Add(frame - early).Sub(now)
	}
	return idle
}
