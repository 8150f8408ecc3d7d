package acquire

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
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

	mu    sync.Mutex
	wake  func() // has the Scheduler that runs look for something to ask for
	state collectState
	works bool // it was resumed or started in this run
}

// collectState is the state in the store.
type collectState struct {
	On     bool
	Paused bool
	Next   int // the page at which the walk is, 0 at its end
	Done   int // pages behind it that came
	// Gap is the first of the numbers that the walk has passed, since a page came, because the service has none of
	// them.
	Gap int `json:",omitempty"`
	// Skipped are the pages that never came because of unreadable answers, with how many there were. They are asked for
	// again at the end of the walk.
	Skipped map[int]int `json:",omitempty"`
}

// isWalking reports whether there is a page that has not been asked for, or was unreadable only once.
func (s *collectState) isWalking() bool {
	for _, failures := range s.Skipped {
		if failures < 2 {
			return true
		}
	}
	return s.Next != 0
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

// wakes sets what wakes the Scheduler that asks for the Collector's wishes.
func (c *Collector) wakes(wake func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wake = wake
}

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

// wishes returns a wish for the page at which the walk is, and at its end for all pages that are stale or were skipped.
func (c *Collector) wishes() []Wish {
	for {
		c.mu.Lock()
		page, collects := c.state.Next, c.works && c.state.On && !c.state.Paused
		c.mu.Unlock()
		switch {
		case !collects:
			return nil
		case page == 0:
			return append(c.pages.stale(staleAfter), c.skipped()...)
		}
		k := c.pages.knownPage(page)
		if k != nil && (c.now().Sub(k.Asked) < staleAfter || c.pages.isFresh(k)) {
			c.onDocument(k.Document)
			continue
		}
		if err := c.pages.backsOff(budget.Collect, teletext.Place{Page: page}); err == nil || !c.onFailure(page, err) {
			return []Wish{{Page: page, Class: budget.Collect, Weight: 1, MaxAge: staleAfter}}
		}
	}
}

// skipped returns wishes for the pages that the walk has skipped.
func (c *Collector) skipped() (wishes []Wish) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for page := range c.state.Skipped {
		wishes = append(wishes, Wish{Page: page, Class: budget.Collect, Weight: 1, MaxAge: staleAfter})
	}
	slices.SortFunc(wishes, byPage)
	return wishes
}

// onAnswer moves the walk past a page that was wished for, unless it will be asked for again.
func (c *Collector) onAnswer(a Answer) {
	if a.DocumentErr == nil {
		c.onDocument(a.Document)
	} else {
		c.onFailure(a.Page, a.DocumentErr)
	}
}

// onDocument moves the walk past a page that is known, or back to those that it has passed if they may be there.
func (c *Collector) onDocument(doc *teletext.Page) {
	doubted := c.doubted()
	c.change(func(s *collectState) bool {
		isHere, wasSkipped := s.Next == doc.Number, s.Skipped[doc.Number] > 0
		if s.Gap != 0 && (isHere && s.Gap == doubted || wasSkipped && s.Done == 0) {
			s.drop(doc.Number)
			s.Next, s.Gap = s.Gap, 0
			return true
		}
		if isHere {
			s.Next, s.Gap = walkOn(doc.Number, doc.Next), 0
		}
		if isHere || wasSkipped {
			s.Done++
			s.drop(doc.Number)
		}
		return isHere || wasSkipped
	})
}

// doubted returns the first page that the walk has passed since a page came, 0 for none or if it is missing still.
func (c *Collector) doubted() int {
	c.mu.Lock()
	gap := c.state.Gap
	c.mu.Unlock()
	if gap == 0 || c.pages.Standing(gap, 0).Missing {
		return 0
	}
	return gap
}

// onFailure moves the walk past a page that failed, and reports whether it did: it waits unless the failure concerns
// the page alone, and goes back when the service turns out to answer with 404 whatever it has.
func (c *Collector) onFailure(page int, err error) bool {
	known := c.pages.knownPage(page)
	switch isMissing := c.pages.Standing(page, 0).Missing; {
	case errors.Is(err, api.ErrWall):
		c.change(func(s *collectState) bool {
			back := s.Gap != 0
			s.Next, s.Gap = cmp.Or(s.Gap, s.Next), 0
			return back
		})
		return false
	case isMissing:
		c.change(func(s *collectState) bool {
			s.passMissing(page)
			return true
		})
	case !isOwn(err) || api.KindOf(err) == api.NotFound:
		return false
	case known != nil:
		c.onDocument(known.Document)
	default:
		c.change(func(s *collectState) bool {
			s.skip(page)
			if s.Next == page {
				s.Next = walkOn(page, page+1)
			}
			return true
		})
	}
	return true
}

// passMissing moves the walk past a page that the service does not have. If it has none at all, the first is asked for
// again and again.
func (s *collectState) passMissing(page int) {
	if s.Next == page {
		s.Next, s.Gap = walkOn(page, page+1), cmp.Or(s.Gap, page)
	}
	if s.drop(page); s.Done == 0 && s.Next == 0 {
		s.skip(s.Gap)
	}
}

// walkOn returns the page at which a walk goes on, 0 at its end.
func walkOn(page, next int) int {
	if next <= page || !teletext.ValidPage(next) {
		return 0
	}
	return next
}

// skip counts an unreadable answer for a page.
func (s *collectState) skip(page int) {
	if s.Skipped == nil {
		s.Skipped = map[int]int{}
	}
	s.Skipped[page]++
}

func (s *collectState) drop(page int) { delete(s.Skipped, page) }

// change changes the state unless it is cancelled or paused. apply reports whether it did anything.
func (c *Collector) change(apply func(*collectState) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state.On && !c.state.Paused && apply(&c.state) {
		c.changedLocked()
	}
}

func (c *Collector) progressLocked() Collecting {
	s := c.state
	p := Collecting{On: s.On, Paused: s.Paused, Walking: s.isWalking(), Done: s.Done, Total: s.Done}
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
