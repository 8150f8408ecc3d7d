package acquire

import (
	"strings"
	"sync"
	"time"

	"sextant/app/budget"
	"sextant/app/store"
	"sextant/app/teletext"
)

// watchEvery is how often a watched page is looked at when nobody else asks for it.
const watchEvery = 5 * time.Minute

// A Sighting is what a watch was for: a page changed, or a phrase appeared.
type Sighting struct {
	Watch         store.Watch
	Page, Subpage int
	Name          string
	// Line is the first line that is new, and More how many others are.
	Line string
	More int
}

// A Watcher looks after watched pages and phrases. It is safe for concurrent use.
type Watcher struct {
	seen func(Sighting)

	mu      sync.Mutex
	watches []store.Watch
}

// NewWatcher makes a watcher that calls seen with what it sees, from any goroutine.
func NewWatcher(seen func(Sighting)) *Watcher {
	return &Watcher{seen: seen}
}

// Set puts other watches in the place of those before. The list must not change any more.
func (w *Watcher) Set(watches []store.Watch) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.watches = watches
}

func (w *Watcher) list() []store.Watch {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.watches
}

// Wishes are for the watched pages.
func (w *Watcher) Wishes() (wishes []Wish) {
	for _, watch := range w.list() {
		if watch.Page != 0 {
			wishes = append(wishes, Wish{Page: watch.Page, Class: budget.Refresh, Weight: 1, MaxAge: watchEvery})
		}
	}
	return wishes
}

// OnChanged compares a change with what is watched for, and reports the matches. A page seen for the first time has not
// changed, but a phrase may appear on it.
func (w *Watcher) OnChanged(c Change) {
	for _, watch := range w.list() {
		if s, ok := sighting(watch, c); ok {
			w.seen(s)
		}
	}
}

func sighting(watch store.Watch, c Change) (Sighting, bool) {
	s := Sighting{Watch: watch, Page: c.New.Number, Name: strings.TrimSpace(c.New.Name)}
	if watch.Phrase == "" && (watch.Page != c.New.Number || c.Old == nil) {
		return s, false
	}
	found := false
	for i := range c.New.Subpages {
		sub := &c.New.Subpages[i]
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

// newLines are the lines of a subpage that were nowhere on the older one.
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

func linesOf(s *teletext.Subpage) []string {
	if s == nil || s.Empty() {
		return nil
	}
	var lines []string
	for _, line := range strings.Split(s.Grid().Text(teletext.WholeRows(), teletext.TextForm{}), "\n") {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
