package page

import (
	"slices"
	"strings"
	"time"

	"sextant/app/navigate"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/widgets/pageview"
	"sextant/widgets/reading"
)

const (
	// seenAfter is how long a row must be on screen to count as seen.
	seenAfter = 8 * time.Second
	// earlierVersions is the number of versions by which rows that change all the time are recognised.
	earlierVersions = 4
)

// news marks what is new to the user on the page on screen: rows that were not there when the user last saw the page,
// and links to pages that have changed since they were last seen.
type news struct {
	page *Presenter

	asked   int              // counts the queries, so that only the result of the last one is shown
	shown   navigate.Scene   // the scene of the marks
	store   *store.Store     // the store of that scene
	seen    *teletext.Page   // the page as the user last saw it, nil if not known
	earlier []*teletext.Page // versions of it, the newest first; nil if they have not been read
	rows    map[int][]int    // new rows by subpage
	latest  map[int][]int    // the last new rows, also after they have been seen
	links   []teletext.Link  // links to changed pages
	timer   *time.Timer      // until what is on screen has been seen
	opacity uint8            // of the marks of rows

	looksLater bool // the links are scheduled to be checked again

	announced   string    // the last announcement to screen readers, also of another view
	announcedAt time.Time // its time
}

// isOn reports whether news is marked on the page on screen.
func (n *news) isOn(s navigate.Scene) bool {
	return n.page.look().MarkNew && s.Grid != nil && s.Document != nil && !n.page.versions.isOn()
}

// arrived determines in the background what is new on a page that the user has opened.
func (n *news) arrived(s navigate.Scene) {
	if n.shown.Page == s.Page && n.shown.Subpage == s.Subpage { // reloaded
		return
	}
	n.left()
	n.forget()
	if !n.isOn(s) {
		return
	}
	n.shown, n.store = s, n.page.parts.Tuner.Current().Store
	n.read(func(from *store.Store) func() {
		if is, _ := from.SeenIsNewest(s.Page, s.Subpage); is { // as at each turn of an unchanged page
			return func() {
				n.seen = s.Document
				n.wait()
			}
		}
		seen, _ := from.SeenVersions(s.Page, s.Subpage, earlierVersions) // none if that cannot be read
		if seen == nil {
			return func() { n.wait() }
		}
		rows := newRows(s.Document, seen.Seen, seen.Newest)
		return func() {
			n.seen, n.earlier, n.rows = seen.Seen, seen.Newest, rows
			n.wait()
		}
	})
	n.lookAtLinks(slices.Clone(n.page.sheet.links))
}

// updated determines what is new in another version of the page on screen.
func (n *news) updated(s navigate.Scene) {
	if n.shown.Page != s.Page || n.shown.Subpage != s.Subpage || n.shown.Digest == s.Digest || !n.isOn(s) {
		return
	}
	seen := n.seen
	if seen == nil {
		seen = n.shown.Document
	}
	before, earlier, now := n.shown.Document, n.earlier, n.page.host.Now()
	if earlier != nil {
		n.earlier = append([]*teletext.Page{before}, earlier...)
		n.earlier = n.earlier[:min(len(n.earlier), earlierVersions)]
		earlier = n.earlier
	}
	n.shown, n.seen = s, seen
	n.read(func(from *store.Store) func() {
		if earlier == nil {
			earlier = earlierThan(s, from, before, now)
		}
		rows := newRows(s.Document, seen, earlier)
		return func() {
			n.earlier, n.rows = earlier, rows
			n.announce()
			n.wait()
		}
	})
}

// earlierThan reads the versions before a scene's, the newest first, of which one is known.
func earlierThan(s navigate.Scene, from *store.Store, before *teletext.Page, now time.Time) []*teletext.Page {
	known, _ := from.VersionsSince(s.Page, now, earlierVersions+1) // none if they cannot be read
	if known == nil {
		return []*teletext.Page{before}
	}
	earlier := slices.DeleteFunc(known.Newest, func(p *teletext.Page) bool { return p.Digest() == s.Digest })
	if len(earlier) == 0 || earlier[0].Digest() != before.Digest() {
		earlier = append([]*teletext.Page{before}, earlier...)
	}
	return earlier[:min(len(earlier), earlierVersions)]
}

// announceEvery is the least time between two announcements.
const announceEvery = 20 * time.Second

// announce announces the new rows of the subpage on screen to screen readers.
func (n *news) announce() {
	now := n.page.host.Now()
	s, _ := n.shown.Document.Subpage(n.shown.Subpage)
	if s == nil || now.Sub(n.announcedAt).Abs() < announceEvery {
		return
	}
	var said []string
	for _, l := range s.TextLines() {
		if slices.Contains(n.rows[s.Number], l.Row) {
			said = append(said, l.Text)
		}
	}
	if len(said) > 0 {
		n.announced, n.announcedAt = strings.Join(said, ". "), now
	}
}

// newRows returns the new rows of a page by subpage.
func newRows(doc, seen *teletext.Page, earlier []*teletext.Page) map[int][]int {
	if len(earlier) > 0 && earlier[0].Digest() == doc.Digest() {
		earlier = earlier[1:]
	}
	return doc.NewRows(seen, earlier)
}

// lookAtLinks determines in the background which links lead to a page that has new rows since the user last saw it.
func (n *news) lookAtLinks(links []teletext.Link) {
	shown, from := n.shown, n.store
	var pages []int
	for _, l := range links {
		if l.Page != 0 && l.Page != n.shown.Page && !slices.Contains(pages, l.Page) {
			pages = append(pages, l.Page)
		}
	}
	if len(pages) == 0 {
		return
	}
	go func() {
		changed, _ := from.ChangedSinceSeen(pages) // none if that cannot be read
		changed = slices.DeleteFunc(changed, func(page int) bool { return !hasNews(from, page) })
		n.page.host.Do(func() {
			if n.store == from && n.shown.Page == shown.Page && n.shown.Subpage == shown.Subpage {
				n.links = slices.DeleteFunc(links, func(l teletext.Link) bool {
					return !slices.Contains(changed, l.Page)
				})
				n.mark()
			}
		})
	}()
}

// lookPause is how long changes of pages are collected until the links are checked again.
const lookPause = time.Second

// changed schedules another check of the links, if one of them leads to a page that has changed.
func (n *news) changed(page int) {
	leads := slices.ContainsFunc(n.page.sheet.links, func(l teletext.Link) bool { return l.Page == page })
	if n.shown.Page == 0 || !leads || n.looksLater {
		return
	}
	n.looksLater = true
	time.AfterFunc(lookPause, func() {
		n.page.host.Do(func() {
			if n.looksLater = false; n.shown.Page != 0 {
				n.lookAtLinks(slices.Clone(n.page.sheet.links))
			}
		})
	})
}

// hasNews reports whether a page has rows that are new to the user.
func hasNews(from *store.Store, page int) bool {
	seen, err := from.SeenVersions(page, 0, earlierVersions)
	if err != nil || seen == nil || len(seen.Newest) == 0 {
		return false
	}
	for _, rows := range newRows(seen.Newest[0], seen.Seen, seen.Newest) {
		if len(rows) > 0 {
			return true
		}
	}
	return false
}

// read reads in the background, and then calls the result of read on the UI goroutine, unless a later query has
// started.
func (n *news) read(read func(from *store.Store) func()) {
	n.asked++
	asked, from := n.asked, n.store
	go func() {
		done := read(from)
		n.page.host.Do(func() {
			if n.asked == asked {
				done()
			}
		})
	}()
}

// mark shows the marks in the current view.
func (n *news) mark() {
	s := n.page.sheet
	if !n.isOn(s.scene) || n.shown.Page != s.scene.Page || n.shown.Subpage != s.scene.Subpage {
		return
	}
	if len(n.rows) > 0 {
		n.latest = n.rows
	}
	gone := func(l teletext.Link) bool { return !slices.Contains(s.links, l) }
	links := slices.DeleteFunc(slices.Clone(n.links), gone)
	s.view.SetNews(pageview.News{Rows: n.rows[s.scene.Subpage], Links: links, Opacity: n.opacity})
	if s.reads() {
		s.reading.SetNew(n.stretches(), n.opacity)
	}
}

// stretches returns the new rows in the text.
func (n *news) stretches() (list []reading.Stretch) {
	s := n.page.sheet
	for i, b := range s.blocks {
		for k, l := range b.Lines {
			before := len(b.Text)
			if k+1 < len(b.Lines) {
				before = b.Lines[k+1].At
			}
			if slices.Contains(n.rows[s.scene.Document.Subpages[l.Subpage].Number], l.Row) {
				list = append(list, reading.Stretch{Passage: i, From: l.At, Before: before})
			}
		}
	}
	return list
}

// wait marks what is new, and starts the timer after which it counts as seen if the window was visible.
func (n *news) wait() {
	n.opacity = 255
	n.mark()
	if n.timer != nil {
		n.timer.Stop()
	}
	asked := n.asked
	n.timer = time.AfterFunc(seenAfter, func() {
		n.page.host.Do(func() {
			switch {
			case n.asked != asked:
			case n.page.parts.Attention() == navigate.Minimised:
				n.wait()
			default:
				n.fade()
			}
		})
	})
}

// The marks of seen rows fade out in a few steps, each of which draws the window once.
const (
	fadeStep  = 100 * time.Millisecond
	fadeSteps = 5
)

// fade fades out the marks, step by step.
func (n *news) fade() {
	const step = 255 / fadeSteps
	if !n.any() || n.opacity <= step {
		n.haveSeen()
		return
	}
	n.opacity -= step
	n.mark()
	asked := n.asked
	n.timer = time.AfterFunc(fadeStep, func() {
		n.page.host.Do(func() {
			if n.asked == asked {
				n.fade()
			}
		})
	})
}

// any reports whether any row is new.
func (n *news) any() bool {
	for _, rows := range n.rows {
		if len(rows) > 0 {
			return true
		}
	}
	return false
}

// haveSeen removes the marks of what the user has seen.
func (n *news) haveSeen() {
	n.left()
	n.seen, n.rows = n.shown.Document, nil
	if s := n.page.sheet; s.reads() { // the text has all subpages
		for i := range n.shown.Document.Subpages {
			n.noteSeen(n.shown.Document.Subpages[i].Number)
		}
	}
	n.mark()
}

// left records until when the page was on screen.
func (n *news) left() {
	if n.shown.Page != 0 && n.page.parts.Attention() != navigate.Minimised {
		n.noteSeen(n.shown.Subpage)
	}
}

func (n *news) noteSeen(subpage int) {
	n.store.SetSeen(n.shown.Page, subpage, n.page.host.Now())
}

// forget removes all marks.
func (n *news) forget() {
	n.asked++
	n.shown, n.seen, n.earlier, n.announced = navigate.Scene{}, nil, nil, ""
	n.rows, n.latest, n.links = nil, nil, nil
	if n.timer != nil {
		n.timer.Stop()
	}
	n.page.sheet.view.SetNews(pageview.News{})
	n.page.sheet.reading.SetNew(nil, 0)
}

// lookChanged applies a change of the settings.
func (n *news) lookChanged() {
	if !n.page.look().MarkNew {
		n.forget()
	} else if n.shown.Page == 0 && n.page.sheet.scene.Page != 0 {
		n.arrived(n.page.sheet.scene)
	}
	n.mark()
}
