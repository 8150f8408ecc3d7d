package acquire

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit/race"
)

// TestNotFoundBeforeFirstDocumentIsAskedAgain checks that pages that were answered with 404 before any document came
// may be asked for again when one comes, once, and that one which was removed in an earlier run stays missing.
func TestNotFoundBeforeFirstDocumentIsAskedAgain(t *testing.T) {
	r := newAttempts()
	removed := teletext.Place{Page: 300}
	r.failed[removed] = &failure{
		tries: 2, notFound: 2, missing: true, evidence: hasCome, at: r.now, backoff: MissingFor,
	}
	for _, page := range []int{100, 101, 102} {
		r.end(page, api.NotFound)
	}
	if r.end(200, 0); r.wait(101) > 0 || r.failed[teletext.Place{Page: 101}].missing {
		t.Errorf("the first 404s still count: %+v", r.failed[teletext.Place{Page: 101}])
	}
	if !r.failed[removed].missing {
		t.Error("a removed page is there")
	}
	for range 3 {
		r.end(101, api.NotFound)
		r.end(200, 0)
	}
	if f := r.failed[teletext.Place{Page: 101}]; !f.missing || r.wait(101) <= 0 {
		t.Errorf("the page is not missing: %+v", f)
	}
}

// TestCollectorThatBeginsInAWall starts to collect while a service answers everything with 404, for an hour with a
// restart before its end, and for a night: all pages come.
func TestCollectorThatBeginsInAWall(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	for wall, first := range map[time.Duration]int{time.Hour: 104, 9 * time.Hour: firstPage} {
		var isWall atomic.Bool
		chain := []int{first}
		for page := 105; page <= 400; page += 1 + page%3 {
			chain = append(chain, page)
		}
		s := chainSource(t, chain...)
		page := s.page
		s.page = func(ctx context.Context, n int, k api.Validators) (*api.Document, error) {
			if isWall.Load() {
				return nil, errMissing
			}
			return page(ctx, n, k)
		}
		collects(t, s, func(t *testing.T, open func() *Collector, log *progressLog, _ *store.Store) {
			isWall.Store(true)
			open().Start()
			if time.Sleep(wall); wall == time.Hour {
				open().Resume()
			}
			isWall.Store(false)
			time.Sleep(14 * time.Hour)
			if got := log.get(); got.Walking || got.Done != len(chain) {
				t.Errorf("a wall of %v: in the end %+v of %d", wall, got, len(chain))
			}
		})
	}
}

// TestCollectorRestartsInAWall restarts the program while the page at which the walk is, and then all others, are
// answered with 404 for some seconds: no page is passed over.
func TestCollectorRestartsInAWall(t *testing.T) {
	var isWall, isOver atomic.Bool
	chain := []int{100, 102, 104, 106, 108, 110, 112}
	s := chainSource(t, chain...)
	page := s.page
	s.page = func(ctx context.Context, n int, k api.Validators) (*api.Document, error) {
		if isWall.Load() && !isOver.Load() {
			return nil, errMissing
		}
		isWall.Store(n == 104)
		return page(ctx, n, k)
	}
	collects(t, s, func(t *testing.T, open func() *Collector, log *progressLog, kept *store.Store) {
		c := open()
		c.Start()
		for log.get().Done < 3 {
			time.Sleep(100 * time.Millisecond)
		}
		c = open()
		c.Resume()
		time.Sleep(5 * time.Second)
		isOver.Store(true)
		time.Sleep(time.Hour)
		if got := log.get(); got.Walking || got.Done != len(chain) {
			t.Errorf("in the end: %+v of %d", got, len(chain))
		}
	})
}

// TestUnknownPagesAreAskedAgainAfterADoubt checks that unknown pages that were answered with 404 just before a known
// one was are asked for again when a document comes, once.
func TestUnknownPagesAreAskedAgainAfterADoubt(t *testing.T) {
	r := newAttempts()
	r.end(100, 0)
	r.end(777, api.NotFound)
	r.end(100, api.NotFound)
	if r.end(102, 0); r.wait(777) > 0 || r.failed[teletext.Place{Page: 777}].missing {
		t.Errorf("the first 404 still counts: %+v", r.failed[teletext.Place{Page: 777}])
	}
	for range 3 {
		r.end(777, api.NotFound)
		r.end(102, 0)
	}
	r.retry(100, api.NotFound)
	r.end(102, 0)
	if r.end(777, api.NotFound); !r.failed[teletext.Place{Page: 777}].missing || r.wait(777) <= 0 {
		t.Errorf("the page is not missing: %+v", r.failed[teletext.Place{Page: 777}])
	}
}

// TestNotFoundOfFirstWallDoesNotCountInTheNext checks that a page that was answered with 404 in a wall before the first
// document, and is known by then since another names it, is not missing by the first 404 of the next wall.
func TestNotFoundOfFirstWallDoesNotCountInTheNext(t *testing.T) {
	r := newAttempts()
	r.end(192, api.NotFound)
	r.end(193, api.NotFound)
	r.end(192, 0)
	r.now = r.now.Add(time.Hour)
	r.note(teletext.Place{Page: 193}, &api.Error{Kind: api.NotFound, Op: "test"}, wasNamed, r.now)
	if r.failed[teletext.Place{Page: 193}].missing {
		t.Error("it is missing")
	}
}
