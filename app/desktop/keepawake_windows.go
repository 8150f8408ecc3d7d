package desktop

// The states of SetThreadExecutionState. The toolkit sets only that of the screen, so that the system sleeps.
const (
	continuous     = 0x80000000 // ES_CONTINUOUS
	systemRequired = 0x1        // ES_SYSTEM_REQUIRED
	screenRequired = 0x2        // ES_DISPLAY_REQUIRED
)

// An Awake inhibits blanking of the screen and sleep of the system when idle. It belongs to the UI goroutine, because
// the state on Windows belongs to a thread.
type Awake struct{ held bool }

// KeepAwake starts to inhibit blanking and sleep.
func KeepAwake(string, func(disable bool)) *Awake {
	return &Awake{setExecutionState(continuous|systemRequired|screenRequired) != 0}
}

// setExecutionState sets the thread's state, and returns the one before, 0 if that fails.
func setExecutionState(state uintptr) uintptr {
	before, _, _ := kernel32.NewProc("SetThreadExecutionState").Call(state)
	return before
}

// State describes what inhibits blanking and sleep.
func (a *Awake) State() string {
	if !a.held {
		return "not held off: the system refuses"
	}
	return "held off by the system"
}

// Release ends the inhibition.
func (*Awake) Release() { setExecutionState(continuous) }

// SetScreenOff does nothing: the program shows black.
func (*Awake) SetScreenOff(bool) {}
