package browse

import "time"

// clocks are the timers of the state machine. Each has a token, by which one that was replaced or disarmed is ignored
// when it fires.
type clocks struct {
	tokens [timers]int
	armed  [timers]bool
}

// arm replaces a timer by one that fires after a time.
func (c *clocks) arm(t Timer, after time.Duration) Arm {
	c.tokens[t]++
	c.armed[t] = true
	return Arm{t, c.tokens[t], after}
}

func (c *clocks) disarm(t Timer) {
	c.tokens[t]++
	c.armed[t] = false
}

// ranOut records that a timer fired, and reports whether it was the current one.
func (c *clocks) ranOut(a Arm) bool {
	if a.Token != c.tokens[a.Timer] {
		return false
	}
	c.armed[a.Timer] = false
	return true
}
