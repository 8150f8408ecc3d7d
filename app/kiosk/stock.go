package kiosk

import (
	"slices"
	"time"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/words"
)

// changedWithin is how long ago a page has changed that counts as changed, and changedEvery how often it is looked for such.
const (
	changedWithin = time.Hour
	changedEvery  = time.Minute
)

// A stock is what there is to show, without the pages themselves, which acquisition keeps.
type stock struct {
	director *Director
	pages    map[int]*stocked
	changed  []int
	looked   time.Time // when changed was looked up
	looking  bool
	loading  bool
}

// A stocked page is one that was looked for. It has no subpages where nothing of it can be shown.
type stocked struct {
	subpages []shownSubpage
	// fetched and asked are an answer's.
	fetched, asked time.Time
	digest         [32]byte
	missing        bool // the service has no such page
	// forgotten is when it could not be shown although it was known, 0 for never.
	forgotten time.Duration
}

// again is how long after a page could not be shown it is looked for once more.
const again = 30 * time.Second

// Subpages are those of a page that can be shown.
func (s *stock) Subpages(page int) []shownSubpage {
	p := s.pages[page]
	if p == nil || p.missing {
		return nil
	}
	return p.subpages
}

// Exists tells whether there may be a page.
func (s *stock) Exists(page int) bool {
	return s.director.parts.Directory.Existence(page) != teletext.Absent || len(s.Subpages(page)) > 0
}

// Favourites are the places that are kept.
func (s *stock) Favourites() (all []browse.Place) {
	for _, f := range s.director.parts.Lists.Favourites() {
		all = append(all, browse.Place{Page: f.Page, Subpage: f.Subpage})
	}
	return all
}

// Changed are the pages that changed of late.
func (s *stock) Changed() []int { return s.changed }

// age is how old what is known of a page is.
func (s *stock) age(page int) time.Duration {
	if p := s.pages[page]; p != nil && !p.fetched.IsZero() {
		return s.director.parts.Now().Sub(p.fetched)
	}
	return 0
}

// sinceAsked is how long ago a page was asked for.
func (s *stock) sinceAsked(page int) time.Duration {
	if p := s.pages[page]; p != nil && !p.asked.IsZero() {
		return s.director.parts.Now().Sub(p.asked)
	}
	return 0
}

// ageOf tells, for what is shown, from when the oldest of it is, empty where that is young enough.
func (s *stock) ageOf(sh *show) string {
	most, oldest := s.director.parts.Playlist.Screen.Age, time.Duration(0)
	for _, e := range sh.entries {
		oldest = max(oldest, s.age(e.Page))
	}
	if most == 0 || oldest < most {
		return ""
	}
	return since(oldest, s.director.parts.Now(), s.director.parts.Zone)
}

// since says from when something of an age is, by the screen's clock, whose zone is named where the service has another.
func since(age time.Duration, now time.Time, service *time.Location) string {
	at, mark := now.Add(-age), ""
	if service != nil {
		mark = words.Calendar{Zone: now.Location(), Now: now.In(service)}.Mark(at)
	}
	switch {
	case age < 12*time.Hour:
		return say.Text("outdated.from", "Time", say.Time("time.clock", at)+mark)
	case age < 6*24*time.Hour:
		return say.Text("outdated.from", "Time", say.Time("time.weekday", at)+mark)
	}
	return say.Text("outdated.from", "Time", say.Time("date.dayMonth", at))
}

// put takes in what is known of a page, and tells whether it is another page now.
func (s *stock) put(a acquire.Answer) (other bool) {
	p := s.pages[a.Page]
	if p == nil {
		p = &stocked{}
		s.pages[a.Page] = p
	}
	other = p.digest != a.Digest || p.missing || len(p.subpages) == 0
	*p = stocked{digest: a.Digest, fetched: a.Fetched, asked: a.Asked}
	for i := range a.Document.Subpages {
		if sub := &a.Document.Subpages[i]; !sub.Empty() {
			p.subpages = append(p.subpages, shownSubpage{Number: sub.Number, Dwell: sub.Dwell})
		}
	}
	return other
}

// miss leaves a page out that the service does not have, and reports whether it was not left out before.
func (s *stock) miss(page int) (left bool) {
	p := s.pages[page]
	if p == nil {
		p = &stocked{}
		s.pages[page] = p
	}
	left = !p.missing
	p.missing = true
	return left
}

// forget takes in that nothing can be shown of a page that was to be shown.
func (s *stock) forget(sh *show) {
	for _, e := range sh.entries {
		s.pages[e.Page] = &stocked{forgotten: s.director.parts.Elapsed()}
	}
}

// known reports whether the service has said what a page has, even where that is nothing to show.
func (s *stock) known(page int) bool {
	p := s.pages[page]
	return p != nil && (!p.fetched.IsZero() || p.missing)
}

// unknown tells whether it is to be looked for a page.
func (s *stock) unknown(page int) bool {
	p := s.pages[page]
	return p == nil || p.forgotten > 0 && s.director.parts.Elapsed()-p.forgotten >= again
}

// move takes in that the computer's clock was set.
func (s *stock) move(by time.Duration) {
	for _, p := range s.pages {
		p.fetched, p.asked = p.fetched.Add(by), p.asked.Add(by)
	}
}

// load looks in the store, in the background, for pages that were not looked for yet, at most a few at a time, so that
// what is shown soon comes first. Those that are there are taken in.
func (s *stock) load(pages []int) {
	if s.loading {
		return
	}
	pages = slices.DeleteFunc(slices.Clone(pages), func(page int) bool { return !s.unknown(page) })
	if pages = pages[:min(len(pages), atOnce)]; len(pages) == 0 {
		return
	}
	s.loading = true
	of := s.director.parts.Pages
	s.director.background.Go(func() {
		found := find(of, pages)
		s.director.Post(func() { s.loaded(found) })
	})
}

// find looks in the store for pages.
func find(of *acquire.Pages, pages []int) (found []acquire.Answer) {
	for _, page := range pages {
		a, _, ok := of.Stored(acquire.Want{Page: page, Class: budget.Collect})
		if !ok {
			a = acquire.Answer{Page: page}
		}
		found = append(found, a)
	}
	return found
}

// atOnce is how many pages are looked for in the store at once.
const atOnce = 16

func (s *stock) loaded(found []acquire.Answer) {
	s.loading = false
	for _, a := range found {
		switch {
		case !s.unknown(a.Page): // it came meanwhile
		case a.Document == nil:
			s.pages[a.Page] = &stocked{}
		default:
			s.put(a)
		}
	}
	s.director.running.stockChanged(0)
}

// lookForChanges looks up, in the background, which pages changed of late.
func (s *stock) lookForChanges(now time.Time) {
	if s.looking || now.Sub(s.looked).Abs() < changedEvery {
		return
	}
	s.looking, s.looked = true, now
	of, since := s.director.parts.Store, now.Add(-changedWithin)
	s.director.background.Go(func() {
		pages, err := of.ChangedSince(since)
		s.director.Post(func() {
			s.looking = false
			if err == nil && !slices.Equal(pages, s.changed) {
				s.changed = pages
				s.director.running.stockChanged(0)
			}
		})
	})
}
