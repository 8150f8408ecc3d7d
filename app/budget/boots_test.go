package budget

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestRebootAfterClockWasSet sends requests within half an hour, in the middle of which the clock is set, and reboots
// with the right time: the next program knows of all of them, since those of one boot keep their distances.
func TestRebootAfterClockWasSet(t *testing.T) {
	for _, by := range []time.Duration{-10 * time.Hour, -time.Minute, time.Minute, 10 * time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			m := newMachine(t, 0)
			b := m.begin(t)
			enter(t, b, User, 10)
			time.Sleep(15 * time.Minute)
			m.wall = by
			enter(t, b, User, 20)
			time.Sleep(15 * time.Minute)
			m.wall = 0
			m.reboot()
			b = m.begin(t)
			if n := b.Usage().Hour; n != 30 {
				t.Errorf("%v: it knows of %d requests, not 30", by, n)
			}
			if wait := b.Wait(User); wait <= 0 || wait > hourWindow {
				t.Errorf("%v: the next request waits %v", by, wait)
			}
		})
	}
}

// TestRebootAfterDayAheadCostsAnHourAtMost sends a request every six minutes for a day by a clock that is ahead, and
// reboots with the right time: only as many as in any hour of that boot count as sent within the last one.
func TestRebootAfterDayAheadCostsAnHourAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMachine(t, 7*time.Hour)
		b := m.begin(t)
		for range 240 {
			enter(t, b, User, 1)
			time.Sleep(6 * time.Minute)
		}
		m.wall = 0
		m.reboot()
		b = m.begin(t)
		if u := b.Usage(); u.Hour > 11 || u.Day < 239 {
			t.Errorf("it knows of %d requests in an hour and %d in a day", u.Hour, u.Day)
		}
		if wait := b.Wait(User); wait > 0 {
			t.Errorf("the next request waits %v", wait)
		}
	})
}
