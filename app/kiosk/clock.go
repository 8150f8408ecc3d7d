package kiosk

import "time"

// jump is by how much the clock must differ from the one that nobody can set to have been set.
const jump = 2 * time.Second

// A clock beats each second, and notices when the computer's clock was set or the computer slept.
type clock struct {
	director *Director
	timer    *time.Timer
	at       time.Time // of the last beat
	elapsed  time.Duration
}

func (c *clock) stop() {
	if c.timer != nil {
		c.timer.Stop()
	}
}

// beat does what time alone brings about.
func (c *clock) beat() {
	d := c.director
	now, elapsed := d.parts.Now().Round(0), d.parts.Elapsed()
	if !c.at.IsZero() {
		if by := now.Sub(c.at) - (elapsed - c.elapsed); by.Abs() > jump {
			d.parts.Note("the clock was set by " + by.Round(time.Second).String())
			if by < 0 { // otherwise the computer may have slept, and its pages are as old as they seem
				d.stock.move(by)
			}
		}
	}
	c.at, c.elapsed = now, elapsed
	d.running.beat(now)
	d.lines.beat(now)
	d.tending.onTick()
	d.visit.beat()
	c.timer = d.after(time.Second-time.Duration(now.Nanosecond()), c.beat)
}
