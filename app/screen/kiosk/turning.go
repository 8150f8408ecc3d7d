package kiosk

import (
	"slices"
	"time"

	"sextant/app/navigate"
	"sextant/app/screen/playlist"
)

// drawn returns the shows that are drawn: another goroutine still loads the scenes of others.
func (t *turns) drawn() (all []*show) {
	if t.now != nil {
		all = append(all, t.now)
	}
	if t.next != nil && t.ready {
		all = append(all, t.next)
	}
	return all
}

// current returns the list that has the screen.
func (t *turns) current() *playlist.List { return &t.playlist.Lists[t.list] }

// rearrange lays the list out again, and chooses the next show.
func (t *turns) rearrange() {
	t.order = newOrder(t.current(), &t.index)
	var pages []int
	for _, due := range t.order.Agenda(t.last) {
		pages = append(pages, due.Page)
	}
	t.emit(load{append(pages, alertPages(t.playlist, &t.index, t.asleep)...)})
	if s := t.now; s != nil && s.cause == Listed && t.last == s.own && t.instead == nil && t.order.completes(s) {
		t.last, t.due = s.behind, true // a page that has become known does not wait for the next turn
	}
	t.prepare()
}

// lookForNothing shows the time where nothing of the list could be shown for bareFor.
func (t *turns) lookForNothing() {
	if slices.ContainsFunc(t.order.Entries, func(e entry) bool { return e.Subpage != 0 }) {
		t.bare = nil
		return
	}
	elapsed := t.at.elapsed
	if t.bare == nil {
		t.bare = &elapsed
	}
	now := t.latest()
	idle := t.due && t.next == nil && now != nil && now.cause != Waiting && !t.isKept(elapsed)
	if idle && elapsed-*t.bare >= bareFor && !t.order.hasPageOf(now) {
		t.standBy()
	}
}

// switchList begins with the list that has the screen at a time, and reports whether that is another one. Of a page
// that is being read the sentence is finished.
func (t *turns) switchList(clock time.Time) bool {
	list, _ := t.playlist.At(clock)
	if t.picked != 0 {
		list = t.picked - 1
	}
	if list == t.list {
		return false
	}
	t.emit(finishSentence{})
	t.note("list " + t.playlist.Lists[list].Name)
	t.list, t.last, t.due = list, stop{}, true
	t.dropPrepared()
	t.rearrange()
	return true
}

// collectPages starts or pauses collecting: it is needed where a list has pages that changed recently.
func (t *turns) collectPages() {
	if slices.ContainsFunc(t.playlist.Lists, func(l playlist.List) bool { return usesChanged(&l) }) {
		t.emit(collect{})
	}
}

// usesChanged reports whether a list has pages in it that changed recently.
func usesChanged(l *playlist.List) bool {
	return slices.ContainsFunc(l.Items, func(i playlist.Item) bool { return i.Kind == playlist.Changed })
}

// chooseNext returns the show after the current one, nil where there can be none.
func (t *turns) chooseNext() *show {
	at := t.at.elapsed
	if t.now != nil && !t.due {
		at = max(at, t.now.began+t.now.dwell)
	}
	if s := t.alerts.chooseShow(at, t.at.elapsed); s != nil {
		return s
	}
	group, own := t.order.Group(t.last)
	if len(group) == 0 {
		return nil
	}
	return &show{
		cause: Listed, entries: group, behind: t.last, own: own, together: t.order.list.Together,
		dwell: dwellOf(group),
	}
}

// prepare draws the next show in advance, unless that is done.
func (t *turns) prepare() {
	if t.asleep {
		return
	}
	next := t.chooseNext()
	switch {
	case next == nil:
		t.dropPrepared()
		if t.latest() == nil {
			t.standBy()
		}
		return
	case next.like(t.next) && next.like(t.now) == t.next.stays:
		t.next.behind, t.next.own = next.behind, next.own
		return
	}
	t.dropPrepared()
	t.next = next
	if next.like(t.now) {
		next.stays, t.ready = true, true
		t.turnIfDue()
		return
	}
	t.emit(paint{next})
}

// dropPrepared drops the prepared show.
func (t *turns) dropPrepared() {
	if t.next != nil && t.ready {
		t.emit(recycle{t.next.pixels})
	}
	t.next, t.ready = nil, false
}

// latest returns the show that is about to replace the current one, or else that.
func (t *turns) latest() *show {
	if t.instead != nil {
		return t.instead
	}
	return t.now
}

// redraw draws the current show again from the newest pages.
func (t *turns) redraw() {
	now := t.latest()
	again := &show{
		cause: now.cause, entries: now.entries, behind: now.behind, own: now.own, together: now.together,
		dwell: now.dwell, began: now.began, at: now.at, again: true,
	}
	if now.cause == Visited || now.cause == Waiting {
		again.scenes = now.scenes
	}
	t.replace(again)
}

// replace draws a show, and shows it at once in place of the current one, unless another does so before.
func (t *turns) replace(s *show) {
	t.instead = s
	t.emit(paint{s})
}

// mayStay reports whether the current show may stay on the screen: nothing else can be shown, its dwell is not over, or
// it is kept beyond that. Otherwise it turns as soon as the next one is ready, and the screen is unhealthy where that
// takes too long.
func (t *turns) mayStay(elapsed time.Duration) bool {
	now := t.now
	dwells := now != nil && !t.due && (now.dwell == 0 || elapsed < now.began+now.dwell)
	return t.next == nil || dwells || t.isKept(elapsed)
}

// isKept reports whether the current show is kept beyond its dwell: a viewer holds it or looks around, or it is being
// read aloud and nothing breaks in.
func (t *turns) isKept(elapsed time.Duration) bool {
	now := t.now
	isRead := t.speaking && now != nil && elapsed < now.began+now.dwell+longestReading
	return t.suspended || isRead && !t.next.breaksInto(now)
}

// turnIfDue turns where the current show may not stay and the next one is ready.
func (t *turns) turnIfDue() {
	if t.ready && !t.mayStay(t.at.elapsed) {
		t.turn(t.next)
	}
}

// turn shows the prepared show for its dwell.
func (t *turns) turn(s *show) {
	t.next, t.ready, t.due = nil, false, false
	s.began, s.at = t.at.elapsed, t.at.clock
	before := t.now
	t.now = s
	if s.like(before) {
		s.scenes, s.picture = before.scenes, before.picture
		if t.instead.like(s) { // a newer version is being drawn
			t.instead.began, t.instead.at, t.instead.dwell = s.began, s.at, s.dwell
		} else {
			t.instead = nil
		}
		t.emit(stay{})
	} else {
		fade := time.Duration(0)
		if before != nil {
			fade = t.playlist.Screen.Fade
		}
		t.instead = nil
		t.emit(present{s, fade})
	}
	t.alerts.onShown(s)
	if s.cause == Listed {
		t.last = s.own
	}
	t.emit(turned{s})
	t.emit(restartDwell{s})
	t.prepare()
}

// turnNow turns before the dwell is over.
func (t *turns) turnNow() {
	t.due = true
	t.prepare()
	t.turnIfDue()
}

// setShow shows something until it is replaced: a viewer's page, or the time.
func (t *turns) setShow(s *show) {
	s.began, s.at = t.at.elapsed, t.at.clock
	t.emit(stopDwell{})
	t.emit(placed{s})
	t.replace(s)
}

// standBy shows the time while there is nothing else.
func (t *turns) standBy() {
	t.setShow(&show{
		cause: Waiting, entries: []entry{{}}, scenes: []navigate.Scene{{Grid: standByGrid(t.title, t.at.clock)}},
	})
}
