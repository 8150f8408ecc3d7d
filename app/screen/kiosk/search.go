package kiosk

import (
	"slices"
	"time"

	"sextant/app/acquire"
	"sextant/app/budget"
)

// changedWithin is how long a page counts as changed, and changedEvery how often such pages are looked for.
const (
	changedWithin = time.Hour
	changedEvery  = time.Minute
)

// A search reads pages from the store in the background.
type search struct {
	pages        *acquire.Pages
	changedSince func(time.Time) ([]int, error)
	background   background

	loading bool
	looking bool
	looked  time.Time // for what has changed
}

// A background calls work on another goroutine, and then then on the Director's.
type background func(work, then func())

// start reads pages, unless a search is under way.
func (s *search) start(pages []int, found func([]acquire.State)) {
	if s.loading || len(pages) == 0 {
		return
	}
	s.loading = true
	var all []acquire.State
	s.background(func() { all = s.findPages(pages) }, func() {
		s.loading = false
		found(all)
	})
}

// firstFor is how long the time is not shown yet while the store is read at the start. A disk can be slow.
const firstFor = 2 * time.Second

// startFirst is start for the pages that are shown first, and waits for them until late is closed.
func (s *search) startFirst(pages []int, late <-chan struct{}, found func([]acquire.State)) {
	s.loading = true
	var all []acquire.State
	read, waited := make(chan struct{}), false
	end := func() {
		s.loading = false
		found(all)
	}
	s.background(func() {
		all = s.findPages(pages)
		close(read)
	}, func() {
		if !waited {
			end()
		}
	})
	select {
	case <-read:
		waited = true
		end()
	case <-late:
	}
}

// findPages reads pages. One that is not stored has no document.
func (s *search) findPages(pages []int) (found []acquire.State) {
	for _, page := range pages {
		a, _, ok := s.pages.Stored(acquire.Want{Page: page, Class: budget.Collect})
		if !ok {
			a.Page = page
		}
		found = append(found, a.State)
	}
	return found
}

// change looks for changed pages every changedEvery, and calls found where they differ from before.
func (s *search) change(now time.Time, before []int, found func([]int)) {
	if s.looking || now.Sub(s.looked).Abs() < changedEvery {
		return
	}
	s.looking, s.looked = true, now
	var pages []int
	var err error
	s.background(func() { pages, err = s.changedSince(now.Add(-changedWithin)) }, func() {
		if s.looking = false; err == nil && !slices.Equal(pages, before) {
			found(pages)
		}
	})
}
