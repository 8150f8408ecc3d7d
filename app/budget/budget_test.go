package budget

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/store"
	"sextant/app/testkit"
)

func newBudget(l Limits) *Budget { return New(l, nil, Clock{Now: time.Now}, nil) }

// enter makes n requests one after the other, and returns how long that took.
func enter(t *testing.T, b *Budget, c Class, n int) time.Duration {
	t.Helper()
	start := time.Now()
	for range n {
		answered := testkit.Must(b.Enter(As(t.Context(), c)))(t)
		answered(nil)
	}
	return time.Since(start)
}

func TestSecondsAreShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(DefaultLimits)
		if d := enter(t, b, Prefetch, 6); d != 0 {
			t.Errorf("6 took %v", d)
		}
		if d := enter(t, b, User, 4); d != 0 {
			t.Errorf("the user waited %v for what is fetched ahead", d)
		}
		if d := enter(t, b, User, 1); d != secondWindow {
			t.Errorf("the eleventh in a second waited %v", d)
		}
	})
}

// TestUnattendedHour checks that background requests get all but a tenth of the hour on an unattended machine.
func TestUnattendedHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(DefaultLimits)
		b.SetUnattended(true)
		enter(t, b, Refresh, 270)
		if _, err := b.Enter(As(t.Context(), Refresh)); api.KindOf(err) != api.QuotaUsed {
			t.Errorf("the user's tenth was touched: %v", err)
		}
		enter(t, b, User, 30)
		if u := b.Usage(); u.Hour != 300 {
			t.Errorf("%+v", u)
		}
	})
}

func TestHourIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(DefaultLimits)
		enter(t, b, Refresh, 200)
		ctx, cancel := context.WithTimeout(As(t.Context(), Prefetch), time.Minute)
		defer cancel()
		if _, err := b.Enter(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the user's third was touched: %v", err)
		}
		if _, err := b.Enter(As(t.Context(), Refresh)); api.KindOf(err) != api.QuotaUsed {
			t.Errorf("the user's third was touched for the page on screen: %v", err)
		}
		if d := enter(t, b, User, 100); d > 12*time.Second {
			t.Errorf("the user's 100 took %v", d)
		}
		_, err := b.Enter(t.Context())
		var e *api.Error
		if !errors.As(err, &e) || e.Kind != api.QuotaUsed || e.RetryAfter < 50*time.Minute || e.RetryAfter > time.Hour {
			t.Errorf("beyond all: %v", err)
		}
		if u := b.Usage(); u.Hour != 300 || u.Open.IsZero() ||
			!reflect.DeepEqual(u.ByClass, map[Class]int{User: 100, Refresh: 200}) {
			t.Errorf("%+v", u)
		}
		time.Sleep(time.Hour + time.Minute)
		if u := b.Usage(); u.Hour != 0 || u.Day != 300 || !u.Open.IsZero() {
			t.Errorf("an hour later: %+v", u)
		}
	})
}

func TestMoreImportantGoFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(Limits{1, 1000, 10_000})
		enter(t, b, Refresh, 1)
		var mu sync.Mutex
		var order []Class
		var all sync.WaitGroup
		for _, c := range []Class{Collect, Prefetch, Refresh, Kiosk} {
			all.Go(func() {
				_, _ = b.Enter(As(t.Context(), c))
				mu.Lock()
				defer mu.Unlock()
				order = append(order, c)
			})
			synctest.Wait()
		}
		all.Wait()
		if want := []Class{Kiosk, Refresh, Prefetch, Collect}; !reflect.DeepEqual(order, want) {
			t.Errorf("%v, want %v", order, want)
		}
	})
}

func TestWaitingRequestIsRaised(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(DefaultLimits)
		enter(t, b, Refresh, 200)
		ctx, ticket := WithTicket(t.Context(), Collect)
		done := make(chan error)
		go func() {
			_, err := b.Enter(ctx)
			done <- err
		}()
		time.Sleep(time.Minute)
		start := time.Now()
		b.Raise(ticket, User)
		if err := <-done; err != nil || time.Since(start) != 0 {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

// TestEarlierSpendingCounts starts with earlier requests, and adds those of other programs.
func TestEarlierSpendingCounts(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	l := &memoryLedger{}
	b := New(DefaultLimits,
		[]store.Spend{
			spend(now.Add(-25*time.Hour), User), spend(now.Add(-2*time.Hour), User),
			spend(now.Add(-time.Minute), Kiosk),
		}, Clock{Now: clock}, l)
	if u := b.Usage(); u.Hour != 1 || u.Day != 2 {
		t.Errorf("%+v", u)
	}
	if _, err := b.Enter(t.Context()); err != nil || len(l.spent) != 1 {
		t.Errorf("%v, %v", err, l.spent)
	}
	// Merge also gets the requests of this program.
	b.Merge(append(l.spent, spend(now, Collect), spend(now.Add(-time.Second), Collect)))
	if u := b.Usage(); u.Hour != 4 {
		t.Errorf("%+v", u)
	}
}

// TestIntentShare checks that guesses beyond a twentieth of the hour are refused at once.
func TestIntentShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(DefaultLimits)
		for range 3 {
			enter(t, b, Intent, 5)
			time.Sleep(2 * time.Second)
		}
		start := time.Now()
		if _, err := b.Enter(As(t.Context(), Intent)); api.KindOf(err) != api.QuotaUsed || time.Since(start) > 0 {
			t.Errorf("the sixteenth guess of an hour: %v after %v", err, time.Since(start))
		}
		if d := enter(t, b, Prefetch, 1); d != 0 {
			t.Errorf("what is fetched ahead waited %v for guesses", d)
		}
		time.Sleep(hourWindow)
		enter(t, b, Intent, 1)
	})
}

func TestForecast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(DefaultLimits)
		enter(t, b, Prefetch, 30)
		said := b.Forecast(Collect, 400)
		if took := enter(t, b, Collect, 400); took != said {
			t.Errorf("400 took %v, not %v", took, said)
		}
	})
}

// TestClockIsSet sets the clock by an hour either way, while the service's clock runs on: earlier requests count as
// before, together with all in the ledger.
func TestClockIsSet(t *testing.T) {
	for _, by := range []time.Duration{time.Hour, -time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			offset, l := time.Duration(0), &memoryLedger{}
			clock := func() time.Time { return time.Now().Round(0).Add(offset) }
			b := New(Limits{PerSecond: 10, PerHour: 3, PerDay: 100}, nil, Clock{clock, testkit.Boot()}, l)
			enter(t, b, User, 3)
			time.Sleep(10 * time.Minute)
			offset = by
			wait := b.Wait(User)
			if wait < 49*time.Minute || wait > 51*time.Minute {
				t.Errorf("after the clock was set by %v the wait is %v", by, wait)
			}
			time.Sleep(wait + time.Second)
			enter(t, b, User, 1)
			if u := b.Usage(); u.Hour != 1 || u.Day != 4 {
				t.Errorf("%+v", u)
			}
			again := New(Limits{PerSecond: 10, PerHour: 3, PerDay: 100}, l.spent, Clock{clock, testkit.Boot()}, l)
			if u := again.Usage(); u.Hour != 1 || u.Day != 4 {
				t.Errorf("the next run: %+v", u)
			}
		})
	}
}

// TestStampsOfTheFutureDoNotCount starts with requests whose times are in the future.
func TestStampsOfTheFutureDoNotCount(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	earlier := []store.Spend{
		spend(now.Add(-time.Minute), User), spend(now.Add(time.Hour), User), spend(now.Add(48*time.Hour), User),
	}
	b := New(Limits{PerSecond: 10, PerHour: 3, PerDay: 100}, earlier, Clock{Now: func() time.Time { return now }}, nil)
	if u := b.Usage(); u.Hour != 1 || b.Wait(User) > 0 {
		t.Errorf("%+v, and a wait of %v", u, b.Wait(User))
	}
}
