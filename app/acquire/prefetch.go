package acquire

import (
	"context"
	"slices"
	"sync"
	"time"

	"sextant/app/api"
	"sextant/app/backoff"
	"sextant/app/budget"
	"sextant/app/teletext"
)

// Bounds of what is fetched ahead from one page: an hour has few requests.
const (
	maxAhead         = 8
	picturesAhead    = 3
	prefetchersAtOne = 2
)

// Around is what the user may want next from a page on screen.
type Around struct {
	Answer Answer
	Links  []teletext.Link
	// Usual are the pages that the user usually goes to from here, Favourites those kept.
	Usual, Favourites []int
	// Pictures: the user looks at the service's pictures.
	Pictures bool
	// Turns: the subpages turn by themselves.
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
		l.add(class, a.Answer.Page, doc.Subpages[(i+1)%len(doc.Subpages)].Number)
	}
	for _, page := range a.Usual {
		l.add(budget.Prefetch, page, 0)
	}
	if doc != nil {
		l.add(budget.Prefetch, doc.Next, 0)
		l.add(budget.Prefetch, doc.Prev, 0)
	}
	for _, link := range prominent(a.Links) {
		l.add(budget.Prefetch, link.Page, link.Subpage)
	}
	for _, page := range a.Favourites {
		l.add(budget.Prefetch, page, 0)
	}
	return l.wants
}

// An aheadList gathers what to fetch ahead.
type aheadList struct {
	around *Around
	wants  []Want
}

// add appends a place, unless it is no page, the one on screen, or there already, or the list is full.
func (l *aheadList) add(c budget.Class, page, subpage int) {
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

// A Prefetcher fetches ahead what is not known, a little at a time.
type Prefetcher struct {
	pages *Pages

	mu     sync.Mutex
	cancel context.CancelFunc
	done   sync.WaitGroup
}

// settled is how long a page must have been on screen before anything is fetched ahead from it: who
// leafs through pages wants none of their neighbours.
const settled = 400 * time.Millisecond

// NewPrefetcher makes an idle prefetcher.
func NewPrefetcher(p *Pages) *Prefetcher {
	return &Prefetcher{pages: p, cancel: func() {}}
}

// Plan fetches what a list wants in its order, in place of what was planned before. It returns at once.
func (f *Prefetcher) Plan(list []Want) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cancel()
	var ctx context.Context
	ctx, f.cancel = context.WithCancel(context.Background())
	next := make(chan Want)
	f.done.Go(func() {
		defer close(next)
		backoff.Wait(ctx, settled)
		for _, w := range list {
			select {
			case next <- w:
			case <-ctx.Done():
				return
			}
		}
	})
	stop := f.cancel
	for range prefetchersAtOne {
		f.done.Go(func() {
			for w := range next {
				if !f.fetchMissing(ctx, w) {
					stop()
				}
			}
		})
	}
}

// Close ends what is planned and waits for its end.
func (f *Prefetcher) Close() {
	f.mu.Lock()
	f.cancel()
	f.mu.Unlock()
	f.done.Wait()
}

// fetchMissing fetches what is not known at all: what is known is shown at once anyway, and asked for
// again then. It tells whether it makes sense to go on.
func (f *Prefetcher) fetchMissing(ctx context.Context, w Want) bool {
	a, _, known := f.pages.Stored(w)
	if ctx.Err() != nil || known && (!w.Picture || a.Picture != nil) {
		return true
	}
	a = f.pages.Fetch(ctx, w)
	return !api.KindOf(a.DocumentErr).Temporary()
}
