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
	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/navigate"
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
	sharp     atomic.Bool                // pictures are drawn here, and not asked for
	asking    map[browse.Place]bool      // subpages, for their pictures
	pictured  map[browse.Place]time.Time // when the pictures of subpages without content came
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
	t := &refresher{pages: p.Pages, post: post, asking: map[browse.Place]bool{}, errors: map[api.Kind]int{}}
	t.pictured = map[browse.Place]time.Time{}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	t.scheduler = acquire.NewScheduler(p.Pages, p.Budget, acquire.SchedulerConfig{
		AtOnce: atOnceAsked, Every: time.Second, Saves: true, Reserve: t.reserve, Collector: p.Collector,
		OnAnswer: func(a acquire.Answer) { post(func() { t.onAnswer(a) }) },
	})
	return t
}

// reserve is the scheduler's Reserve, and called on its goroutine.
func (t *refresher) reserve() float64 {
	if t.sharp.Load() {
		return 0
	}
	return pictureReserve
}

// start starts the scheduler.
func (t *refresher) start() {
	t.work.Go(func() { t.scheduler.Run(t.ctx) })
}

func (t *refresher) stop() {
	t.cancel()
	t.work.Wait()
}

// wish sets the scheduler's wishes: the pages of the list and all others that are needed, or only those that wake the
// screen.
func (t *refresher) wish(turns *turns, list bool) {
	p := turns.playlist
	t.sharp.Store(p.Screen.Sharp)
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
			add(place.Page, 1).IfChanged = !t.lacksPictureOf(place.Page, turns)
		}
	}
	t.scheduler.SetWishes(wishes)
}

// fetch asks for something in the background.
func (t *refresher) fetch(place browse.Place, w acquire.Want, onAnswer func(acquire.Answer)) {
	t.asking[place] = true
	t.work.Go(func() {
		a := t.pages.Fetch(t.ctx, w)
		t.post(func() {
			delete(t.asking, place)
			if t.ctx.Err() == nil {
				onAnswer(a)
			}
		})
	})
}

// onAnswer handles the answer for a page.
func (t *refresher) onAnswer(a acquire.Answer) {
	switch {
	case a.Document != nil:
		t.last = nil
		t.answered(a)
	case !api.IsCancelled(a.DocumentErr):
		kind := api.KindOf(a.DocumentErr)
		t.errors[kind]++
		t.noteError(a.DocumentErr, t.now())
		t.note(fmt.Sprintf("page %d: %s", a.Page, kind))
		if a.Missing {
			t.answered(a)
		}
	}
}

// noteError counts a failure, and records since when the service as a whole fails, unless only a page is missing.
func (t *refresher) noteError(err error, now time.Time) {
	if t.last == nil || api.KindOf(t.last) == api.NotFound {
		t.since = now
	}
	t.last = err
}

// lacksPicture reports whether the picture of a scene is not known, or may show what was there before, and may be asked
// for.
func (t *refresher) lacksPicture(s navigate.Scene) bool {
	if s.Picture != nil {
		return t.pages.PictureIsDue(s.Page, s.Subpage)
	}
	return s.Document != nil && t.pages.Standing(s.Page, s.Subpage).Wait <= 0
}

// lacksPictureOf reports whether the show on the screen lacks a picture of a page.
func (t *refresher) lacksPictureOf(page int, turns *turns) bool {
	lacks := func(s navigate.Scene) bool { return s.Page == page && t.lacksPicture(s) }
	return !turns.playlist.Screen.Sharp && turns.now != nil && slices.ContainsFunc(turns.now.scenes, lacks)
}

// recent is how long after a request for a document its pictures may be asked for even where it is not fresh any more.
const recent = 3 * time.Minute

// fetchPictures asks for the pictures that a drawn show lacks. The service's picture shows the current content of a
// page, so that of a stale document waits until the scheduler has asked for the document: with a request for it here,
// pages that lack pictures would take the requests of all others.
func (t *refresher) fetchPictures(turns *turns, drawn *show) {
	if turns.playlist.Screen.Sharp {
		return
	}
	for _, s := range drawn.scenes {
		place := browse.Place{Page: s.Page, Subpage: s.Subpage}
		if !t.lacksPicture(s) || t.asking[place] {
			continue
		}
		w := acquire.Want{Page: s.Page, Subpage: s.Subpage, Picture: true, Class: budget.Kiosk, Kept: true}
		if _, fresh, _ := t.pages.Recall(w); !fresh && turns.index.sinceAsked(s.Page, t.now()) >= recent {
			continue
		}
		t.fetch(place, w, func(a acquire.Answer) {
			if a.Picture != nil && a.Subpage == s.Subpage { // another one if the page no longer has this subpage
				t.onPicture(s.Page)
			}
		})
	}
}

// pictureAge is how often the picture of a subpage without content is asked for: its document does not show whether it
// has changed.
const pictureAge = 10 * time.Minute

// fetchOnlyPictures asks for the pictures of a page's subpages that have no content, if it is one of the list, also
// where pages are drawn from their characters.
func (t *refresher) fetchOnlyPictures(turns *turns, a acquire.Answer) {
	listed := func(e entry) bool { return e.Page == a.Page }
	if a.Document == nil || !slices.ContainsFunc(turns.order.Entries, listed) {
		return
	}
	for i := range a.Document.Subpages {
		place := browse.Place{Page: a.Page, Subpage: a.Document.Subpages[i].Number}
		last, known := t.pictured[place]
		if !a.Document.Subpages[i].Empty() || t.asking[place] || len(t.asking) >= atOnceAsked ||
			known && t.now().Sub(last).Abs() < pictureAge || t.pages.Standing(a.Page, place.Subpage).Wait > 0 {
			continue
		}
		w := acquire.Want{Page: a.Page, Subpage: place.Subpage, Picture: true, Class: budget.Kiosk, Kept: !known}
		t.fetch(place, w, func(a acquire.Answer) {
			if a.Picture != nil && a.Document != nil && a.Subpage == place.Subpage {
				t.pictured[place] = t.now()
				t.onOnlyPicture(a)
			}
		})
	}
}
