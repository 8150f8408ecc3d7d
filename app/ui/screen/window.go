package screen

import (
	"context"
	"image"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	system "sextant/app/desktop"
	"sextant/app/say"
	"sextant/app/screen/frame"
	"sextant/app/screen/kiosk"
	"sextant/app/ui/loop"
	"sextant/widgets/pageview"
)

// pointerFor is how long the pointer is shown after a press.
const pointerFor = 3 * time.Second

// flashPhase is half of the flash clock's period of a second.
const flashPhase = 500 * time.Millisecond

// WindowParts are the window's dependencies.
type WindowParts struct {
	App fyne.App
	// Beside is set if the program has other windows, and does not end with this one.
	Beside bool
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

// A Window is the window of a public screen: always full screen, with a pointer only after a press. It shows the frames
// of a Director and passes it the keys. It belongs to the UI goroutine, except for the methods of kiosk.Screen and
// Snapshot.
type Window struct {
	parts    WindowParts
	win      fyne.Window
	stage    *pageview.Stage
	director Director
	fill     *loop.Fill
	glass    glass

	pressed  fyne.KeyName // the last key pressed, until its first typed event
	woke     bool         // it has woken the screen
	digit    bool         // it was that of a digit, whose character is still to come, if it types one
	hold     *hold
	pointer  func() bool        // stops the timer that hides the pointer, nil before the first
	end      context.CancelFunc // ends watching the window
	flash    func() bool        // stops the flash clock, nil while nothing flashes
	mayFlash bool
	dark     bool
	closed   bool
	turned   int // degrees
	asleep   atomic.Bool
}

var _ kiosk.Screen = (*Window)(nil)

// NewWindow makes the window, which Run shows.
func NewWindow(p WindowParts) *Window {
	w := &Window{parts: p, win: loop.NewWindow(p.App, "Sextant"), end: func() {}}
	w.stage = pageview.NewStage(pageview.StageEvents{
		Resized: func(size image.Point) { w.director.Resize(size) },
		Drawn:   func(id int) { w.director.OnDrawn(id) },
		Moved: func() {
			if w.asleep.Load() {
				w.director.Touch()
			}
		},
		Pressed: w.press, Released: func() { w.hold.end() },
	})
	w.hold = newHold(w)
	w.win.SetContent(container.NewStack(w.stage, w.hold.ring.content))
	w.win.SetPadded(false)
	if !p.Beside {
		w.win.SetMaster()
	}
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

// Open shows the frames of a director, until Close. It fails with ErrNoOpenGL.
func (w *Window) Open(d Director) error {
	w.director = d
	ctx, end := context.WithCancel(context.Background())
	w.end = end
	if !w.parts.Beside { // the toolkit may wait for the window to be shown, which can take forever
		go w.watchGlass(ctx)
	}
	w.parts.Do(func() {
		w.hear()
		w.parts.Guard(w.win)
	})
	if !loop.Opens(w.win, w.win.Show) {
		end()
		return system.ErrNoOpenGL
	}
	if w.parts.Beside {
		w.glass.system.Handle = system.Handle(w.win)
		go w.watchGlass(ctx)
	}
	return nil
}

// Run shows the frames of a director, and returns when the program's loop has ended. It fails with ErrNoOpenGL.
func (w *Window) Run(d Director) error {
	if err := w.Open(d); err != nil {
		return err
	}
	w.parts.App.Run()
	w.end()
	return nil
}

// Close closes the window. Frames that are passed to it afterwards are not shown.
func (w *Window) Close() {
	w.end()
	w.hold.end()
	if w.pointer != nil {
		w.pointer()
	}
	if w.flash != nil {
		w.flash()
		w.flash = nil
	}
	w.closed = true
	w.fill.End()
	loop.Close(w.win)
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
		k, is := keys()[e.Name]
		switch {
		case w.woke:
		case !is && !types(e.Name) && w.first(e.Name):
			w.director.Press(kiosk.Other)
		case is && (k != kiosk.Escape || w.first(e.Name)):
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
		case r != ' ':
			w.director.Press(kiosk.Other)
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
		w.hold.begin()
	}
}

func (w *Window) keyUp(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		w.hold.end()
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

// press handles a press of the pointer or a finger, at shares of the screen's width and height. One that wakes the
// screen does nothing else.
func (w *Window) press(x, y float32) {
	if w.asleep.Load() {
		w.director.Touch()
		return
	}
	w.director.Press(kiosk.Other)
	w.showPointer()
	if isCorner(x, y, w.turned) {
		w.hold.begin()
	}
}

// showPointer shows the pointer for a moment, so that a mouse finds the corner.
func (w *Window) showPointer() {
	if w.pointer != nil {
		w.pointer()
	}
	w.stage.ShowPointer(true)
	w.pointer = w.parts.After(pointerFor, func() {
		w.parts.Do(func() {
			w.stage.ShowPointer(false)
			loop.HidePointer(w.win) // the toolkit does so only when it moves
		})
	})
}

// types reports whether a key types a character, which follows, or only changes what others type.
func types(name fyne.KeyName) bool {
	switch name {
	case fyne.KeySpace, desktop.KeyShiftLeft, desktop.KeyShiftRight, desktop.KeyControlLeft, desktop.KeyControlRight,
		desktop.KeyAltLeft, desktop.KeyAltRight, desktop.KeySuperLeft, desktop.KeySuperRight, desktop.KeyCapsLock:
		return true
	}
	return len(name) == 1
}

// Show shows a frame in place of the one before. It may be called on any goroutine.
func (w *Window) Show(f *kiosk.Frame) {
	p := pageview.StagePicture{ID: f.ID, Pixels: f.Pixels}
	for _, flash := range f.Flashes {
		p.Light, p.Dark = append(p.Light, pageview.StagePart(flash.Light)), append(p.Dark,
			pageview.StagePart(flash.Dark))
	}
	w.parts.Do(func() {
		if w.closed {
			return
		}
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
