package kiosk

import (
	"slices"
	"time"

	"sextant/app/navigate"
	"sextant/app/screen/playlist"
	"sextant/app/teletext"
)

// A moment is a time by both clocks: the monotonic clock, and the computer's.
type moment struct {
	elapsed time.Duration
	clock   time.Time
}

// turns decides what is on the screen and what is next. It is a pure state machine: each input has its moment, and
// returns effects. onDrawn is the input for a show that was drawn.
type turns struct {
	outbox
	title    string // of the service
	playlist *playlist.Playlist
	index    pageIndex
	alerts   alerts
	list     int // of the playlist
	picked   int // a list that was chosen by hand, 0 for none and else one more than its index
	order    order
	last     stop // the last one of the list that was shown
	now      *show
	next     *show // nil while nothing is known that could be shown
	ready    bool  // next is drawn
	instead  *show // is drawn to replace the current show out of turn
	due      bool  // the current show's dwell is over
	// suspended: a viewer holds the show or looks around. speaking: it is being read aloud.
	suspended, speaking bool
	asleep              bool           // the screen is off
	bare                *time.Duration // when the list became empty, nil while something of it can be shown
}

// bareFor is how long a show stays after its dwell where nothing of the list can be shown.
const bareFor = 10 * time.Second

// start begins at the place where the last run ended, or with the list. The pages that it returns must be read from the
// store before any others.
func (t *turns) start(at moment, from place) (first []int, effects []effect) {
	effects = t.input(at, func() {
		t.list, _ = t.playlist.At(at.clock)
		t.last = from.toStop(t.playlist, t.list)
		t.collectPages()
		t.due = true
		t.order = newOrder(t.current(), &t.index)
	})
	first = []int{max(t.last.Page, teletext.FirstPage)}
	for _, due := range t.order.Agenda(t.last) {
		first = append(first, due.Page)
	}
	return first, effects
}

// indexChanged handles a change of a page in the index, or of several where page is 0.
func (t *turns) indexChanged(at moment, page int) []effect {
	return t.input(at, func() {
		if s := t.latest(); s.hasPage(page) && s.cause != Visited {
			t.redraw()
		}
		if t.next.hasPage(page) {
			t.dropPrepared()
		}
		t.rearrange()
	})
}

// setPlaylist replaces the playlist. The current show stays for its dwell, in the new look.
func (t *turns) setPlaylist(at moment, p *playlist.Playlist) []effect {
	return t.input(at, func() {
		t.playlist, t.picked = p, 0
		t.list, _ = p.At(at.clock)
		t.collectPages()
		if t.latest() != nil {
			t.redraw()
		}
		t.alerts.began = nil
		t.dropPrepared()
		t.rearrange()
	})
}

// lookChanged draws everything again, in another size.
func (t *turns) lookChanged(at moment) []effect {
	return t.input(at, func() {
		if t.latest() != nil {
			t.redraw()
		}
		t.dropPrepared()
		t.prepare()
	})
}

// labelsChanged draws the current show with its new labels.
func (t *turns) labelsChanged(at moment) []effect { return t.input(at, t.redraw) }

// illustrated draws a page with a picture that it lacked.
func (t *turns) illustrated(at moment, page int) []effect {
	return t.input(at, func() {
		if s := t.latest(); s.hasPage(page) && s.cause != Visited {
			t.redraw()
		}
		if t.next.hasPage(page) {
			t.dropPrepared()
			t.prepare()
		}
	})
}

// tick switches to the list of the time of day. It is called each second.
func (t *turns) tick(at moment) []effect {
	return t.input(at, func() {
		if usesChanged(t.current()) {
			t.emit(findChanged{})
		}
		t.switchList(at.clock)
		t.lookForNothing()
		t.turnIfDue()
	})
}

// tickMinute rearranges the list, and draws the time where that is shown.
func (t *turns) tickMinute(at moment) []effect {
	return t.input(at, func() {
		t.rearrange()
		if t.now != nil && t.now.cause == Waiting {
			t.standBy()
		}
	})
}

// sleep shows nothing until awaken, and drops the current show.
func (t *turns) sleep(at moment) []effect {
	return t.input(at, func() {
		t.asleep = true
		t.dropPrepared()
		t.now, t.instead, t.bare, t.alerts.waiting = nil, nil, nil, nil
		t.emit(stopDwell{})
		t.emit(pauseCollecting{})
	})
}

// getReady switches to the list that has the screen when it comes on. Nothing is shown yet.
func (t *turns) getReady(at moment, clock time.Time) []effect {
	return t.input(at, func() {
		t.collectPages()
		t.switchList(clock)
	})
}

// awaken continues with the list, or with an alert.
func (t *turns) awaken(at moment) []effect {
	return t.input(at, func() {
		t.asleep, t.due = false, true
		t.collectPages()
		if !t.switchList(at.clock) {
			t.rearrange()
		}
	})
}

// pick shows a list by its index, whatever the time of day, or with Automatic that of the time of day.
func (t *turns) pick(list int) { t.picked = list + 1 }

// suspend turns nothing until resume.
func (t *turns) suspend() { t.suspended = true }

// resume turns as soon as something is ready.
func (t *turns) resume(at moment) []effect {
	return t.input(at, func() {
		t.suspended = false
		t.turnNow()
	})
}

// wake turns at once, unless suspended.
func (t *turns) wake(at moment) []effect { return t.input(at, t.turnNow) }

// speak keeps the show while it is read aloud.
func (t *turns) speak(at moment, on bool) []effect {
	return t.input(at, func() {
		t.speaking = on
		t.turnIfDue()
	})
}

// dwellOver ends the dwell of the show that began at a moment.
func (t *turns) dwellOver(at moment, began time.Duration) []effect {
	return t.input(at, func() {
		if t.now != nil && t.now.began == began {
			t.due = true
			t.turnIfDue()
		}
	})
}

// showNow shows something until it is replaced.
func (t *turns) showNow(at moment, s *show) []effect { return t.input(at, func() { t.setShow(s) }) }

// onDrawn handles a show that was drawn; ok is false where a page is not known any more.
func (t *turns) onDrawn(at moment, s *show, ok bool) []effect {
	return t.input(at, func() {
		switch {
		case s == t.next && ok:
			t.ready = true
			t.turnIfDue()
		case s == t.instead && ok:
			t.instead, t.now = nil, s
			t.emit(present{show: s})
		default:
			t.emit(recycle{s.pixels})
			t.onFailed(s)
		}
	})
}

// onFailed handles a show that could not be drawn, or is not wanted any more.
func (t *turns) onFailed(s *show) {
	switch {
	case s == t.next:
		t.next = nil
		switch {
		case s.cause != Alerted:
			t.index.forget(s, t.at.elapsed)
		case t.alerts.onFailed(s.entries[0].stop, t.at.elapsed):
			t.emit(wakeIn{onceMore})
		}
		t.rearrange()
	case s == t.instead && s.again: // the page was removed, but stays on the screen until it turns
		t.due = true
		t.turnIfDue()
		if t.instead == s {
			s.scenes, s.again = t.now.scenes, false
			t.emit(paint{s})
		}
	}
}

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
