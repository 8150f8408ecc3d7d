package acquire

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/store"
	"sextant/app/testkit/race"
)

// keepsFresh runs a test with a scheduler that keeps pages of a source fresh in virtual time, as a public screen does.
func keepsFresh(t *testing.T, s *fakeSource, pages []int, test func(t *testing.T, p *Pages)) {
	synctest.Test(t, func(t *testing.T) {
		kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
		defer kept.Close()
		b := budget.New(budget.DefaultLimits, nil, budget.Clock{Now: time.Now}, nil)
		b.SetUnattended(true)
		page := s.page
		s.page = func(ctx context.Context, n int, k api.Validators) (*api.Document, error) {
			answered, err := b.Enter(ctx)
			if err != nil {
				return nil, err
			}
			doc, err := page(ctx, n, k)
			answered(err)
			return doc, err
		}
		p := NewPages(s, kept, b, Config{Format: api.JSON, MaxAge: DefaultFreshness, Now: time.Now})
		scheduler := NewScheduler(p, b, SchedulerConfig{AtOnce: 3, Every: time.Second})
		var wishes []Wish
		for _, page := range pages {
			wishes = append(wishes, Wish{Page: page, Class: budget.Kiosk, Weight: 1})
		}
		scheduler.SetWishes(wishes)
		for page := 100; page < 103; page++ { // what a reader has seen
			p.Fetch(t.Context(), Want{Page: page})
		}
		end := runs(scheduler)
		time.Sleep(5 * time.Minute)
		test(t, p)
		end()
	})
}

// TestRemovedPagesOfAScreen removes all pages that a screen shows, while others exist: they are missing soon, and the
// service is not taken for broken.
func TestRemovedPagesOfAScreen(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	for _, shown := range [][]int{{210}, {210, 211}, {210, 211, 212}} {
		line := "one"
		var gone atomic.Bool
		s := newSource(t, &line, 1)
		page := s.page
		s.page = func(ctx context.Context, n int, k api.Validators) (*api.Document, error) {
			if gone.Load() && n >= 210 {
				return nil, errMissing
			}
			return page(ctx, n, k)
		}
		keepsFresh(t, s, shown, func(t *testing.T, p *Pages) {
			gone.Store(true)
			s.forget()
			time.Sleep(10 * time.Minute)
			for _, page := range shown {
				if standing := p.Standing(page, 0); !standing.Missing {
					t.Errorf("%v: page %d: %+v", shown, page, standing)
				}
			}
			if asked := len(s.forget()); asked > 40 {
				t.Errorf("%v: asked %d times in ten minutes", shown, asked)
			}
		})
	}
}

// TestWebPageForOnePage answers for one of several pages with a web page, or with a gateway's text: it is asked for
// less and less, and the others stay fresh.
func TestWebPageForOnePage(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	for _, cause := range []error{api.ErrWebPage, api.ErrNoRoute, api.ErrRefusedNow} {
		line, bad := "one", 0
		s := newSource(t, &line, 1)
		page := s.page
		s.page = func(ctx context.Context, n int, k api.Validators) (*api.Document, error) {
			if n == 211 {
				bad++
				return nil, &api.Error{Kind: api.Trouble, Op: "test", Status: 404, Err: cause}
			}
			return page(ctx, n, k)
		}
		keepsFresh(t, s, []int{210, 211, 212}, func(t *testing.T, p *Pages) {
			bad = 0
			time.Sleep(3 * time.Hour)
			for _, page := range []int{210, 212} {
				if a, _ := p.Peek(Want{Page: page}); time.Since(a.Asked) > 5*time.Minute {
					t.Errorf("%v: page %d is %v old", cause, page, time.Since(a.Asked))
				}
			}
			if bad > 30 {
				t.Errorf("%v: the bad page was asked for %d times in three hours", cause, bad)
			}
		})
	}
}

// TestPicturesWithoutRoute checks that pictures which a gateway does not know, or refuses, while documents come are
// asked for less and less, and leave the budget alone for long.
func TestPicturesWithoutRoute(t *testing.T) {
	for _, cause := range []error{api.ErrNoRoute, api.ErrRefusedNow, api.ErrWebPage} {
		line := "one"
		s := newSource(t, &line, 1)
		s.picture = func(context.Context, int, int, api.Validators) (*api.Picture, error) {
			return nil, &api.Error{Kind: api.Trouble, Op: "test", Status: 404, Err: cause}
		}
		r, pictures := newRig(t, s), 0
		for range 60 {
			r.Fetch(t.Context(), Want{Page: 100, Subpage: 1, Picture: true, Class: budget.Refresh, Reload: true})
			for _, asked := range s.forget() {
				if asked == "100/1" {
					pictures++
				}
			}
			r.now = r.now.Add(time.Minute)
		}
		if pictures > 6 {
			t.Errorf("%v: %d requests for one picture in an hour", cause, pictures)
		}
	}
}

// TestCollectorPassesWebPages collects a service that answers with a web page where it has no page.
func TestCollectorPassesWebPages(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	chain := []int{100, 101, 102, 300, 301}
	s := chainSource(t, chain...)
	page := s.page
	s.page = func(ctx context.Context, n int, k api.Validators) (*api.Document, error) {
		doc, err := page(ctx, n, k)
		if err != nil {
			return nil, &api.Error{Kind: api.Trouble, Op: "test", Status: 200, Err: api.ErrWebPage}
		}
		if n == 102 {
			doc.Page.Next = 103 // which it does not have
			doc.Raw, _ = doc.Page.EncodeJSON()
		}
		return doc, nil
	}
	collects(t, s, func(t *testing.T, open func() *Collector, log *progressLog, _ *store.Store) {
		open().Start()
		time.Sleep(36 * time.Hour)
		if got := log.get(); got.Done != len(chain) {
			t.Errorf("%+v", got)
		}
	})
}
