package kiosk

import (
	"slices"
	"time"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/words"
)

// atOnce is how many pages are read from the store in one search, so that those that are shown soon come first.
const atOnce = 16

// A pageIndex has what can be shown of each page, without the documents, which acquisition has.
type pageIndex struct {
	exists     func(page int) bool // whether the service may have a page
	favourites func() []browse.Place
	pages      map[int]*indexedPage
	pictured   map[browse.Place]bool // subpages without content whose pictures are known
	changed    []int                 // within the hour
}

// An indexedPage is a page that was looked for. It has no subpages where nothing of it can be shown.
type indexedPage struct {
	subpages []shownSubpage
	// fetched and asked are those of acquire.Answer, without monotonic readings, which move cannot shift.
	fetched, asked time.Time
	digest         [32]byte
	missing        bool // the service has no such page
	// fresh: it was updated since the clock was looked at last.
	fresh bool
	// forgotten is when it could not be drawn although it was known, 0 for never.
	forgotten time.Duration
}

// again is how long after a page could not be drawn it is looked for again.
const again = 30 * time.Second

// Subpages returns those of a page that can be shown.
func (s *pageIndex) Subpages(page int) []shownSubpage {
	p := s.pages[page]
	if p == nil || p.missing {
		return nil
	}
	return p.subpages
}

// Exists reports whether there may be a page.
func (s *pageIndex) Exists(page int) bool { return s.exists(page) || len(s.Subpages(page)) > 0 }

// Favourites returns the user's favourites.
func (s *pageIndex) Favourites() []browse.Place { return s.favourites() }

// Changed returns the pages that changed within the hour.
func (s *pageIndex) Changed() []int { return s.changed }

// age returns the age of a page, and sinceAsked how long ago it was asked for; 0 for an unknown page.
func (s *pageIndex) age(page int, now time.Time) time.Duration {
	if p := s.pages[page]; p != nil && !p.fetched.IsZero() {
		return now.Sub(p.fetched)
	}
	return 0
}

func (s *pageIndex) sinceAsked(page int, now time.Time) time.Duration {
	if p := s.pages[page]; p != nil && !p.asked.IsZero() {
		return now.Sub(p.asked)
	}
	return 0
}

// oldest returns the age of the oldest page of a show.
func (s *pageIndex) oldest(sh *show, now time.Time) (oldest time.Duration) {
	for _, e := range sh.entries {
		oldest = max(oldest, s.age(e.Page, now))
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
func (s *pageIndex) update(a acquire.Answer) (other bool) {
	p := s.pages[a.Page]
	if p == nil {
		p = &indexedPage{}
		s.pages[a.Page] = p
	}
	other = p.digest != a.Digest || p.missing || len(p.subpages) == 0
	*p = indexedPage{digest: a.Digest, fetched: a.Fetched.Round(0), asked: a.Asked.Round(0), fresh: true}
	for i := range a.Document.Subpages {
		sub := &a.Document.Subpages[i]
		if !sub.Empty() || s.pictured[browse.Place{Page: a.Page, Subpage: sub.Number}] {
			p.subpages = append(p.subpages, shownSubpage{Number: sub.Number, Dwell: sub.Dwell})
		}
	}
	return other
}

// miss records that the service does not have a page, and reports whether that is news.
func (s *pageIndex) miss(page int) (left bool) {
	p := s.pages[page]
	if p == nil {
		p = &indexedPage{}
		s.pages[page] = p
	}
	left = !p.missing
	p.missing = true
	return left
}

// forget records that the pages of a show could not be drawn.
func (s *pageIndex) forget(sh *show, elapsed time.Duration) {
	for _, e := range sh.entries {
		s.pages[e.Page] = &indexedPage{forgotten: elapsed}
		delete(s.pictured, e.Place())
	}
}

// addPicture records that the picture of a subpage without content is known, and reports whether that is news.
func (s *pageIndex) addPicture(place browse.Place) (other bool) {
	if s.pictured == nil {
		s.pictured = map[browse.Place]bool{}
	}
	other = !s.pictured[place]
	s.pictured[place] = true
	return other
}

// known reports whether a page has come, even where it has nothing to show.
func (s *pageIndex) known(page int) bool {
	p := s.pages[page]
	return p != nil && (!p.fetched.IsZero() || p.missing)
}

// unknown reports whether a page is to be looked for.
func (s *pageIndex) unknown(page int, elapsed time.Duration) bool {
	p := s.pages[page]
	return p == nil || p.forgotten > 0 && elapsed-p.forgotten >= again
}

// move shifts all times after the computer's clock was set, but not those by the clock of now. Pages that came since it
// was looked at last were asked for a moment ago, by either clock.
func (s *pageIndex) move(by time.Duration, now time.Time) {
	for _, p := range s.pages {
		if p.fresh && now.Sub(p.asked).Abs() < now.Sub(p.asked.Add(by)).Abs() {
			continue
		}
		p.fetched, p.asked = p.fetched.Add(by), p.asked.Add(by)
	}
}

// settle records that the clock was looked at.
func (s *pageIndex) settle() {
	for _, p := range s.pages {
		p.fresh = false
	}
}

// missing returns, of pages, those to look for in the store next.
func (s *pageIndex) missing(pages []int, elapsed time.Duration) []int {
	pages = slices.DeleteFunc(slices.Clone(pages), func(page int) bool { return !s.unknown(page, elapsed) })
	return pages[:min(len(pages), atOnce)]
}

// updateAll sets what the store has of pages that missing returned.
func (s *pageIndex) updateAll(found []acquire.Answer, elapsed time.Duration) {
	for _, a := range found {
		switch {
		case !s.unknown(a.Page, elapsed): // it came meanwhile
		case a.Document == nil:
			s.pages[a.Page] = &indexedPage{}
		default:
			s.update(a)
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
