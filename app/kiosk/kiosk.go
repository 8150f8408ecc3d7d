// Package kiosk runs a public screen: it shows the pages of a playlist one after another, keeps them up to date within what
// the service allows, lets pages break in and viewers look around, and goes on whatever fails.
//
// A Director has a goroutine of its own on which all of that is decided. What it shows it draws elsewhere, ahead of time,
// as pictures of the screen's size, and hands them to a Screen. It knows no toolkit.
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
}

// Parts are what a Director works with.
type Parts struct {
	Pages     *acquire.Pages
	Budget    *budget.Budget
	Store     *store.Store
	Lists     *kept.Lists
	Directory *browse.Directory
	// Collect begins to collect all pages of the service.
	Collect func()
	// Title is what to call the service before anything of it is known.
	Title string

	// PlaceFile is the file that keeps the place in the list for the next start.
	PlaceFile string

	Screen   Screen
	Voice    Voice // nil for none
	Playlist *playlist.Playlist
	// PIN compares digits with the PIN without which nobody leaves, and tells how long to wait before the next try. It is
	// nil where none is set.
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
	// Elapsed is how long something has been running, by a clock that nobody can set.
	Elapsed func() time.Duration
}

// A Director decides what is shown. Its exported methods may be called from any goroutine, and return at once.
type Director struct {
	parts Parts
	queue queue
	clock clock

	stock   stock
	running running
	tending tending
	alerts  alerts
	visit   visit
	lines   lines
	easel   easel
	memory  memory
	report  report
	reading reading
	notice  string // in the corner, while nothing else is there

	background sync.WaitGroup // what the Director waits for before it ends: it reads the store
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
	d.clock = clock{director: d}
	d.memory = memory{director: d}
	d.stock = stock{director: d, pages: map[int]*stocked{}}
	d.running = running{director: d}
	d.tending.begin(d)
	d.alerts = alerts{director: d}
	d.visit = visit{director: d}
	d.lines = lines{director: d}
	d.easel.begin(d)
	d.reading = reading{director: d}
	d.report.director, d.report.began = d, p.Now()
	return d
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
	d.memory.recall()
	d.running.begin()
	d.clock.beat()
	d.tending.start()
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

// drain runs what is posted, and tells of the state that this leaves.
func (d *Director) drain() {
	q := &d.queue
	q.mu.Lock()
	posted := q.posted
	q.posted = nil
	q.mu.Unlock()
	for _, f := range posted {
		f()
	}
	d.report.tell()
}

// End ends Run.
func (d *Director) End() { d.queue.end.Do(func() { close(d.queue.ended) }) }

// stop ends what is under way.
func (d *Director) stop() {
	d.clock.stop()
	d.running.stop()
	d.visit.stop()
	d.reading.stop()
	d.tending.stop()
	d.easel.stop()
	d.background.Wait()
	d.memory.end()
}

// after posts a function after a while, unless the timer that it gives is stopped before.
func (d *Director) after(wait time.Duration, f func()) *time.Timer {
	return time.AfterFunc(max(0, wait), func() { d.Post(f) })
}

// SetPlaylist goes over to another playlist.
func (d *Director) SetPlaylist(p *playlist.Playlist) {
	d.Post(func() {
		if p.Digest() == d.parts.Playlist.Digest() {
			return
		}
		d.parts.Note("another playlist")
		d.parts.Playlist = p
		d.running.playlistChanged()
	})
}

// SetNotice has a few words stand in the corner of the screen until it is empty.
func (d *Director) SetNotice(text string) {
	d.Post(func() {
		d.notice = text
		d.running.relabel()
	})
}

// Learned takes in that a page came, whoever asked for it.
func (d *Director) Learned(c acquire.Change) {
	d.Post(func() {
		d.parts.Directory.Learn(c.New)
		d.alerts.changed(c)
		a := acquire.Answer{Page: c.New.Number, Document: c.New, Digest: c.Digest, Fetched: c.Fetched, Asked: c.Asked}
		if d.stock.put(a) {
			d.running.stockChanged(a.Page)
		}
	})
}

// Told takes in that the service says that pages are others by now.
func (d *Director) Told(pages []int) {
	d.Post(func() {
		d.tending.changed()
		if d.visit.nav != nil {
			d.visit.nav.Refresh.Told(pages)
		}
	})
}

// Resize takes in the size of the screen in pixels.
func (d *Director) Resize(size image.Point) {
	d.Post(func() { d.easel.resize(size) })
}

// Drawn takes in that the frame of an ID is on the screen.
func (d *Director) Drawn(id int) {
	d.Post(func() { d.easel.drawn(id) })
}
