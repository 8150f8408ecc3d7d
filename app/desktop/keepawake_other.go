//go:build !linux && !windows

package desktop

// An Awake holds off that the screen blanks and the system sleeps because nobody touches it. Here the toolkit does
// that. It belongs to the UI goroutine.
type Awake struct{ toolkit func(disable bool) }

// KeepAwake begins to hold off blanking and sleep, by the toolkit's function for that.
func KeepAwake(_ string, toolkit func(disable bool)) *Awake {
	toolkit(true)
	return &Awake{toolkit}
}

// State describes which services inhibit blanking and sleep.
func (*Awake) State() string { return "held off by the system" }

// Release lets the screen blank and the system sleep as before.
func (a *Awake) Release() { a.toolkit(false) }

// SetScreenOff does nothing: what is shown is black.
func (*Awake) SetScreenOff(bool) {}
