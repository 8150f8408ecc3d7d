package acquire

import (
	"strings"
	"sync"
	"time"

	"sextant/app/budget"
	"sextant/app/store"
	"sextant/app/teletext"
)

// watchEvery is the interval at which a watched page is asked for, and movingEvery that while a followed line on it has
// changed within movingFor.
const (
	watchEvery  = 5 * time.Minute
	movingEvery = time.Minute
	movingFor   = 30 * time.Minute
)

// watchShare is the part of the hour's requests that all watches may use together.
const watchShare = 5

// A Sighting is what a watch was for: a page changed, a line of it, or a phrase appeared.
type Sighting struct {
	Watch store.Watch
	teletext.Place
	Name string
	// Line is the first line that is new, and More how many others are.
	Line string
	More int
	// Before is the text that a followed line had before. Gone: the line has not been on its page for an hour.
	Before string
	Gone   bool
}

// A Watcher reports changes of watched pages, lines and phrases. It is safe for concurrent use.
type Watcher struct {
	kept    LineVersions
	perHour int
	now     func() time.Time
	seen    func(Sighting)

	mu      sync.Mutex
	watches []store.Watch
	lines   map[string]*followedLine // by the key of their watch
}

// LineVersions stores the texts of followed lines; a store.Wishes is one.
type LineVersions interface {
	LineVersions(key string) ([]store.LineVersion, error)
	AddLineVersion(key string, now store.LineVersion, done func(before store.LineVersion, added bool))
}

// NewWatcher makes a watcher for a service that may be asked perHour times an hour. It calls seen with each sighting,
// from any goroutine.
func NewWatcher(kept LineVersions, perHour int, now func() time.Time, seen func(Sighting)) *Watcher {
	return &Watcher{kept: kept, perHour: perHour, now: now, seen: seen, lines: map[string]*followedLine{}}
}

// Set replaces the watches. The list must not change any more.
func (w *Watcher) Set(watches []store.Watch) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.watches = watches
	lines := map[string]*followedLine{}
	for _, watch := range watches {
		if key := watch.Key(); watch.Line.Text != "" && !watch.Paused {
			if lines[key] = w.lines[key]; lines[key] == nil {
				lines[key] = &followedLine{last: watch.Line, moved: watch.Since}
			}
		}
	}
	w.lines = lines
}

// active returns the watches that are not paused.
func (w *Watcher) active() (list []store.Watch) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, watch := range w.watches {
		if !watch.Paused {
			list = append(list, watch)
		}
	}
	return list
}

// Wishes returns wishes for the watched pages.
func (w *Watcher) Wishes() (wishes []Wish) {
	every, slower := w.intervals()
	for page, interval := range every {
		age := time.Duration(float64(interval) * slower)
		wishes = append(wishes, Wish{Page: page, Class: budget.Refresh, Weight: 1, MaxAge: age})
	}
	return wishes
}

// Every returns the interval at which a watched page is asked for, 0 for one that is not watched, and whether a larger
// quota would shorten it.
func (w *Watcher) Every(page int) (every time.Duration, slower bool) {
	intervals, factor := w.intervals()
	return time.Duration(float64(intervals[page]) * factor), factor > 1
}

// intervals returns the intervals that the watched pages should have, and the factor by which they are longer, so that
// all together keep to watchShare.
func (w *Watcher) intervals() (every map[int]time.Duration, slower float64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	every, now := map[int]time.Duration{}, w.now()
	for _, watch := range w.watches {
		if watch.Page == 0 || watch.Paused {
			continue
		}
		interval := watchEvery
		if l := w.lines[watch.Key()]; l != nil && now.Sub(l.moved).Abs() < movingFor {
			interval = movingEvery
		}
		if before := every[watch.Page]; before == 0 || interval < before {
			every[watch.Page] = interval
		}
	}
	requests := 0.0
	for _, interval := range every {
		requests += time.Hour.Seconds() / interval.Seconds()
	}
	return every, max(1, requests/max(1, float64(w.perHour)/watchShare))
}

// OnChanged reports the watches that a change matches. A page that comes for the first time has not changed, but a
// phrase may appear on it.
func (w *Watcher) OnChanged(c Change) {
	for _, watch := range w.active() {
		if watch.Line.Text != "" {
			continue
		}
		if s, ok := sighting(watch, c); ok {
			w.seen(s)
		}
	}
}

func sighting(watch store.Watch, c Change) (Sighting, bool) {
	s := Sighting{Watch: watch, Place: teletext.Place{Page: c.Page}, Name: strings.TrimSpace(c.Document.Name)}
	if watch.Phrase == "" && (watch.Page != c.Document.Number || c.Old == nil) {
		return s, false
	}
	found := false
	for i := range c.Document.Subpages {
		sub := &c.Document.Subpages[i]
		for _, line := range newLines(sub, olderOf(c.Old, sub.Number)) {
			if watch.Phrase != "" && !strings.Contains(strings.ToLower(line), strings.ToLower(watch.Phrase)) {
				continue
			}
			if found {
				s.More++
				continue
			}
			found = true
			s.Subpage, s.Line = sub.Number, line
		}
	}
	return s, found
}

func olderOf(old *teletext.Page, number int) *teletext.Subpage {
	if old == nil {
		return nil
	}
	s, _ := old.Subpage(number)
	return s
}

// newLines returns the lines of a subpage that the older one does not have.
func newLines(s, older *teletext.Subpage) []string {
	was := map[string]bool{}
	for _, line := range linesOf(older) {
		was[line] = true
	}
	var lines []string
	for _, line := range linesOf(s) {
		if !was[line] {
			lines = append(lines, line)
		}
	}
	return lines
}

func linesOf(s *teletext.Subpage) (lines []string) {
	if s == nil {
		return nil
	}
	for _, line := range s.TextLines() {
		lines = append(lines, line.Text)
	}
	return lines
}
