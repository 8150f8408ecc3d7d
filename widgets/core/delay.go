package core

import "time"

// IntentAfter is how long the pointer or the focus must be on a link for it to be likely to be followed: half of the
// links that are hovered for so long are clicked.
const IntentAfter = 65 * time.Millisecond

// A Delay calls a function on the UI goroutine after a time, unless it is stopped or started again before. It belongs
// to the UI goroutine.
type Delay struct {
	// Do posts a function to the UI goroutine, and must be set.
	Do    func(func())
	timer *time.Timer
}

// Start calls f after a time, and cancels the call that was pending.
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

// Stop cancels the pending call.
func (d *Delay) Stop() {
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
}
