package acquire

import (
	"context"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/teletext"
)

func TestFetchAheadTakesNeighbours(t *testing.T) {
	doc := documentOf(100, "one", 1, 2, 3).Page
	doc.Prev = 0
	a := Around{
		Answer: Answer{State: State{Page: 100, Document: doc}, Subpage: 3}, Pictures: true,
		Links: []teletext.Link{
			{Page: 150, Height: 1},
			{Page: 400, Height: 2},
			{URL: "http://example.org"},
			{Page: 100, Height: 1},
			{Page: 100, Subpage: 2, Height: 1},
			{Page: 160, Height: 1},
		},
		Usual: []int{400, 201}, Favourites: []int{500, 501, 502},
	}
	var got []string
	for _, w := range a.Ahead() {
		s := teletext.Address(w.Page, w.Subpage)
		if w.Picture {
			s += " with its picture"
		}
		got = append(got, s)
	}
	want := []string{
		"100/1 with its picture", "400 with its picture", "201 with its picture",
		"101", "150", "100/2", "160", "500",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// plans runs a scheduler on the pages of a rig, with a quota for an hour and the clock of the bubble.
func plans(r *rig, perHour int) (s *Scheduler, end func()) {
	limits := budget.Limits{PerSecond: 1000, PerHour: perHour, PerDay: 1_000_000}
	b := budget.New(limits, nil, budget.Clock{Now: time.Now}, nil)
	r.Pages = NewPages(r.source, r.kept, b, Config{Format: api.JSON, MaxAge: DefaultFreshness, Now: time.Now})
	s = NewReaderScheduler(r.Pages, b, NewWatcher(nil, 300, time.Now, func(Sighting) {}), nil)
	return s, runs(s)
}

func TestPlanListsPagesAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line := "one"
		r := newRig(t, newSource(t, &line, 1))
		f, end := plans(r, 100_000)
		plan := func(list ...Want) {
			f.FetchAhead(list)
			time.Sleep(time.Minute)
			synctest.Wait()
		}
		plan(Want{Page: 200, Picture: true, Class: budget.Prefetch}, Want{Page: 201, Class: budget.Prefetch})
		if n := len(r.source.forget()); n != 3 {
			t.Errorf("%d requests for two pages, one with its picture", n)
		}
		time.Sleep(time.Hour)
		plan(Want{Page: 200, Picture: true, Class: budget.Prefetch}, Want{Page: 201, Class: budget.Prefetch})
		r.expect(t) // both are known
		r.Fetch(t.Context(), Want{Page: 201})
		r.source.forget()
		r.source.page = nil // the document must not be requested
		plan(Want{Page: 201, Subpage: 1, Picture: true, Class: budget.Prefetch})
		r.expect(t, "201/1")
		end()
		_ = r.kept.Close()
	})
}

// TestPlanStops plans fourteen pages where the service fails, and where the quota is small: the rest is left.
func TestPlanStops(t *testing.T) {
	for name, tt := range map[string]struct {
		fails   error
		perHour int
		most    int // requests
	}{
		"the service fails": {&api.Error{Kind: api.Trouble, Op: "test"}, 100_000, aheadAtOnce},
		"a small quota":     {nil, 15, 12},
	} {
		synctest.Test(t, func(t *testing.T) {
			line := "one"
			r := newRig(t, newSource(t, &line, 1))
			f, end := plans(r, tt.perHour)
			page := r.source.page
			r.source.page = func(ctx context.Context, n int, k api.Validators) (*api.Document, error) {
				answered, err := f.budget.Enter(ctx)
				if err == nil {
					answered(tt.fails)
					err = tt.fails
				}
				if err != nil {
					return nil, err
				}
				return page(ctx, n, k)
			}
			var list []Want
			for page := range 14 {
				list = append(list, Want{Page: 200 + page, Class: budget.Prefetch})
			}
			f.FetchAhead(list)
			time.Sleep(time.Minute)
			synctest.Wait()
			if n := len(r.source.forget()); n == 0 || n > tt.most {
				t.Errorf("%s: %d requests, want %d at most", name, n, tt.most)
			}
			end()
			_ = r.kept.Close()
		})
	}
}

// TestPlanGivesUp checks that a failed page is not requested again during its backoff.
func TestPlanGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, chainSource(t, 100))
		f, end := plans(r, 100_000)
		for _, wait := range []time.Duration{0, SecondLook / 2, SecondLook} {
			time.Sleep(wait)
			f.FetchAhead([]Want{{Page: 555, Class: budget.Prefetch}})
			time.Sleep(time.Second)
			synctest.Wait()
		}
		r.expect(t, "555", "555")
		end()
		_ = r.kept.Close()
	})
}
