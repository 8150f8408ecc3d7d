package acquire

import (
	"cmp"
	"strings"
	"time"

	"sextant/app/store"
	"sextant/app/teletext"
)

// goneFor is how long a followed line may be missing from its page before that is reported.
const goneFor = time.Hour

// A followedLine is the state of a line that is watched. It is guarded by the Watcher's lock.
type followedLine struct {
	last   teletext.TextLine // its last place and text; without text after it was gone for goneFor
	moved  time.Time         // when it last said something else
	gone   time.Time         // when it went missing, zero where it is there
	loaded bool              // from the store
}

// Look looks for the followed lines on a page that the service has given; doc is nil where the page is missing.
func (w *Watcher) Look(page int, doc *teletext.Page) {
	for _, watch := range w.active() {
		if watch.Page == page && watch.Line.Text != "" {
			w.load(watch.Key())
			w.follow(watch, doc)
		}
	}
}

// load reads the last text of a line from the store, the first time.
func (w *Watcher) load(key string) {
	w.mu.Lock()
	l := w.lines[key]
	done := l == nil || l.loaded
	w.mu.Unlock()
	if done {
		return
	}
	all, err := w.kept.LineVersions(key)
	w.mu.Lock()
	defer w.mu.Unlock()
	if l.loaded || err != nil {
		return
	}
	if l.loaded = true; len(all) > 0 {
		l.last, l.moved = all[0].Line, all[0].At
	}
}

// follow looks for a line on its page, and reports a change.
func (w *Watcher) follow(watch store.Watch, doc *teletext.Page) {
	key, now := watch.Key(), w.now()
	w.mu.Lock()
	l := w.lines[key]
	if l == nil { // the watch was ended meanwhile
		w.mu.Unlock()
		return
	}
	found, is := find(doc, watch, l.last)
	before := l.last
	switch {
	case is && found.Text == before.Text, !is && !l.isGone(now):
		if is {
			l.gone, l.last = time.Time{}, found
		}
		w.mu.Unlock()
		return
	case is:
		l.gone, l.last, l.moved = time.Time{}, found, now
	default:
		l.gone = now // and said so once
	}
	w.mu.Unlock()
	version := store.LineVersion{At: now, Line: found}
	if doc != nil {
		version.Modified = doc.Modified
	}
	w.kept.AddLineVersion(key, version, func(stored store.LineVersion, added bool) {
		if added {
			w.report(watch, doc, cmp.Or(stored.Line.Text, before.Text), found)
		}
	})
}

// isGone records that the line is missing, and reports whether it has been for goneFor.
func (l *followedLine) isGone(now time.Time) bool {
	if l.gone.IsZero() || l.gone.After(now) {
		l.gone = now
	}
	return now.Sub(l.gone) >= goneFor
}

// find returns a line on its page. After it was gone for goneFor it is looked for where it was chosen.
func find(doc *teletext.Page, watch store.Watch, last teletext.TextLine) (teletext.TextLine, bool) {
	if doc == nil {
		return teletext.TextLine{}, false
	}
	if last.Text == "" {
		last = watch.Line
	}
	return teletext.FindLine(doc, watch.Line, last)
}

// report reports a line whose text has changed, where the watch's rule applies, or that it is gone.
func (w *Watcher) report(watch store.Watch, doc *teletext.Page, before string, now teletext.TextLine) {
	s := Sighting{
		Watch: watch, Place: teletext.Place{Page: watch.Page, Subpage: now.Subpage}, Before: before, Line: now.Text,
		Gone: now.Text == "",
	}
	if doc != nil {
		s.Name = strings.TrimSpace(doc.Name)
	}
	isSame := watch.Rule.Side != store.AnyChange && watch.Rule.Met(before)
	if s.Gone || before != "" && before != now.Text && watch.Rule.Met(now.Text) && !isSame {
		w.seen(s)
	}
}
