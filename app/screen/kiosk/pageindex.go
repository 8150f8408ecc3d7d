package kiosk

import (
	"slices"
	"time"

	"sextant/app/acquire"
	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/words"
)

// atOnce is how many pages are read from the store in one search, so that those that are shown soon come first.
const atOnce = 16

// A pageIndex has what can be shown of each page, without the documents, which acquisition has.
type pageIndex struct {
	exists     func(page int) bool // whether the service may have a page
	favourites func() []teletext.Place
	pages      map[int]*indexedPage
	pictured   map[teletext.Place]bool // subpages without content whose pictures are known
	changed    []int                   // within the hour
}

// An indexedPage is a page that was looked for. It has no subpages where nothing of it can be shown.
type indexedPage struct {
	// state has no document. Its times have no monotonic readings, which move cannot shift.
	state acquire.State
	shown []shownSubpage
	// fresh: it was updated since the clock was looked at last.
	fresh bool
	// forgotten is when it could not be drawn although it was known, 0 for never.
	forgotten time.Duration
}

// lookAgainAfter is how long after a page could not be drawn it is looked for again.
const lookAgainAfter = 30 * time.Second

// Subpages returns those of a page that can be shown.
func (x *pageIndex) Subpages(page int) []shownSubpage {
	p := x.pages[page]
	if p == nil || p.state.Missing {
		return nil
	}
	return p.shown
}

// Exists reports whether there may be a page.
func (x *pageIndex) Exists(page int) bool { return x.exists(page) || len(x.Subpages(page)) > 0 }

// Favourites returns the user's favourites.
func (x *pageIndex) Favourites() []teletext.Place { return x.favourites() }

// Changed returns the pages that changed within the hour.
func (x *pageIndex) Changed() []int { return x.changed }

// age returns the age of a page, and sinceAsked how long ago it was asked for; 0 for an unknown page.
func (x *pageIndex) age(page int, now time.Time) time.Duration {
	if p := x.pages[page]; p != nil && !p.state.Fetched.IsZero() {
		return now.Sub(p.state.Fetched)
	}
	return 0
}

func (x *pageIndex) sinceAsked(page int, now time.Time) time.Duration {
	if p := x.pages[page]; p != nil && !p.state.Asked.IsZero() {
		return now.Sub(p.state.Asked)
	}
	return 0
}

// oldest returns the age of the oldest page of a show.
func (x *pageIndex) oldest(sh *show, now time.Time) (oldest time.Duration) {
	for _, e := range sh.entries {
		oldest = max(oldest, x.age(e.Page, now))
	}
	return oldest
}

// since returns the time of something of an age by the screen's clock, with its zone where the service has another one.
func since(age time.Duration, now time.Time, service *time.Location) string {
	at, mark := now.Add(-age), ""
	if service != nil {
		mark = words.Calendar{Zone: now.Location(), Now: now.In(service)}.Mark(at)
	}
	switch {
	case age < 12*time.Hour:
		return say.Text("outdated.from", "Time", say.Text("date.todayAt", "Time", say.Time("time.clock", at)+mark))
	case age < 6*24*time.Hour:
		return say.Text("outdated.from", "Time", say.Time("time.weekday", at)+mark)
	}
	return say.Text("outdated.from", "Time", say.Time("date.dayMonth", at))
}

// update sets what is known of a page, and reports whether it has changed.
func (x *pageIndex) update(page acquire.State) (other bool) {
	p := x.pages[page.Page]
	if p == nil {
		p = &indexedPage{}
		x.pages[page.Page] = p
	}
	other = p.state.Digest != page.Digest || p.state.Missing || len(p.shown) == 0
	*p = indexedPage{state: page, fresh: true}
	p.state.Document, p.state.Fetched, p.state.Asked = nil, page.Fetched.Round(0), page.Asked.Round(0)
	for i := range page.Document.Subpages {
		sub := &page.Document.Subpages[i]
		if !sub.Empty() || x.pictured[teletext.Place{Page: page.Page, Subpage: sub.Number}] {
			p.shown = append(p.shown, shownSubpage{Number: sub.Number, Dwell: sub.Dwell})
		}
	}
	return other
}

// miss records that the service does not have a page, and reports whether that is news.
func (x *pageIndex) miss(page int) (left bool) {
	p := x.pages[page]
	if p == nil {
		p = &indexedPage{}
		x.pages[page] = p
	}
	left = !p.state.Missing
	p.state.Missing = true
	return left
}

// forget records that the pages of a show could not be drawn.
func (x *pageIndex) forget(sh *show, elapsed time.Duration) {
	for _, e := range sh.entries {
		x.pages[e.Page] = &indexedPage{forgotten: elapsed}
		delete(x.pictured, e.Place())
	}
}

// addPicture records that the picture of a subpage without content is known, and reports whether that is news.
func (x *pageIndex) addPicture(place teletext.Place) (other bool) {
	if x.pictured == nil {
		x.pictured = map[teletext.Place]bool{}
	}
	other = !x.pictured[place]
	x.pictured[place] = true
	return other
}

// known reports whether a page has come, even where it has nothing to show.
func (x *pageIndex) known(page int) bool {
	p := x.pages[page]
	return p != nil && (!p.state.Fetched.IsZero() || p.state.Missing)
}

// unknown reports whether a page is to be looked for.
func (x *pageIndex) unknown(page int, elapsed time.Duration) bool {
	p := x.pages[page]
	return p == nil || p.forgotten > 0 && elapsed-p.forgotten >= lookAgainAfter
}

// move shifts all times after the computer's clock was set, but not those by the clock of now. Pages that came since it
// was looked at last were asked for a moment ago, by either clock.
func (x *pageIndex) move(by time.Duration, now time.Time) {
	for _, p := range x.pages {
		if p.fresh && now.Sub(p.state.Asked).Abs() < now.Sub(p.state.Asked.Add(by)).Abs() {
			continue
		}
		p.state.Fetched, p.state.Asked = p.state.Fetched.Add(by), p.state.Asked.Add(by)
	}
}

// settle records that the clock was looked at.
func (x *pageIndex) settle() {
	for _, p := range x.pages {
		p.fresh = false
	}
}

// missing returns, of pages, those to look for in the store next.
func (x *pageIndex) missing(pages []int, elapsed time.Duration) []int {
	pages = slices.DeleteFunc(slices.Clone(pages), func(page int) bool { return !x.unknown(page, elapsed) })
	return pages[:min(len(pages), atOnce)]
}

// updateAll sets what the store has of pages that missing returned.
func (x *pageIndex) updateAll(found []acquire.State, elapsed time.Duration) {
	for _, a := range found {
		switch {
		case !x.unknown(a.Page, elapsed): // it was received since
		case a.Document == nil:
			x.pages[a.Page] = &indexedPage{}
		default:
			x.update(a)
		}
	}
}

// outdatedLabel returns the time of the oldest page of a show, empty where its age is below most.
func (x *pageIndex) outdatedLabel(s *show, most time.Duration, now time.Time, zone *time.Location) string {
	oldest := x.oldest(s, now)
	if most == 0 || oldest < most {
		return ""
	}
	return since(oldest, now, zone)
}
