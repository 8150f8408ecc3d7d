// Package kiosk is the window of a public screen: full screen for good, without a pointer, showing what a Director
// gives it and handing it the keys.
package kiosk

import (
	"context"
	"image"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	system "sextant/app/desktop"
	"sextant/app/kiosk"
	"sextant/app/kiosk/frame"
	"sextant/app/say"
	"sextant/app/ui/loop"
	"sextant/widgets/pageview"
)

// leaveAfter is how long Escape must be held for the program to end.
const leaveAfter = 2 * time.Second

// flashPhase is half of the flash clock's period of a second.
const flashPhase = 500 * time.Millisecond

// Parts are what the window works with.
type Parts struct {
	App fyne.App
	// Monitor is which monitor it is on, counted from 1, 0 for the system's main one.
	Monitor int
	// Flash reports whether text may flash and a page fade into the next. It is asked once, in the background.
	Flash func() bool
	Do    func(func()) // runs a function on the UI goroutine
	// After calls a function on any goroutine after a while, unless it is stopped before, as time.AfterFunc does.
	After func(wait time.Duration, f func()) (stop func() bool)
	// Trouble is called from any goroutine with what is wrong with the window on the monitor.
	Trouble func(error)
}

// A Director gets the keys, and what becomes of the frames that it gave.
type Director interface {
	Press(kiosk.Key)
	Digit(digit int)
	Resize(size image.Point)
	OnDrawn(id int)
	Touch()
}

// A Window is a public screen's. It belongs to the UI goroutine but for what a kiosk.Screen does, and Snapshot.
type Window struct {
	parts    Parts
	win      fyne.Window
	stage    *pageview.Stage
	director Director
	fill     *loop.Fill
	glass    glass

	pressed  fyne.KeyName // the key that was pressed last, until it has been typed once
	woke     bool         // it has woken the screen
	leaving  func() bool  // stops waiting while Escape is held, nil before it ever was
	flash    func() bool  // stops the flash clock, nil while nothing flashes
	mayFlash bool
	dark     bool
	turned   int // degrees
	asleep   atomic.Bool
}

var _ kiosk.Screen = (*Window)(nil)

// New makes the window, which Run shows.
func New(p Parts) *Window {
	w := &Window{parts: p, win: loop.NewWindow(p.App, "Sextant")}
	w.stage = pageview.NewStage(pageview.StageEvents{
		Resized: func(size image.Point) { w.director.Resize(size) },
		Drawn:   func(id int) { w.director.OnDrawn(id) },
		Touched: func() {
			if w.asleep.Load() {
				w.director.Touch()
			}
		},
	})
	w.win.SetContent(w.stage)
	w.win.SetPadded(false)
	w.win.SetMaster()
	w.win.SetCloseIntercept(func() { w.director.Press(kiosk.Leave) })
	w.fill = loop.FillMonitor(w.win, p.Monitor)
	w.bind()
	go func() {
		may := p.Flash()
		p.Do(func() {
			w.mayFlash = may
			w.keepFlashing()
		})
	}()
	return w
}

// Seen is the toolkit's window.
func (w *Window) Seen() fyne.Window { return w.win }

// Run shows what a director gives, and returns when the program's loop has ended.
func (w *Window) Run(d Director) {
	w.director = d
	ctx, end := context.WithCancel(context.Background())
	defer end()
	go w.watchGlass(ctx)
	w.parts.Do(w.hear)
	w.win.ShowAndRun()
}

// bind takes the keys.
func (w *Window) bind() {
	c := w.win.Canvas()
	c.SetOnTypedKey(func(e *fyne.KeyEvent) {
		if k, is := keys()[e.Name]; is && !w.woke && (k != kiosk.Escape || w.first(e.Name)) {
			w.director.Press(k)
		}
	})
	c.SetOnTypedRune(func(r rune) {
		switch {
		case w.woke:
		case r >= '0' && r <= '9':
			w.director.Digit(int(r - '0'))
		case r == ' ' && w.first(fyne.KeySpace):
			w.director.Press(kiosk.Hold)
		case r == '?' || r == 'r' || r == 'R':
			w.director.Press(kiosk.Reveal)
		}
	})
	if c, is := c.(desktop.Canvas); is {
		c.SetOnKeyDown(w.keyDown)
		c.SetOnKeyUp(w.keyUp)
	}
}

// keyDown and keyUp follow which key is held. One that wakes the screen does nothing else, but that Escape can be held.
func (w *Window) keyDown(e *fyne.KeyEvent) {
	if w.woke = w.asleep.Load(); w.woke {
		w.director.Touch()
	}
	if w.pressed = e.Name; e.Name == fyne.KeyEscape {
		w.hold()
	}
}

func (w *Window) keyUp(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape && w.leaving != nil {
		w.leaving()
	}
}

// hear takes the keys of remote controls.
func (w *Window) hear() {
	named := map[int]fyne.KeyName{}
	go func() {
		known := system.RemoteKeys()
		w.parts.Do(func() { named = known })
	}()
	loop.Hear(w.win, func() {}, func(bool) {}, func(number int) bool {
		k, is := keys()[named[number]]
		if is {
			w.director.Press(k)
		}
		return is
	}, func(bool) {})
}

// first reports whether a key that is typed is not repeated by being held, which would take back what it does.
func (w *Window) first(name fyne.KeyName) bool {
	is := w.pressed == name
	w.pressed = ""
	return is
}

// keys are what the keys without characters do.
func keys() map[fyne.KeyName]kiosk.Key {
	return map[fyne.KeyName]kiosk.Key{
		fyne.KeyLeft: kiosk.PreviousPage, fyne.KeyRight: kiosk.NextPage,
		fyne.KeyUp: kiosk.PreviousSubpage, fyne.KeyDown: kiosk.NextSubpage,
		fyne.KeyPageUp: kiosk.PreviousPage, fyne.KeyPageDown: kiosk.NextPage,
		fyne.KeyHome: kiosk.Home, fyne.KeyReturn: kiosk.Enter, fyne.KeyEnter: kiosk.Enter,
		fyne.KeyBackspace: kiosk.Backspace, fyne.KeyEscape: kiosk.Escape,
		fyne.KeyF1: kiosk.Red, fyne.KeyF2: kiosk.Green, fyne.KeyF3: kiosk.Yellow, fyne.KeyF4: kiosk.Blue,
		system.KeyRed: kiosk.Red, system.KeyGreen: kiosk.Green,
		system.KeyYellow: kiosk.Yellow, system.KeyBlue: kiosk.Blue,
		system.KeyChannelDown: kiosk.PreviousPage, system.KeyChannelUp: kiosk.NextPage, system.KeyHomepage: kiosk.Home,
	}
}

// hold begins to wait for Escape to be held long enough.
func (w *Window) hold() {
	if w.leaving != nil {
		w.leaving()
	}
	w.leaving = w.parts.After(leaveAfter, func() { w.director.Press(kiosk.Leave) })
}

// Show shows a frame in the place of the one before. It may be called from any goroutine.
func (w *Window) Show(f *kiosk.Frame) {
	p := pageview.StagePicture{ID: f.ID, Pixels: f.Pixels}
	for _, flash := range f.Flashes {
		p.Light, p.Dark = append(p.Light, pageview.StagePart(flash.Light)), append(p.Dark,
			pageview.StagePart(flash.Dark))
	}
	w.parts.Do(func() {
		fade := f.Fade
		if !w.mayFlash {
			fade = 0
		}
		w.stage.Present(p, fade)
		w.stage.SetWords(f.Name, f.Text)
		w.turned = f.Turned
		w.keepFlashing()
	})
}

// Patch draws over the frame that is shown. It may be called from any goroutine.
func (w *Window) Patch(p frame.Patch) {
	w.parts.Do(func() { w.stage.Draw(pageview.StagePart(p)) })
}

// SetAsleep notes whether the screen is off on purpose: then nothing is wrong with what is seen of the window, and the
// pointer wakes it too. It may be called from any goroutine.
func (w *Window) SetAsleep(asleep bool) {
	w.asleep.Store(asleep)
	if asleep {
		w.glass.trouble.Store(nil)
	}
}

// keepFlashing lets the flash clock run while it is needed.
func (w *Window) keepFlashing() {
	flashes := w.mayFlash && w.stage.Flashes()
	switch {
	case flashes && w.flash == nil:
		w.dark = false
		w.startFlash()
	case !flashes && w.flash != nil:
		w.flash()
		w.flash = nil
	}
}

func (w *Window) flashTick() {
	if w.flash == nil {
		return // stopped between the timer and now
	}
	w.dark = !w.dark
	w.stage.SetDark(w.dark)
	w.startFlash()
}

// startFlash waits for the next phase of the flash clock.
func (w *Window) startFlash() {
	w.flash = w.parts.After(flashPhase, func() { w.parts.Do(w.flashTick) })
}

// Snapshot is what is on the screen, as the viewer sees it where the screen is turned. It may be called from any
// goroutine but the UI's, and fails where nothing is shown yet or the window does not answer before ctx ends.
func (w *Window) Snapshot(ctx context.Context) (*image.RGBA, error) {
	type shot struct {
		pixels *image.RGBA
		turned int
	}
	taken := make(chan shot, 1)
	w.parts.Do(func() { taken <- shot{w.stage.Copy(), w.turned} })
	select {
	case s := <-taken:
		if s.pixels == nil {
			return nil, say.Error("status.reason.nothing")
		}
		return frame.Upright(s.pixels, s.turned), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
