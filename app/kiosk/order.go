package kiosk

import (
	"cmp"
	"slices"
	"time"

	"sextant/app/browse"
	"sextant/app/kiosk/playlist"
)

// An inventory has the pages that can be shown.
type inventory interface {
	// Subpages returns those of a page that can be shown, in their order.
	Subpages(page int) []shownSubpage
	// Exists reports whether there may be a page.
	Exists(page int) bool
	// Favourites returns the user's favourites, and Changed the pages that changed recently.
	Favourites() []browse.Place
	Changed() []int
}

// A shownSubpage is one that can be shown, with the time that the service gives it, 0 where that is not said.
type shownSubpage struct {
	Number int
	Dwell  time.Duration
}

// A stop is a place in a list: an item, a page that this stands for, and a subpage. The zero stop is before the first.
// Subpage is 0 where nothing of the page can be shown.
type stop struct{ Item, Page, Subpage int }

// Place returns the page and subpage of a stop.
func (s stop) Place() browse.Place { return browse.Place{Page: s.Page, Subpage: s.Subpage} }

// An entry is a stop with its dwell.
type entry struct {
	stop
	Dwell time.Duration
}

// An order is a list with all that is known of its pages: an entry for every subpage, or one for a page of which
// nothing can be shown.
type order struct {
	Entries []entry
	list    *playlist.List
}

// newOrder lays out a list.
func newOrder(list *playlist.List, index inventory) order {
	o := order{list: list}
	for i, item := range list.Items {
		for _, place := range places(item, index) {
			o.addStops(i, place, index)
		}
	}
	return o
}

// places returns the places of an item. Subpage 0 is all of a page's.
func places(item playlist.Item, index inventory) (all []browse.Place) {
	switch item.Kind {
	case playlist.Favourites:
		return index.Favourites()
	case playlist.Changed:
		for _, page := range index.Changed() {
			all = append(all, browse.Place{Page: page})
		}
	default:
		for page := item.From; page <= item.To; page++ {
			if item.From == item.To || index.Exists(page) {
				all = append(all, browse.Place{Page: page, Subpage: item.Subpage})
			}
		}
	}
	return all
}

func (o *order) addStops(item int, place browse.Place, index inventory) {
	before := len(o.Entries)
	for _, s := range index.Subpages(place.Page) {
		if place.Subpage == 0 || s.Number == place.Subpage {
			o.Entries = append(o.Entries, entry{stop{item, place.Page, s.Number}, o.list.Dwell.Of(s.Dwell)})
		}
	}
	if len(o.Entries) == before {
		o.Entries = append(o.Entries, entry{stop: stop{Item: item, Page: place.Page}, Dwell: o.list.Dwell.Of(0)})
	}
}

// After returns the index of the entry after a stop, which need not be in the order any more.
func (o *order) After(s stop) int {
	at := slices.IndexFunc(o.Entries, func(e entry) bool { return e.stop == s })
	if at >= 0 {
		return (at + 1) % len(o.Entries)
	}
	next := slices.IndexFunc(o.Entries, func(e entry) bool { return o.isBehind(e.stop, s) })
	return max(next, 0)
}

// isBehind reports whether a stop comes after another one that is not in the order.
func (o *order) isBehind(a, b stop) bool {
	if a.Item != b.Item || b.Item >= len(o.list.Items) ||
		o.list.Items[b.Item].Kind == playlist.Favourites || o.list.Items[b.Item].Kind == playlist.Changed {
		return a.Item > b.Item
	}
	return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Subpage, b.Subpage)) > 0
}

// Group returns the entries to show together after a stop: as many as the list wants, each place once, of those that
// can be shown. It is empty where none can be.
func (o *order) Group(behind stop) (group []entry) {
	from := o.After(behind)
	for i := range o.Entries {
		e := o.Entries[(from+i)%len(o.Entries)]
		if e.Subpage == 0 || slices.ContainsFunc(group, func(g entry) bool { return g.Place() == e.Place() }) {
			continue
		}
		if group = append(group, e); len(group) == max(1, o.list.Together) {
			break
		}
	}
	return group
}

// hasPageOf reports whether a show has a page of the list.
func (o *order) hasPageOf(s *show) bool {
	return slices.ContainsFunc(o.Entries, func(e entry) bool { return s.hasPage(e.Page) })
}

// dwellOf returns the dwell of a group: the longest of its entries.
func dwellOf(group []entry) (dwell time.Duration) {
	for _, e := range group {
		dwell = max(dwell, e.Dwell)
	}
	return dwell
}

// A due is a page with the time until it is shown.
type due struct {
	Page  int
	In    time.Duration
	Known bool // something of it can be shown
}

// Agenda returns every page once, by the time until it is shown after a stop.
func (o *order) Agenda(behind stop) (agenda []due) {
	from, in, together := o.After(behind), time.Duration(0), time.Duration(max(1, o.list.Together))
	listed := make(map[int]bool, len(o.Entries))
	agenda = make([]due, 0, len(o.Entries))
	for i := range o.Entries {
		e := o.Entries[(from+i)%len(o.Entries)]
		if !listed[e.Page] {
			listed[e.Page] = true
			agenda = append(agenda, due{Page: e.Page, In: in, Known: e.Subpage != 0})
		}
		if e.Subpage != 0 {
			in += e.Dwell / together
		}
	}
	return agenda
}
