package core

import "time"

// IntentAfter is how long the pointer is over a link, or the keys are at one, until it is likely to be followed: of
// links under the pointer for so long one in two is clicked.
const IntentAfter = 65 * time.Millisecond

// A Delay calls a function on the UI goroutine after a time, unless it is stopped or started again before. It belongs
// to the UI goroutine.
type Delay struct {
	// Do runs a function on the UI goroutine, and must be there.
	Do    func(func())
	timer *time.Timer
}

// Start calls f after a time, in place of what was to be called before.
func (d *Delay) Start(after time.Duration, f func()) {
	d.Stop()
	var timer *time.Timer
	timer = time.AfterFunc(after, func() {
		d.Do(func() {
			if d.timer == timer {
				d.timer = nil
				f()
			}
		})
	})
	d.timer = timer
}

// Stop drops what was to be called.
func (d *Delay) Stop() {
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
}
