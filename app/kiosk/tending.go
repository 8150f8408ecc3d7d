package kiosk

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/service"
)

// tending keeps the pages of the list fresh.
type tending struct {
	director  *Director
	scheduler *acquire.Scheduler
	ctx       context.Context
	cancel    context.CancelFunc
	work      sync.WaitGroup
	sharp     atomic.Bool           // no pictures are asked for
	asking    map[browse.Place]bool // subpages, for their pictures
	errors    map[service.Kind]int
	last      error
	since     time.Time // the service fails, where last is not nil
}

const (
	// atOnceAsked is how many pages are asked for at the same time.
	atOnceAsked = 3
	// pictureReserve is the part of the hour's purse that is left for pictures, where these are asked for.
	pictureReserve = 0.5
	// alertWeight is how much more a page is worth that breaks in when it changes.
	alertWeight = 60
	// unknownWeight is how much more a page is worth of which nothing can be shown yet.
	unknownWeight = 20
)

func (t *tending) begin(d *Director) {
	t.director, t.asking, t.errors = d, map[browse.Place]bool{}, map[service.Kind]int{}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	t.scheduler = acquire.NewScheduler(d.parts.Pages, d.parts.Budget, acquire.SchedulerConfig{
		AtOnce: atOnceAsked, Every: time.Second, Saves: true, Reserve: t.reserve,
		Answered: func(a acquire.Answer) { d.Post(func() { t.onAnswer(a) }) },
	})
}

// reserve is called on the scheduler's goroutine.
func (t *tending) reserve() float64 {
	if t.sharp.Load() {
		return 0
	}
	return pictureReserve
}

// start asks for what is wished from now on.
func (t *tending) start() {
	t.work.Go(func() { t.scheduler.Run(t.ctx) })
}

func (t *tending) stop() {
	t.cancel()
	t.work.Wait()
}

// onTick wishes for the pages of the list and all others that are needed.
func (t *tending) onTick() {
	d := t.director
	t.sharp.Store(d.parts.Playlist.Screen.Sharp)
	limit := d.parts.Playlist.Screen.Age
	var wishes []acquire.Wish
	for _, due := range d.running.order.Agenda(d.running.last) {
		w := acquire.Wish{Page: due.Page, Class: budget.Kiosk, Weight: 1, In: due.In, Limit: limit}
		if !d.stock.known(due.Page) {
			w.Weight = unknownWeight
		}
		wishes = append(wishes, w)
	}
	for _, page := range d.alerts.pages() {
		wishes = append(wishes, acquire.Wish{Page: page, Class: budget.Kiosk, Weight: alertWeight, Limit: limit, Alert: true})
	}
	if page := d.parts.Playlist.Ticker.Page; page != 0 {
		wishes = append(wishes, acquire.Wish{Page: page, Class: budget.Kiosk, Weight: 1, Limit: limit})
	}
	if now := d.running.latest(); now != nil {
		for _, place := range now.places() {
			wishes = append(wishes, acquire.Wish{Page: place.Page, Class: budget.Kiosk, Weight: 1, IfChanged: true})
		}
	}
	t.scheduler.SetWishes(wishes)
}

// changed has pages asked for that the service says have changed: what is on the screen at once.
func (t *tending) changed() {
	t.onTick()
	t.scheduler.Wake()
}

// ask asks for something in the background.
func (t *tending) ask(place browse.Place, w acquire.Want, onAnswer func(acquire.Answer)) {
	t.asking[place] = true
	t.work.Go(func() {
		a := t.director.parts.Pages.Fetch(t.ctx, w)
		t.director.Post(func() {
			delete(t.asking, place)
			if t.ctx.Err() == nil {
				onAnswer(a)
			}
		})
	})
}

// onAnswer applies the answer for a page.
func (t *tending) onAnswer(a acquire.Answer) {
	d := t.director
	if a.Document == nil {
		t.onFailure(a)
		return
	}
	t.last = nil
	d.parts.Directory.Learn(a.Document)
	if d.stock.put(a) {
		d.running.stockChanged(a.Page)
	}
}

// onFailure records why a page could not be had.
func (t *tending) onFailure(a acquire.Answer) {
	d := t.director
	if service.IsCancelled(a.DocumentErr) {
		return
	}
	kind := service.KindOf(a.DocumentErr)
	t.errors[kind]++
	t.suffers(a.DocumentErr, d.parts.Now())
	d.parts.Note(fmt.Sprintf("page %d: %s", a.Page, kind))
	if a.Missing && d.stock.miss(a.Page) {
		d.running.stockChanged(a.Page)
	}
}
