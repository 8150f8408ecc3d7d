package screen

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"sync/atomic"
	"time"

	system "sextant/app/desktop"
	"sextant/app/say"
)

// How often the window and its pixels are checked.
const (
	lookEvery   = time.Second
	pixelsEvery = 10                     // checks
	glanceEvery = 200 * time.Millisecond // the least interval between checks after events of the X server
	mendEvery   = 50 * time.Millisecond  // between checks while a fault is being mended
	mendTries   = 10                     // a window manager may undo it, and the toolkit has to draw
)

// How a fault is confirmed. It may be transient: while a window manager places the window, or between drawing and the
// monitor.
const (
	surelyAfter = 250 * time.Millisecond
	pixelLooks  = 5
)

// stillChecks is the number of checks for which a fault is not reported again.
const stillChecks = 60

// A glass watches what the viewer sees of the window.
type glass struct {
	trouble atomic.Pointer[error] // its current fault
	faults  [system.Faults]atomic.Int64

	// These belong to the goroutine of watchGlass.
	system     system.Glass
	looks      int
	last       windowNow            // the last answer of the UI goroutine
	answer     chan windowNow       // receives the answer of the UI goroutine, nil without a request
	fault      system.Fault         // of the last check
	reportedAt map[system.Fault]int // when a fault was reported last, in checks
}

// A windowNow is the window's state on the UI goroutine, zero if that does not answer.
type windowNow struct {
	monitor image.Rectangle
	at      []image.Point // points of the window, with the colours there
	colours []color.RGBA
}

// Trouble returns the fault of the window on the monitor, nil for none. It may be called on any goroutine.
func (w *Window) Trouble() error {
	if err := w.glass.trouble.Load(); err != nil {
		return *err
	}
	return nil
}

// Faults returns the numbers of faults of the window on the monitor, by their names. It may be called on any goroutine.
func (w *Window) Faults() map[string]int {
	counts := map[string]int{}
	for f := range w.glass.faults {
		if n := int(w.glass.faults[f].Load()); n > 0 {
			counts[system.Fault(f).Name()] = n
		}
	}
	return counts
}

// watchGlass keeps the window visible and filling its monitor, until ctx ends.
func (w *Window) watchGlass(ctx context.Context) {
	defer w.glass.system.Close()
	w.glass.reportedAt = map[system.Fault]int{}
	var calm <-chan time.Time // runs while events are not handled
	for tick := time.NewTicker(lookEvery); ; {
		events := w.glass.system.Events()
		if calm != nil {
			events = nil
		}
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-calm:
			calm = nil
		case <-events:
			if !w.asleep.Load() {
				w.glance(ctx)
			}
			calm = time.After(glanceEvery)
		case <-tick.C:
			if !w.asleep.Load() {
				w.check(ctx)
			}
		}
	}
}

// check checks the window, and mends its fault.
func (w *Window) check(ctx context.Context) {
	w.glass.looks++
	sight, fault := w.checkSight(ctx)
	if fault == system.Different {
		w.parts.Do(w.stage.Refresh)
	} else {
		w.glass.system.Mend(sight)
	}
	w.reportFault(sight, fault)
}

// glance handles an event, and mends at once a fault that cannot be a window manager at work. The next check shows
// whether that has helped.
func (w *Window) glance(ctx context.Context) {
	g := &w.glass
	if g.last.monitor.Empty() {
		return // the screen is off, or the monitor is not known yet
	}
	for try := range mendTries {
		sight := g.system.Look(g.last.monitor)
		switch {
		case sight.AtOnce():
			g.system.Mend(sight)
			w.reportFault(sight, sight.Fault())
		case sight.Fault() != system.NoFault:
			w.reportFault(sight, sight.Fault())
			w.check(ctx)
			return
		case try == 0:
			return
		default:
			w.glass.fault = system.NoFault // so that the next one is counted, even without a check in between
			w.parts.Do(w.stage.Refresh)    // unmapping a window loses its content
		}
		if !w.wait(ctx, mendEvery) {
			return
		}
	}
}

// wait sleeps, and reports false if ctx has ended.
func (w *Window) wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// checkSight returns the view of the window, and its confirmed fault.
func (w *Window) checkSight(ctx context.Context) (sight system.Sight, fault system.Fault) {
	g, before := &w.glass, w.Trouble()
	for try := range pixelLooks {
		d, answered := w.current(ctx)
		if answered {
			g.last = d
		}
		if answered && d.monitor.Empty() {
			return system.Sight{}, system.NoFault // the screen is off
		}
		sight = g.system.Look(d.monitor)
		fault = sight.Fault()
		compares := try > 0 || before != nil || g.looks%pixelsEvery == 0
		if fault == system.NoFault && compares && g.system.Differs(sight, d.at, d.colours) {
			fault = system.Different
		}
		if fault == system.NoFault || fault != system.Different && try > 0 || !w.wait(ctx, surelyAfter) {
			break
		}
	}
	return sight, fault
}

// current asks the UI goroutine for the window's state, and moves the window if its monitor has changed.
func (w *Window) current(ctx context.Context) (now windowNow, answered bool) {
	g := &w.glass
	if g.answer == nil {
		answer := make(chan windowNow, 1)
		g.answer = answer
		w.parts.Do(func() {
			n := windowNow{monitor: w.fill.Look()}
			if !w.hold.ring.isShown() {
				n.at, n.colours = w.stage.Sample()
			}
			answer <- n
		})
	}
	ctx, cancel := context.WithTimeout(ctx, lookEvery)
	defer cancel()
	select {
	case now = <-g.answer:
		g.answer = nil
		return now, true
	case <-ctx.Done():
		return windowNow{}, false
	}
}

// reportFault stores a fault, and reports it.
func (w *Window) reportFault(s system.Sight, fault system.Fault) {
	g := &w.glass
	if fault != g.fault && fault != system.NoFault {
		g.faults[fault].Add(1)
	}
	if g.fault = fault; fault == system.NoFault {
		g.trouble.Store(nil)
		return
	}
	err := inWords(s, fault)
	g.trouble.Store(&err)
	if last, reported := g.reportedAt[fault]; !reported || g.looks-last > stillChecks {
		w.parts.Trouble(err)
	}
	g.reportedAt[fault] = g.looks
}

// inWords returns a fault as an error in words for users.
func inWords(s system.Sight, fault system.Fault) error {
	switch fault {
	case system.Hidden:
		return say.Error("glass.hidden")
	case system.Covered:
		return say.Error("glass.covered")
	case system.Different:
		return say.Error("glass.different")
	}
	return say.Error("glass.misplaced", "Place", geometry(s.Place), "Monitor", geometry(s.Monitor))
}

// geometry formats a rectangle like X programs.
func geometry(r image.Rectangle) string {
	return fmt.Sprintf("%dx%d%+d%+d", r.Dx(), r.Dy(), r.Min.X, r.Min.Y)
}
