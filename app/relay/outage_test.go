package relay

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// fails sets the error of pages from now on; nil lets all succeed.
func (s *strict) fails(fault func(page int) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = fault
}

// requests returns the times of the last hour's requests.
func (s *strict) requests() []time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// turn makes a screen show a number of pages in turn for some time, and returns the age of each when it was last shown.
func turn(r *Relay, pages int, lasts time.Duration) map[int]time.Duration {
	ages := map[int]time.Duration{}
	for began, n := time.Now(), 0; time.Since(began) < lasts; n++ {
		page := firstPage + n%pages
		if age, ok := show(r, 1, page); ok {
			ages[page] = age
		}
		time.Sleep(5 * time.Second)
	}
	return ages
}

// TestRelayIsFreshSoonAfterOutage makes the service fail for hours. When it is back, a screen soon shows fresh pages.
func TestRelayIsFreshSoonAfterOutage(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	for kind, pages := range map[api.Kind]int{api.NoNetwork: 1, api.Trouble: 6, api.QuotaUsed: 6} {
		synctest.Test(t, func(t *testing.T) {
			r, upstream := beforeStrict(t)
			r.Begin()
			turn(r, pages, 5*time.Minute)
			upstream.fails(func(int) error { return &api.Error{Kind: kind, Op: "test"} })
			if ages := turn(r, pages, 4*time.Hour); len(ages) != pages {
				t.Errorf("%v: %d pages were shown", kind, len(ages))
			}
			upstream.fails(nil)
			soon := 8 * time.Minute // after a failure, the backoff is at most five minutes
			if kind == api.QuotaUsed {
				soon = 65 * time.Minute // the budget's backoff
			}
			for page, age := range turn(r, pages, soon) {
				if age > 5*time.Minute {
					t.Errorf("%v: page %d is %v old", kind, page, age)
				}
			}
			endStrict(t, r)
		})
	}
}

// TestFailingPage makes one page always fail. The others stay fresh, and it is retried now and then.
func TestFailingPage(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	hours := testkit.Times(3, 6)
	for _, kind := range []api.Kind{api.Trouble, api.BadContent, api.NotFound} {
		synctest.Test(t, func(t *testing.T) {
			r, upstream := beforeStrict(t)
			asked := 0
			upstream.fails(func(page int) error {
				if page != 101 {
					return nil
				}
				asked++
				return &api.Error{Kind: kind, Op: "test"}
			})
			r.Begin()
			for page, age := range turn(r, 4, time.Duration(hours)*time.Hour) {
				if age > 10*time.Minute {
					t.Errorf("%v: page %d is %v old", kind, page, age)
				}
			}
			if asked < hours-1 || asked > hours*20 {
				t.Errorf("%v: the page that fails was asked for %d times in %d hours", kind, asked, hours)
			}
			endStrict(t, r)
		})
	}
}

// TestNotFoundIsAskedAgain makes the service return 404 for a page that a screen shows, once and later for good: the
// relay asks again after about 20 s, even without another request.
func TestNotFoundIsAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, upstream := beforeStrict(t)
		r.Begin()
		turn(r, 2, 2*time.Minute)
		var missing atomic.Int32 // the number of 404s to come
		missing.Store(1)
		began := upstream.requests()
		upstream.fails(func(page int) error {
			if page != 100 || missing.Add(-1) < 0 {
				return nil
			}
			return &api.Error{Kind: api.NotFound, Op: "test"}
		})
		for range 60 {
			if _, ok := show(r, 1, 100); !ok {
				t.Error("the page is not given")
			}
			time.Sleep(2 * time.Second)
		}
		soon := func(asked []time.Time) bool {
			return len(asked) > 1 && asked[1].Sub(asked[0]) <= acquire.SecondLook+2*time.Second
		}
		if asked := upstream.requests()[len(began):]; !soon(asked) {
			t.Errorf("asked at %v", asked)
		}
		began = upstream.requests()
		missing.Store(1000)
		time.Sleep(5 * time.Minute)
		if _, ok := show(r, 1, 100); ok || !soon(upstream.requests()[len(began):]) {
			t.Errorf("a page that is gone is given: %v; asked at %v", ok, upstream.requests()[len(began):])
		}
		endStrict(t, r)
	})
}

// TestNoSuchPages makes a client request hundreds of missing pages. The pages that others show do not get older by
// that.
func TestNoSuchPages(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	synctest.Test(t, func(t *testing.T) {
		r, upstream := beforeStrict(t)
		upstream.fails(func(page int) error {
			if page >= 200 {
				return &api.Error{Kind: api.NotFound, Op: "test"}
			}
			return nil
		})
		r.Begin()
		var worst time.Duration
		for n := range 3000 {
			show(r, 150, 200+n%600)
			if age, ok := show(r, 1, firstPage+n%10); ok && n > 500 {
				worst = max(worst, age)
			}
			time.Sleep(5 * time.Second)
		}
		t.Logf("the oldest page shown was %v old", worst)
		if worst > 45*time.Minute {
			t.Errorf("a page was %v old", worst)
		}
		endStrict(t, r)
	})
}

// TestStalePageIsAskedForUntilItComes invalidates a page, and checks that it is requested until it comes, even if the
// first requests fail.
func TestStalePageIsAskedForUntilItComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, upstream := beforeStrict(t)
		show(r, 1, 100)
		time.Sleep(2 * time.Hour) // the page is no longer wanted
		upstream.mu.Lock()
		upstream.changes[100]++
		upstream.mu.Unlock()
		upstream.fails(func(int) error { return &api.Error{Kind: api.Trouble, Op: "test"} })
		r.Begin()
		r.parts.Pages.Invalidate(100)
		r.Wake()
		time.Sleep(10 * time.Minute)
		upstream.fails(nil)
		time.Sleep(10 * time.Minute)
		if age, ok := show(r, 1, 100); !ok || age > 10*time.Minute {
			t.Errorf("%v, %v old", ok, age)
		}
		endStrict(t, r)
	})
}

// TestFloodOfNoticesServesShownPagesFirst invalidates all known pages again and again. Those that are shown are
// requested first.
func TestFloodOfNoticesServesShownPagesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, upstream := beforeStrict(t)
		upstream.budget.SetUnattended(true)
		all := make([]int, 0, 150)
		for page := 200; page < 350; page++ {
			show(r, 1, page)
			all = append(all, page)
			time.Sleep(20 * time.Second)
		}
		time.Sleep(2 * time.Hour)
		r.Begin()
		for n := range 720 {
			if age, ok := show(r, 1, 100+n%4); n > 100 && (!ok || age > 10*time.Minute) {
				t.Errorf("page %d: %v, %v old", 100+n%4, ok, age)
				break
			}
			r.parts.Pages.Invalidate(all...)
			r.Wake()
			time.Sleep(5 * time.Second)
		}
		endStrict(t, r)
	})
}

// TestReadersDoNotRenewABlock has readers ask for pages that are stale or not cached throughout a block that lasts an
// hour from the last request: it ends all the same, and they get what is cached.
func TestReadersDoNotRenewABlock(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	synctest.Test(t, func(t *testing.T) {
		r, upstream := beforeStrict(t)
		r.Begin()
		turn(r, 2, 5*time.Minute)
		until := time.Now().Add(time.Hour)
		refused := 0
		upstream.fails(func(int) error {
			if !time.Now().Before(until) {
				return nil
			}
			refused++
			until = time.Now().Add(time.Hour)
			return &api.Error{Kind: api.QuotaUsed, Op: "test"}
		})
		for range 100 {
			for _, page := range []int{firstPage, 555} {
				q := httptest.NewRequest(http.MethodGet, fmt.Sprintf("/v1/teletext/pages/%d.json", page), nil)
				q.Header.Set("Cache-Control", "no-cache")
				q.Header.Set("Priority", "u=1")
				w := httptest.NewRecorder()
				r.ServeHTTP(w, q)
				isGiven := w.Code == http.StatusOK
				if !isGiven && (page == firstPage || w.Header().Get("Retry-After") == "") {
					t.Errorf("page %d: %d %v", page, w.Code, w.Header())
				}
			}
			time.Sleep(time.Minute)
		}
		if time.Now().Before(until) {
			t.Errorf("after %d refusals the block lasts until %v", refused, until)
		}
		if age, _ := show(r, 1, firstPage); age > 5*time.Minute {
			t.Errorf("the page is %v old", age)
		}
		endStrict(t, r)
	})
}
