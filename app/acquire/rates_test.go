package acquire

import (
	"testing"
	"time"
)

// TestRatesContinueAfterRestart checks that rates are the same after they were encoded and read.
func TestRatesContinueAfterRestart(t *testing.T) {
	k := readRates("")
	for range 50 {
		k.learn(100, time.Minute, true)
		k.learn(101, time.Hour, false)
	}
	again := readRates(k.encode())
	if a, b := again.stale(100, time.Minute), k.stale(100, time.Minute); a != b || a < 0.3 {
		t.Errorf("%v and %v", a, b)
	}
	if s := again.stale(101, time.Minute); s > 0.01 {
		t.Errorf("%v of a page that never changed", s)
	}
	if s := again.stale(100, -time.Hour); s != 1 {
		t.Errorf("%v of a page from the future", s)
	}
}

// TestRateAfterClockJump sets the clock ahead by a year, as of a computer that starts with the time of its last use: a
// page that changed often is still expected to.
func TestRateAfterClockJump(t *testing.T) {
	k := readRates("")
	for range 24 * 6 {
		k.learn(100, 10*time.Minute, true)
	}
	if k.learn(100, 365*24*time.Hour, true); k.stale(100, 30*time.Minute) < 0.3 {
		t.Errorf("%v", k.stale(100, 30*time.Minute))
	}
}

// FuzzRates reads random states.
func FuzzRates(f *testing.F) {
	f.Add(`{"100":{"c":1,"s":2}}`)
	f.Add(`{"100":{"c":-1,"s":1e300}}`)
	f.Fuzz(func(t *testing.T, state string) {
		k := readRates(state)
		for page := range k {
			k.learn(page, time.Hour, true)
			if s := k.stale(page, time.Hour); !(s >= 0 && s <= 1) {
				t.Errorf("%v", s)
			}
		}
		if again := readRates(k.encode()); len(again) != len(k) {
			t.Errorf("%d rates became %d", len(k), len(again))
		}
	})
}
