package browse

import "time"

// clocks are the timers of the state machine. Each is distinguished from those before it by its token, so that one
// that was replaced or disarmed does nothing when it runs out.
type clocks struct {
	tokens [timers]int
	armed  [timers]bool
}

// arm replaces a timer by one that runs out after a while.
func (c *clocks) arm(t Timer, after time.Duration) Arm {
	c.tokens[t]++
	c.armed[t] = true
	return Arm{t, c.tokens[t], after}
}

func (c *clocks) disarm(t Timer) {
	c.tokens[t]++
	c.armed[t] = false
}

// ranOut records that a timer ran out, and reports whether it was the current one.
func (c *clocks) ranOut(a Arm) bool {
	if a.Token != c.tokens[a.Timer] {
		return false
	}
	c.armed[a.Timer] = false
	return true
}
