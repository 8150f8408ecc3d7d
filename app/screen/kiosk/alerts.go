package kiosk

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sextant/app/acquire"
	"sextant/app/screen/playlist"
	"sextant/app/teletext"
)

// alerts are pages that break in when they change.
type alerts struct {
	waiting []alert                 // the first one has the screen, or gets it at its notBefore
	began   map[pause]time.Duration // when each page last broke in
}

// An alert is subpages that break in.
type alert struct {
	page      int
	entries   []entry
	stays     time.Duration
	endsAt    time.Duration // 0 before it has the screen
	last      stop
	wakes     bool          // the screen, where that is off
	notBefore time.Duration // when it is tried again after it could not be drawn, 0 for at once
}

// hasStop reports whether a subpage is one of an alert.
func (al *alert) hasStop(s stop) bool {
	return slices.ContainsFunc(al.entries, func(e entry) bool { return e.stop == s })
}

// mostAlerts bounds those that wait.
const mostAlerts = 16

// alertPages returns the pages that may break in now: while the screen is off only those that wake it.
func alertPages(p *playlist.Playlist, index *pageIndex, asleep bool) (all []int) {
	for _, b := range p.BreakIns {
		if asleep && !b.Wakes {
			continue
		}
		for _, item := range b.Items {
			for page := item.From; page <= item.To; page++ {
				if item.From == item.To || index.Exists(page) {
					all = append(all, page)
				}
			}
		}
	}
	return all
}

// A pause is the key of the time between two break-ins of a page by the same rule of the playlist.
type pause struct{ breakIn, page int }

// pageChanged makes a changed page break in where the playlist says so.
func (t *turns) pageChanged(at moment, c acquire.Change) []effect {
	return t.input(at, func() {
		for i, b := range t.playlist.BreakIns {
			if t.asleep && !b.Wakes {
				continue
			}
			p := pause{i, c.Page}
			began, did := t.alerts.began[p]
			if did && at.elapsed-began < b.Pause {
				continue
			}
			if entries := breaksIn(&b, c, t.current().Manner); len(entries) > 0 {
				al := alert{page: c.Page, entries: entries, stays: b.Stays, wakes: b.Wakes}
				if !t.alerts.start(p, al, at.elapsed) {
					return
				}
				t.note(fmt.Sprintf("page %d breaks in", al.page))
				if len(t.alerts.waiting) == 1 {
					t.turnNow()
				}
				return
			}
		}
	})
}

// breaksIn returns the subpages with which a changed page breaks in, shown as the list is.
func breaksIn(b *playlist.BreakIn, c acquire.Change, manner playlist.Manner) (entries []entry) {
	if c.Old == nil {
		return nil
	}
	moved := lineChanged(b.Line, c)
	for i := range c.Document.Subpages {
		s := &c.Document.Subpages[i]
		old, _ := c.Old.Subpage(s.Number)
		named := slices.ContainsFunc(b.Items, func(item playlist.Item) bool {
			return item.From <= c.Page && c.Page <= item.To &&
				(item.Subpage == 0 || item.Subpage == s.Number)
		})
		if !named || s.Empty() || old != nil && old.Digest() == s.Digest() || !appears(b, old, s) ||
			b.Line != "" && s.Number != moved {
			continue
		}
		entries = append(entries, newEntry(stop{Page: c.Page, Subpage: s.Number}, manner, s.Dwell))
	}
	return entries
}

// lineChanged returns the subpage of a changed page on which the line with some words has changed, 0 for none.
func lineChanged(words string, c acquire.Change) (subpage int) {
	if words == "" {
		return 0
	}
	chosen := teletext.TextLine{Text: words}
	before, was := teletext.FindLine(c.Old, chosen, chosen)
	now, is := teletext.FindLine(c.Document, chosen, before)
	if !was || !is || now.Text == before.Text {
		return 0
	}
	return now.Subpage
}

// start queues an alert, and reports whether there is room for it. One whose time is over does not hold it up, though
// it may still be read aloud.
func (a *alerts) start(p pause, al alert, elapsed time.Duration) bool {
	a.waiting = slices.DeleteFunc(a.waiting, func(al alert) bool { return al.endsAt != 0 && elapsed >= al.endsAt })
	if len(a.waiting) >= mostAlerts {
		return false
	}
	if a.began == nil {
		a.began = map[pause]time.Duration{}
	}
	a.began[p] = elapsed
	a.waiting = append(a.waiting, al)
	return true
}

// onceMore is the time after which a subpage that could not be drawn is tried again. The store may have it then.
const onceMore = 2 * time.Second

// onFailed handles a subpage that could not be drawn: it is dropped the second time. again reports whether it is tried
// once more, after onceMore.
func (a *alerts) onFailed(lost stop, elapsed time.Duration) (again bool) {
	for i := range a.waiting {
		switch al := &a.waiting[i]; {
		case !al.hasStop(lost):
		case al.notBefore == 0:
			al.notBefore, again = elapsed+onceMore, true
		default:
			al.entries = slices.DeleteFunc(al.entries, func(e entry) bool { return e.stop == lost })
		}
	}
	a.waiting = slices.DeleteFunc(a.waiting, func(al alert) bool { return len(al.entries) == 0 })
	return again
}

// appears reports whether the phrase of a break-in is in a subpage and was not before.
func appears(b *playlist.BreakIn, old, s *teletext.Subpage) bool {
	return b.Phrase == "" || b.Has(textOf(s)) && (old == nil || !b.Has(textOf(old)))
}

// textOf returns the text of a subpage.
func textOf(s *teletext.Subpage) string {
	var text strings.Builder
	g := s.Grid()
	for row := range g {
		text.WriteString(g.Row(row))
		text.WriteByte('\n')
	}
	return text.String()
}

// wakes reports whether an alert is due that wakes the screen.
func (a *alerts) wakes(elapsed time.Duration) bool {
	return slices.ContainsFunc(a.waiting, func(al alert) bool {
		return al.wakes &&
			(al.endsAt == 0 || elapsed < al.endsAt)
	})
}

// chooseShow returns what is to be shown of an alert at a time, nil where there is none.
func (a *alerts) chooseShow(at, elapsed time.Duration) *show {
	for i := range a.waiting {
		al := &a.waiting[i]
		ends := al.endsAt
		if ends == 0 {
			ends = at + al.stays
		}
		if at >= ends || elapsed < al.notBefore {
			continue
		}
		after := slices.IndexFunc(al.entries, func(e entry) bool { return e.stop == al.last })
		e, dwell := al.entries[(after+1)%len(al.entries)], ends-at
		if len(al.entries) > 1 {
			dwell = min(dwell, e.Dwell)
		}
		return &show{cause: Alerted, entries: []entry{e}, dwell: dwell}
	}
	return nil
}

// onShown records that a show is on the screen.
func (a *alerts) onShown(s *show) {
	a.waiting = slices.DeleteFunc(a.waiting, func(al alert) bool { return al.endsAt != 0 && s.began >= al.endsAt })
	i := slices.IndexFunc(a.waiting, func(al alert) bool { return s.cause == Alerted && al.hasStop(s.entries[0].stop) })
	if i < 0 {
		return
	}
	al := &a.waiting[i]
	if al.last = s.entries[0].stop; al.endsAt == 0 {
		al.endsAt = s.began + al.stays
	}
}
