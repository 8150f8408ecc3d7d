package kiosk

import (
	"time"

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

// setPlaylist replaces the playlist. The current show stays for its dwell, and its items keep their manner; it is drawn
// with the new [playlist.Screen].
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
