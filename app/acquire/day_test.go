package acquire

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/backoff"
	"sextant/app/budget"
	"sextant/app/store"
	"sextant/app/testkit/race"
)

// A strictService enforces the published limits: a request beyond them fails with QuotaUsed.
type strictService struct {
	t      *testing.T
	budget *budget.Budget
	limits budget.Limits

	mu       sync.Mutex
	requests []time.Time
	refused  int
	hours    [25][budget.Classes]int
	start    time.Time
}

// ask takes 300 ms, during which the request arrives at a random time.
func (s *strictService) ask(ctx context.Context) error {
	class := budget.ClassOf(ctx)
	answered, err := s.budget.Enter(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.hours[int(time.Since(s.start)/time.Hour)][class]++
	there := rand.N(90 * time.Millisecond)
	s.mu.Unlock()
	time.Sleep(there)
	err = s.arrived(time.Now())
	answered(err)
	time.Sleep(300*time.Millisecond - there)
	return err
}

func (s *strictService) arrived(now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, now)
	for window, limit := range map[time.Duration]int{
		time.Second: s.limits.PerSecond, time.Hour: s.limits.PerHour, 24 * time.Hour: s.limits.PerDay,
	} {
		within := 0
		for i := len(s.requests) - 1; i >= 0 && now.Sub(s.requests[i]) < window; i-- {
			within++
		}
		if within > limit {
			s.refused++
			return &api.Error{Kind: api.QuotaUsed, Op: "test"}
		}
	}
	return nil
}

func (s *strictService) Page(ctx context.Context, page int, _ api.Format, _ api.Validators) (*api.Document, error) {
	if err := s.ask(ctx); err != nil {
		return nil, err
	}
	return documentOf(page, fmt.Sprintf("hour %d", int(time.Since(s.start)/time.Hour)), 1), nil
}

func (s *strictService) Picture(ctx context.Context, _, _ int, _ api.Validators) (*api.Picture, error) {
	if err := s.ask(ctx); err != nil {
		return nil, err
	}
	return pictureOf(s.t, time.Now().String()), nil
}

// TestADay runs a user, the refresh of the page on screen, prefetching and collecting on one quota for a day.
func TestADay(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	if testing.Short() {
		t.Skip("a day takes some seconds")
	}
	synctest.Test(t, func(t *testing.T) {
		s := &strictService{t: t, limits: budget.DefaultLimits, start: time.Now()}
		s.budget = budget.New(budget.DefaultLimits, nil, budget.Clock{Now: time.Now}, nil)
		kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
		pages := NewPages(s, kept, s.budget, Config{Format: api.JSON, MaxAge: DefaultFreshness, Now: time.Now})
		ctx, cancel := context.WithCancel(t.Context())
		walked := time.Duration(0)
		collector := NewCollector(pages, s.budget, kept, time.Now, func(c Collecting) {
			if walked == 0 && c.On && !c.Walking {
				walked = time.Since(s.start)
			}
		})
		scheduler := NewReaderScheduler(pages, s.budget, NewWatcher(nil, 300, time.Now, func(Sighting) {}), collector)
		end := runs(scheduler)
		collector.Start()
		var all sync.WaitGroup
		var here sync.Map
		here.Store("page", 100)
		all.Go(func() { refreshes(ctx, pages, &here) })
		longest := reads(ctx, t, pages, scheduler, &here)
		cancel()
		all.Wait()
		end()
		_ = kept.Close()
		s.report(walked, longest)
	})
}

// refreshes refreshes the page on screen every minute.
func refreshes(ctx context.Context, pages *Pages, here *sync.Map) {
	for ; ctx.Err() == nil; backoff.Wait(ctx, time.Minute) {
		page, _ := here.Load("page")
		pages.Fetch(ctx, Want{Page: page.(int), Picture: true, Class: budget.Refresh})
	}
}

// reads simulates a user who reads for about ten minutes of most hours, and once browses fast, but never sends more
// than a third of an hour's requests. It returns the longest time to an answer.
func reads(ctx context.Context, t *testing.T, pages *Pages, ahead *Scheduler, here *sync.Map) (longest time.Duration) {
	r := rand.New(rand.NewPCG(1, 2))
	for hour := range 24 {
		begin := time.Now()
		keys, pause := r.IntN(40), 15*time.Second
		switch hour {
		case 11, 13:
			keys = 0
		case 12:
			keys, pause = 45, time.Second
		}
		for range keys {
			page := 100 + r.IntN(800)
			start := time.Now()
			a := pages.Fetch(ctx, Want{Page: page, Picture: true, Class: budget.User})
			if a.DocumentErr != nil || a.PictureErr != nil {
				t.Errorf("in hour %d the user got %v, %v", hour, a.DocumentErr, a.PictureErr)
			}
			longest = max(longest, time.Since(start))
			here.Store("page", page)
			around := Around{Answer: a, Pictures: true}
			ahead.FetchAhead(around.Ahead())
			time.Sleep(pause + time.Duration(r.Int64N(int64(pause))))
		}
		time.Sleep(time.Hour - time.Since(begin))
	}
	return longest
}

func (s *strictService) report(walked, longest time.Duration) {
	t := s.t
	if s.refused > 0 {
		t.Errorf("%d requests were refused", s.refused)
	}
	// A document and a picture take the time of one answer, or of two if the picture is requested after the document.
	if longest > 600*time.Millisecond {
		t.Errorf("the user waited %v", longest)
	}
	if walked == 0 {
		t.Error("collecting did not come to its end")
	}
	var log strings.Builder
	for hour, spent := range s.hours[:24] {
		total := 0
		for c := range budget.Classes {
			fmt.Fprintf(&log, "%9s %3d", c, spent[c])
			total += spent[c]
		}
		fmt.Fprintf(&log, "   hour %2d: %d\n", hour, total)
		// A third is reserved for the user, less the requests that he has sent.
		free := s.limits.PerHour - max(s.limits.PerHour/3-spent[budget.User], s.limits.PerHour/10)
		if whole := time.Duration(hour+1)*time.Hour <= walked; whole && total < free*9/10 {
			t.Errorf("in hour %d, while collecting, %d of %d were used", hour, total, free)
		}
	}
	t.Logf("all pages were there after %v; the longest answer took %v\n%s", walked.Round(time.Minute), longest, &log)
}
