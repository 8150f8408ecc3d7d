package relay

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sextant/app/acquire"
	"sextant/app/service"
	"sextant/app/turnover"
)

const (
	// lookEvery is how often it is looked what is to be asked for, and countEvery how often the clients are counted.
	lookEvery  = time.Second
	countEvery = 5 * time.Second
	// reserve is the part of what may be asked for at once that is left for pages of which nothing is known yet.
	reserve = 0.3
	// unknownAge is how old a page counts of which nothing is known: if it were more, who wants hundreds of those would let the pages
	// of all others become as old.
	unknownAge = 2 * time.Hour
	// ratesKey is that of what was learned of how often pages change.
	ratesKey  = "relay.rates"
	ratesEach = 10 * time.Minute
)

// An upkeep asks for what the clients want and what is no longer fresh, so that the sum of the clients' waits for news is small: what
// is worth most is asked for next.
type upkeep struct {
	relay *Relay

	intervals [lastPage - firstPage + 1]atomic.Int64 // between two confirmations of a page, smoothed

	asked [lastPage - firstPage + 1]time.Time // when it last asked for a page, on its goroutine

	mu      sync.Mutex
	rates   *turnover.Rates
	census  *census
	counted time.Time
	told    map[int]bool  // pages that are said to be others by now
	woken   chan struct{} // has an element when there are some
}

func newUpkeep(r *Relay) *upkeep {
	state, _ := r.parts.Store.State(ratesKey) // what cannot be read is learned again
	return &upkeep{relay: r, rates: turnover.Read(state), census: &census{}, told: map[int]bool{}, woken: make(chan struct{}, 1)}
}

// run asks for one page after the other, until ctx ends.
func (u *upkeep) run(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	kept := u.relay.parts.Now()
	for ctx.Err() == nil {
		for u.step(ctx) {
		}
		if now := u.relay.parts.Now(); now.Sub(kept).Abs() >= ratesEach {
			kept = now
			u.keep()
		}
		select {
		case <-tick.C:
		case <-u.woken:
		case <-ctx.Done():
		}
	}
}

// Told takes in that the service says of pages that they are others by now: those that are known are asked for at once. It is called
// from any goroutine.
func (r *Relay) Told(pages []int) {
	u := r.upkeep
	for _, page := range pages {
		if r.pages.get(page) != nil {
			u.tell(page, true)
		}
	}
	select {
	case u.woken <- struct{}{}:
	default: // it is awake
	}
}

// nextTold gives the page that is wanted most of those that are said to be others, 0 for none. One that nobody wants counts only where
// any will do.
func (u *upkeep) nextTold(now time.Time, anyWillDo bool) (best int) {
	u.mu.Lock()
	pages, census := slices.Collect(maps.Keys(u.told)), u.census
	u.mu.Unlock()
	most := -1.0
	for _, page := range pages {
		votes := census.of(page)
		if votes > most && (votes > 0 || anyWillDo) && !u.hadItsTurn(page, now) && u.relay.parts.Pages.Standing(page, 0).Wait == 0 {
			best, most = page, votes
		}
	}
	return best
}

// hadItsTurn tells whether a page was asked for just now: whatever came of that, others have their turn.
func (u *upkeep) hadItsTurn(page int, now time.Time) bool {
	age := now.Sub(u.asked[page-firstPage])
	return age >= 0 && age < lookEvery
}

// tell remembers that a page is said to be another, or that it is asked for, and tells which of it was so before.
func (u *upkeep) tell(page int, is bool) (was bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	was = u.told[page]
	if is {
		u.told[page] = true
	} else {
		delete(u.told, page)
	}
	return was
}

// next is the page to ask for, 0 for none: one that is wanted and said to be another; else, if there is plenty, what is worth most, and
// at last what nobody wants.
func (u *upkeep) next(now time.Time) int {
	page := u.nextTold(now, false)
	if page != 0 || u.relay.parts.Budget.Left() < reserve {
		return page
	}
	return cmp.Or(u.choose(now), u.nextTold(now, true))
}

// step asks for the page that is worth most, and tells whether there was one.
func (u *upkeep) step(ctx context.Context) bool {
	p, now := &u.relay.parts, u.relay.parts.Now()
	u.count(now)
	if p.Budget.Wait(acquire.Kiosk) > 0 || ctx.Err() != nil {
		return false
	}
	page := u.next(now)
	if page == 0 {
		return false
	}
	told := u.tell(page, false)
	u.asked[page-firstPage] = now
	ctx, cancel := context.WithTimeout(ctx, askWaits)
	defer cancel()
	a := p.Pages.Fetch(ctx, acquire.Want{Page: page, Class: acquire.Kiosk, Anew: true})
	if told && a.DocumentErr != nil && service.KindOf(a.DocumentErr) != service.NotFound {
		u.tell(page, true)
	}
	return true
}

// count takes the census from time to time.
func (u *upkeep) count(now time.Time) {
	u.mu.Lock()
	since := now.Sub(u.counted)
	u.mu.Unlock()
	if since >= 0 && since < countEvery {
		return
	}
	c := u.relay.demand.count(now)
	u.mu.Lock()
	u.census, u.counted = c, now
	u.mu.Unlock()
	u.relay.parts.Budget.Unattended(!c.readers)
}

// A candidate is a page that might be asked for.
type candidate struct {
	page  int
	votes float64
	age   time.Duration
	known bool
}

// choose finds the page that is worth most, 0 for none. A page is worth the more the more it is wanted, the more probably it has
// changed, and the longer ago it came: so the time between two requests for it grows only with the root of how little it is
// wanted. A page that there was not is worth as much as one that came when that was said.
func (u *upkeep) choose(now time.Time) (best int) {
	all := u.candidates(now)
	u.mu.Lock()
	defer u.mu.Unlock()
	most := 0.0
	for _, c := range all {
		worth := c.votes * unknownAge.Seconds()
		if c.known {
			worth = c.votes * u.rates.Stale(c.page, c.age) * c.age.Abs().Seconds()
		}
		if worth > most {
			best, most = c.page, worth
		}
	}
	return best
}

// candidates are the pages that are wanted and stale, but those in a backoff. It must not be called with the lock: it
// takes those of the slots, under which answers are stored.
func (u *upkeep) candidates(now time.Time) (all []candidate) {
	u.mu.Lock()
	census := u.census
	u.mu.Unlock()
	r := u.relay
	for page := firstPage; page <= lastPage; page++ {
		c := candidate{page: page, votes: census.of(page)}
		if c.votes == 0 || u.hadItsTurn(page, now) {
			continue
		}
		s := r.parts.Pages.Standing(page, 0)
		if s.Wait > 0 {
			continue
		}
		if s.Missing {
			c.age, c.known = now.Sub(s.At), true
		} else if d := r.pages.get(page); d != nil {
			c.age, c.known = now.Sub(d.confirmed), true
			if c.age >= 0 && c.age < r.parts.Freshness || r.isFollowed(page) {
				continue
			}
		}
		all = append(all, c)
	}
	return all
}

// isFollowed tells whether the service would say if a page had changed.
func (r *Relay) isFollowed(page int) bool { return r.parts.Pages.Freshness(page) == acquire.Followed }

// came takes in that a page came or was confirmed, as long after the time before, and whether it had changed.
func (u *upkeep) came(page int, before time.Duration, changed bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.rates.Came(page, before, changed)
	if before > wantLasts {
		return // nobody wanted it meanwhile, which says nothing of how often it is asked for when it is wanted
	}
	i := &u.intervals[page-firstPage]
	if smooth := i.Load(); smooth != 0 {
		before = time.Duration(smooth) + (before-time.Duration(smooth))/4
	}
	i.Store(int64(before))
}

// interval is how long it takes about until a page is asked for again.
func (u *upkeep) interval(page int) time.Duration {
	return min(max(time.Duration(u.intervals[page-firstPage].Load()), u.relay.parts.Freshness), mostLifetime)
}

// clients is how many have asked lately.
func (u *upkeep) clients() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.census.clients
}

// keep writes down what was learned.
func (u *upkeep) keep() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.relay.parts.Store.SetState(ratesKey, u.rates.State())
}
