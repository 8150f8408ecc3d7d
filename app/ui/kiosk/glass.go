package kiosk

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

// How often it is looked at what is seen of the window, and at its pixels.
const (
	lookEvery   = time.Second
	pixelsEvery = 10                     // looks
	glanceEvery = 200 * time.Millisecond // at least between two looks that events of the X server cause
	mendEvery   = 50 * time.Millisecond  // between two looks while something is put right
	mendTries   = 10                     // for a window manager may undo it, and the toolkit has to draw
)

// How a fault is made sure of, which may be over in a moment: while a window manager places the window, or between
// drawing and the monitor.
const (
	surelyAfter = 250 * time.Millisecond
	pixelLooks  = 5
)

// silence is for how many looks a fault is not reported again that was reported before.
const silence = 60

// A glass is what is seen of the window.
type glass struct {
	trouble atomic.Pointer[error] // what is wrong with it
	faults  [system.Faults]atomic.Int64

	// These belong to the goroutine that watches.
	system     system.Glass
	looks      int
	last       windowNow            // the last answer of the UI goroutine
	answer     chan windowNow       // of the UI goroutine, nil while it is not asked
	fault      system.Fault         // of the last look
	reportedAt map[system.Fault]int // when a fault was reported last, in looks
}

// A windowNow is what the UI goroutine knows of the window, which is nothing where it does not answer.
type windowNow struct {
	monitor image.Rectangle
	at      []image.Point // in the window, with the colours there
	colours []color.RGBA
}

// Trouble is what is wrong with the window on the monitor, nil for nothing. It may be called from any goroutine.
func (w *Window) Trouble() error {
	if err := w.glass.trouble.Load(); err != nil {
		return *err
	}
	return nil
}

// Faults counts how often something was wrong with the window on the monitor, by the fault's name. It may be called
// from any goroutine.
func (w *Window) Faults() map[string]int {
	counts := map[string]int{}
	for f := range w.glass.faults {
		if n := int(w.glass.faults[f].Load()); n > 0 {
			counts[system.Fault(f).Name()] = n
		}
	}
	return counts
}

// watchGlass has the window fill its monitor, and puts right what is seen of it, until ctx ends.
func (w *Window) watchGlass(ctx context.Context) {
	defer w.glass.system.Close()
	w.glass.reportedAt = map[system.Fault]int{}
	var calm <-chan time.Time // runs while events are not looked after
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

// check looks at the window, and puts right what is wrong.
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

// glance looks after an event, and puts right at once what cannot be a window manager at work. The next check says
// whether that has helped.
func (w *Window) glance(ctx context.Context) {
	g := &w.glass
	if g.last.monitor.Empty() {
		return // it is switched off, or not known yet
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
			w.glass.fault = system.NoFault // the next one is counted, although no check came between them
			w.parts.Do(w.stage.Refresh)    // what a window showed is lost when it is unmapped
		}
		if !w.wait(ctx, mendEvery) {
			return
		}
	}
}

// wait waits, and reports whether ctx has not ended.
func (w *Window) wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// checkSight returns what is seen of the window, and what is wrong with that for longer than a moment.
func (w *Window) checkSight(ctx context.Context) (sight system.Sight, fault system.Fault) {
	g, before := &w.glass, w.Trouble()
	for try := range pixelLooks {
		d, answered := w.current(ctx)
		if answered {
			g.last = d
		}
		if answered && d.monitor.Empty() {
			return system.Sight{}, system.NoFault // it is switched off
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

// current asks the UI goroutine, and has the window fill the monitor where that is another one.
func (w *Window) current(ctx context.Context) (now windowNow, answered bool) {
	g := &w.glass
	if g.answer == nil {
		answer := make(chan windowNow, 1)
		g.answer = answer
		w.parts.Do(func() {
			n := windowNow{monitor: w.fill.Look()}
			n.at, n.colours = w.stage.Sample()
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

// reportFault keeps what is wrong, and reports it.
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
	if last, reported := g.reportedAt[fault]; !reported || g.looks-last > silence {
		w.parts.Trouble(err)
	}
	g.reportedAt[fault] = g.looks
}

// inWords says what is wrong with what is seen of the window.
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

// geometry is a place as X programs write it.
func geometry(r image.Rectangle) string {
	return fmt.Sprintf("%dx%d%+d%+d", r.Dx(), r.Dy(), r.Min.X, r.Min.Y)
}
