package kiosk

import (
	"slices"
	"time"

	"sextant/app/kiosk/playlist"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/teletext"
)

// running is what is on the screen, and what comes behind it.
type running struct {
	director *Director
	list     int // of the playlist
	picked   int // a list that was chosen by hand, 0 for none and else one more than its index
	order    order
	last     stop // of the list, that was shown last
	now      *show
	next     *show // nil while nothing is known that could be shown
	ready    bool  // next is drawn
	instead  *show // is drawn to take the place of what is shown out of turn
	due      bool  // the time of what is shown is over
	turn     *time.Timer
	bare     *time.Duration // since when nothing of the list can be shown, nil while something can
}

// bareFor is how long what is on the screen stays behind its time where nothing of the list can be shown.
const bareFor = 10 * time.Second

// begin shows what was on the screen when the program ended, or the list's beginning.
func (r *running) begin() {
	r.list, _ = r.director.parts.Playlist.At(r.director.parts.Now())
	r.last = r.director.memory.stop(r.list)
	r.collect()
	r.due = true
	r.order = newOrder(r.current(), &r.director.stock)
	first := []int{max(r.last.Page, teletext.FirstPage)} // nothing else can be shown before these are looked for
	for _, due := range r.order.Agenda(r.last) {
		first = append(first, due.Page)
	}
	r.director.stock.loaded(find(r.director.parts.Pages, first[:min(len(first), atOnce)]))
}

func (r *running) stop() {
	if r.turn != nil {
		r.turn.Stop()
	}
}

// current is the list that has the screen.
func (r *running) current() *playlist.List { return &r.director.parts.Playlist.Lists[r.list] }

// rearrange lays the list out anew, and chooses what comes next by that.
func (r *running) rearrange() {
	d := r.director
	r.order = newOrder(r.current(), &d.stock)
	var pages []int
	for _, due := range r.order.Agenda(r.last) {
		pages = append(pages, due.Page)
	}
	d.stock.load(append(pages, d.alerts.pages()...))
	r.prepare()
}

// stockChanged takes in that something else is known of a page, or of several where it is 0.
func (r *running) stockChanged(page int) {
	r.director.lines.stockChanged(page)
	if s := r.latest(); s.has(page) && s.cause != Visited {
		r.redraw()
	}
	if r.next.has(page) {
		r.drop()
	}
	r.rearrange()
}

// playlistChanged goes over to another playlist: what is on the screen stays for its time, in the new look.
func (r *running) playlistChanged() {
	r.picked = 0
	r.list, _ = r.director.parts.Playlist.At(r.director.parts.Now())
	r.collect()
	r.director.easel.lookChanged()
	r.director.lines.playlistChanged()
	r.director.alerts.playlistChanged()
	r.drop()
	r.rearrange()
}

// beat goes over to the list of the time of day.
func (r *running) beat(now time.Time) {
	d := r.director
	list, _ := d.parts.Playlist.At(now)
	if r.picked != 0 {
		list = r.picked - 1
	}
	if usesChanged(r.current()) {
		d.stock.lookForChanges(now)
	}
	if list != r.list {
		r.goOver(list)
	}
	r.lookForNothing()
}

// lookForNothing shows the time in the place of what is not of the list where nothing of that can be shown for a while.
func (r *running) lookForNothing() {
	if slices.ContainsFunc(r.order.Entries, func(e entry) bool { return e.Subpage != 0 }) {
		r.bare = nil
		return
	}
	elapsed := r.director.parts.Elapsed()
	if r.bare == nil {
		r.bare = &elapsed
	}
	now := r.latest()
	idle := r.due && r.next == nil && now != nil && now.cause != Waiting && !r.director.visit.suspends()
	if idle && elapsed-*r.bare >= bareFor && !r.lists(now) {
		r.standBy()
	}
}

// lists reports whether a show has a page of the list.
func (r *running) lists(s *show) bool {
	return slices.ContainsFunc(r.order.Entries, func(e entry) bool { return s.has(e.Page) })
}

// goOver shows another list from its beginning on.
func (r *running) goOver(list int) {
	r.director.parts.Note("list " + r.director.parts.Playlist.Lists[list].Name)
	r.list, r.last, r.due = list, stop{}, true
	r.drop()
	r.rearrange()
}

// collect has all pages collected where it is wanted which of them changed of late.
func (r *running) collect() {
	for i := range r.director.parts.Playlist.Lists {
		if usesChanged(&r.director.parts.Playlist.Lists[i]) {
			r.director.parts.Collect()
			return
		}
	}
}

// usesChanged tells whether a list has pages in it that changed of late.
func usesChanged(l *playlist.List) bool {
	for _, item := range l.Items {
		if item.Kind == playlist.Changed {
			return true
		}
	}
	return false
}

// choose is what is to be shown behind what is on the screen, nil where nothing can be.
func (r *running) choose() *show {
	at := r.director.parts.Elapsed()
	if r.now != nil && !r.due {
		at = max(at, r.now.began+r.now.dwell)
	}
	if s := r.director.alerts.choose(at); s != nil {
		return s
	}
	group := r.order.Group(r.last)
	if len(group) == 0 {
		return nil
	}
	return &show{cause: Listed, entries: group, behind: r.last, dwell: dwellOf(group)}
}

// prepare draws what comes next ahead of its time, unless that is done.
func (r *running) prepare() {
	next := r.choose()
	switch {
	case next == nil:
		r.drop()
		if r.latest() == nil {
			r.standBy()
		}
		return
	case next.like(r.next) && next.like(r.now) == r.next.stays:
		r.next.behind = next.behind
		return
	}
	r.drop()
	r.next = next
	if next.like(r.now) {
		next.stays, r.ready = true, true
		r.turnIfDue()
		return
	}
	r.director.easel.draw(next, func(ok bool) {
		switch {
		case r.next != next:
			r.director.easel.give(next.pixels)
		case !ok:
			r.next = nil
			r.gone(next)
			r.rearrange()
		default:
			r.ready = true
			r.turnIfDue()
		}
	})
}

// gone takes in that something cannot be shown that was to be shown.
func (r *running) gone(s *show) {
	if s.cause == Alerted {
		r.director.alerts.gone(s.entries[0].stop)
	} else {
		r.director.stock.forget(s)
	}
}

// drop gives up what was prepared.
func (r *running) drop() {
	if r.next != nil && r.ready {
		r.director.easel.give(r.next.pixels)
	}
	r.next, r.ready = nil, false
}

// illustrated takes in that a page has a picture that it had not.
func (r *running) illustrated(page int) {
	if s := r.latest(); s.has(page) && s.cause != Visited {
		r.redraw()
	}
	if r.next.has(page) {
		r.drop()
		r.prepare()
	}
}

// latest is what is on the screen, or is about to be in its place.
func (r *running) latest() *show {
	if r.instead != nil {
		return r.instead
	}
	return r.now
}

// relabel brings what lies over the pages up to date.
func (r *running) relabel() {
	if s := r.latest(); s != nil && s.labels != r.director.labels(s) {
		r.redraw()
	}
}

// redraw draws what is on the screen once more, from what is known now.
func (r *running) redraw() {
	now := r.latest()
	again := &show{cause: now.cause, entries: now.entries, behind: now.behind, dwell: now.dwell, began: now.began, at: now.at}
	if now.cause == Visited || now.cause == Waiting {
		again.scenes = now.scenes
	}
	r.replace(again, func() { r.vanished(again) })
}

// vanished turns, since what is on the screen is there no more. Until that can be, it is drawn as it was.
func (r *running) vanished(again *show) {
	r.due = true
	r.turnIfDue()
	if r.instead == again {
		again.scenes = r.now.scenes
		r.replace(again, func() {})
	}
}

// replace draws something else and shows it at once in the place of what is on the screen, unless something else does
// before; failed is called where it cannot be drawn.
func (r *running) replace(s *show, failed func()) {
	r.instead = s
	r.director.easel.draw(s, func(ok bool) {
		switch {
		case r.instead != s || !ok:
			r.director.easel.give(s.pixels)
			if r.instead == s {
				failed()
			}
		default:
			r.instead, r.now = nil, s
			r.director.easel.show(s, 0)
			r.director.reading.begin(s)
		}
	})
}

// turnIfDue turns if it is time to and something is ready.
func (r *running) turnIfDue() {
	d := r.director
	if r.due && r.ready && !d.visit.suspends() && !d.reading.holds() {
		r.present(r.next)
	}
}

// present puts what was prepared on the screen for its time.
func (r *running) present(s *show) {
	d := r.director
	r.next, r.ready, r.due = nil, false, false
	s.began, s.at = d.parts.Elapsed(), d.parts.Now()
	before := r.now
	r.now = s
	if s.like(before) {
		s.scenes, s.picture = before.scenes, before.picture
		if r.instead.like(s) { // something newer of it is being drawn
			r.instead.began, r.instead.at, r.instead.dwell = s.began, s.at, s.dwell
		} else {
			r.instead = nil
		}
		d.lines.begun()
	} else {
		fade := time.Duration(0)
		if before != nil {
			fade = d.parts.Playlist.Screen.Fade
		}
		r.instead = nil
		d.easel.show(s, fade)
		d.reading.begin(s)
	}
	d.report.count(s)
	d.alerts.shown(s)
	d.parts.Status(d.report.line())
	if s.cause == Listed {
		r.last = s.entries[len(s.entries)-1].stop
		d.memory.note(s)
	}
	r.arm(s.dwell)
	r.prepare()
}

// arm turns after a while.
func (r *running) arm(dwell time.Duration) {
	r.stop()
	now := r.now
	r.turn = r.director.after(dwell, func() {
		if r.now.began == now.began {
			r.due = true
			r.turnIfDue()
		}
	})
}

// goOn goes on with the list after a viewer.
func (r *running) goOn() {
	r.due = true
	r.prepare()
	r.turnIfDue()
}

// place puts something on the screen that stays until it is replaced: what a viewer went to, or what makes a screen look
// alive.
func (r *running) place(s *show) {
	r.stop()
	s.began, s.at = r.director.parts.Elapsed(), r.director.parts.Now()
	r.director.report.count(s)
	r.replace(s, func() {})
}

// standBy shows the time while there is nothing else.
func (r *running) standBy() {
	now := r.director.parts.Now()
	grid := teletext.StandbyGrid(r.director.parts.Title, say.Time("time.clock", now), say.Time("date.weekday", now))
	r.place(&show{cause: Waiting, entries: []entry{{}}, scenes: []navigate.Scene{{Grid: grid}}})
}
