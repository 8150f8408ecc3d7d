package budget

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/store"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// spend returns a request of which only the wall clock's time is known.
func spend(at time.Time, c Class) store.Spend {
	return store.Spend{Moment: store.Moment{At: at}, Class: c.String(), Count: 1}
}

// TestLeasesSpareTheLedger sends a screen's request every 17 seconds for six hours: it writes at most once a minute.
func TestLeasesSpareTheLedger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &memoryLedger{}
		b := New(DefaultLimits, nil, Clock{Now: time.Now}, l)
		b.SetUnattended(true)
		const hours = 6
		sent := 0
		for start := time.Now(); time.Since(start) < hours*time.Hour; {
			answered := testkit.Must(b.Enter(As(t.Context(), Kiosk)))(t)
			answered(nil)
			sent++
			time.Sleep(17 * time.Second)
		}
		writes := len(l.spent)
		if sent < hours*200 || writes > hours*60 {
			t.Errorf("%d requests took %d writes", sent, writes)
		}
		written := 0
		for _, s := range l.spent {
			written += s.Count
		}
		if written < sent || written > sent+maxLease*hours {
			t.Errorf("%d requests went out, %d were written down", sent, written)
		}
	})
}

// A sharer is a program that sends as many requests as it may, and is killed and restarted now and then.
type sharer struct {
	ledger     *memoryLedger
	unattended bool
	classes    []Class
	chance     *rand.Rand
	sent       func(time.Time)
}

func (s *sharer) live(ctx context.Context, limits Limits) {
	var b *Budget
	for ctx.Err() == nil {
		if b == nil || s.chance.IntN(40) == 0 {
			b = New(limits, s.ledger.all(), Clock{time.Now, testkit.Boot()}, s.ledger)
			b.SetUnattended(s.unattended)
		}
		at, cancel := context.WithTimeout(As(ctx, s.classes[s.chance.IntN(len(s.classes))]), time.Minute)
		if answered, err := b.Enter(at); err == nil {
			s.sent(time.Now())
			answered(nil)
		}
		cancel()
		if s.chance.IntN(3) > 0 {
			time.Sleep(time.Duration(s.chance.ExpFloat64() * float64(10*time.Second)))
		}
	}
}

// TestLeasesKeepTheLimits makes two screens and a reader share a ledger, and kills them again and again: the requests
// stay within the service's limits in every second, hour and day.
func TestLeasesKeepTheLimits(t *testing.T) {
	seeds := uint64(12)
	if race.Enabled { // each takes a second with it
		seeds = 2
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				limits := Limits{PerSecond: 3, PerHour: 100, PerDay: 1000}
				l := &memoryLedger{}
				var mu sync.Mutex
				var sent []time.Time
				ctx, cancel := context.WithTimeout(t.Context(), 14*time.Hour)
				defer cancel()
				var all sync.WaitGroup
				for i, classes := range [][]Class{
					{Kiosk, Refresh, Pictures}, {Kiosk, Refresh, Prefetch, Collect}, {User, User, Collect},
				} {
					s := &sharer{
						ledger: l, unattended: i < 2, classes: classes, chance: rand.New(rand.NewPCG(seed, uint64(i))),
						sent: func(at time.Time) {
							mu.Lock()
							defer mu.Unlock()
							sent = append(sent, at)
						},
					}
					all.Go(func() { s.live(ctx, limits) })
				}
				all.Wait()
				slices.SortFunc(sent, time.Time.Compare)
				if len(sent) < 700 {
					t.Errorf("only %d requests went out", len(sent))
				}
				for window, most := range map[time.Duration]int{
					time.Second: limits.PerSecond, time.Hour: limits.PerHour, 24 * time.Hour: limits.PerDay,
				} {
					for i := most; i < len(sent); i++ {
						if d := sent[i].Sub(sent[i-most]); d < window {
							t.Fatalf("%d requests within %v", most+1, d)
						}
					}
				}
			})
		})
	}
}

// all returns everything in the ledger.
func (l *memoryLedger) all() []store.Spend {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.spent)
}

// TestLeasesAreKnownWhenTheClockIsSet makes a screen write requests ahead and then sets its clock: the screen knows the
// requests in the ledger, and none counts twice.
func TestLeasesAreKnownWhenTheClockIsSet(t *testing.T) {
	for _, by := range []time.Duration{time.Hour, -time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			offset, l := time.Duration(0), &memoryLedger{}
			now := func() time.Time { return time.Now().Round(0).Add(offset) }
			b := New(DefaultLimits, nil, Clock{now, testkit.Boot()}, l)
			b.SetUnattended(true)
			ask := func(times int) {
				for range times {
					answered := testkit.Must(b.Enter(As(t.Context(), Kiosk)))(t)
					answered(nil)
					time.Sleep(17 * time.Second)
				}
			}
			ask(50)
			offset = by
			ask(3)
			b.Merge(l.all())
			if u := b.Usage(); u.Hour != 53 {
				t.Errorf("after the clock was set by %v, %d of 53 requests count", by, u.Hour)
			}
		})
	}
}
