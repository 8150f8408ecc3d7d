package budget

import (
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/boot"
	"sextant/app/store"
	"sextant/app/testkit"
)

// TestClockSetBeforeStart sets the clock, both ways, while two programs share a ledger: a third one that starts after
// that knows their requests within the hour, and none is counted twice.
func TestClockSetBeforeStart(t *testing.T) {
	for _, by := range []time.Duration{-25 * time.Hour, -time.Minute, time.Minute, 3 * time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
			defer kept.Close()
			offset := time.Duration(0)
			clock := Clock{func() time.Time { return time.Now().Add(offset) }, testkit.Boot()}
			limits := Limits{PerSecond: 100, PerHour: 30, PerDay: 300}
			begin := func() *Budget { return beginOn(t, kept, limits, clock) }
			one, other := begin(), begin()
			enter(t, one, User, 20)
			time.Sleep(10 * time.Minute)
			offset = by
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

// beginOn returns the budget of a program that starts with the requests in a store.
func beginOn(t *testing.T, kept *store.Store, limits Limits, clock Clock) *Budget {
	t.Helper()
	b := New(limits, nil, clock, kept)
	earlier, err := kept.Spent(b.Moment(24 * time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	b.Merge(earlier)
	return b
}

// A machine is one that is switched off, and has a wall clock that is wrong.
type machine struct {
	wall   time.Duration // what the wall clock is ahead
	booted time.Time
	boots  int
}

// reboot switches the machine on again.
func (m *machine) reboot() { m.booted, m.boots = time.Now(), m.boots+1 }

func (m *machine) clock() Clock {
	id, booted := string(rune('a'+m.boots)), m.booted
	return Clock{
		func() time.Time { return time.Now().Round(0).Add(m.wall) },
		boot.Clock{ID: id, Elapsed: func() time.Duration { return time.Since(booted) }},
	}
}

// TestSleepIsNoSetClock sleeps for the night after an evening that used the quota up: the first page of the morning
// does not wait. The machine's own clock runs on in sleep, and nobody else's was set.
func TestSleepIsNoSetClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
		defer kept.Close()
		limits, m := Limits{PerSecond: 100, PerHour: 30, PerDay: 300}, &machine{}
		m.reboot()
		b := beginOn(t, kept, limits, m.clock())
		enter(t, b, User, 30)
		if wait := b.Wait(User); wait < 59*time.Minute {
			t.Errorf("a full hour: the next waits %v", wait)
		}
		time.Sleep(8 * time.Hour)
		if wait := b.Wait(User); wait > 0 {
			t.Errorf("in the morning the first page waits %v", wait)
		}
		if wait := beginOn(t, kept, limits, m.clock()).Wait(User); wait > 0 {
			t.Errorf("another program waits %v", wait)
		}
	})
}

// TestMachineWithoutClock uses the quota up, is switched off for nine hours, and starts with the time at which it was
// switched off, before the network has set the right one: the last run's requests count as they should as soon as
// that is known, and never less.
func TestMachineWithoutClock(t *testing.T) {
	for _, off := range []time.Duration{time.Minute, 30 * time.Minute, 9 * time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
			defer kept.Close()
			limits, m := Limits{PerSecond: 100, PerHour: 30, PerDay: 300}, &machine{}
			m.reboot()
			enter(t, beginOn(t, kept, limits, m.clock()), User, 30)
			sent := time.Now()
			time.Sleep(off)
			m.wall -= off
			m.reboot()
			b := beginOn(t, kept, limits, m.clock())
			if b.Wait(User) <= 0 {
				t.Errorf("off for %v: it does not know the last run's requests", off)
			}
			time.Sleep(20 * time.Second)
			m.wall = 0
			owed := max(0, time.Hour+time.Second-time.Since(sent))
			if wait := max(0, b.Wait(User)); (wait - owed).Abs() > 2*time.Second {
				t.Errorf("off for %v, with the right time: waits %v, owes %v", off, wait, owed)
			}
		})
	}
}

// TestClockBehindAfterBoot starts a machine whose clock is years behind: the last run's requests count for an hour at
// most, and are never forgotten before.
func TestClockBehindAfterBoot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
		defer kept.Close()
		limits, m := Limits{PerSecond: 100, PerHour: 30, PerDay: 300}, &machine{}
		m.reboot()
		enter(t, beginOn(t, kept, limits, m.clock()), User, 30)
		time.Sleep(time.Minute)
		m.wall = -10 * 365 * 24 * time.Hour
		m.reboot()
		b := beginOn(t, kept, limits, m.clock())
		if wait := b.Wait(User); wait < 58*time.Minute || wait > 61*time.Minute {
			t.Errorf("waits %v", wait)
		}
		time.Sleep(hourWindow)
		enter(t, b, User, 1)
	})
}
