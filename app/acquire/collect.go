package acquire

import (
	"encoding/json"
	"sync"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/store"
	"sextant/app/teletext"
)

// staleAfter is the age from which a page is collected again.
const staleAfter = 6 * time.Hour

// firstPage is where the chain of pages begins.
const firstPage = 100

// A Collector stores all pages of a service: it wishes for one page after another along the chain of next pages from
// 100, and then for those that are stale. A Scheduler asks for its wishes. It continues after a restart. It is safe for
// concurrent use.
type Collector struct {
	pages  *Pages
	budget *budget.Budget
	store  *store.Store
	now    func() time.Time
	notify func(Collecting)
	wake   func() // has the Scheduler look for something to ask for

	mu    sync.Mutex
	state collectState
	works bool // it was resumed or started in this run
}

// collectState is the state in the store.
type collectState struct {
	On     bool
	Paused bool
	Next   int // the page at which the walk is, 0 once it is complete
	Done   int // pages behind it
}

const collectKey = "collect"

// Collecting is the progress of a Collector.
type Collecting struct {
	On, Paused bool
	// Walking: not all pages have been seen yet. Done of about Total have, and the others take about Left. Total is 0
	// while it cannot be estimated.
	Walking     bool
	Done, Total int
	Left        time.Duration
}

// NewCollector makes an idle collector. notify is called with the progress, from any goroutine.
func NewCollector(p *Pages, b *budget.Budget, s *store.Store,
	now func() time.Time, notify func(Collecting),
) *Collector {
	c := &Collector{pages: p, budget: b, store: s, now: now, notify: notify, wake: func() {}}
	if kept, err := s.State(collectKey); err == nil {
		_ = json.Unmarshal([]byte(kept), &c.state) // an unreadable state starts from nothing
	}
	return c
}

// Resume continues the collecting of an earlier run, unless that was paused.
func (c *Collector) Resume() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.works = c.state.On && !c.state.Paused; c.works {
		c.changedLocked()
	}
}

// Start begins collecting, or goes on after a pause.
func (c *Collector) Start() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.works && c.state.On && !c.state.Paused {
		return
	}
	if !c.state.On {
		c.state = collectState{On: true, Next: firstPage}
	}
	c.state.Paused, c.works = false, true
	c.changedLocked()
}

// Pause stops until Start, also after a restart.
func (c *Collector) Pause() { c.update(func(s *collectState) { s.Paused = s.On }) }

// Cancel stops, and forgets how far it was. The collected pages stay.
func (c *Collector) Cancel() { c.update(func(s *collectState) { *s = collectState{} }) }

func (c *Collector) update(change func(*collectState)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change(&c.state)
	c.changedLocked()
}

// changedLocked saves the state, and notifies of the progress.
func (c *Collector) changedLocked() {
	if data, err := json.Marshal(c.state); err == nil {
		c.store.SetState(collectKey, string(data))
	}
	c.notify(c.progressLocked())
	c.wake()
}

// Progress returns the progress.
func (c *Collector) Progress() Collecting {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.progressLocked()
}

// wishes returns a wish for the page at which the walk is, and once that is complete for all stale pages.
func (c *Collector) wishes() []Wish {
	for {
		c.mu.Lock()
		page, collects := c.state.Next, c.works && c.state.On && !c.state.Paused
		c.mu.Unlock()
		switch {
		case !collects:
			return nil
		case page == 0:
			return c.pages.stale(staleAfter)
		}
		k := c.pages.knownPage(page)
		if k != nil && (c.now().Sub(k.asked) < staleAfter || c.pages.isFresh(k)) {
			c.passed(page, k.document)
		} else if err := c.pages.backsOff(budget.Collect, placeKey{page, 0}); err == nil || !c.onFailure(page, err) {
			return []Wish{{Page: page, Class: budget.Collect, Weight: 1, MaxAge: staleAfter}}
		}
	}
}

// onAnswer moves the walk past a page that was wished for, unless it will be asked for again.
func (c *Collector) onAnswer(a Answer) {
	if a.DocumentErr == nil {
		c.passed(a.Page, a.Document)
	} else {
		c.onFailure(a.Page, a.DocumentErr)
	}
}

// onFailure moves the walk past a page that failed, and reports whether it did: it waits where the failure is
// temporary.
func (c *Collector) onFailure(page int, err error) bool {
	if kind := api.KindOf(err); kind.Temporary() || kind == api.Cancelled {
		return false
	}
	var last *teletext.Page
	if k := c.pages.knownPage(page); k != nil && !c.pages.Standing(page, 0).Missing {
		last = k.document
	}
	c.passed(page, last)
	return true
}

// passed moves the walk from a page to the next one of the chain, unless it is elsewhere meanwhile. A missing page in
// the middle of the chain is skipped.
func (c *Collector) passed(page int, doc *teletext.Page) {
	next := page + 1
	if doc != nil {
		next = doc.Next
	}
	if next <= page || !teletext.ValidPage(next) {
		next = 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state.Next != page || !c.state.On || c.state.Paused {
		return
	}
	c.state.Next = next
	if doc != nil {
		c.state.Done++
	}
	c.changedLocked()
}

func (c *Collector) progressLocked() Collecting {
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
