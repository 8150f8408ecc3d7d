package acquire

import (
	"cmp"
	"context"
	"sync"
	"time"

	"sextant/app/budget"
	"sextant/app/teletext"
)

// A Wish is a page to be kept fresh.
type Wish struct {
	Page  int
	Class budget.Class
	// Weight is its importance in proportion to other wishes.
	Weight float64
	// In is the time from the call of SetWishes until the page is shown, 0 where it may be at any moment.
	In time.Duration
	// MaxAge is the age below which the page is not asked for, 0 for that of Config.
	MaxAge time.Duration
	// Limit is the age below which the page should stay, 0 for none.
	Limit time.Duration
	// Alert: the page breaks in when it changes, so that it is asked for every few minutes.
	Alert bool
	// IfChanged: it is asked for only if the service says that it has changed.
	IfChanged bool
	// Probe: it is asked for at once, to learn whether the service answers.
	Probe bool
}

// byPage orders wishes of equal worth.
func byPage(a, b Wish) int { return cmp.Compare(a.Page, b.Page) }

const (
	// turnLasts is how long a page is not asked for again after a request, whatever its outcome.
	turnLasts = time.Second
	// soonWithin is the time before a page is shown in which it has its full weight. Pages that are shown later are
	// asked for only while the part plentyLeft of the hour's purse is left.
	soonWithin = 2 * time.Minute
	plentyLeft = 0.6
	// unknownAge is the assumed age of an unknown page. With more, a wish for hundreds of them would let all others
	// become as old.
	unknownAge = 2 * time.Hour
	// urgentGain is the gain of a request for an unknown page, and for one that breaks in.
	urgentGain = 1.5
	// alertEvery is about the interval of requests for a page that breaks in.
	alertEvery = 2 * time.Minute
	// beforeLimit is how long before a page reaches its Limit it is asked for, even without a notice.
	beforeLimit = time.Minute
	// askLasts bounds a request.
	askLasts = 30 * time.Second
	// keepRatesEvery is how often the learned rates of change are written to the store.
	keepRatesEvery = 10 * time.Minute
)

// SchedulerConfig configures a Scheduler. Reserve, Wishes, OnAnswer and Collector may be nil.
type SchedulerConfig struct {
	// Every is the longest pause between two looks for something to ask for.
	Every time.Duration
	// Wishes is called at each look, in place of SetWishes.
	Wishes func() []Wish
	// AtOnce bounds concurrent requests. With more than one, a request that hangs does not hold up the others.
	AtOnce int
	// Reserve returns the part of the hour's purse, 0 to 1, that is left for other requests. Pages that have changed
	// and are shown soon may use it.
	Reserve func() float64
	// Saves: requests of little gain are put off; the less is left of the purse, the more gain is asked for. It is
	// meant for wishes with In.
	Saves bool
	// OnAnswer is called with each answer to a wish, on a goroutine of the Scheduler. Those of the Collector go to it
	// alone.
	OnAnswer func(Answer)
	// Collector is a further source of wishes.
	Collector *Collector
}

// A Scheduler keeps pages fresh within the budget: it asks for the page that is worth most, then for the next. Unknown
// pages come first, then those that have probably changed, by how often they did so far. Where there are more wishes
// than requests, all pages become older together. It is safe for concurrent use.
type Scheduler struct {
	pages  *Pages
	budget *budget.Budget
	config SchedulerConfig
	wake   chan struct{} // has an element when there is something to look at
	work   sync.WaitGroup

	mu       sync.Mutex
	wishes   []Wish
	since    time.Time // when they were set
	collects []Wish    // the Collector's, and those that settle doubts
	asking   map[int]bool
	asked    map[int]time.Time
	plan     *plan
	intents  []Want // of Expect, not asked for yet, the likeliest first
	guessing int    // requests of Expect under way
}

// NewScheduler makes an idle Scheduler.
func NewScheduler(p *Pages, b *budget.Budget, c SchedulerConfig) *Scheduler {
	if c.Reserve == nil {
		c.Reserve = func() float64 { return 0 }
	}
	if c.OnAnswer == nil {
		c.OnAnswer = func(Answer) {}
	}
	return &Scheduler{
		pages: p, budget: b, config: c, wake: make(chan struct{}, 1),
		asking: map[int]bool{}, asked: map[int]time.Time{},
		plan: &plan{end: func() {}},
	}
}

// readerEvery is SchedulerConfig.Every for windows, whose wishes are watched and collected pages.
const readerEvery = time.Minute

// NewReaderScheduler makes an idle Scheduler for windows, which ask for the pages on the screen themselves: it asks for
// watched and collected pages, and for pages in memory that have changed.
func NewReaderScheduler(p *Pages, b *budget.Budget, w *Watcher, c *Collector) *Scheduler {
	return NewScheduler(p, b, SchedulerConfig{AtOnce: 2, Every: readerEvery, Collector: c, Wishes: func() []Wish {
		return append(p.behind(), w.Wishes()...)
	}})
}

// behindFor is the head start that windows have to ask for a changed page that they show.
const behindFor = 500 * time.Millisecond

// WakeBehind is Wake after behindFor.
func (s *Scheduler) WakeBehind() { time.AfterFunc(behindFor, s.Wake) }

// SetWishes replaces the wishes. The list must not change any more.
func (s *Scheduler) SetWishes(list []Wish) {
	now := s.pages.config.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wishes, s.since = list, now
}

// Wake makes the Scheduler look now for something to ask for.
func (s *Scheduler) Wake() { signal(s.wake) }

// Run asks for pages until ctx ends, and waits for the requests under way. Of all Schedulers of the same Pages only one
// may run, which the Pages and the Collector wake.
func (s *Scheduler) Run(ctx context.Context) {
	s.pages.mu.Lock()
	s.pages.onDoubt = s.Wake
	s.pages.mu.Unlock()
	if c := s.config.Collector; c != nil {
		c.wakes(s.Wake)
	}
	s.pages.Restore()
	timer := time.NewTimer(0)
	defer timer.Stop()
	kept := s.pages.config.Now()
	for ctx.Err() == nil {
		select {
		case <-timer.C:
		case <-s.wake:
		case <-ctx.Done():
			continue
		}
		timer.Reset(s.step(ctx))
		if now := s.pages.config.Now(); now.Sub(kept).Abs() >= keepRatesEvery {
			kept = now
			s.pages.keepRates()
		}
	}
	s.work.Wait()
	s.pages.keepRates()
}

// step asks for the page that is worth most, if there is one and it may be asked for. It returns when to look again.
func (s *Scheduler) step(ctx context.Context) time.Duration {
	if s.config.Wishes != nil {
		s.SetWishes(s.config.Wishes())
	}
	collects := s.pages.settleDoubts()
	if s.config.Collector != nil {
		collects = append(collects, s.config.Collector.wishes()...)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.collects = collects
	s.startIntentsLocked(ctx)
	now, w, wait := s.pages.config.Now(), Wish{}, s.config.Every
	if len(s.asking) < s.config.AtOnce {
		w, wait = s.chooseLocked(now, s.budget.Left(), s.budget.Wait)
	}
	began, waits := s.fetchAheadLocked(ctx, w)
	switch {
	case began:
		s.Wake() // for what comes next
		return min(turnLasts, s.config.Every)
	case w.Page == 0:
		return min(max(min(wait, waits), turnLasts), s.config.Every)
	}
	s.asking[w.Page], s.asked[w.Page] = true, now
	if w.Probe {
		s.pages.mu.Lock()
		s.pages.attempts.probed = now
		s.pages.mu.Unlock()
	}
	s.work.Go(func() {
		ctx, cancel := context.WithTimeout(ctx, askLasts)
		defer cancel()
		a := s.pages.Fetch(ctx, Want{Page: w.Page, Class: w.Class, Reload: true})
		if w.Class == budget.Collect && s.config.Collector != nil {
			s.config.Collector.onAnswer(a)
		} else {
			s.config.OnAnswer(a)
		}
		s.mu.Lock()
		delete(s.asking, w.Page)
		s.mu.Unlock()
		s.Wake()
	})
	return min(turnLasts, s.config.Every)
}

// A candidate is a page that may be asked for.
type candidate struct {
	wish Wish
	// failed is when it failed in an outage that has not ended. The earliest has its turn first, so that a page that
	// always fails does not hold up the others.
	failed time.Time
	rank   int
	worth  float64
	gain   float64 // of a request: the probability that it brings news, and more for an urgent one
	age    time.Duration
}

// The ranks, the first of which goes first.
const (
	changedRank = iota // it has changed, and is shown soon: the reserve is for it too
	wantedRank
	idleRank // it has changed, and is not on screen
)

// isBefore reports whether a candidate goes before another one.
func (c *candidate) isBefore(other *candidate) bool {
	return cmp.Or(
		c.failed.Compare(other.failed), cmp.Compare(c.wish.Class, other.wish.Class), cmp.Compare(c.rank, other.rank),
		cmp.Compare(other.worth, c.worth), cmp.Compare(other.age, c.age),
	) < 0
}

// chooseLocked returns the wish to ask for now, or the zero one and the time until there may be one. left is what is
// left of the hour's purse, from 0 to 1, and wait how long each class has to wait for the budget.
func (s *Scheduler) chooseLocked(now time.Time, left float64,
	wait func(budget.Class) time.Duration,
) (Wish, time.Duration) {
	reserve := s.config.Reserve()
	left = (left - reserve) / (1 - reserve)
	price := 0.0
	if s.config.Saves {
		price = (1 - max(0, left)) * (1 - max(0, left))
	}
	wishes := append(s.wishes[:len(s.wishes):len(s.wishes)], s.collects...)
	waits := waitsOf(wishes, wait)
	soonest := s.config.Every
	s.pages.mu.Lock()
	defer s.pages.mu.Unlock()
	var best candidate
	for _, w := range wishes {
		if waits[w.Class] > 0 {
			soonest = min(soonest, waits[w.Class])
			continue
		}
		if s.asking[w.Page] { // whose answer wakes
			continue
		}
		if age := now.Sub(s.asked[w.Page]); age >= 0 && age < turnLasts {
			soonest = min(soonest, turnLasts-age)
			continue
		}
		w.In = max(0, w.In-max(0, now.Sub(s.since)))
		c, ok := s.pages.candidateLocked(&w, left, now)
		if due := w.MaxAge - c.age; !ok && due > 0 { // then it is stale
			soonest = min(soonest, due)
		}
		switch {
		case !ok, c.rank != changedRank && (left < 0 || c.gain <= price):
		case best.wish.Page == 0 || c.isBefore(&best):
			best = c
		}
	}
	return best.wish, soonest
}

// waitsOf returns how long each class of the wishes has to wait for the budget.
func waitsOf(wishes []Wish, wait func(budget.Class) time.Duration) (waits [budget.Classes]time.Duration) {
	var looked [budget.Classes]bool
	for _, w := range wishes {
		if !looked[w.Class] {
			looked[w.Class], waits[w.Class] = true, wait(w.Class)
		}
	}
	return waits
}

// candidateLocked weighs a wish; ok is false where the page is not to be asked for now.
func (p *Pages) candidateLocked(w *Wish, left float64, now time.Time) (c candidate, ok bool) {
	standing := p.standingLocked(teletext.Place{Page: w.Page})
	fact, known := p.facts[w.Page]
	if standing.Missing { // its age is that of the 404
		fact, known = pageFact{standing.At, standing.At}, true
	}
	changed := standing.Doubted || !standing.Missing && p.following.isOutdated(w.Page)
	c = candidate{wish: *w, rank: wantedRank, age: now.Sub(fact.asked)}
	if standing.Outage {
		c.failed = standing.At
	}
	switch {
	case w.Probe:
		c.rank, c.worth = changedRank, w.Weight
		return c, standing.Wait <= 0
	case standing.Wait > 0, w.IfChanged && !(known && changed):
		return c, false
	case !known:
		c.gain = urgentGain
		c.worth = w.Weight * unknownAge.Seconds() / (1 + w.In.Hours()/100) // in the order in which they are shown
		return c, c.worth > 0
	case changed && w.In <= soonWithin && w.Weight > 0:
		c.rank, c.worth = changedRank, w.Weight
		return c, true
	case w.IfChanged:
		c.rank, c.gain = idleRank, 1
		return c, true
	case !changed && p.isFreshForLocked(w, fact, now), w.In > soonWithin && left < plentyLeft:
		return c, false
	}
	c.gain = p.rates.staleness(w, c.age, changed)
	if w.In > soonWithin { // it may change again before it is shown
		c.gain *= soonWithin.Seconds() / w.In.Seconds()
	}
	if c.worth = w.Weight * c.gain * c.age.Abs().Seconds(); w.Alert {
		c.gain *= urgentGain
	}
	return c, c.worth > 0
}

// isFreshForLocked reports whether a known page need not be asked for. One of which the service announces changes is
// fresh until its age nears the wish's Limit, since only an answer confirms it.
func (p *Pages) isFreshForLocked(w *Wish, fact pageFact, now time.Time) bool {
	nearLimit := w.Limit - min(w.Limit/2, beforeLimit)
	if p.following.isFollowed(w.Page, now) {
		return w.Limit == 0 || now.Sub(fact.fetched) < nearLimit
	}
	age := now.Sub(fact.asked)
	return age >= 0 && age < cmp.Or(w.MaxAge, p.config.MaxAge) && (w.Limit == 0 || age < nearLimit)
}

// staleness returns the probability, from 0 to 1, with which a page counts as changed.
func (r rates) staleness(w *Wish, age time.Duration, changed bool) float64 {
	switch {
	case changed:
		return 1
	case w.Alert:
		return 1 - decay(age, alertEvery)
	}
	stale := r.stale(w.Page, age)
	if w.Limit > 0 {
		part := min(1, age.Abs().Seconds()/w.Limit.Seconds())
		stale = max(stale, part*part)
	}
	return stale
}
