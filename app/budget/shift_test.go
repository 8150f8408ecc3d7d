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
	earlier := testkit.Must(kept.Spent(b.Moment(24 * time.Hour)))(t)
	b.Merge(earlier)
	return b
}

// A machine is one that is switched off, and has a wall clock that is wrong.
type machine struct {
	kept   *store.Store
	wall   time.Duration // what the wall clock is ahead
	booted time.Time
	boots  int
}

// newMachine switches a machine on, whose wall clock is ahead.
func newMachine(t *testing.T, wall time.Duration) *machine {
	kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
	t.Cleanup(func() { _ = kept.Close() })
	m := &machine{kept: kept, wall: wall}
	m.reboot()
	return m
}

// begin returns the budget of a program that starts on the machine: 30 requests an hour, and 300 a day.
func (m *machine) begin(t *testing.T) *Budget {
	t.Helper()
	return beginOn(t, m.kept, Limits{PerSecond: 100, PerHour: 30, PerDay: 300}, m.clock())
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
		m := newMachine(t, 0)
		b := m.begin(t)
		enter(t, b, User, 30)
		if wait := b.Wait(User); wait < 59*time.Minute {
			t.Errorf("a full hour: the next waits %v", wait)
		}
		time.Sleep(8 * time.Hour)
		if wait := b.Wait(User); wait > 0 {
			t.Errorf("in the morning the first page waits %v", wait)
		}
		if wait := m.begin(t).Wait(User); wait > 0 {
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
			m := newMachine(t, 0)
			enter(t, m.begin(t), User, 30)
			sent := time.Now()
			time.Sleep(off)
			m.wall -= off
			m.reboot()
			b := m.begin(t)
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
		m := newMachine(t, 0)
		enter(t, m.begin(t), User, 30)
		time.Sleep(time.Minute)
		m.wall = -10 * 365 * 24 * time.Hour
		m.reboot()
		b := m.begin(t)
		if wait := b.Wait(User); wait < 58*time.Minute || wait > 61*time.Minute {
			t.Errorf("waits %v", wait)
		}
		time.Sleep(hourWindow)
		enter(t, b, User, 1)
	})
}

// TestClockAheadInAnEarlierBoot uses the quota up while the clock is a year ahead, and starts again and again with the
// right time: the requests count for an hour after the first boot, and not after each.
func TestClockAheadInAnEarlierBoot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMachine(t, 0)
		m.wall = 365 * 24 * time.Hour
		enter(t, m.begin(t), User, 30)
		for boot := range 3 {
			m.wall = 0
			m.reboot()
			b := m.begin(t)
			if wait := b.Wait(User); boot == 0 && wait < 59*time.Minute || boot > 0 && wait > 0 {
				t.Errorf("boot %d waits %v", boot, wait)
			}
			time.Sleep(2 * time.Hour)
			enter(t, b, User, 1)
			time.Sleep(28 * time.Hour)
		}
	})
}

// TestClockSetWithoutBootID sets the clock of a machine whose boots have no ID: requests of this run count as before.
func TestClockSetWithoutBootID(t *testing.T) {
	for _, by := range []time.Duration{2 * time.Hour, -2 * time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			start, offset := time.Now(), time.Duration(0)
			run := boot.Clock{ID: "run 1", Elapsed: func() time.Duration { return 72*time.Hour + time.Since(start) }}
			b := New(Limits{PerSecond: 100, PerHour: 30, PerDay: 300}, nil,
				Clock{func() time.Time { return time.Now().Round(0).Add(offset) }, run}, &memoryLedger{})
			enter(t, b, User, 30)
			offset = by
			if wait := b.Wait(User); wait < 59*time.Minute || wait > 61*time.Minute {
				t.Errorf("set by %v it waits %v", by, wait)
			}
		})
	}
}
