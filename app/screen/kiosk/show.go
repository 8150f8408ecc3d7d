package kiosk

import (
	"slices"
	"time"

	"sextant/app/acquire"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/teletext"
)

// A Cause is why something is shown.
type Cause int

// The causes.
const (
	Listed  Cause = iota // its turn in the list has come
	Alerted              // it changed, and breaks in
	Visited              // a viewer went there
	Waiting              // nothing can be shown yet
)

// String names a cause in a word.
func (c Cause) String() string {
	return [...]string{"listed", "alerted", "visited", "waiting"}[c]
}

// A show is what is on the screen at one time.
type show struct {
	cause   Cause
	entries []entry
	behind  stop // in the list, before the entries
	own     stop // of the entries in the list
	// together is how many entries the list wanted; there are fewer while fewer pages are known.
	together int
	dwell    time.Duration
	stays    bool // it is on the screen already, and not drawn
	again    bool // it is on the screen already, and drawn from the newest pages
	// scenes has a scene for each entry; those of a list are loaded when it is drawn.
	scenes []navigate.Scene
	// received is the page that has just come, if the show is drawn for its sake.
	received *acquire.State
	picture
	began time.Duration // by the monotonic clock
	at    time.Time     // the same by the computer's clock
}

func (s *show) places() (all []teletext.Place) {
	for _, e := range s.entries {
		all = append(all, e.Place())
	}
	return all
}

// hasPage reports whether something of a page is shown.
func (s *show) hasPage(page int) bool {
	return s != nil && slices.ContainsFunc(s.entries, func(e entry) bool { return e.Page == page })
}

// like reports whether another show has the same cause, and is drawn alike.
func (s *show) like(other *show) bool {
	return s != nil && other != nil && s.cause == other.cause &&
		slices.EqualFunc(s.entries, other.entries, entry.looksLike)
}

// breaksInto reports whether this is an alert, and the other show not one of the same page.
func (s *show) breaksInto(other *show) bool {
	return s != nil && s.cause == Alerted && (other.cause != Alerted || !other.hasPage(s.entries[0].Page))
}

// standByGrid shows a service's name and the time.
func standByGrid(name string, now time.Time) *teletext.Grid {
	return teletext.StandbyGrid(name, say.Time("time.clock", now), say.Time("date.weekday", now))
}
