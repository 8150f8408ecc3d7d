package acquire

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"sextant/app/budget"
	"sextant/app/teletext"
)

// Bounds of what is fetched ahead from one page: an hour has few requests.
const (
	maxAhead      = 8
	picturesAhead = 3
	aheadAtOnce   = 2
)

// Around is what the user may want next from a page on screen.
type Around struct {
	Answer Answer
	Links  []teletext.Link
	// Usual are the pages that the user usually goes to from here, Favourites those kept.
	Usual, Favourites []int
	// Pictures: the user looks at the service's pictures.
	Pictures bool
	// Turns: the subpages turn automatically.
	Turns bool
}

// Ahead lists what to fetch ahead, what is most likely wanted first: the next subpage, where the user
// usually goes, the neighbours in the chain of pages, the links by prominence, the favourites. Only the
// first few come with pictures.
func (a *Around) Ahead() []Want {
	l := aheadList{around: a}
	doc := a.Answer.Document
	if doc != nil && a.Pictures && len(doc.Subpages) > 1 {
		_, i := doc.Subpage(a.Answer.Subpage)
		class := budget.Prefetch
		if a.Turns {
			class = budget.Kiosk // it comes round again and again
		}
		l.addPlace(class, a.Answer.Page, doc.Subpages[(i+1)%len(doc.Subpages)].Number)
	}
	for _, page := range a.Usual {
		l.addPlace(budget.Prefetch, page, 0)
	}
	if doc != nil {
		l.addPlace(budget.Prefetch, doc.Next, 0)
		l.addPlace(budget.Prefetch, doc.Prev, 0)
	}
	for _, link := range prominent(a.Links) {
		l.addPlace(budget.Prefetch, link.Page, link.Subpage)
	}
	for _, page := range a.Favourites {
		l.addPlace(budget.Prefetch, page, 0)
	}
	return l.wants
}

// maxCompletions bounds the guesses for a number of which two digits were typed.
const maxCompletions = 2

// While a number is typed: the least worth of a page to be fetched ahead, in visits of the last days, and what a link
// to it in view or being a favourite adds.
const (
	leastWorth = 0.3
	linkWorth  = 0.6
)

// Completions lists the likeliest pages whose numbers begin with two digits, by where the user was, the links in view
// and the favourites; two at most, and none after less than two digits. Their pictures do not come along: each page is
// one request, and is drawn until its picture comes.
func (a *Around) Completions(digits string, visits map[int]float64) (wants []Want) {
	first, err := strconv.Atoi(digits + "0")
	if err != nil || len(digits) != 2 {
		return nil
	}
	worth := maps.Clone(visits)
	if worth == nil {
		worth = map[int]float64{}
	}
	for _, l := range a.Links {
		worth[l.Page] = max(worth[l.Page], linkWorth+visits[l.Page])
	}
	for _, f := range a.Favourites {
		worth[f] += linkWorth
	}
	for page := first; page < first+10; page++ {
		if teletext.ValidPage(page) && page != a.Answer.Page && worth[page] >= leastWorth {
			wants = append(wants, Want{Page: page, Class: budget.Intent})
		}
	}
	slices.SortStableFunc(wants, func(a, b Want) int { return cmp.Compare(worth[b.Page], worth[a.Page]) })
	return wants[:min(len(wants), maxCompletions)]
}

// An aheadList collects what to fetch ahead.
type aheadList struct {
	around *Around
	wants  []Want
}

// addPlace appends a place, unless it is no page, the one on screen, or there already, or the list is full.
func (l *aheadList) addPlace(c budget.Class, page, subpage int) {
	shown := l.around.Answer
	here := page == shown.Page && (subpage == 0 || subpage == shown.Subpage)
	same := func(o Want) bool { return o.Page == page && o.Subpage == subpage }
	if teletext.ValidPage(page) && !here && len(l.wants) < maxAhead && !slices.ContainsFunc(l.wants, same) {
		picture := l.around.Pictures && len(l.wants) < picturesAhead
		l.wants = append(l.wants, Want{Page: page, Subpage: subpage, Picture: picture, Class: c})
	}
}

// prominent orders links as they catch the eye: tall ones first, and then from the top.
func prominent(links []teletext.Link) []teletext.Link {
	list := slices.Clone(links)
	slices.SortStableFunc(list, func(a, b teletext.Link) int { return b.Height - a.Height })
	return list
}

// settleDelay is how long a page must have been on screen before anything is fetched ahead from it: a reader who leafs
// through pages does not need their neighbours.
const settleDelay = 400 * time.Millisecond

// A plan is what is fetched ahead, a little at a time.
type plan struct {
	ctx    context.Context // ends with the next plan
	end    context.CancelFunc
	wants  []Want // still to come, what is most likely wanted first
	asking int
}

// FetchAhead fetches the pages of a list in its order. It replaces the list of the last call, and returns at once.
func (s *Scheduler) FetchAhead(list []Want) {
	p := &plan{}
	p.ctx, p.end = context.WithCancel(context.Background())
	s.mu.Lock()
	s.plan.end()
	s.plan = p
	s.mu.Unlock()
	time.AfterFunc(settleDelay, func() {
		s.mu.Lock()
		p.wants = list
		s.mu.Unlock()
		s.Wake()
	})
}

// fetchAheadLocked begins to fetch what is planned next, unless a wish is worth more or it has to wait. It reports
// whether it did, and else how long it has to wait.
func (s *Scheduler) fetchAheadLocked(ctx context.Context, w Wish) (began bool, wait time.Duration) {
	p := s.plan
	if len(p.wants) == 0 || p.asking == aheadAtOnce || w.Page != 0 && w.Class < p.wants[0].Class {
		return false, s.config.Every
	}
	want := p.wants[0]
	if wait = s.budget.Wait(want.Class); wait > 0 {
		return false, wait
	}
	p.wants = p.wants[1:]
	p.asking++
	s.work.Go(func() {
		defer context.AfterFunc(ctx, p.end)()
		goesOn := s.fetchMissing(p.ctx, want)
		s.mu.Lock()
		if p.asking--; !goesOn {
			p.end()
			p.wants = nil
		}
		s.mu.Unlock()
		s.Wake()
	})
	return true, 0
}

// fetchMissing fetches a page that is not known: a known one is shown at once anyway, and revalidated then. It reports
// whether it makes sense to continue.
func (s *Scheduler) fetchMissing(ctx context.Context, w Want) bool {
	a, _, known := s.pages.Stored(w)
	if ctx.Err() != nil || known && (!w.Picture || a.Picture != nil) {
		return true
	}
	a = s.pages.Fetch(ctx, w)
	return a.DocumentErr == nil || isOwn(a.DocumentErr)
}
