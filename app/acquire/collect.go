package acquire

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"sextant/app/api"
	"sextant/app/backoff"
	"sextant/app/budget"
	"sextant/app/store"
	"sextant/app/teletext"
)

// staleAfter is the age from which a page is collected again.
const staleAfter = 6 * time.Hour

// firstPage is where the chain of pages begins.
const firstPage = 100

// A Collector brings all pages of a service into the store: it walks the chain of next pages from 100, within
// the budget, and then wishes for what has become stale. It goes on after a restart where it was. It works on a
// goroutine of its own, and its methods may be called from any.
type Collector struct {
	pages  *Pages
	budget *budget.Budget
	store  *store.Store
	now    func() time.Time
	notify func(Collecting)

	mu     sync.Mutex
	state  collectState
	cancel context.CancelFunc
	last   <-chan struct{} // closed when the run that was begun last is at its end; nil before the first
	done   sync.WaitGroup
}

// collectState is what a restart needs.
type collectState struct {
	On     bool
	Paused bool
	Next   int // the page that the walk has come to, 0 once it is complete
	Done   int // pages that it has passed
}

const collectKey = "collect"

// Collecting tells how far collecting is.
type Collecting struct {
	On, Paused bool
	// Walking: not all pages have been seen yet. Done of about Total were, which takes about Left more.
	// Total is 0 while too little is known to say.
	Walking     bool
	Done, Total int
	Left        time.Duration
}

// NewCollector makes an idle collector. notify is told of progress, from any goroutine.
func NewCollector(p *Pages, b *budget.Budget, s *store.Store, now func() time.Time, notify func(Collecting)) *Collector {
	c := &Collector{pages: p, budget: b, store: s, now: now, notify: notify, cancel: func() {}}
	if kept, err := s.State(collectKey); err == nil {
		_ = json.Unmarshal([]byte(kept), &c.state) // what cannot be read is begun anew
	}
	return c
}

// Resume goes on with what an earlier run began and did not pause.
func (c *Collector) Resume() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state.On && !c.state.Paused {
		c.begin()
	}
}

// Start begins collecting, or goes on after a pause.
func (c *Collector) Start() {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case !c.state.On:
		c.state = collectState{On: true, Next: firstPage}
	case !c.state.Paused:
		return
	}
	c.state.Paused = false
	c.keep()
	c.begin()
}

// Pause stops for a while.
func (c *Collector) Pause() { c.end(func(s *collectState) { s.Paused = s.On }) }

// Cancel stops for good. What was collected stays.
func (c *Collector) Cancel() { c.end(func(s *collectState) { *s = collectState{} }) }

func (c *Collector) end(change func(*collectState)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cancel()
	change(&c.state)
	c.keep()
	c.notify(c.progress())
}

// Close ends the work of this run and waits for its end. The next run can go on with it.
func (c *Collector) Close() {
	c.mu.Lock()
	c.cancel()
	c.mu.Unlock()
	c.done.Wait()
}

// Progress tells how far it is.
func (c *Collector) Progress() Collecting {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.progress()
}

func (c *Collector) keep() {
	data, err := json.Marshal(c.state)
	if err == nil {
		c.store.SetState(collectKey, string(data))
	}
}

// begin begins a run, which waits for the one before to end.
func (c *Collector) begin() {
	var ctx context.Context
	ctx, c.cancel = context.WithCancel(context.Background())
	before, ended := c.last, make(chan struct{})
	c.last = ended
	c.done.Go(func() {
		defer close(ended)
		if before != nil {
			<-before
		}
		c.run(ctx)
	})
}

func (c *Collector) run(ctx context.Context) {
	for ctx.Err() == nil {
		c.mu.Lock()
		page := c.state.Next
		c.notify(c.progress())
		c.mu.Unlock()
		if page == 0 {
			return
		}
		doc := c.collect(ctx, page)
		c.passed(ctx, page, doc)
	}
}

// passed goes on to the next page of the chain, unless the run has been ended by then. A page that is missing in its
// midst is stepped over.
func (c *Collector) passed(ctx context.Context, page int, doc *teletext.Page) {
	next := page + 1
	if doc != nil {
		next = doc.Next
	}
	if next <= page || !teletext.ValidPage(next) {
		next = 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	c.state.Next = next
	if doc != nil {
		c.state.Done++
	}
	c.keep()
}

// collect makes sure of a page that is not stale, as long as it takes; nil where there is none.
func (c *Collector) collect(ctx context.Context, page int) *teletext.Page {
	if k := c.pages.known(page); k != nil && c.now().Sub(k.asked) < staleAfter {
		return k.document
	}
	for tries := 0; ; tries++ {
		a := c.pages.Fetch(ctx, Want{Page: page, Class: budget.Collect})
		if a.DocumentErr == nil {
			return a.Document
		}
		var last *teletext.Page
		if k := c.pages.known(page); k != nil {
			last = k.document
		}
		if kind := api.KindOf(a.DocumentErr); ctx.Err() != nil || !kind.Temporary() {
			if a.Missing {
				return nil
			}
			return last
		}
		backoff.Wait(ctx, backoff.After(tries+1, firstPause, mostPause))
	}
}

// Wishes are for all pages that are there, once they have been walked through.
func (c *Collector) Wishes() []Wish {
	c.mu.Lock()
	collected := c.state.On && !c.state.Paused && c.state.Next == 0
	c.mu.Unlock()
	if !collected {
		return nil
	}
	return c.pages.stale(staleAfter)
}

// progress needs the lock.
func (c *Collector) progress() Collecting {
	s := c.state
	p := Collecting{On: s.On, Paused: s.Paused, Walking: s.Next != 0, Done: s.Done, Total: s.Done}
	if !s.On || !p.Walking {
		return p
	}
	behind, ahead := s.Next-firstPage, teletext.LastPage+1-s.Next
	if behind < (teletext.LastPage-teletext.FirstPage)/10 {
		p.Total = 0
		return p
	}
	// The pages still to come are about as dense among the numbers as those seen.
	ahead = ahead * s.Done / behind
	p.Total += ahead
	p.Left = c.budget.Forecast(budget.Collect, ahead)
	return p
}

// The first and the longest pause after a page did not come.
const (
	firstPause = 2 * time.Second
	mostPause  = time.Minute
)
