package acquire

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// expecting runs a scheduler on the pages of a rig, with a limit of requests per hour.
func expecting(r *rig, perHour int) (s *Scheduler, end func()) {
	limits := budget.Limits{PerSecond: 1000, PerHour: perHour, PerDay: 1_000_000}
	b := budget.New(limits, nil, budget.Clock{Now: time.Now}, nil)
	r.source = gated(r.source, b)
	r.Pages = NewPages(r.source, r.kept, b, Config{Format: api.JSON, MaxAge: DefaultFreshness, Now: time.Now})
	s = NewReaderScheduler(r.Pages, b, NewWatcher(nil, 300, time.Now, func(Sighting) {}), nil)
	return s, runs(s)
}

// gated returns a source whose requests pass a budget, as a client's do.
func gated(s *fakeSource, b *budget.Budget) *fakeSource {
	page, picture := s.page, s.picture
	return &fakeSource{
		page: func(ctx context.Context, n int, known api.Validators) (*api.Document, error) {
			answered, err := b.Enter(ctx)
			if err != nil {
				return nil, err
			}
			defer answered(nil)
			return page(ctx, n, known)
		},
		picture: func(ctx context.Context, n, subpage int, known api.Validators) (*api.Picture, error) {
			answered, err := b.Enter(ctx)
			if err != nil {
				return nil, err
			}
			defer answered(nil)
			return picture(ctx, n, subpage, known)
		},
	}
}

// inBubble runs a test with a scheduler of expecting, in virtual time.
func inBubble(t *testing.T, perHour int, f func(t *testing.T, r *rig, s *Scheduler)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		line := "one"
		r := newRig(t, newSource(t, &line, 1))
		s, end := expecting(r, perHour)
		f(t, r, s)
		end()
		_ = r.kept.Close()
	})
}

// expects expects pages to be opened, and waits until all goroutines are idle.
func expects(s *Scheduler, pages ...int) {
	var list []Want
	for _, page := range pages {
		list = append(list, Want{Page: page, Picture: true})
	}
	s.Expect(list)
	synctest.Wait()
}

// TestExpectedPages checks that expected pages are fetched, the document first, and that a known page is only requested
// again when it has probably changed.
func TestExpectedPages(t *testing.T) {
	inBubble(t, 100_000, func(t *testing.T, r *rig, s *Scheduler) {
		expects(s, 200)
		r.expect(t, "200", "200/1")
		expects(s, 200)
		r.expect(t)
		time.Sleep(4 * time.Hour)
		expects(s, 200)
		r.expect(t, "200")
		r.Pages.mu.Lock()
		if e, _ := r.pages.Peek(200); e.seen {
			t.Error("a page that was not opened counts as seen")
		}
		r.Pages.mu.Unlock()
		if _, fresh, ok := r.Recall(Want{Page: 200}); !ok || !fresh {
			t.Error("page 200 is not in memory as it is")
		}
	})
}

// TestExpectedIsReplaced checks that expected pages whose requests were not yet sent are replaced, and that at most two
// requests are under way.
func TestExpectedIsReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line := "one"
		r := newRig(t, newSource(t, &line, 1))
		answer := r.source.page
		answers := make(chan struct{})
		r.source.page = func(ctx context.Context, page int, known api.Validators) (*api.Document, error) {
			<-answers
			return answer(ctx, page, known)
		}
		s, end := expecting(r, 100_000)
		s.Expect([]Want{{Page: 200}, {Page: 201}, {Page: 202}})
		synctest.Wait()
		s.Expect([]Want{{Page: 203}})
		synctest.Wait()
		if got := r.source.forget(); len(got) != 2 {
			t.Errorf("%q were asked for at once", got)
		}
		close(answers)
		synctest.Wait()
		r.expect(t, "203")
		end()
		_ = r.kept.Close()
	})
}

// TestIntentIsATwentieth checks that guesses use at most a twentieth of an hour's requests, and none if few are left.
func TestIntentIsATwentieth(t *testing.T) {
	inBubble(t, 300, func(t *testing.T, r *rig, s *Scheduler) {
		for page := range 40 {
			expects(s, 200+page)
			time.Sleep(time.Second)
		}
		if n := len(r.source.forget()); n != 15 {
			t.Errorf("%d requests, not 15 of 300", n)
		}
		time.Sleep(time.Hour)
		for page := range 190 {
			r.Fetch(t.Context(), Want{Page: 400 + page, Class: budget.Prefetch})
			time.Sleep(time.Second)
		}
		r.source.forget()
		expects(s, 300)
		r.expect(t)
	})
}

// TestGuessesLearn checks that a page that was expected three times and never opened is no longer fetched, until it was
// opened.
func TestGuessesLearn(t *testing.T) {
	inBubble(t, 100_000, func(t *testing.T, r *rig, s *Scheduler) {
		g := r.Guesses
		g.mu.Lock()
		for range 40 { // most guesses are right
			g.odds[allPages] = g.odds[allPages].next(true, allFade)
		}
		g.mu.Unlock()
		for i := range 5 {
			r.Guesses.Tallies() // ends the guesses that have expired
			expects(s, 200)
			if asked := len(r.source.forget()) > 0; asked != (i < 3) {
				t.Errorf("the page was asked for: %v, and had not been opened %d times before", asked, i)
			}
			time.Sleep(6 * time.Hour)
		}
		r.Guesses.Opened(200)
		r.Guesses.Opened(200)
		expects(s, 200)
		r.expect(t, "200")
		r.Guesses.Opened(200)
		if got, want := r.Guesses.Tallies()[budget.Intent], (Tally{Fetched: 4, Opened: 1}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		r.keepRates()
		testkit.NoError(t, r.kept.Flush(t.Context()))
		again := NewPages(r.source, r.kept, r.budget, r.config)
		again.Restore()
		before, _ := g.state()
		if after, _ := again.Guesses.state(); after != before {
			t.Errorf("after a restart %s, before %s", after, before)
		}
	})
}

// TestPrefetchIsCounted counts two prefetched pages, of which the user opened one.
func TestPrefetchIsCounted(t *testing.T) {
	inBubble(t, 100_000, func(t *testing.T, r *rig, s *Scheduler) {
		s.FetchAhead([]Want{{Page: 200, Class: budget.Prefetch}, {Page: 201, Class: budget.Prefetch}})
		time.Sleep(time.Minute)
		r.Guesses.Opened(200)
		time.Sleep(guessLasts)
		if got, want := r.Guesses.Tallies()[budget.Prefetch], (Tally{Fetched: 2, Opened: 1}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}

func TestCompletions(t *testing.T) {
	a := Around{
		Answer: Answer{State: State{Page: 100}}, Favourites: []int{235, 100},
		Links: []teletext.Link{{Page: 221}, {Page: 229}, {Page: 301}, {URL: "https://example.org"}},
	}
	visits := map[int]float64{222: 3, 223: 0.1, 229: 0.2, 220: 0.5}
	for digits, want := range map[string]string{
		"22": "[222 229]", "23": "[235]", "10": "[]", "30": "[301]",
		"2": "[]", "221": "[]", "": "[]", "xy": "[]", "99": "[]",
	} {
		got := []int{}
		for _, w := range a.Completions(digits, visits) {
			got = append(got, w.Page)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%q: %v, want %s", digits, got, want)
		}
	}
}

// TestPeek checks that Peek sends no request and does not load the page into memory.
func TestPeek(t *testing.T) {
	line := "one"
	r := newRig(t, newSource(t, &line, 1, 2))
	if _, ok := r.Peek(Want{Page: 200}); ok {
		t.Error("an unknown page was found")
	}
	r.Fetch(t.Context(), Want{Page: 200, Class: budget.Collect})
	r.source.forget()
	for _, subpage := range []int{0, 1, 2} {
		a, ok := r.Peek(Want{Page: 200, Subpage: subpage})
		if !ok || a.Document == nil || a.Subpage != max(1, subpage) {
			t.Errorf("subpage %d: %v, %v", subpage, a.Subpage, ok)
		}
	}
	if _, ok := r.Peek(Want{Page: 200, Subpage: 7}); ok {
		t.Error("a subpage was found that there is not")
	}
	r.expect(t)
	if r.pages.Contains(200) {
		t.Error("a look took the page into memory")
	}
}

// FuzzOdds restores random states.
func FuzzOdds(f *testing.F) {
	f.Add(`{"100":{"f":2,"o":1},"0":{"f":2,"o":1}}`)
	f.Add(`{"100":{"f":-1,"o":1e300}}`)
	f.Fuzz(func(t *testing.T, state string) {
		g := newGuesses(time.Now)
		g.restore(state)
		for page, o := range g.odds {
			if !(o.Opened >= 0 && o.Opened <= o.Fetched) {
				t.Errorf("page %d: %+v", page, o)
			}
			g.isWorth(page, true)
		}
		again, encoded := newGuesses(time.Now), ""
		encoded, _ = g.state()
		again.restore(encoded)
		if len(again.odds) != len(g.odds) {
			t.Errorf("%d odds became %d", len(g.odds), len(again.odds))
		}
	})
}

// BenchmarkPeek measures Peek at a page that is only in the store.
func BenchmarkPeek(b *testing.B) {
	line := "one"
	r := newRig(b, newSource(b, &line, 1))
	r.Fetch(b.Context(), Want{Page: 200, Class: budget.Collect})
	testkit.NoError(b, r.kept.Flush(b.Context()))
	for b.Loop() {
		if _, ok := r.Peek(Want{Page: 200}); !ok {
			b.Fatal("the page is not there")
		}
	}
}
