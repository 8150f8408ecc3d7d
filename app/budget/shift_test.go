package budget

import (
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/store"
)

// TestClockSetBeforeStart sets the clock, both ways, while two programs share a ledger: a third one that starts after
// that knows their requests within the hour, and none is counted twice.
func TestClockSetBeforeStart(t *testing.T) {
	for _, by := range []time.Duration{-25 * time.Hour, -time.Minute, time.Minute, 3 * time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
			defer kept.Close()
			offset := time.Duration(0)
			now := func() time.Time { return time.Now().Add(offset) }
			limits := Limits{PerSecond: 100, PerHour: 30, PerDay: 300}
			begin := func() *Budget {
				earlier, err := kept.Spent(now().Add(-24 * time.Hour))
				if err != nil {
					t.Fatal(err)
				}
				return New(limits, SpendsOf(earlier), now, kept)
			}
			one, other := begin(), begin()
			enter(t, one, User, 20)
			time.Sleep(10 * time.Minute)
			offset = by
			time.Sleep(130 * time.Millisecond)
			one.KeepTime()
			time.Sleep(450 * time.Millisecond)
			other.KeepTime()
			enter(t, other, User, 1)
			if n := begin().Usage().Hour; n != 21 {
				t.Errorf("%v: the next program knows of %d requests, not 21", by, n)
			}
			enter(t, one, User, 1)
			if n := one.Usage().Hour; n != 22 {
				t.Errorf("%v: the first program knows of %d requests, not 22", by, n)
			}
		})
	}
}
