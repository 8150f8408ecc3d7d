package budget

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/service"
	"sextant/app/testkit"
)

// fails makes a request of a class that ends with an error.
func fails(t *testing.T, b *Budget, c Class, kind api.Kind) {
	t.Helper()
	answered := testkit.Must(b.Enter(As(t.Context(), c)))(t)
	answered(&api.Error{Kind: kind})
}

// TestFailuresPauseTheBackground checks how long background requests wait after one failure, while the user never
// waits.
func TestFailuresPauseTheBackground(t *testing.T) {
	for kind, want := range map[api.Kind]time.Duration{
		api.QuotaUsed: 5 * time.Minute, api.RateLimited: 10 * time.Second, api.Refused: 30 * time.Second,
		api.Trouble: 2 * time.Second, api.NoNetwork: 2 * time.Second,
		api.NotFound: 0, api.BadContent: 0, api.TooLarge: 0, api.Cancelled: 0,
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBudget(DefaultLimits)
			fails(t, b, Refresh, kind)
			u := b.Usage()
			if until := time.Until(u.Paused); want > 0 && (until > want || until < want*3/4 || u.Why != kind) {
				t.Errorf("%v: paused for %v because of %v", kind, until, u.Why)
			}
			start := time.Now()
			if _, err := b.Enter(As(t.Context(), User)); err != nil || time.Since(start) != 0 {
				t.Errorf("%v: the user waited %v, %v", kind, time.Since(start), err)
			}
			if d := enter(t, b, Prefetch, 1); d > want || d < want*3/4 {
				t.Errorf("%v: the background waited %v", kind, d)
			}
		})
	}
}

// TestServiceNamesThePause checks that a Retry-After of the service is respected.
func TestServiceNamesThePause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(DefaultLimits)
		answered, _ := b.Enter(As(t.Context(), Kiosk))
		answered(&api.Error{Kind: api.RateLimited, RetryAfter: 7 * time.Minute})
		var e *api.Error
		if _, err := b.Enter(As(t.Context(), Kiosk)); !errors.As(err, &e) ||
			e.Kind != api.RateLimited || e.RetryAfter != 7*time.Minute {
			t.Errorf("a screen that asks too early gets %v", err)
		}
		if d := enter(t, b, Prefetch, 1); d != 7*time.Minute {
			t.Errorf("waited %v", d)
		}
	})
}

// TestSuccessLiftsThePause checks that any successful request ends a pause, also the user's.
func TestSuccessLiftsThePause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(DefaultLimits)
		fails(t, b, Refresh, api.QuotaUsed)
		waited := make(chan time.Duration)
		start := time.Now()
		go func() {
			answered, err := b.Enter(As(context.Background(), Prefetch))
			if err == nil {
				answered(nil)
			}
			waited <- time.Since(start)
		}()
		time.Sleep(time.Minute)
		enter(t, b, User, 1)
		if d := <-waited; d != time.Minute {
			t.Errorf("the background waited %v", d)
		}
		if u := b.Usage(); !u.Paused.IsZero() {
			t.Errorf("still paused until %v", u.Paused)
		}
	})
}

func rest(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// TestFailingServiceIsNotHammered counts the requests in an hour to a failing service, when many callers want something
// all the time.
func TestFailingServiceIsNotHammered(t *testing.T) {
	// As many as fit between the shortest random pauses, and the seven that are under way when the first fails.
	for kind, most := range map[api.Kind]int{
		api.Trouble: 80, api.NoNetwork: 80, api.RateLimited: 25, api.Refused: 18, api.QuotaUsed: 11,
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBudget(DefaultLimits)
			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			defer cancel()
			for _, c := range []Class{Kiosk, Kiosk, Refresh, Pictures, Prefetch, Prefetch, Collect} {
				go func() {
					for ctx.Err() == nil {
						if answered, err := b.Enter(As(ctx, c)); err == nil {
							time.Sleep(300 * time.Millisecond)
							answered(&api.Error{Kind: kind})
						} else {
							rest(ctx, time.Second)
						}
					}
				}()
			}
			<-ctx.Done()
			synctest.Wait()
			if u := b.Usage(); u.Hour > most || u.Hour < most/3 {
				t.Errorf("%v: %d requests in an hour", kind, u.Hour)
			}
			start := time.Now()
			answered := testkit.Must(b.Enter(As(t.Context(), Prefetch)))(t)
			answered(nil)
			t.Logf("%v: back after %v", kind, time.Since(start))
			if d := enter(t, b, Refresh, 3); d != 0 {
				t.Errorf("%v: after it came back the others waited %v", kind, d)
			}
		})
	}
}

// TestSpreadOverTheHour makes a screen want more than the hour allows: it never waits long, and pictures do not hold up
// documents.
func TestSpreadOverTheHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(DefaultLimits)
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Hour)
		defer cancel()
		longest, last := time.Duration(0), time.Now()
		go func() { // a document every ten seconds
			for ctx.Err() == nil {
				if answered, err := b.Enter(As(ctx, Kiosk)); err == nil {
					answered(nil)
					longest, last = max(longest, time.Since(last)), time.Now()
				}
				rest(ctx, 10*time.Second)
			}
		}()
		pictures := 0
		for ctx.Err() == nil { // and eight pictures
			for range 8 {
				if answered, err := b.Enter(As(ctx, Pictures)); err == nil {
					answered(nil)
					pictures++
				}
			}
			rest(ctx, 10*time.Second)
		}
		synctest.Wait()
		if longest > 45*time.Second || pictures > 100 || pictures < 10 {
			t.Errorf("the longest time without a document was %v; %d pictures", longest, pictures)
		}
		if u := b.Usage(); u.Hour > 200 {
			t.Errorf("%d requests in the last hour", u.Hour)
		}
	})
}

// TestProbeIsWaitedFor makes a screen's request during a probe of the service: it goes out as soon as the probe
// succeeds.
func TestProbeIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(DefaultLimits)
		fails(t, b, Refresh, api.QuotaUsed)
		time.Sleep(6 * time.Minute)
		answered := testkit.Must(b.Enter(As(t.Context(), Prefetch)))(t)
		start := time.Now()
		time.AfterFunc(1500*time.Millisecond, func() { answered(nil) })
		if _, err := b.Enter(As(t.Context(), Kiosk)); err != nil || time.Since(start) != 1500*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

// TestFailingInTurn counts the requests in ten minutes to a service that fails in two ways alternately, or has a short
// Retry-After.
func TestFailingInTurn(t *testing.T) {
	for name, errs := range map[string][]*api.Error{
		"by turns":      {{Kind: api.Trouble}, {Kind: api.NoNetwork}},
		"a short pause": {{Kind: api.Trouble, RetryAfter: time.Second}},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBudget(DefaultLimits)
			sent := 0
			for start := time.Now(); time.Since(start) < 10*time.Minute; {
				answered, err := b.Enter(As(t.Context(), Kiosk))
				if err != nil {
					time.Sleep(time.Second)
					continue
				}
				answered(errs[sent%len(errs)])
				sent++
			}
			if sent > 26 || sent < 10 {
				t.Errorf("%s: %d requests", name, sent)
			}
		})
	}
}

// TestOneProbe checks that while one request probes the service, the end of an earlier one lets no other out.
func TestOneProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(DefaultLimits)
		early := testkit.Must(b.Enter(As(t.Context(), Refresh)))(t)
		fails(t, b, Kiosk, api.Trouble)
		time.Sleep(3 * time.Second)
		probe := testkit.Must(b.Enter(As(t.Context(), Prefetch)))(t)
		early(&api.Error{Kind: api.Cancelled})
		if d := b.Wait(Kiosk); d <= 0 {
			t.Errorf("a second one may go out: %v", d)
		}
		probe(nil)
		if d := b.Wait(Kiosk); d > 0 {
			t.Errorf("the service is back, but a screen waits %v", d)
		}
	})
}

// TestSmallDay forecasts with a day's limit that is below the user's share of an hour.
func TestSmallDay(t *testing.T) {
	b := newBudget(Limits{PerSecond: 10, PerHour: 300, PerDay: 50})
	if d := b.Forecast(Collect, 40); d <= 0 {
		t.Errorf("40 take %v", d)
	}
}

// TestRefusalNamesTheTrouble uses a clock that advances with each call, and checks that a request that is refused
// because the service fails gets that error, not one of a quota.
func TestRefusalNamesTheTrouble(t *testing.T) {
	now := time.Now()
	b := New(DefaultLimits, nil, Clock{Now: func() time.Time {
		now = now.Add(time.Microsecond)
		return now
	}}, nil)
	for range 5 {
		fails(t, b, User, api.Trouble)
		now = now.Add(time.Minute)
	}
	fails(t, b, User, api.Trouble)
	if _, err := b.Enter(As(t.Context(), Kiosk)); api.KindOf(err) != api.Trouble {
		t.Errorf("%v", err)
	}
}

// A redirecting handler answers requests for pages with a redirect within the service, and with an error before that.
type redirecting struct{ failing atomic.Bool }

func (h *redirecting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case h.failing.Load():
		w.WriteHeader(http.StatusInternalServerError)
	case r.URL.Path != "/new":
		http.Redirect(w, r, "/new", http.StatusFound)
	default:
		_, _ = io.WriteString(w, `{"teletext":{"page":{"number":"100"}}}`)
	}
}

// TestProbeFollowsRedirects checks that a background request which probes a service that has failed follows a redirect:
// it does not wait for itself.
func TestProbeFollowsRedirects(t *testing.T) {
	h := &redirecting{}
	server := httptest.NewServer(h)
	defer server.Close()
	b := newBudget(DefaultLimits)
	c := testkit.Must(service.New(service.Config{BaseURL: server.URL, Gate: b, Now: time.Now}))(t)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	ask := func() error {
		_, err := c.Page(As(ctx, Prefetch), 100, api.JSON, api.Validators{})
		return err
	}
	h.failing.Store(true)
	if err := ask(); api.KindOf(err) != api.Trouble {
		t.Fatal(err)
	}
	h.failing.Store(false)
	testkit.Check(t, ask())
	if u := b.Usage(); !u.Paused.IsZero() || u.Hour != 3 {
		t.Errorf("%+v", u)
	}
}
