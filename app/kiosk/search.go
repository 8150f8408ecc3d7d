package kiosk

import (
	"slices"
	"time"

	"sextant/app/acquire"
	"sextant/app/budget"
)

// changedWithin is how long ago a page has changed that counts as changed, and changedEvery how often such are looked
// for.
const (
	changedWithin = time.Hour
	changedEvery  = time.Minute
)

// A search looks in the store, in the background, for what can be shown.
type search struct {
	pages        *acquire.Pages
	changedSince func(time.Time) ([]int, error)
	background   background

	loading bool
	looking bool
	looked  time.Time // for what has changed
}

// A background does work elsewhere, and then something on the Director's goroutine.
type background func(work, then func())

// start looks for pages, unless it does already.
func (s *search) start(pages []int, found func([]acquire.Answer)) {
	if s.loading || len(pages) == 0 {
		return
	}
	s.loading = true
	var all []acquire.Answer
	s.background(func() { all = s.findPages(pages) }, func() {
		s.loading = false
		found(all)
	})
}

// findPages looks for pages. Of one that is not there the answer has no document.
func (s *search) findPages(pages []int) (found []acquire.Answer) {
	for _, page := range pages {
		a, _, ok := s.pages.Stored(acquire.Want{Page: page, Class: budget.Collect})
		if !ok {
			a = acquire.Answer{Page: page}
		}
		found = append(found, a)
	}
	return found
}

// change looks which pages have changed, now and then, and calls found where those are others than before.
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
