// Package kiosk runs a public screen: it shows the pages of a playlist one after another, keeps them up to date
// within what the service allows, lets pages break in and viewers look around, and goes on whatever fails.
//
// A Director has a goroutine of its own on which all of that is decided. What it shows it draws elsewhere, ahead of
// time, as pictures of the screen's size, and hands them to a Screen. It knows no toolkit.
package kiosk

import (
	"image"
	"sync"
	"time"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/kept"
	"sextant/app/kiosk/frame"
	"sextant/app/kiosk/playlist"
	"sextant/app/store"
	"sextant/app/teletext"
)

// A Frame is a picture that is as large as the screen, and what in it flashes.
type Frame struct {
	ID      int
	Pixels  *image.RGBA
	Flashes []frame.Flash
	// Fade is how long it takes to go over to it from the one before, 0 for at once.
	Fade time.Duration
	// Name and Text are what pages it shows, and their text, for those who do not see it.
	Name, Text string
	// Turned is by how many degrees the screen is turned, and the picture with it.
	Turned int
}

// A Screen shows frames. Its methods return at once, and are called on the Director's goroutine.
type Screen interface {
	// Show shows a frame in the place of the one before.
	Show(f *Frame)
	// Patch draws over the frame that is shown.
	Patch(p frame.Patch)
	// SetAsleep notes whether the screen is off on purpose, so that nobody sees it.
	SetAsleep(asleep bool)
}

// Parts are what a Director works with.
type Parts struct {
	Pages     *acquire.Pages
	Budget    *budget.Budget
	Store     *store.Store
	Lists     *kept.Lists
	Directory *browse.Directory
	// Collector collects all pages of the service, where a list needs them. It may be nil.
	Collector *acquire.Collector
	// Title is what to call the service before anything of it is known.
	Title string

	// PlaceFile is the file that keeps the place in the list for the next start.
	PlaceFile string

	Screen   Screen
	Voice    Voice // nil for none
	Power    Power // nil where only a black picture turns the screen off
	Playlist *playlist.Playlist
	// PIN compares digits with the PIN without which nobody leaves, and returns how long to wait before the next try.
	// It is nil where none is set.
	PIN func(digits string) (ok bool, wait time.Duration)
	// Leave ends the program. Note writes an event down for the case of a crash. They are called on the Director's
	// goroutine.
	Leave func()
	Note  func(event string)
	// Ready is called when something is on the screen for the first time, and Status with a line on how things stand
	// whenever something else is shown, likewise.
	Ready  func()
	Status func(line string)
	Now    func() time.Time
	// Zone is that of the service's times. Where the screen's clock is another, its own times name theirs.
	Zone *time.Location
	// Elapsed is how long something has been running, by a monotonic clock. After calls a function on any goroutine
	// after a while by that clock, unless it is stopped before, as time.AfterFunc does.
	Elapsed func() time.Duration
	After   func(wait time.Duration, f func()) (stop func() bool)
}

// A Director runs the screen: it gives what happens to the turns, which decide, and does what these want. Its exported
// methods may be called from any goroutine, and return at once; all others belong to its own.
type Director struct {
	parts Parts
	queue queue

	turns     turns
	visit     visit
	refresher *refresher
	search    search
	lines     lines
	easel     easel
	memory    memory
	report    report
	reading   reading
	sleep     sleep
	notice    string // in the corner, while nothing else is there
	hint      string // before notice

	ticker  func() bool // stops the timer of the seconds
	dwell   dwellTimer
	clock   moment         // of the last tick
	pending sync.WaitGroup // what is done in the background, which reads the store
}

// A queue brings functions to the Director's goroutine.
type queue struct {
	mu     sync.Mutex
	posted []func()
	signal chan struct{} // has an element when something is posted
	ended  chan struct{}
	end    sync.Once
}

// New makes a Director, which Run sets to work.
func New(p Parts) *Director {
	d := &Director{parts: p, queue: queue{signal: make(chan struct{}, 1), ended: make(chan struct{})}}
	d.turns = turns{title: p.Title, playlist: p.Playlist, index: pageIndex{
		exists:     func(page int) bool { return p.Directory.Existence(page) != teletext.Absent },
		favourites: func() []browse.Place { return favourites(p.Lists) },
		pages:      map[int]*indexedPage{},
	}}
	d.search = search{pages: p.Pages, changedSince: p.Store.ChangedSince, background: d.inBackground}
	d.lines = lines{title: p.Title, pages: p.Pages, background: d.inBackground, of: p.Playlist.Ticker}
	d.memory = memory{file: p.PlaceFile, background: d.inBackground, after: d.postAfter}
	d.easel = easel{pages: p.Pages, screen: p.Screen, post: d.Post}
	d.easel.start()
	d.refresher = newRefresher(&p, d.Post)
	d.refresher.note, d.refresher.now, d.refresher.answered = p.Note, p.Now, d.onAnswer
	d.refresher.onPicture = func(page int) { d.doEffects(d.turns.illustrated(d.now(), page)) }
	d.reading = reading{
		voice: p.Voice, directory: p.Directory, after: d.postAfter, note: p.Note,
		holds: func(on bool) { d.doEffects(d.turns.speak(d.now(), on)) },
	}
	d.visit = visit{
		walks: d.newNavigation, elapsed: p.Elapsed, onScreen: func() *show { return d.turns.now },
		silence: func() { // what is over turns at the next tick, unless the viewer holds it
			d.reading.silence()
			d.turns.speaking = false
		},
		show: func(s *show) { d.doEffects(d.turns.showNow(d.now(), s)) }, suspend: d.turns.suspend,
		resume: func() { d.doEffects(d.turns.resume(d.now())) }, relabel: d.relabel,
		leaving: leaving{
			pin: p.PIN, leave: p.Leave, note: p.Note, elapsed: p.Elapsed,
			relabel: d.relabel, background: d.inBackground,
		},
	}
	d.report.began = p.Now()
	d.sleep.power = p.Power
	return d
}

func favourites(l *kept.Lists) (all []browse.Place) {
	for _, f := range l.Favourites() {
		all = append(all, browse.Place{Page: f.Page, Subpage: f.Subpage})
	}
	return all
}

// Post runs a function on the Director's goroutine behind those that were posted before, unless the Director has ended.
func (d *Director) Post(f func()) {
	q := &d.queue
	q.mu.Lock()
	q.posted = append(q.posted, f)
	q.mu.Unlock()
	select {
	case q.signal <- struct{}{}:
	default:
	}
}

// Run directs until End is called, and returns when all that it does in the background has ended.
func (d *Director) Run() {
	first, effects := d.turns.start(d.now(), d.memory.read())
	d.doEffects(effects)
	d.onFound(d.search.findPages(first[:min(len(first), atOnce)])) // nothing else can be shown before
	d.tick()
	d.refresher.start()
	for {
		select {
		case <-d.queue.ended:
			d.stop()
			return
		case <-d.queue.signal:
			d.drain()
		}
	}
}

// drain runs what is posted, and reports the state that this leaves.
func (d *Director) drain() {
	q := &d.queue
	q.mu.Lock()
	posted := q.posted
	q.posted = nil
	q.mu.Unlock()
	for _, f := range posted {
		f()
	}
	d.report.update(&d.turns, d.parts.Elapsed())
}

// End ends Run.
func (d *Director) End() { d.queue.end.Do(func() { close(d.queue.ended) }) }

// stop ends what is under way.
func (d *Director) stop() {
	d.ticker()
	d.dwell.stop()
	d.visit.stop()
	d.reading.silence()
	d.refresher.stop()
	d.easel.stop()
	d.pending.Wait()
	d.memory.flush()
}

// postAfter posts a function after a while, unless the timer is stopped before.
func (d *Director) postAfter(wait time.Duration, f func()) (stop func() bool) {
	return d.parts.After(max(0, wait), func() { d.Post(f) })
}

// inBackground does work on another goroutine, and then something on the Director's.
func (d *Director) inBackground(work, then func()) {
	d.pending.Go(func() {
		work()
		d.Post(then)
	})
}

func (d *Director) now() moment { return moment{d.parts.Elapsed(), d.parts.Now()} }

// SetPlaylist goes over to another playlist.
func (d *Director) SetPlaylist(p *playlist.Playlist) {
	d.Post(func() {
		if p.Digest() == d.turns.playlist.Digest() {
			return
		}
		d.parts.Note("another playlist")
		d.easel.free = nil
		d.lines.setTicker(p.Ticker)
		d.sleep.forget()
		d.doEffects(d.turns.setPlaylist(d.now(), p))
		d.keepAsleep()
	})
}

// SetNotice has a few words stand in the corner of the screen until it is empty.
func (d *Director) SetNotice(text string) {
	d.Post(func() {
		d.notice = text
		d.relabel()
	})
}

// SetHint shows a few words in the corner, for the person who sets the screen up, until it is set to "".
func (d *Director) SetHint(text string) {
	d.Post(func() {
		d.hint = text
		d.relabel()
	})
}

// OnPageChanged notes that a page came, for whom it was asked.
func (d *Director) OnPageChanged(c acquire.Change) {
	d.Post(func() {
		d.parts.Directory.Record(c.New)
		d.doEffects(d.turns.pageChanged(d.now(), c))
		d.keepAsleep()
		d.indexAnswer(acquire.Answer{
			Page: c.New.Number, Document: c.New, Digest: c.Digest, Fetched: c.Fetched, Asked: c.Asked,
		})
	})
}

// OnPagesStale requests pages that the service says have changed: what is on the screen at once.
func (d *Director) OnPagesStale(pages []int) {
	d.Post(func() {
		d.refresher.wish(&d.turns, d.sleep.readies(d.now()))
		d.refresher.scheduler.Wake()
		if d.visit.nav != nil {
			d.visit.nav.Refresh.Invalidate(pages)
		}
	})
}

// Resize sets the size of the screen in pixels.
func (d *Director) Resize(size image.Point) {
	d.Post(func() {
		if d.easel.resize(size) {
			d.doEffects(d.turns.lookChanged(d.now()))
		}
	})
}

// OnDrawn notes that the frame of an ID is on the screen.
func (d *Director) OnDrawn(id int) {
	d.Post(func() {
		news, first := d.report.drew(id)
		if first {
			d.parts.Ready()
		}
		if news {
			d.easel.onDrawn(id)
		}
	})
}

// Digit takes a digit of a page number, or of the PIN. Where the screen is off any key only wakes it, but for Leave.
func (d *Director) Digit(digit int) {
	d.Post(func() {
		if !d.touch() {
			d.visit.digit(digit)
		}
	})
}

// Press takes a key.
func (d *Director) Press(k Key) {
	d.Post(func() {
		if !d.touch() || k == Leave {
			d.visit.press(k)
		}
	})
}

// Touch notes that somebody touches the screen, which wakes it.
func (d *Director) Touch() { d.Post(func() { d.touch() }) }

// Automatic is the list of the time of day, for Pick.
const Automatic = -1

// Pick shows a list of the playlist, by its index, whatever the time of day, until another one is picked or the
// playlist changes. With Automatic the time of day decides again. A viewer who holds the screen or looks around gives
// way. A list that there is not is not picked.
func (d *Director) Pick(list int) {
	d.Post(func() {
		if list < Automatic || list >= len(d.turns.playlist.Lists) {
			return
		}
		d.touch()
		d.turns.pick(list)
		d.visit.endVisit()
		d.doEffects(d.turns.tick(d.now()))
	})
}
