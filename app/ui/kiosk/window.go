// Package kiosk is the window of a public screen: always full screen, without a pointer. It shows the frames of a
// Director and passes it the keys.
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

// Parts are the window's dependencies.
type Parts struct {
	App fyne.App
	// Monitor is the number of its monitor, from 1 on, 0 for the primary one.
	Monitor int
	// Flash reports whether text may flash and pages may fade. It is called once, in the background.
	Flash func() bool
	Do    func(func()) // posts a function to the UI goroutine
	// Guard makes the program survive panics of the handlers of the window's events.
	Guard func(fyne.Window)
	// After is time.AfterFunc.
	After func(wait time.Duration, f func()) (stop func() bool)
	// Trouble is called on any goroutine with a fault of the window on the monitor.
	Trouble func(error)
}

// A Director gets the keys, and the results of showing its frames.
type Director interface {
	Press(kiosk.Key)
	Digit(digit int)
	Resize(size image.Point)
	OnDrawn(id int)
	Touch()
}

// A Window is the window of a public screen. It belongs to the UI goroutine, except for the methods of kiosk.Screen and
// Snapshot.
type Window struct {
	parts    Parts
	win      fyne.Window
	stage    *pageview.Stage
	director Director
	fill     *loop.Fill
	glass    glass

	pressed  fyne.KeyName // the last key pressed, until its first typed event
	woke     bool         // it has woken the screen
	digit    bool         // it was that of a digit, whose character is still to come, if it types one
	leaving  func() bool  // stops the timer of a held Escape, nil before the first
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

// Seen returns the toolkit's window.
func (w *Window) Seen() fyne.Window { return w.win }

// Run shows the frames of a director, and returns when the program's loop has ended. It fails with ErrNoOpenGL.
func (w *Window) Run(d Director) error {
	w.director = d
	ctx, end := context.WithCancel(context.Background())
	defer end()
	go w.watchGlass(ctx)
	w.parts.Do(func() {
		w.hear()
		w.parts.Guard(w.win)
	})
	if !loop.Opens(w.win, w.win.Show) {
		return system.ErrNoOpenGL
	}
	w.parts.App.Run()
	return nil
}

// bind sets the handlers of keys.
func (w *Window) bind() {
	c := w.win.Canvas()
	var last fyne.KeyName
	c.SetOnTypedKey(func(e *fyne.KeyEvent) {
		last = e.Name
		var digit rune
		if digit, w.digit = loop.DigitOf(e.Name); w.digit && !w.woke {
			w.director.Digit(int(digit - '0'))
			return
		}
		if k, is := keys()[e.Name]; is && !w.woke && (k != kiosk.Escape || w.first(e.Name)) {
			w.director.Press(k)
		}
	})
	c.SetOnTypedRune(func(r rune) {
		r = loop.LatinOf(last, r)
		last = ""
		switch {
		case w.woke || w.digit:
			w.digit = false
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

// keyDown and keyUp track the held key. A key that wakes the screen does nothing else, except that Escape can be held.
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

// hear handles the keys of remote controls.
func (w *Window) hear() {
	named := map[int]fyne.KeyName{}
	go func() {
		known := system.RemoteKeys()
		w.parts.Do(func() { named = known })
	}()
	loop.Hear(w.win, loop.Heard{Key: func(number int) bool {
		k, is := keys()[named[number]]
		if is {
			w.director.Press(k)
		}
		return is
	}})
}

// first reports whether a typed key is not an auto-repeat, which would toggle its effect back.
func (w *Window) first(name fyne.KeyName) bool {
	is := w.pressed == name
	w.pressed = ""
	return is
}

// keys returns the meanings of keys without characters.
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

// hold starts the timer for a held Escape.
func (w *Window) hold() {
	if w.leaving != nil {
		w.leaving()
	}
	w.leaving = w.parts.After(leaveAfter, func() { w.director.Press(kiosk.Leave) })
}

// Show shows a frame in place of the one before. It may be called on any goroutine.
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

// Patch draws over the current frame. It may be called on any goroutine.
func (w *Window) Patch(p frame.Patch) {
	w.parts.Do(func() { w.stage.Draw(pageview.StagePart(p)) })
}

// SetAsleep sets whether the screen is off on purpose: then the window has no faults, and the pointer wakes it too. It
// may be called on any goroutine.
func (w *Window) SetAsleep(asleep bool) {
	w.asleep.Store(asleep)
	if asleep {
		w.glass.trouble.Store(nil)
	}
}

// keepFlashing starts and stops the flash clock as needed.
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
		return // stopped after the timer had fired
	}
	w.dark = !w.dark
	w.stage.SetDark(w.dark)
	w.startFlash()
}

// startFlash starts the timer for the next phase of the flash clock.
func (w *Window) startFlash() {
	w.flash = w.parts.After(flashPhase, func() { w.parts.Do(w.flashTick) })
}

// Snapshot returns what is on the screen, upright if the screen is turned. It must not be called on the UI goroutine.
// It fails if nothing is shown yet, or if the window does not answer before ctx ends.
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
