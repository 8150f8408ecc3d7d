package loop

import (
	"iter"
	"reflect"
	"time"

	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses
)

// A sleeper makes the UI goroutine wait for events after each of the toolkit's ticks. It belongs to the UI goroutine.
type sleeper struct {
	app     fyne.App
	tick    *fyne.Animation // runs for one tick, and restarts itself
	arming  bool
	ticks   int  // number of ticks so far
	off     bool // there are no ticks, or the window library is another one
	wakeful bool // it must not wait
	asked   bool // wakeful is known
	pace    pace
	heed    heed
	keys    keyHand
	undrawn map[canvas]int // canvases that the last tick did not draw, and for how many ticks in a row
	forgets bool           // in a tick the toolkit may have dropped what is on the screen
	called  bool           // the toolkit will call sleep
	sizes   map[fyne.Window]sized
	drawn   time.Time // when a tick or drawAtOnce last drew
}

// A canvas is the part of the toolkit's canvas that reports whether there is something to draw.
type canvas interface {
	CheckDirtyAndClear() bool
	SetDirty()
}

// A sized window has had a size since a time, zero for its first size.
type sized struct {
	size  fyne.Size
	since time.Time
}

// resizing is how long a window is redrawn repeatedly after a resize: the first frames may still have the size before
// (OpenGL on X resizes the buffer only afterwards), and would stay on the screen.
const resizing = 400 * time.Millisecond

// hiddenFrames is the number of ticks after which a canvas that was not drawn counts as hidden.
const hiddenFrames = 3

// Sleep makes the toolkit's loop sleep without activity. It does nothing if the toolkit uses another window library,
// and on Wayland the loop does not sleep. It must be called before the toolkit runs, on main's goroutine.
func (l *Loop) Sleep(a fyne.App) {
	s := &l.sleeper
	s.app = a
	s.tick = &fyne.Animation{Tick: func(float32) { l.ticked() }}
	s.arm()
}

// arm schedules a call of ticked within the next tick.
func (s *sleeper) arm() {
	s.arming = true
	s.tick.Start()
	s.arming = false
}

// ticked is called within each tick, between events and drawing. It makes the toolkit call sleep afterwards.
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
	s.pace.last, s.pace.caused = now, false
	if !s.called {
		s.called = l.later(l.sleep)
	}
	s.arm()
}

// sleep handles events and posted functions as they come, until the next tick is due.
func (l *Loop) sleep() {
	s := &l.sleeper
	s.called = false
	s.note()
	s.remind()
	resized := s.resized(time.Now())
	l.hookKeys()
	l.sendKeys()
	l.runPosted()
	rest := s.heed.call(time.Now())
	for again := true; again; {
		start := time.Now()
		s.drawAtOnce(start)
		s.pace.every = s.every(resized)
		limit := s.pace.wait(start)
		if rest > 0 {
			limit = min(limit, rest)
		}
		if limit <= 0 || s.wakeful || !l.fallAsleep() {
			return
		}
		s.off = !waitForEvents(limit)
		woken := l.awake()
		byEvent := !woken && time.Since(start) < limit-inexact
		s.pace.caused = s.pace.caused || byEvent
		l.sendKeys()
		l.runPosted()
		again = !s.off && (woken || byEvent)
	}
	s.drawAtOnce(time.Now())
}

// inexact is how much too short a wait may be: some systems wait for whole milliseconds.
const inexact = 2 * time.Millisecond

// fallAsleep records that the UI goroutine must be woken from now on, and reports whether it may wait: not if a
// function is posted, nor if the program is about to end.
func (l *Loop) fallAsleep() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asleep, l.woken = len(l.posted) == 0 && !l.stopped.Load(), false
	return l.asleep
}

// awake records that the UI goroutine need not be woken any more, and reports whether Post has woken it.
func (l *Loop) awake() (woken bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asleep = false
	return l.woken
}

// dirty iterates over the canvases with something to draw.
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
		if s.undrawn[c] < hiddenFrames {
			return true
		}
	}
	return false
}

// note records, after a tick, which canvases it did not draw.
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

// typing reports whether a text entry is focused, whose cursor pauses after each key before it blinks again.
func (s *sleeper) typing() bool {
	for _, w := range s.app.Driver().AllWindows() {
		if _, is := w.Canvas().Focused().(interface{ SetPlaceHolder(text string) }); is {
			return true
		}
	}
	return false
}

// every returns the interval of ticks, 0 for none without activity. A text cursor that blinks alone has blinking.
func (s *sleeper) every(resized bool) time.Duration {
	animations := s.animations()
	switch {
	case animations == 1 && s.typing() && !resized && !s.draws():
		return blinking
	case animations > 0, resized, s.draws():
		return frame
	}
	return 0
}

// animations returns the number of the toolkit's animations besides tick, which waits for the next one. Its lists are
// private; its version is pinned in go.mod.
func (s *sleeper) animations() int {
	driver := reflect.ValueOf(s.app.Driver())
	if driver.Type().String() != toolkitDriver {
		return 0
	}
	running, runner := 0, driver.Elem().FieldByName("animation")
	for _, list := range []string{"animations", "pendingAnimations"} {
		running += runner.FieldByName(list).Len()
	}
	return max(0, running-1)
}

// resized redraws the windows that were resized within resizing, and reports whether there are any.
func (s *sleeper) resized(now time.Time) (some bool) {
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
			some = true
		}
	}
	return some
}

// remind makes the toolkit visit all objects on the screen again if it may have dropped them. Within a tick it uses the
// time of the tick before (v2.8.1): after the wall clock was set forward or the program was suspended, what it draws
// expires at once, and would not be redrawn on changes.
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

// waitForEvents waits until an event has been handled, wake is called, or the limit has passed. It reports whether the
// window library is the one that the toolkit uses; if not, it does not wait.
func waitForEvents(limit time.Duration) bool {
	return inLibrary(func() { glfw.WaitEventsTimeout(limit.Seconds()) })
}

// wake ends waitForEvents. It may be called on any goroutine.
func wake() {
	defer func() {
		failure := recover()
		if _, is := failure.(*glfw.Error); !is && failure != nil {
			panic(failure)
		} // the library reports earlier failures on the UI goroutine here, such as pasting something that is no text
	}()
	glfw.PostEmptyEvent()
}
