//go:build !linux && !windows

package desktop

// An Awake inhibits blanking of the screen and sleep of the system when idle, by the toolkit. It belongs to the UI
// goroutine.
type Awake struct{ toolkit func(disable bool) }

// KeepAwake starts to inhibit blanking and sleep by the toolkit's function.
func KeepAwake(_ string, toolkit func(disable bool)) *Awake {
	toolkit(true)
	return &Awake{toolkit}
}

// State describes which services inhibit blanking and sleep.
func (*Awake) State() string { return "held off by the system" }

// Release ends the inhibition.
func (a *Awake) Release() { a.toolkit(false) }

// SetScreenOff does nothing: the program shows black.
func (*Awake) SetScreenOff(bool) {}
