// Package kiosk runs a public screen: it shows the pages of a playlist one after another, keeps them up to date within
// the service's quota, has pages break in and viewers look around, and continues whatever fails.
//
// A Director decides all of that on a goroutine of its own. It draws on another one, ahead of time, pictures of the
// screen's size, and passes them to a Screen. It has no toolkit.
package kiosk

import (
	"image"
	"sync"
	"time"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/kept"
	"sextant/app/screen/frame"
	"sextant/app/screen/playlist"
	"sextant/app/store"
	"sextant/app/teletext"
)

// A Frame is a picture of the screen's size, with its flashing parts.
type Frame struct {
	ID      int
	Pixels  *image.RGBA
	Flashes []frame.Flash
	// Fade is the duration of the cross-fade from the frame before, 0 for none.
	Fade time.Duration
	// Name and Text are the names of its pages and their text, for screen readers.
	Name, Text string
	// Turned is the rotation of the screen, and of the picture, in degrees.
	Turned int
}

// A Screen shows frames. Its methods return at once, and are called on the Director's goroutine.
type Screen interface {
	// Show replaces the frame.
	Show(f *Frame)
	// Patch draws over the frame.
	Patch(p frame.Patch)
	// SetAsleep sets whether the screen is off on purpose.
	SetAsleep(asleep bool)
}

// Parts are the parts of a Director.
type Parts struct {
	Pages     *acquire.Pages
	Budget    *budget.Budget
	Store     *store.Store
	Lists     *kept.Lists
	Directory *browse.Directory
	// Collector collects all pages of the service, where a list needs them. It may be nil.
	Collector *acquire.Collector
	// Title is the service's name until a page has one.
	Title string

	// PlaceFile is the path of the file with the place in the list, for the next start; empty for none.
	PlaceFile string

	Screen   Screen
	Voice    Voice // nil for none
	Power    Power // nil where only a black picture turns the screen off
	Playlist *playlist.Playlist
	// PIN compares digits with the PIN that is needed to leave, and returns how long to wait before the next try. It is
	// nil where none is set.
	PIN func(digits string) (ok bool, wait time.Duration)
	// HowToLeave says in a few words how to leave.
	HowToLeave string
	// Leave ends the screen. Note records an event for crash reports. They are called on the Director's goroutine.
	Leave func()
	Note  func(event string)
	// Ready is called when the first show is on the screen, and Status with a line on each new show, likewise.
	Ready  func()
	Status func(line string)
	Now    func() time.Time
	// Zone is that of the service's times. Where the screen's clock has another one, its times name their zone.
	Zone *time.Location
	// Elapsed is a monotonic clock. After is time.AfterFunc by that clock; it may call the function on any goroutine.
	Elapsed func() time.Duration
	// Boot is Elapsed, but it runs on while the computer sleeps.
	Boot  func() time.Duration
	After func(wait time.Duration, f func()) (stop func() bool)
}

// A Director runs the screen: it passes events to the turns, which decide, and carries out their effects. Its exported
// methods may be called from any goroutine, and return at once; all others belong to its own goroutine.
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

	effects  []effect // still to be carried out, while busy
	busy     bool
	received *acquire.State // the page that has just come, while its effects are carried out

	ticker func() bool // stops the timer of the seconds
	dwell  dwellTimer
	wall   time.Time     // of the last tick
	boot   time.Duration // then
}

// A queue has the functions to be run on the Director's goroutine. Its methods may be called on any goroutine.
type queue struct {
	mu      sync.Mutex
	posted  []func()
	signal  chan struct{} // has an element when something is posted
	ended   chan struct{}
	end     sync.Once
	pending sync.WaitGroup // background goroutines, which post
}

// post adds a function.
func (q *queue) post(f func()) {
	q.mu.Lock()
	q.posted = append(q.posted, f)
	q.mu.Unlock()
	select {
	case q.signal <- struct{}{}:
	default:
	}
}

// take removes all functions, and returns them in their order.
func (q *queue) take() (posted []func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	posted, q.posted = q.posted, nil
	return posted
}

// inBackground calls work on another goroutine, and then posts then.
func (q *queue) inBackground(work, then func()) {
	q.pending.Go(func() {
		work()
		q.post(then)
	})
}

// New makes a Director for Run.
func New(p Parts) *Director {
	d := &Director{parts: p, queue: queue{signal: make(chan struct{}, 1), ended: make(chan struct{})}}
	d.turns = turns{title: p.Title, playlist: p.Playlist, index: pageIndex{
		exists:     func(page int) bool { return p.Directory.Existence(page) != teletext.Absent },
		favourites: func() []teletext.Place { return favourites(p.Lists) },
		pages:      map[int]*indexedPage{},
	}}
	d.search = search{pages: p.Pages, changedSince: p.Store.ChangedSince, background: d.queue.inBackground}
	d.lines = lines{title: p.Title, pages: p.Pages, background: d.queue.inBackground, of: p.Playlist.Ticker}
	d.memory = memory{file: p.PlaceFile, background: d.queue.inBackground, after: d.postAfter}
	d.easel = easel{pages: p.Pages, screen: p.Screen, post: d.Post}
	d.easel.start()
	d.refresher = newRefresher(&p, d.Post)
	d.refresher.note, d.refresher.now, d.refresher.answered = p.Note, p.Now, d.onAnswer
	d.refresher.onPicture = func(page int) { d.doEffects(d.turns.illustrated(d.now(), page)) }
	d.refresher.onOnlyPicture = d.onOnlyPicture
	d.reading = reading{
		voice: p.Voice, directory: p.Directory, after: d.postAfter, note: p.Note,
		holds: func(on bool) { d.doEffects(d.turns.speak(d.now(), on)) },
	}
	d.visit = visit{
		walks: d.newNavigation, elapsed: p.Elapsed, onScreen: func() *show { return d.turns.now },
		stopVoice: func() { // the next tick turns, unless a viewer holds the show
			d.reading.stopVoice()
			d.turns.speaking = false
		},
		show: func(s *show) { d.doEffects(d.turns.showNow(d.now(), s)) }, suspend: d.turns.suspend,
		resume: func() { d.doEffects(d.turns.resume(d.now())) }, relabel: d.relabel, hint: p.HowToLeave,
		leaving: leaving{
			pin: p.PIN, leave: p.Leave, note: p.Note, elapsed: p.Elapsed,
			relabel: d.relabel, background: d.queue.inBackground,
		},
	}
	d.report.began = p.Now()
	d.sleep.power = p.Power
	return d
}

func favourites(l *kept.Lists) (all []teletext.Place) {
	for _, f := range l.Favourites() {
		all = append(all, teletext.Place{Page: f.Page, Subpage: f.Subpage})
	}
	return all
}

// Post queues a function for the Director's goroutine, unless the Director has ended.
func (d *Director) Post(f func()) { d.queue.post(f) }

// Run runs the screen until End is called, and waits for its background goroutines.
func (d *Director) Run() {
	first, effects := d.turns.start(d.now(), d.memory.read())
	d.doEffects(effects)
	late := make(chan struct{})
	stop := d.parts.After(firstFor, func() { close(late) })
	d.search.startFirst(first[:min(len(first), atOnce)], late, d.onFound)
	stop()
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

// drain runs the queued functions, and publishes the state after them.
func (d *Director) drain() {
	for _, f := range d.queue.take() {
		f()
	}
	d.report.update(&d.turns, d.parts.Elapsed())
}

// End ends Run.
func (d *Director) End() { d.queue.end.Do(func() { close(d.queue.ended) }) }

// stop ends timers, requests and drawing.
func (d *Director) stop() {
	d.ticker()
	d.dwell.stop()
	d.visit.stop()
	d.reading.stopVoice()
	d.refresher.stop()
	d.easel.stop()
	d.queue.pending.Wait()
	d.memory.flush()
}

// postAfter posts a function after a time, unless stop is called before.
func (d *Director) postAfter(wait time.Duration, f func()) (stop func() bool) {
	return d.parts.After(max(0, wait), func() { d.Post(f) })
}

func (d *Director) now() moment { return moment{d.parts.Elapsed(), d.parts.Now()} }

// SetPlaylist replaces the playlist.
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

// SetNotice shows a few words in the corner of the screen, or with "" none.
func (d *Director) SetNotice(text string) {
	d.Post(func() {
		d.notice = text
		d.relabel()
	})
}

// SetHint shows a few words in the corner for the person who sets the screen up, or with "" none.
func (d *Director) SetHint(text string) {
	d.Post(func() {
		d.hint = text
		d.relabel()
	})
}

// OnPageChanged handles a page that has changed, whether or not the screen asked for it.
func (d *Director) OnPageChanged(c acquire.Change) {
	d.Post(func() {
		d.parts.Directory.Record(c.Document)
		d.doEffects(d.turns.pageChanged(d.now(), c))
		d.keepAsleep()
		d.updateIndex(c.State)
	})
}

// OnPagesStale asks for pages of which the service has announced a change, those on the screen at once.
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

// OnDrawn records that the frame with an ID is on the screen.
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

// Digit handles a digit of a page number, or of the PIN. While the screen is off any key but Leave only wakes it.
func (d *Director) Digit(digit int) {
	d.Post(func() {
		if !d.touch() {
			d.visit.digit(digit)
		}
	})
}

// Press handles a key.
func (d *Director) Press(k Key) {
	d.Post(func() {
		if !d.touch() || k == Leave {
			d.visit.press(k)
		}
	})
}

// Touch handles a touch, which wakes the screen.
func (d *Director) Touch() { d.Post(func() { d.touch() }) }

// Automatic is for Pick: the list of the time of day.
const Automatic = -1

// Pick shows a list of the playlist, by its index, whatever the time of day, until another one is picked or the
// playlist changes. With Automatic the time of day decides again. It ends a viewer's hold and visit. An invalid index
// is ignored.
func (d *Director) Pick(list int) {
	d.Post(func() {
		if list < Automatic || list >= len(d.turns.playlist.Lists) {
			return
		}
		d.touch()
		d.visit.stopVoice()
		d.turns.pick(list)
		d.visit.endVisit()
		d.doEffects(d.turns.tick(d.now()))
	})
}
