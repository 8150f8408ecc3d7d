package desktop

import (
	"runtime"
	"testing"
)

// TestKeepAwake checks the execution state of the thread before and after the release.
func TestKeepAwake(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	a := KeepAwake("", nil)
	if state := a.State(); state != "held off by the system" {
		t.Error(state)
	}
	const all = continuous | systemRequired | screenRequired
	if got := setExecutionState(all); got != all {
		t.Errorf("the thread needs %x, want %x", got, all)
	}
	a.Release()
	if got := setExecutionState(continuous); got != continuous {
		t.Errorf("behind that the thread needs %x", got)
	}
}
