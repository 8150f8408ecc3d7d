package loop

import "time"

const (
	// frame is the time between the toolkit's ticks.
	frame = time.Second / 60
	// early is how long before a tick the wait for it ends, so that it is not late.
	early = time.Millisecond
	// starting is how long after something was drawn because of an event or a post an animation may begin: with the
	// next tick.
	starting = frame + frame/2
	// moving is how long an animation may rest: a text cursor does for a third of a second.
	moving = 600 * time.Millisecond
	// attention is how long after an event a tick comes. The toolkit's own timers, as that of a double click, do not
	// wake the UI goroutine.
	attention = 400 * time.Millisecond
	// idle is how often ticks come while nothing happens.
	idle = 4 * time.Second
	// missed is how long there may be no tick. The toolkit forgets what it has not seen for a minute.
	missed = 10 * time.Second
)

// A pace says when the toolkit's next tick is wanted, by what the ticks before did.
type pace struct {
	last   time.Time // tick
	event  time.Time // that came last
	lively time.Time // until then something may move
	caused bool      // something has happened since the last tick that may be drawn
}

// missing tells whether there was no tick for long, by the computer's clock, which may have been put forward.
func (p *pace) missing(now time.Time) bool {
	return !p.last.IsZero() && now.Round(0).Sub(p.last.Round(0)) > missed
}

// ticked notes a tick and whether it draws. What is drawn without a cause moves by itself.
func (p *pace) ticked(now time.Time, draws bool) {
	p.last = now
	if draws {
		until := now.Add(moving)
		if p.caused {
			until = now.Add(starting)
		}
		if until.After(p.lively) {
			p.lively = until
		}
	}
	p.caused = false
}

// woke notes the end of a wait, and whether it was ended by an event.
func (p *pace) woke(now time.Time, byEvent bool) {
	if byEvent {
		p.event, p.caused = now, true
	}
}

// wait is how long the UI goroutine may wait for events, nothing if the next tick is to come first.
func (p *pace) wait(now time.Time) time.Duration {
	switch {
	case now.Before(p.lively):
		return p.last.Add(frame - early).Sub(now)
	case now.Sub(p.event) < attention:
		return attention
	}
	return idle
}
