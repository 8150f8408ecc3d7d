package probe

import "testing"

// TestBusy knows goroutines by their stacks.
func TestBusy(t *testing.T) {
	for _, tt := range []struct {
		stack string
		want  bool
	}{
		{"goroutine 7 [running]:\nsextant/app/store.(*database).transact(0x1)\n\t/store.go:1\ncreated by main", true},
		{"goroutine 7 [syscall, 2 minutes]:\nsyscall.fsync()\nsextant/app/store.(*database).transact(0x1)", true},
		{"goroutine 7 [select, 2 minutes]:\nsextant/app/store.(*database).wait(0x1)", false},
		{"goroutine 7 [runnable]:\nnet/http.(*persistConn).readLoop()\ncreated by sextant/app/service.New", false},
		{"goroutine 7 [select]:\nnet/http.send()\nsextant/app/service.(*Client).send(0x1)", true},
		{"goroutine 7 [select]:\nsextant/app/service.(*Client).send()\nsextant/app/service.(*Client).Changes()", false},
		{"goroutine 7 [select]:\nsextant/app/acquire.(*Pages).Fetch(0x1)\nsextant/app/navigate.fetch()", true},
		{"goroutine 7 [select]:\nsextant/app/acquire.(*Pages).Fetch()\nsextant/app/acquire.(*Scheduler).step()", false},
		{"goroutine 7 [runnable]:\nsextant/app/player.(*pump).run(0x1)", false},
		{"goroutine 1 [syscall]:\nsextant/app/ui/loop.waitForEvents(0x1)", false},
	} {
		if got := isBusy(tt.stack); got != tt.want {
			t.Errorf("%v of %q", got, tt.stack)
		}
	}
}
