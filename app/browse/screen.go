package browse

import (
	"slices"
	"time"

	"sextant/app/teletext"
)

// A screen is what the user sees.
type screen struct {
	shown     teletext.Place
	doc       *teletext.Page // of the shown place, nil when only its picture came
	directory *Directory     // nil for none
}

// Shown is the place on screen; its page is 0 before the first one.
func (s *screen) Shown() teletext.Place { return s.shown }

// Document is the page document of the shown place, nil when there is none.
func (s *screen) Document() *teletext.Page { return s.doc }

// Subpages gives the position of the shown subpage among those of its page, counted from 1, and how
// many there are. Both are 0 when the document is not known.
func (s *screen) Subpages() (position, count int) {
	if s.doc == nil {
		return 0, 0
	}
	_, i := s.doc.Subpage(s.shown.Subpage)
	return i + 1, len(s.doc.Subpages)
}

// hasSeveral reports whether the page is known to have several subpages.
func (s *screen) hasSeveral() bool { return s.doc != nil && len(s.doc.Subpages) > 1 }

// beside returns the subpage before (-1) or after (1) one of a page that has several, also of one that the page has no
// more. The first follows the last.
func (s *screen) beside(subpage, direction int) teletext.Place {
	all := s.doc.Subpages
	if _, i := s.doc.Subpage(subpage); i >= 0 {
		return teletext.Place{Page: s.shown.Page, Subpage: all[(i+direction+len(all))%len(all)].Number}
	}
	next := slices.IndexFunc(all, func(a teletext.Subpage) bool { return a.Number > subpage })
	switch {
	case next < 0 && direction > 0:
		next = 0
	case next < 0:
		next = len(all) - 1
	case direction < 0:
		next = (next - 1 + len(all)) % len(all)
	}
	return teletext.Place{Page: s.shown.Page, Subpage: all[next].Number}
}

// SetDirectory sets the directory by which pages that are missing are skipped.
func (s *screen) SetDirectory(d *Directory) { s.directory = d }

// Neighbours returns the pages before and after the one on screen, 0 for none.
func (s *screen) Neighbours() (previous, next int) {
	previous, _ = s.neighbour(-1)
	next, _ = s.neighbour(1)
	return previous, next
}

// neighbour returns the next page in a direction that is not missing, or 0 and why there is none. Without a document it
// is the next number.
func (s *screen) neighbour(direction int) (page int, reason Reason) {
	forward := direction > 0
	reason = FirstPage
	if forward {
		reason = LastPage
	}
	switch {
	case s.doc == nil && teletext.ValidPage(s.shown.Page+direction):
		page = s.shown.Page + direction
	case s.doc == nil:
	case forward:
		page = s.doc.Next
	default:
		page = s.doc.Prev
	}
	if page != 0 && s.directory != nil && s.directory.missing[page] {
		page = s.directory.beyond(page, direction)
	}
	return page, reason
}

// defaultDwell is the dwell time where the service gives none.
const defaultDwell = 10 * time.Second

// dwell returns how long the shown subpage stays before the next one.
func (s *screen) dwell() time.Duration {
	if sub, _ := s.doc.Subpage(s.shown.Subpage); sub != nil && sub.Dwell > 0 {
		return sub.Dwell
	}
	return defaultDwell
}
