package kiosk

import (
	"context"
	"fmt"
	"sync"
	"time"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/kiosk/programme"
	"sextant/app/kiosk/upkeep"
	"sextant/app/navigate"
	"sextant/app/service"
)

// tending keeps the pages of the list up to date.
type tending struct {
	director *Director
	keeper   *upkeep.Keeper
	ctx      context.Context
	cancel   context.CancelFunc
	work     sync.WaitGroup
	asking   map[browse.Place]bool // pages, and subpages for their pictures
	errors   map[service.Kind]int
	last     error
	since    time.Time // the service fails, where last is not nil
}

// atOnceAsked is how many pages are asked for at the same time, so that one that does not answer holds up no other.
const atOnceAsked = 3

func (t *tending) begin(d *Director) {
	t.director, t.keeper = d, upkeep.New("")
	t.asking, t.errors = map[browse.Place]bool{}, map[service.Kind]int{}
	t.ctx, t.cancel = context.WithCancel(context.Background())
}

func (t *tending) stop() {
	t.cancel()
	t.work.Wait()
}

// beat asks for the page that gains most by it, if one may be asked for.
func (t *tending) beat() {
	d := t.director
	if len(t.asking) >= atOnceAsked || d.parts.Budget.Wait(acquire.Kiosk) > 0 {
		return
	}
	t.keeper.Limit = d.parts.Playlist.Screen.Age
	page := t.keeper.Choose(t.agenda(), d.stock.age, d.parts.Budget.Left(), d.parts.Now())
	place := browse.Place{Page: page}
	if page == 0 || t.asking[place] {
		return
	}
	t.ask(place, acquire.Want{Page: page, Class: acquire.Kiosk, Anew: true}, func(a acquire.Answer) {
		t.came(page, a)
		t.beat()
	})
}

// ask asks for something in the background.
func (t *tending) ask(place browse.Place, w acquire.Want, came func(acquire.Answer)) {
	t.asking[place] = true
	t.work.Go(func() {
		a := t.director.parts.Pages.Fetch(t.ctx, w)
		t.director.Post(func() {
			delete(t.asking, place)
			if t.ctx.Err() == nil {
				came(a)
			}
		})
	})
}

// agenda are the pages of the list and all others that are needed.
func (t *tending) agenda() []programme.Due {
	d := t.director
	agenda := d.running.order.Agenda(d.running.last)
	for _, page := range d.alerts.pages() {
		agenda = append(agenda, programme.Due{Page: page, Known: len(d.stock.Subpages(page)) > 0, Alert: true})
	}
	if page := d.parts.Playlist.Ticker.Page; page != 0 {
		agenda = append(agenda, programme.Due{Page: page, Known: len(d.stock.Subpages(page)) > 0})
	}
	return agenda
}

// came takes in the answer for a page.
func (t *tending) came(page int, a acquire.Answer) {
	d := t.director
	now := d.parts.Now()
	if a.Document == nil {
		t.failed(page, a, now)
		return
	}
	before, old := d.stock.age(page), d.stock.pages[page]
	changed := old != nil && old.digest != a.Digest
	t.keeper.Came(page, before, changed)
	t.last = nil
	d.parts.Directory.Learn(a.Document)
	if d.stock.put(a) {
		d.running.stockChanged(page)
	}
}

// failed takes in that a page could not be had.
func (t *tending) failed(page int, a acquire.Answer, now time.Time) {
	d := t.director
	if service.IsCancelled(a.DocumentErr) {
		return
	}
	kind := service.KindOf(a.DocumentErr)
	t.errors[kind]++
	t.suffers(a.DocumentErr, now)
	d.parts.Note(fmt.Sprintf("page %d: %s", page, kind))
	if kind == service.NotFound && d.stock.miss(page) {
		d.running.stockChanged(page)
	}
	t.keeper.Failed(page, a.Retry, now)
}

// illustrate asks for the pictures that a show lacks.
func (t *tending) illustrate(scenes []navigate.Scene) {
	for _, s := range scenes {
		place := browse.Place{Page: s.Page, Subpage: s.Subpage}
		if s.Picture != nil || s.Document == nil || t.asking[place] {
			continue
		}
		t.ask(place, acquire.Want{Page: s.Page, Subpage: s.Subpage, Picture: true, Class: acquire.Kiosk, Kept: true}, func(a acquire.Answer) {
			if a.Picture != nil {
				t.director.running.illustrated(s.Page)
			}
		})
	}
}
