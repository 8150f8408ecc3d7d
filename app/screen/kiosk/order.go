package kiosk

import (
	"cmp"
	"slices"
	"time"

	"sextant/app/screen/playlist"
	"sextant/app/teletext"
)

// An inventory has the pages that can be shown.
type inventory interface {
	// Subpages returns those of a page that can be shown, in their order.
	Subpages(page int) []shownSubpage
	// Exists reports whether there may be a page.
	Exists(page int) bool
	// Favourites returns the user's favourites, and Changed the pages that changed recently.
	Favourites() []teletext.Place
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
func (s stop) Place() teletext.Place { return teletext.Place{Page: s.Page, Subpage: s.Subpage} }

// An entry is a stop with how it is shown. Dwell is how long, with the time that the service gives the subpage.
type entry struct {
	stop
	Manner playlist.Manner
	Dwell  time.Duration
}

// newEntry returns the entry of a stop to which the service gives a time, 0 for none.
func newEntry(s stop, m playlist.Manner, own time.Duration) entry {
	return entry{stop: s, Manner: m, Dwell: m.Dwell.Of(own)}
}

// looksLike reports whether two entries are drawn alike: the same place in the same look.
func (e entry) looksLike(other entry) bool {
	return e.Place() == other.Place() && e.Manner.Drawn() == other.Manner.Drawn()
}

// A turning is a place with its entries: one for each subpage that can be shown, which turn.
type turning []entry

// An order is a list with all that is known of its pages: an entry for every subpage, or one for a page of which
// nothing can be shown.
type order struct {
	Entries []entry
	list    *playlist.List
	// groups are the places that are shown together, those with nothing to show left out. Each place has its tile,
	// where its subpages turn: a group stays until all subpages of its longest place were shown.
	groups [][]turning
}

// newOrder lays out a list.
func newOrder(list *playlist.List, index inventory) order {
	o := order{list: list}
	var ends []int // of the places in the entries
	for i, item := range list.Items {
		for _, place := range places(item, index) {
			o.addStops(i, place, index)
			ends = append(ends, len(o.Entries))
		}
	}
	known, from := make([]turning, 0, len(ends)), 0
	for _, end := range ends {
		if t := turning(o.Entries[from:end:end]); t[0].Subpage != 0 {
			known = append(known, t)
		}
		from = end
	}
	o.groups = grouped(known, max(1, list.Together))
	return o
}

// grouped divides places into groups of a size, in each of which a place is only once. The last group is filled up with
// the first places.
func grouped(known []turning, size int) (groups [][]turning) {
	groups = make([][]turning, 0, (len(known)+size-1)/size)
	for rest := known; len(rest) > 0; {
		group := rest[:1:1]
		for rest = rest[1:]; len(rest) > 0 && len(group) < size; rest = rest[1:] {
			group = withPlace(group, rest[0])
		}
		for i := 0; i < len(known) && len(group) < size; i++ {
			group = withPlace(group, known[i])
		}
		groups = append(groups, group)
	}
	return groups
}

// withPlace appends a place to a group, unless it is there.
func withPlace(group []turning, t turning) []turning {
	if slices.ContainsFunc(group, func(g turning) bool { return g[0].Place() == t[0].Place() }) {
		return group
	}
	return append(group, t)
}

// longest returns the first of the places with the most subpages. It has each subpage once while its group is shown.
func longest(group []turning) turning {
	return slices.MaxFunc(group, func(a, b turning) int { return cmp.Compare(len(a), len(b)) })
}

// places returns the places of an item. Subpage 0 is all of a page's.
func places(item playlist.Item, index inventory) (all []teletext.Place) {
	switch item.Kind {
	case playlist.Favourites:
		return index.Favourites()
	case playlist.Changed:
		for _, page := range index.Changed() {
			all = append(all, teletext.Place{Page: page})
		}
	default:
		for page := item.From; page <= item.To; page++ {
			if item.From == item.To || index.Exists(page) {
				all = append(all, teletext.Place{Page: page, Subpage: item.Subpage})
			}
		}
	}
	return all
}

func (o *order) addStops(item int, place teletext.Place, index inventory) {
	before, manner := len(o.Entries), o.list.MannerOf(item)
	for _, s := range index.Subpages(place.Page) {
		if place.Subpage == 0 || s.Number == place.Subpage {
			o.Entries = append(o.Entries, newEntry(stop{item, place.Page, s.Number}, manner, s.Dwell))
		}
	}
	if len(o.Entries) == before {
		o.Entries = append(o.Entries, newEntry(stop{Item: item, Page: place.Page}, manner, 0))
	}
}

// after returns the group and the step in it that follow a stop, which need not be in the order any more. There must be
// groups.
func (o *order) after(s stop) (group, step int) {
	for i, g := range o.groups {
		if at := slices.IndexFunc(longest(g), func(e entry) bool { return e.stop == s }); at >= 0 {
			return o.next(i, at)
		}
	}
	for i, g := range o.groups {
		if at := slices.IndexFunc(longest(g), func(e entry) bool { return o.isBehind(e.stop, s) }); at >= 0 {
			return i, at
		}
	}
	return 0, 0
}

// next returns the step after another one.
func (o *order) next(group, step int) (nextGroup, nextStep int) {
	if step+1 < len(longest(o.groups[group])) {
		return group, step + 1
	}
	return (group + 1) % len(o.groups), 0
}

// step returns the entries of a step, and its stop.
func (o *order) step(group, step int) (entries []entry, at stop) {
	for _, t := range o.groups[group] {
		entries = append(entries, t[step%len(t)])
	}
	return entries, longest(o.groups[group])[step].stop
}

// firstEntry returns the index of the entry after a stop, which need not be in the order any more.
func (o *order) firstEntry(behind stop) int {
	at := slices.IndexFunc(o.Entries, func(e entry) bool { return e.stop == behind })
	if at >= 0 {
		return (at + 1) % len(o.Entries)
	}
	return max(slices.IndexFunc(o.Entries, func(e entry) bool { return o.isBehind(e.stop, behind) }), 0)
}

// times returns how long it takes until each entry is shown after a stop.
func (o *order) times(behind stop) map[stop]time.Duration {
	times := make(map[stop]time.Duration, len(o.Entries))
	if len(o.groups) == 0 {
		return times
	}
	firstGroup, firstStep := o.after(behind)
	in := time.Duration(0)
	for group, step := firstGroup, firstStep; ; {
		dwell := time.Duration(0)
		for _, t := range o.groups[group] {
			e := t[step%len(t)]
			if _, is := times[e.stop]; !is {
				times[e.stop] = in
			}
			dwell = max(dwell, e.Dwell)
		}
		in += dwell
		if group, step = o.next(group, step); group == firstGroup && step == firstStep {
			return times
		}
	}
}

// isBehind reports whether a stop comes after another one that is not in the order.
func (o *order) isBehind(a, b stop) bool {
	if a.Item != b.Item || b.Item >= len(o.list.Items) ||
		o.list.Items[b.Item].Kind == playlist.Favourites || o.list.Items[b.Item].Kind == playlist.Changed {
		return a.Item > b.Item
	}
	return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Subpage, b.Subpage)) > 0
}

// Group returns the entries to show together after a stop, and their own stop. There are none where nothing can be
// shown.
func (o *order) Group(behind stop) (group []entry, at stop) {
	if len(o.groups) == 0 {
		return nil, stop{}
	}
	return o.step(o.after(behind))
}

// completes reports whether a show of the list would have more of the pages that it wanted.
func (o *order) completes(s *show) bool {
	if len(s.entries) >= s.together || s.together != o.list.Together {
		return false
	}
	group, _ := o.Group(s.behind)
	return len(group) > len(s.entries)
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

// Agenda returns every page once, by the time until it is shown after a stop. A page with nothing to show has the time
// at which the one before it ends.
func (o *order) Agenda(behind stop) (agenda []due) {
	when, in := o.times(behind), time.Duration(0)
	listed := make(map[int]bool, len(o.Entries))
	agenda = make([]due, 0, len(o.Entries))
	from := o.firstEntry(behind)
	for i := range o.Entries {
		e := o.Entries[(from+i)%len(o.Entries)]
		if t, is := when[e.stop]; is {
			in = t
		}
		if !listed[e.Page] {
			listed[e.Page] = true
			agenda = append(agenda, due{Page: e.Page, In: in, Known: e.Subpage != 0})
		}
		if e.Subpage != 0 {
			in += e.Dwell
		}
	}
	slices.SortStableFunc(agenda, func(a, b due) int { return cmp.Compare(a.In, b.In) })
	return agenda
}
