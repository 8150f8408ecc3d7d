package kiosk

import (
	"image"
	"slices"
	"time"

	"sextant/app/kiosk/playlist"
	"sextant/app/navigate"
	"sextant/app/teletext"
)

// A moment is a time by both clocks: the monotonic clock, and the computer's.
type moment struct {
	elapsed time.Duration
	clock   time.Time
}

// turns decides what is on the screen and what comes behind it. It is a pure state machine: each input comes with its
// moment, and returns what is to be done. What is drawn comes back through drawn.
type turns struct {
	outbox
	title    string // what to call the service
	playlist *playlist.Playlist
	index    pageIndex
	alerts   alerts
	list     int // of the playlist
	picked   int // a list that was chosen by hand, 0 for none and else one more than its index
	order    order
	last     stop // of the list, that was shown last
	now      *show
	next     *show // nil while nothing is known that could be shown
	ready    bool  // next is drawn
	instead  *show // is drawn to take the place of what is shown out of turn
	due      bool  // the time of what is shown is over
	// suspended: a viewer holds what is shown or looks around. speaking: it is being read aloud.
	suspended, speaking bool
	asleep              bool           // the screen is off
	bare                *time.Duration // since when nothing of the list can be shown, nil while something can
}

// An outbox has what is to be done for an input.
type outbox struct {
	at      moment // of the input
	effects []effect
}

// An effect is what the Director does for the turns: one of those below.
type effect any

type (
	// paint draws a show, and calls drawn.
	paint struct{ show *show }
	// recycle gives back the pixels of what is not shown.
	recycle struct{ pixels *image.RGBA }
	// present puts a drawn show on the screen.
	present struct {
		show *show
		fade time.Duration
	}
	// stay leaves on the screen what is there, for another turn.
	stay struct{}
	// turned: a show has come to its turn. placed: one is about to be drawn in the place of what is on the screen.
	turned struct{ show *show }
	placed struct{ show *show }
	// restartDwell calls dwellOver after the show's dwell, stopDwell never.
	restartDwell struct{ show *show }
	stopDwell    struct{}
	// load looks in the store for pages, findChanged for those that changed within the hour.
	load        struct{ pages []int }
	findChanged struct{}
	// collect collects all pages of the service, pauseCollecting not until then.
	collect         struct{}
	pauseCollecting struct{}
	// wakeIn calls wake after a while. noted writes an event down.
	wakeIn      struct{ wait time.Duration }
	eventLogged struct{ event string }
)

// bareFor is how long what is on the screen stays behind its time where nothing of the list can be shown.
const bareFor = 10 * time.Second

// input does something at a moment, and returns the effects.
func (o *outbox) input(at moment, do func()) []effect {
	o.at, o.effects = at, nil
	do()
	effects := o.effects
	o.effects = nil
	return effects
}

func (o *outbox) emit(e effect) { o.effects = append(o.effects, e) }

func (o *outbox) note(event string) { o.emit(eventLogged{event}) }

// start begins where the program ended, or with the list. The pages it returns are to be looked for before anything
// else.
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

// indexChanged chooses by what is known now of a page, or of several where it is 0.
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

// setPlaylist goes over to another playlist: what is on the screen stays for its time, in the new look.
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

// labelsChanged draws what is on the screen with what lies over it now.
func (t *turns) labelsChanged(at moment) []effect { return t.input(at, t.redraw) }

// illustrated draws a page with a picture that it had not.
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

// tick goes over to the list of the time of day. It is called each second.
func (t *turns) tick(at moment) []effect {
	return t.input(at, func() {
		if usesChanged(t.current()) {
			t.emit(findChanged{})
		}
		if list := t.listAt(at.clock); list != t.list {
			t.goOver(list)
		}
		t.lookForNothing()
		t.turnIfDue()
	})
}

// tickMinute lays the list out again, and shows the time where that is shown.
func (t *turns) tickMinute(at moment) []effect {
	return t.input(at, func() {
		t.rearrange()
		if t.now != nil && t.now.cause == Waiting {
			t.standBy()
		}
	})
}

// listAt is the list that has the screen at a time.
func (t *turns) listAt(clock time.Time) int {
	if t.picked != 0 {
		return t.picked - 1
	}
	list, _ := t.playlist.At(clock)
	return list
}

// sleep shows nothing until awaken, and forgets what was on the screen.
func (t *turns) sleep(at moment) []effect {
	return t.input(at, func() {
		t.asleep = true
		t.dropPrepared()
		t.now, t.instead, t.bare, t.alerts.waiting = nil, nil, nil, nil
		t.emit(stopDwell{})
		t.emit(pauseCollecting{})
	})
}

// getReady goes over to the list that has the screen when it comes on, which nothing is shown of yet.
func (t *turns) getReady(at moment, clock time.Time) []effect {
	return t.input(at, func() {
		t.collectPages()
		if list := t.listAt(clock); list != t.list {
			t.goOver(list)
		}
	})
}

// awaken goes on with the list, or with what breaks in.
func (t *turns) awaken(at moment) []effect {
	return t.input(at, func() {
		t.asleep, t.due = false, true
		t.collectPages()
		if list := t.listAt(at.clock); list != t.list {
			t.goOver(list)
		} else {
			t.rearrange()
		}
	})
}

// pick shows a list by its index, whatever the time of day, or lets that decide again.
func (t *turns) pick(list int) { t.picked = list + 1 }

// suspend turns nothing until goOn.
func (t *turns) suspend() { t.suspended = true }

// resume turns as soon as something is ready.
func (t *turns) resume(at moment) []effect {
	return t.input(at, func() {
		t.suspended = false
		t.turnNow()
	})
}

// wake is goOn unless a viewer is there.
func (t *turns) wake(at moment) []effect { return t.input(at, t.turnNow) }

// speak keeps what is on the screen while it is read aloud.
func (t *turns) speak(at moment, on bool) []effect {
	return t.input(at, func() {
		t.speaking = on
		t.turnIfDue()
	})
}

// dwellOver ends the time of what came to the screen at a moment.
func (t *turns) dwellOver(at moment, began time.Duration) []effect {
	return t.input(at, func() {
		if t.now != nil && t.now.began == began {
			t.due = true
			t.turnIfDue()
		}
	})
}

// showNow puts something on the screen that stays until it is replaced.
func (t *turns) showNow(at moment, s *show) []effect { return t.input(at, func() { t.setShow(s) }) }

// onDrawn notes that a show was drawn; ok is false where a page is not known any more.
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

// onFailed goes on where a show could not be drawn, or is not wanted any more.
func (t *turns) onFailed(s *show) {
	switch {
	case s == t.next:
		t.next = nil
		if s.cause == Alerted {
			t.alertGone(s.entries[0].stop)
		} else {
			t.index.forget(s, t.at.elapsed)
		}
		t.rearrange()
	case s == t.instead && s.again: // what is on the screen is there no more, but until it turns it stays as it was
		t.due = true
		t.turnIfDue()
		if t.instead == s {
			s.scenes, s.again = t.now.scenes, false
			t.emit(paint{s})
		}
	}
}

// current is the list that has the screen.
func (t *turns) current() *playlist.List { return &t.playlist.Lists[t.list] }

// rearrange lays the list out again, and chooses what comes next by that.
func (t *turns) rearrange() {
	t.order = newOrder(t.current(), &t.index)
	var pages []int
	for _, due := range t.order.Agenda(t.last) {
		pages = append(pages, due.Page)
	}
	t.emit(load{append(pages, alertPages(t.playlist, &t.index, t.asleep)...)})
	t.prepare()
}

// lookForNothing shows the time in the place of what is not of the list where nothing of that can be shown for a while.
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
	idle := t.due && t.next == nil && now != nil && now.cause != Waiting && !t.suspended
	if idle && elapsed-*t.bare >= bareFor && !t.order.hasPageOf(now) {
		t.standBy()
	}
}

// goOver shows another list from its beginning on.
func (t *turns) goOver(list int) {
	t.note("list " + t.playlist.Lists[list].Name)
	t.list, t.last, t.due = list, stop{}, true
	t.dropPrepared()
	t.rearrange()
}

// collectPages has all pages collected where a list shows those that changed recently.
func (t *turns) collectPages() {
	if slices.ContainsFunc(t.playlist.Lists, func(l playlist.List) bool { return usesChanged(&l) }) {
		t.emit(collect{})
	}
}

// usesChanged reports whether a list has pages in it that changed recently.
func usesChanged(l *playlist.List) bool {
	return slices.ContainsFunc(l.Items, func(i playlist.Item) bool { return i.Kind == playlist.Changed })
}

// chooseNext is what is to be shown behind what is on the screen, nil where nothing can be.
func (t *turns) chooseNext() *show {
	at := t.at.elapsed
	if t.now != nil && !t.due {
		at = max(at, t.now.began+t.now.dwell)
	}
	if s := t.alerts.chooseShow(at, t.at.elapsed); s != nil {
		return s
	}
	group := t.order.Group(t.last)
	if len(group) == 0 {
		return nil
	}
	return &show{cause: Listed, entries: group, behind: t.last, dwell: dwellOf(group)}
}

// prepare draws what comes next ahead of its time, unless that is done.
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
		t.next.behind = next.behind
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

// dropPrepared gives up what was prepared.
func (t *turns) dropPrepared() {
	if t.next != nil && t.ready {
		t.emit(recycle{t.next.pixels})
	}
	t.next, t.ready = nil, false
}

// latest is what is on the screen, or is about to be in its place.
func (t *turns) latest() *show {
	if t.instead != nil {
		return t.instead
	}
	return t.now
}

// redraw draws what is on the screen once more, from what is known now.
func (t *turns) redraw() {
	now := t.latest()
	again := &show{
		cause: now.cause, entries: now.entries, behind: now.behind,
		dwell: now.dwell, began: now.began, at: now.at, again: true,
	}
	if now.cause == Visited || now.cause == Waiting {
		again.scenes = now.scenes
	}
	t.replace(again)
}

// replace draws something else and shows it at once in the place of what is on the screen, unless something else does
// before.
func (t *turns) replace(s *show) {
	t.instead = s
	t.emit(paint{s})
}

// turnIfDue turns if it is time to and something is ready.
func (t *turns) turnIfDue() {
	if t.due && t.ready && !t.suspended && !t.speaking {
		t.turn(t.next)
	}
}

// turn puts what was prepared on the screen for its time.
func (t *turns) turn(s *show) {
	t.next, t.ready, t.due = nil, false, false
	s.began, s.at = t.at.elapsed, t.at.clock
	before := t.now
	t.now = s
	if s.like(before) {
		s.scenes, s.picture = before.scenes, before.picture
		if t.instead.like(s) { // something newer of it is being drawn
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
		t.last = s.entries[len(s.entries)-1].stop
	}
	t.emit(turned{s})
	t.emit(restartDwell{s})
	t.prepare()
}

// turnNow turns although the time of what is shown is not over.
func (t *turns) turnNow() {
	t.due = true
	t.prepare()
	t.turnIfDue()
}

// setShow puts something on the screen that stays until it is replaced: what a viewer went to, or what makes a screen
// look alive.
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
