package desktop

// The states of SetThreadExecutionState. The toolkit asks for the screen alone, and leaves the system to sleep.
const (
	continuous     = 0x80000000 // ES_CONTINUOUS
	systemRequired = 0x1        // ES_SYSTEM_REQUIRED
	screenRequired = 0x2        // ES_DISPLAY_REQUIRED
)

// An Awake holds off that the screen blanks and the system sleeps because nobody touches it. It belongs to the UI
// goroutine, for Windows holds off sleep for a thread.
type Awake struct{ held bool }

// KeepAwake begins to hold off blanking and sleep.
func KeepAwake(string, func(disable bool)) *Awake {
	return &Awake{setExecutionState(continuous|systemRequired|screenRequired) != 0}
}

// setExecutionState sets what the thread needs, and returns what it needed before, 0 where that fails.
func setExecutionState(state uintptr) uintptr {
	before, _, _ := kernel32.NewProc("SetThreadExecutionState").Call(state)
	return before
}

// State says who holds off blanking and sleep.
func (a *Awake) State() string {
	if !a.held {
		return "not held off: the system refuses"
	}
	return "held off by the system"
}

// Release lets the screen blank and the system sleep as before.
func (*Awake) Release() { setExecutionState(continuous) }

// SetScreenOff does nothing: what is shown is black.
func (*Awake) SetScreenOff(bool) {}
