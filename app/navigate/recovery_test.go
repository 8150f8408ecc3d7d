package navigate

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/app/words"
)

// A moodySource is a service that can fail, and counts requests. Its page has the given number of subpages, and changes
// every half minute.
type moodySource struct {
	budget   *budget.Budget
	subpages int
	dwell    time.Duration
	delay    time.Duration

	mu       sync.Mutex
	fails    api.Kind // 0 if it does not fail
	requests []time.Time
	pictures int
}

func (s *moodySource) ask(ctx context.Context, picture bool) error {
	answered, err := s.budget.Enter(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.requests = append(s.requests, time.Now())
	if picture {
		s.pictures++
	}
	kind := s.fails
	s.mu.Unlock()
	select {
	case <-time.After(s.delay):
	case <-ctx.Done():
		kind = api.Cancelled
	}
	if kind != 0 {
		err = &api.Error{Kind: kind, Op: "test"}
	}
	answered(err)
	return err
}

func (s *moodySource) Page(ctx context.Context, page int, _ api.Format, _ api.Validators) (*api.Document, error) {
	if err := s.ask(ctx, false); err != nil {
		return nil, err
	}
	p := &teletext.Page{Number: page, Name: "Test", Network: "Test", Modified: time.Unix(1, 0)}
	text := fmt.Sprint(time.Now().Unix() / 30)
	for i := range s.subpages {
		p.Subpages = append(p.Subpages, teletext.Subpage{Number: i + 1, Dwell: s.dwell, Text: &teletext.Lines{text}})
	}
	raw, err := p.EncodeJSON()
	return &api.Document{Page: p, Raw: raw, Format: api.JSON}, err
}

func (s *moodySource) Picture(ctx context.Context, _, _ int, _ api.Validators) (*api.Picture, error) {
	if err := s.ask(ctx, true); err != nil {
		return nil, err
	}
	return &api.Picture{Image: aPicture.Image}, nil
}

func (s *moodySource) set(kind api.Kind) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fails = kind
}

func (s *moodySource) since(t time.Time) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, at := range s.requests {
		if !at.Before(t) {
			n++
		}
	}
	return n
}

// watchScreen runs a test of navigation with real acquisition and prefetching, as in a window.
func watchScreen(t *testing.T, s *moodySource, turning bool, test func(*testkit.Loop, *Navigation, *fakeScreen)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
		s.budget = budget.New(budget.DefaultLimits, nil, budget.Clock{Now: time.Now}, kept)
		pages := acquire.NewPages(s, kept, s.budget, acquire.Config{
			Format: api.JSON, MaxAge: acquire.DefaultFreshness, Now: time.Now,
		})
		watcher := acquire.NewWatcher(nil, 300, time.Now, func(acquire.Sighting) {})
		ahead := acquire.NewReaderScheduler(pages, s.budget, watcher, nil)
		ctx, stop := context.WithCancel(t.Context())
		var work sync.WaitGroup
		work.Go(func() { ahead.Run(ctx) })
		u, screen := &testkit.Loop{}, &fakeScreen{}
		n := New(pages, browse.NewDirectory(), screen, Config{
			Turning: turning, Pictures: true, Every: time.Minute, Do: u.Do, Now: time.Now,
		})
		screen.watching = n
		screen.onArrived = func(a Scene) {
			around := acquire.Around{Answer: a.Answer, Pictures: true, Turns: n.Turning()}
			ahead.FetchAhead(around.Ahead())
		}
		test(u, n, screen)
		screen.onArrived = nil
		n.Stop()
		u.Settle()
		stop()
		work.Wait()
		_ = kept.Close()
	})
}

// everyFailure are the kinds of failure after which a retry may succeed.
var everyFailure = []api.Kind{
	api.NotFound, api.Refused, api.QuotaUsed, api.RateLimited, api.Trouble, api.NoNetwork,
	api.BadContent, api.TooLarge,
}

// TestScreenBeginsDuringFailure starts while the service fails for half an hour, in each way. Navigation must retry,
// but rarely, and show the page when the service works again.
func TestScreenBeginsDuringFailure(t *testing.T) {
	for _, kind := range everyFailure {
		s := &moodySource{subpages: 1, fails: kind}
		watchScreen(t, s, false, func(u *testkit.Loop, n *Navigation, screen *fakeScreen) {
			n.Run(n.GoTo(teletext.Place{Page: 100}))
			start := time.Now()
			for range 30 {
				u.Pass(time.Minute)
			}
			asked := s.since(start)
			if asked < 3 || asked > 45 {
				t.Errorf("%v: asked %d times", kind, asked)
			}
			s.set(0)
			healed := time.Now()
			for n.Shown().Page == 0 && time.Since(healed) < 2*time.Hour {
				u.Pass(time.Second)
			}
			t.Logf("%v: asked %d times in half an hour, there %v after it was mended", kind, asked, time.Since(healed))
			if n.Shown().Page != 100 || screen.notice != (words.Message{}) {
				t.Errorf("%v: shows %v and says %v", kind, n.Shown(), screen.notice)
			}
		})
	}
}

// TestTurningWhileItFails turns two subpages, one a second, while the service fails for an hour.
func TestTurningWhileItFails(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	for _, kind := range everyFailure {
		s := &moodySource{subpages: 2, dwell: time.Second, delay: 300 * time.Millisecond}
		watchScreen(t, s, true, func(u *testkit.Loop, n *Navigation, screen *fakeScreen) {
			n.Run(n.GoTo(teletext.Place{Page: 150}))
			u.Pass(10 * time.Second)
			s.set(kind)
			start := time.Now()
			for range 3600 {
				u.Pass(time.Second)
			}
			if asked := s.since(start); asked > 80 || asked < 2 {
				t.Errorf("%v: asked %d times in an hour", kind, asked)
			}
			if len(screen.shown) < 2500 {
				t.Errorf("%v: turned %d times", kind, len(screen.shown))
			}
			if since, _, why := n.Refresh.Outdated(); since.IsZero() || api.KindOf(why) != kind {
				t.Errorf("%v: of %v, because of %v", kind, since, why)
			}
			s.set(0)
			for range 75 * 60 { // a block lasts for an hour after the last request
				u.Pass(time.Second)
			}
			if since, _, _ := n.Refresh.Outdated(); !since.IsZero() {
				t.Errorf("%v: still of %v", kind, since)
			}
		})
	}
}

// TestHealthyScreen turns the eight subpages of a page that changes every half minute for three hours.
func TestHealthyScreen(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	s := &moodySource{subpages: 8, dwell: 5 * time.Second, delay: 300 * time.Millisecond}
	watchScreen(t, s, true, func(u *testkit.Loop, n *Navigation, screen *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 150}))
		oldest := time.Duration(0)
		for range 3 * 3600 {
			u.Pass(time.Second)
			if n.scene.Page != 0 {
				oldest = max(oldest, time.Since(n.scene.Fetched))
			}
		}
		asked := s.since(time.Now().Add(-time.Hour))
		t.Logf("the oldest document on screen was of %v ago; %d requests in the last hour; %d of %d were pictures",
			oldest, asked, s.pictures, len(s.requests))
		if oldest > 2*time.Minute || asked > 200 || len(screen.shown) < 1900 {
			t.Errorf("the oldest document on screen was of %v ago; %d requests in the last hour; turned %d times",
				oldest, asked, len(screen.shown))
		}
	})
}

// TestUserLiftsThePause checks that a successful reload by the user ends the pause after a 401, and that the page on
// the screen is no longer outdated.
func TestUserLiftsThePause(t *testing.T) {
	s := &moodySource{subpages: 1}
	watchScreen(t, s, false, func(u *testkit.Loop, n *Navigation, _ *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 100}))
		u.Pass(10 * time.Second)
		s.set(api.QuotaUsed)
		u.Pass(2 * time.Minute)
		since, again, why := n.Refresh.Outdated()
		if since.IsZero() || api.KindOf(why) != api.QuotaUsed ||
			time.Until(again) < 2*time.Minute || time.Until(again) > 5*time.Minute {
			t.Errorf("of %v, because of %v, again at %v", since, why, again)
		}
		s.set(0)
		u.Pass(time.Until(again) - 10*time.Second)
		before := s.since(time.Time{})
		n.Run(n.Reload())
		u.Pass(time.Second)
		if since, _, _ := n.Refresh.Outdated(); !since.IsZero() || s.budget.Usage().Paused.After(time.Now()) {
			t.Errorf("after a reload still of %v, paused until %v", since, s.budget.Usage().Paused)
		}
		for range 5 {
			u.Pass(time.Minute)
		}
		if asked := s.since(time.Time{}) - before; asked < 6 {
			t.Errorf("after that it was asked %d times in five minutes", asked)
		}
	})
}
