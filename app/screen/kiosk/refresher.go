package kiosk

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/navigate"
	"sextant/app/teletext"
)

// refresher keeps the pages of the list fresh.
type refresher struct {
	pages     *acquire.Pages
	post      func(func())
	note      func(event string)
	now       func() time.Time
	answered  func(acquire.Answer) // with a document, or the second 404
	onPicture func(page int)       // a picture that was missing has come

	scheduler *acquire.Scheduler
	ctx       context.Context
	cancel    context.CancelFunc
	work      sync.WaitGroup
	sharp     atomic.Bool                  // pictures are drawn here, and not asked for
	asking    map[teletext.Place]bool      // subpages, for their pictures
	pictured  map[teletext.Place]time.Time // when the pictures of subpages without content were received
	// onOnlyPicture is called with the picture of a subpage without content.
	onOnlyPicture func(acquire.Answer)
	errors        map[api.Kind]int
	last          error
	since         time.Time // the service fails, where last is not nil
}

const (
	// atOnceAsked bounds concurrent requests.
	atOnceAsked = 3
	// pictureReserve is the part of the hour's purse that is left for pages that have changed and for pictures of what
	// cannot be drawn, where pictures are asked for. Other pages, and by the budget other pictures, share the rest.
	pictureReserve = 0.5
	// alertWeight is the weight of a page that breaks in when it changes.
	alertWeight = 60
	// unknownWeight is the weight of a page of which nothing can be shown yet.
	unknownWeight = 20
)

func newRefresher(p *Parts, post func(func())) *refresher {
	t := &refresher{pages: p.Pages, post: post, asking: map[teletext.Place]bool{}, errors: map[api.Kind]int{}}
	t.pictured = map[teletext.Place]time.Time{}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	t.scheduler = acquire.NewScheduler(p.Pages, p.Budget, acquire.SchedulerConfig{
		AtOnce: atOnceAsked, Every: time.Second, Saves: true, Reserve: t.reserve, Collector: p.Collector,
		OnAnswer: func(a acquire.Answer) { post(func() { t.onAnswer(a) }) },
	})
	return t
}

// reserve is the scheduler's Reserve, and called on its goroutine.
func (r *refresher) reserve() float64 {
	if r.sharp.Load() {
		return 0
	}
	return pictureReserve
}

// start starts the scheduler.
func (r *refresher) start() {
	r.work.Go(func() { r.scheduler.Run(r.ctx) })
}

func (r *refresher) stop() {
	r.cancel()
	r.work.Wait()
}

// wish sets the scheduler's wishes: the pages of the list and all others that are needed, or only those that wake the
// screen.
func (r *refresher) wish(turns *turns, list bool) {
	p := turns.playlist
	r.sharp.Store(p.Screen.Sharp)
	var agenda []due
	if list {
		agenda = turns.order.Agenda(turns.last)
	}
	wishes := make([]acquire.Wish, 0, len(agenda)+2*mostAlerts)
	add := func(page int, weight float64) *acquire.Wish {
		wishes = append(wishes, acquire.Wish{Page: page, Class: budget.Kiosk, Weight: weight, Limit: p.Screen.Age})
		return &wishes[len(wishes)-1]
	}
	for _, due := range agenda {
		w := add(due.Page, 1)
		w.In = due.In
		if !turns.index.known(due.Page) {
			w.Weight = unknownWeight
		}
	}
	for _, page := range alertPages(p, &turns.index, turns.asleep) {
		add(page, alertWeight).Alert = true
	}
	if list && p.Ticker.Page != 0 {
		add(p.Ticker.Page, 1)
	}
	if now := turns.latest(); now != nil {
		for _, place := range now.places() {
			add(place.Page, 1).IfChanged = !r.lacksPictureOf(place.Page, turns)
		}
	}
	r.scheduler.SetWishes(wishes)
}

// fetch asks for something in the background.
func (r *refresher) fetch(place teletext.Place, w acquire.Want, onAnswer func(acquire.Answer)) {
	r.asking[place] = true
	r.work.Go(func() {
		a := r.pages.Fetch(r.ctx, w)
		r.post(func() {
			delete(r.asking, place)
			if r.ctx.Err() == nil {
				onAnswer(a)
			}
		})
	})
}

// onAnswer handles the answer for a page.
func (r *refresher) onAnswer(a acquire.Answer) {
	switch {
	case a.Document != nil:
		r.last = nil
		r.answered(a)
	case !api.IsCancelled(a.DocumentErr):
		kind := api.KindOf(a.DocumentErr)
		r.errors[kind]++
		r.noteError(a.DocumentErr, r.now())
		r.note(fmt.Sprintf("page %d: %s", a.Page, kind))
		if a.Missing {
			r.answered(a)
		}
	}
}

// noteError counts a failure, and records since when the service as a whole fails, unless only a page is missing.
func (r *refresher) noteError(err error, now time.Time) {
	if r.last == nil || api.KindOf(r.last) == api.NotFound {
		r.since = now
	}
	r.last = err
}

// lacksPicture reports whether the picture of a scene is not known, or may show what was there before, and may be asked
// for.
func (r *refresher) lacksPicture(s navigate.Scene) bool {
	if s.Picture != nil {
		return r.pages.PictureIsDue(s.Page, s.Subpage)
	}
	return s.Document != nil && r.pages.Standing(s.Page, s.Subpage).Wait <= 0
}

// lacksPictureOf reports whether the show on the screen lacks a picture of a page.
func (r *refresher) lacksPictureOf(page int, turns *turns) bool {
	lacks := func(s navigate.Scene) bool { return s.Page == page && r.lacksPicture(s) }
	return !turns.playlist.Screen.Sharp && turns.now != nil && slices.ContainsFunc(turns.now.scenes, lacks)
}

// recent is how long after a request for a document its pictures may be asked for even where it is not fresh any more.
const recent = 3 * time.Minute

// fetchPictures asks for the pictures that a drawn show lacks. The service's picture shows the current content of a
// page, so that of a stale document waits until the scheduler has asked for the document: with a request for it here,
// pages that lack pictures would take the requests of all others.
func (r *refresher) fetchPictures(turns *turns, drawn *show) {
	if turns.playlist.Screen.Sharp {
		return
	}
	for _, s := range drawn.scenes {
		place := teletext.Place{Page: s.Page, Subpage: s.Subpage}
		if !r.lacksPicture(s) || r.asking[place] {
			continue
		}
		w := acquire.Want{Page: s.Page, Subpage: s.Subpage, Picture: true, Class: budget.Kiosk, Kept: true}
		if _, fresh, _ := r.pages.Recall(w); !fresh && turns.index.sinceAsked(s.Page, r.now()) >= recent {
			continue
		}
		r.fetch(place, w, func(a acquire.Answer) {
			if a.Picture != nil && a.Subpage == s.Subpage { // another one if the page no longer has this subpage
				r.onPicture(s.Page)
			}
		})
	}
}

// pictureAge is how often the picture of a subpage without content is asked for: its document does not show whether it
// has changed.
const pictureAge = 10 * time.Minute

// fetchOnlyPictures asks for the pictures of a page's subpages that have no content, if it is one of the list, also
// where pages are drawn from their characters.
func (r *refresher) fetchOnlyPictures(turns *turns, page acquire.State) {
	listed := func(e entry) bool { return e.Page == page.Page }
	if page.Document == nil || !slices.ContainsFunc(turns.order.Entries, listed) {
		return
	}
	for i := range page.Document.Subpages {
		place := teletext.Place{Page: page.Page, Subpage: page.Document.Subpages[i].Number}
		last, known := r.pictured[place]
		if !page.Document.Subpages[i].Empty() || r.asking[place] || len(r.asking) >= atOnceAsked ||
			known && r.now().Sub(last).Abs() < pictureAge || r.pages.Standing(page.Page, place.Subpage).Wait > 0 {
			continue
		}
		w := acquire.Want{Page: page.Page, Subpage: place.Subpage, Picture: true, Class: budget.Kiosk, Kept: !known}
		r.fetch(place, w, func(a acquire.Answer) {
			if a.Picture != nil && a.Document != nil && a.Subpage == place.Subpage {
				r.pictured[place] = r.now()
				r.onOnlyPicture(a)
			}
		})
	}
}
