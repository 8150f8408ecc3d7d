package loop

import (
	"iter"
	"time"

	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses
)

// A sleeper lets the UI goroutine wait for events after each of the toolkit's ticks. All of it belongs to the UI
// goroutine.
type sleeper struct {
	app     fyne.App
	tick    *fyne.Animation // ticks once, and is restarted by that
	arming  bool
	ticks   int  // that there were
	off     bool // there are no ticks, or the window library is another one
	wakeful bool // it must not wait
	asked   bool // whether it must not
	pace    pace
	heed    heed
	keys    keyHand
	undrawn map[canvas]int // canvases that the last tick did not draw, and for how many ticks in a row
	forgets bool           // a tick may have let the toolkit forget what is on the screen
	called  bool           // the toolkit will call sleep
	sizes   map[fyne.Window]sized
	drawn   time.Time // when a tick drew last, or drawAtOnce
	early   bool      // drawAtOnce drew what the next tick would have drawn
}

// A canvas is the part of the toolkit's that knows whether there is something to draw.
type canvas interface {
	CheckDirtyAndClear() bool
	SetDirty()
}

// A sized window has a size since a moment, which is none where it never had another.
type sized struct {
	size  fyne.Size
	since time.Time
}

// resizing is for how long a window is drawn again and again after it got another size: what is drawn first may still
// be meant for the size before (OpenGL on X gives it another picture to draw into only after that), and would stay so.
const resizing = 400 * time.Millisecond

// hidden is the number of ticks after which something that has not been drawn cannot be: its window is hidden, or no
// part of it is seen.
const hidden = 3

// Sleep lets the loop of a toolkit sleep while nothing happens. With a toolkit that has another window library it does
// nothing, and on Wayland the loop does not sleep. It must be called before the toolkit runs, on the goroutine that
// main runs on.
func (l *Loop) Sleep(a fyne.App) {
	s := &l.sleeper
	s.app = a
	s.tick = &fyne.Animation{Tick: func(float32) { l.ticked() }}
	s.arm()
}

// arm has ticked called within the next tick.
func (s *sleeper) arm() {
	s.arming = true
	s.tick.Start()
	s.arming = false
}

// ticked is called within each tick, between looking for events and drawing. It has the toolkit call sleep behind that.
func (l *Loop) ticked() {
	s := &l.sleeper
	if s.off = s.off || s.arming; s.off {
		return
	}
	if !s.asked {
		s.asked, s.wakeful = true, wakesLeak()
	}
	s.ticks++
	now := time.Now()
	s.forgets = s.forgets || s.pace.missing(now)
	draws := s.draws()
	if draws {
		s.drawn = now
	}
	s.heed.due = s.heed.due || draws || s.pace.caused
	s.pace.ticked(now, draws || s.early)
	s.early = false
	if !s.called {
		s.called = l.later(l.sleep)
	}
	s.arm()
}

// sleep waits for events, for something that is posted, or until the next tick is wanted.
func (l *Loop) sleep() {
	s := &l.sleeper
	s.called = false
	s.note()
	s.remind()
	s.redraw(time.Now())
	l.hookKeys()
	l.sendKeys()
	l.runPosted()
	rest := s.heed.call(time.Now())
	start := time.Now()
	s.drawAtOnce(start)
	limit := s.pace.wait(start)
	if rest > 0 {
		limit = min(limit, rest)
	}
	if limit <= 0 || s.wakeful || s.draws() || !l.fallAsleep() {
		return
	}
	s.off = !waitForEvents(limit)
	end := time.Now()
	s.pace.woke(!l.awake() && end.Sub(start) < limit-inexact, s.typing())
	l.sendKeys()
	l.runPosted()
	s.drawAtOnce(time.Now())
}

// inexact is by how much a wait may be too short: some systems wait for whole milliseconds.
const inexact = 2 * time.Millisecond

// fallAsleep notes that the UI goroutine must be woken from now on, and reports whether it may wait: not if something
// is posted, nor if the program is about to end.
func (l *Loop) fallAsleep() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asleep, l.woken = len(l.posted) == 0 && !l.stopped.Load(), false
	return l.asleep
}

// awake notes that the UI goroutine need not be woken any more, and reports whether it was.
func (l *Loop) awake() (woken bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asleep = false
	return l.woken
}

// dirty are the canvases that have something to draw.
func (s *sleeper) dirty() iter.Seq[canvas] {
	return func(yield func(canvas) bool) {
		for _, w := range s.app.Driver().AllWindows() {
			c, ok := w.Canvas().(canvas)
			if !ok || !c.CheckDirtyAndClear() {
				continue
			}
			c.SetDirty()
			if !yield(c) {
				return
			}
		}
	}
}

// draws reports whether a tick would draw something.
func (s *sleeper) draws() bool {
	for c := range s.dirty() {
		if s.undrawn[c] < hidden {
			return true
		}
	}
	return false
}

// note notes, after a tick, what it did not draw.
func (s *sleeper) note() {
	var undrawn map[canvas]int
	for c := range s.dirty() {
		if undrawn == nil {
			undrawn = map[canvas]int{}
		}
		undrawn[c] = s.undrawn[c] + 1
	}
	s.undrawn = undrawn
}

// typing reports whether a text entry has the keyboard, whose cursor rests and moves again after each key.
func (s *sleeper) typing() bool {
	for _, w := range s.app.Driver().AllWindows() {
		if _, is := w.Canvas().Focused().(interface{ SetPlaceHolder(text string) }); is {
			return true
		}
	}
	return false
}

// redraw has windows that got another size recently drawn once more.
func (s *sleeper) redraw(now time.Time) {
	before := s.sizes
	s.sizes = map[fyne.Window]sized{}
	for _, w := range s.app.Driver().AllWindows() {
		is, known := before[w]
		if size := w.Canvas().Size(); !known {
			is.size = size
		} else if is.size != size {
			is = sized{size, now}
		}
		s.sizes[w] = is
		if c, ok := w.Canvas().(canvas); ok && now.Sub(is.since) < resizing {
			c.SetDirty()
			s.pace.keepLively(frame)
		}
	}
}

// remind has the toolkit go through all that is on the screen once more if it may have forgotten that. Within a tick it
// takes the time from the tick before (v2.8.1): what it draws after the computer's clock was put forward or the
// program stood still for long is too old at once, and would not be drawn any more when it changes.
func (s *sleeper) remind() {
	if !s.forgets {
		return
	}
	s.forgets = false
	for _, w := range s.app.Driver().AllWindows() {
		if c, ok := w.Canvas().(canvas); ok {
			c.SetDirty()
		}
	}
}

// waitForEvents waits until an event has been handled or wake is called, no longer than the limit. It reports whether
// the window library is the one that the toolkit uses, without which it does not wait.
func waitForEvents(limit time.Duration) bool {
	return inLibrary(func() { glfw.WaitEventsTimeout(limit.Seconds()) })
}

// wake ends waitForEvents. It may be called from any goroutine.
func wake() {
	defer func() {
		failure := recover()
		if _, is := failure.(*glfw.Error); !is && failure != nil {
			panic(failure)
		} // the library reports here whatever failed last on the UI goroutine, such as pasting what is no text
	}()
	glfw.PostEmptyEvent()
}
