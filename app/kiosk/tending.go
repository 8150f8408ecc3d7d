package kiosk

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/kiosk/programme"
	"sextant/app/kiosk/upkeep"
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
	if t.underWay() >= atOnceAsked || d.parts.Budget.Wait(acquire.Kiosk) > 0 {
		return
	}
	t.keeper.Limit = d.parts.Playlist.Screen.Age
	left := d.parts.Budget.Left()
	if !d.parts.Playlist.Screen.Sharp {
		left = max(0, 2*left-1) // for pictures, which are asked for while half is left
	}
	page := t.keeper.Choose(t.agenda(), d.stock.sinceAsked, left)
	if page == 0 {
		return
	}
	t.ask(browse.Place{Page: page}, acquire.Want{Page: page, Class: acquire.Kiosk, Anew: true}, func(a acquire.Answer) {
		t.came(page, a)
		t.beat()
	})
}

// told takes in that pages are others by now. What is on the screen is asked for at once, and anything else, what may break
// in first, when it gains most by it.
func (t *tending) told(pages []int) {
	d := t.director
	for _, page := range pages {
		place := browse.Place{Page: page}
		if d.running.latest().has(page) && !t.asking[place] && d.parts.Budget.Wait(acquire.Kiosk) <= 0 {
			t.ask(place, acquire.Want{Page: page, Class: acquire.Kiosk}, func(a acquire.Answer) {
				t.came(page, a)
				t.beat()
			})
		}
	}
	t.beat()
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

// underWay counts the pages that are being asked for. Pictures hold up none of them.
func (t *tending) underWay() (n int) {
	for place := range t.asking {
		if place.Subpage == 0 {
			n++
		}
	}
	return n
}

// agenda are the pages of the list and all others that are needed, but for those that are being asked for.
func (t *tending) agenda() []programme.Due {
	d := t.director
	agenda := d.running.order.Agenda(d.running.last)
	for _, page := range d.alerts.pages() {
		agenda = append(agenda, programme.Due{Page: page, Alert: true})
	}
	if page := d.parts.Playlist.Ticker.Page; page != 0 {
		agenda = append(agenda, programme.Due{Page: page})
	}
	for i := range agenda {
		due := &agenda[i]
		due.Known = d.stock.known(due.Page)
		standing := d.parts.Pages.Standing(due.Page, 0)
		due.Changed = standing.Doubted || d.parts.Pages.Freshness(due.Page) == acquire.Outdated
		if due.Wait = standing.Wait; standing.Outage {
			due.Failed = standing.At
		}
	}
	return slices.DeleteFunc(agenda, func(due programme.Due) bool {
		return t.asking[browse.Place{Page: due.Page}] || due.Known && t.isKept(due.Page)
	})
}

// isKept tells whether a page is known to be as it is now, so that it need not be asked for. Before its age would be told on
// the screen it is, since only its answer tells whether it is as old as it seems.
func (t *tending) isKept(page int) bool {
	d := t.director
	most := d.parts.Playlist.Screen.Age
	return d.parts.Pages.Freshness(page) == acquire.Followed && (most == 0 || d.stock.age(page) < most-min(most/2, beforeOld))
}

// beforeOld is how long before its age is told of a page is asked for that is known not to have changed.
const beforeOld = time.Minute

// came takes in the answer for a page.
func (t *tending) came(page int, a acquire.Answer) {
	d := t.director
	now := d.parts.Now()
	if a.Document == nil {
		t.failed(page, a, now)
		return
	}
	before, old := d.stock.sinceAsked(page), d.stock.pages[page]
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
	if a.Missing && d.stock.miss(page) {
		d.running.stockChanged(page)
	}
}
