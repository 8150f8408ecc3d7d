package relay

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"sextant/app/acquire"
	"sextant/app/budget"
)

const (
	// lookEvery is the scheduler's longest pause.
	lookEvery = time.Second
	// countEvery is how often the clients are counted.
	countEvery = 5 * time.Second
	// atOnce bounds concurrent requests.
	atOnce = 3
	// reserve is the part of the budget's burst that is left for pages that are not cached.
	reserve = 0.3
)

// A refresher schedules requests for the pages that clients want, so that the sum of their waits for news is small.
type refresher struct {
	scheduler  *acquire.Scheduler
	budget     *budget.Budget
	freshness  time.Duration  // maximum age of a page for a reader
	takeCensus func() *census // counts the clients

	intervals [lastPage - firstPage + 1]atomic.Int64 // between two confirmations of a page, smoothed

	mu     sync.Mutex
	census *census
}

func newRefresher(p *Parts, take func() *census) *refresher {
	return &refresher{
		budget: p.Budget, freshness: p.Freshness, takeCensus: take, census: &census{},
		scheduler: acquire.NewScheduler(p.Pages, p.Budget, acquire.SchedulerConfig{
			AtOnce: atOnce, Every: lookEvery, Reserve: func() float64 { return reserve },
		}),
	}
}

// run keeps pages fresh until ctx ends.
func (r *refresher) run(ctx context.Context) {
	r.recount()
	var work sync.WaitGroup
	work.Go(func() { r.scheduler.Run(ctx) })
	defer work.Wait()
	tick := time.NewTicker(countEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			r.recount()
		case <-ctx.Done():
			return
		}
	}
}

// Wake makes the relay ask at once for pages of which the service has announced a change.
func (r *Relay) Wake() { r.refresher.scheduler.Wake() }

// recount takes the census, and sets the scheduler's wishes by it.
func (r *refresher) recount() {
	c := r.takeCensus()
	r.mu.Lock()
	r.census = c
	r.mu.Unlock()
	r.budget.SetUnattended(!c.readers)
	wishes := make([]acquire.Wish, 0, len(c.votes))
	for page := firstPage; page <= lastPage; page++ {
		votes := c.votesFor(page)
		wishes = append(wishes, acquire.Wish{Page: page, Class: budget.Kiosk, Weight: votes, IfChanged: votes == 0})
	}
	r.scheduler.SetWishes(wishes)
}

// onConfirmed records the age of a page when it was confirmed.
func (r *refresher) onConfirmed(page int, before time.Duration) {
	if before > wantLasts {
		return // it was not wanted: this is no interval of refreshing
	}
	i := &r.intervals[page-firstPage]
	if smooth := i.Load(); smooth != 0 {
		before = time.Duration(smooth) + (before-time.Duration(smooth))/4
	}
	i.Store(int64(before))
}

// interval returns about how long it takes until a page is asked for again.
func (r *refresher) interval(page int) time.Duration {
	return min(max(time.Duration(r.intervals[page-firstPage].Load()), r.freshness), mostLifetime)
}

// clientCount returns how many clients have asked within wantLasts.
func (r *refresher) clientCount() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.census.clients
}
