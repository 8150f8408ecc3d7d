package screen

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"sextant/app/screen/frame"
	"sextant/app/screen/kiosk"
	"sextant/app/testkit"
	"sextant/widgets/widgettest"
)

// A windowRig is the window of a public screen in virtual time. It is the window's Director too, and records the calls.
// The test runs on the UI goroutine.
type windowRig struct {
	*Window
	loop   testkit.Loop
	canvas fyne.Canvas

	mu    sync.Mutex
	calls widgettest.Asked
}

func (r *windowRig) Press(k kiosk.Key)       { r.add("key %d", k) }
func (r *windowRig) Digit(digit int)         { r.add("digit %d", digit) }
func (r *windowRig) Resize(size image.Point) { r.add("size %v", size) }
func (r *windowRig) Touch()                  { r.add("touch") }
func (r *windowRig) OnDrawn(id int)          { r.add("drawn %d", id) }

func (r *windowRig) add(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls.Add(format, args...)
}

// expect compares the Director's calls since the last comparison.
func (r *windowRig) expect(t *testing.T, want ...string) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls.Expect(t, want...)
}

// inWindow runs a test with a window of 200x100, with or without flashing.
func inWindow(t *testing.T, mayFlash bool, f func(t *testing.T, r *windowRig)) {
	t.Helper()
	widgettest.RefreshClock()
	synctest.Test(t, func(t *testing.T) {
		r := &windowRig{}
		r.Window = NewWindow(WindowParts{
			App: fyne.CurrentApp(), Flash: func() bool { return mayFlash }, Do: r.loop.Do,
			After: func(wait time.Duration, f func()) func() bool { return time.AfterFunc(wait, f).Stop },
		})
		defer r.win.Close()
		r.director = r
		r.canvas = r.win.Canvas()
		r.win.Resize(fyne.NewSize(200, 100))
		r.at(0, 0)
		r.loop.Settle()
		r.calls = nil
		f(t, r)
		r.Show(&kiosk.Frame{ID: 1000, Pixels: filled(red)}) // does not flash, so no timer is left
		r.loop.Settle()
	})
}

var red, green, blue = color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}, color.RGBA{0, 0, 255, 255}

// filled returns a picture of the window's size in one colour.
func filled(c color.RGBA) *image.RGBA { return patch(200, 100, c).Pixels }

// patch returns a patch of one colour in the upper left corner.
func patch(width, height int, c color.RGBA) frame.Patch {
	p := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := 0; i < len(p.Pix); i += 4 {
		p.Pix[i], p.Pix[i+1], p.Pix[i+2], p.Pix[i+3] = c.R, c.G, c.B, c.A
	}
	return frame.Patch{At: p.Rect, Pixels: p}
}

// at returns the colour of a pixel as it is drawn.
func (r *windowRig) at(x, y int) color.RGBA {
	return color.RGBAModel.Convert(r.win.Canvas().Capture().At(x, y)).(color.RGBA)
}

// down and up press and release a key. typed types it, which the toolkit repeats while the key is held.
func (r *windowRig) down(key fyne.KeyName)  { r.keyDown(&fyne.KeyEvent{Name: key}) }
func (r *windowRig) up(key fyne.KeyName)    { r.keyUp(&fyne.KeyEvent{Name: key}) }
func (r *windowRig) typed(key fyne.KeyName) { r.canvas.OnTypedKey()(&fyne.KeyEvent{Name: key}) }

// TestKeys checks which keys reach the Director, and that others do nothing.
func TestKeys(t *testing.T) {
	inWindow(t, true, func(t *testing.T, r *windowRig) {
		for _, tt := range []struct {
			key  fyne.KeyName
			want kiosk.Key
		}{
			{fyne.KeyLeft, kiosk.PreviousPage},
			{fyne.KeyRight, kiosk.NextPage},
			{fyne.KeyPageUp, kiosk.PreviousPage},
			{fyne.KeyPageDown, kiosk.NextPage},
			{fyne.KeyUp, kiosk.PreviousSubpage},
			{fyne.KeyDown, kiosk.NextSubpage},
			{fyne.KeyHome, kiosk.Home},
			{fyne.KeyReturn, kiosk.Enter},
			{fyne.KeyEnter, kiosk.Enter},
			{fyne.KeyBackspace, kiosk.Backspace},
			{fyne.KeyEscape, kiosk.Escape},
			{fyne.KeyF1, kiosk.Red},
			{fyne.KeyF2, kiosk.Green},
			{fyne.KeyF3, kiosk.Yellow},
			{fyne.KeyF4, kiosk.Blue},
		} {
			r.down(tt.key)
			r.typed(tt.key)
			r.up(tt.key)
			r.expect(t, fmt.Sprint("key ", int(tt.want)))
		}
		for _, key := range []fyne.KeyName{fyne.KeyF10, fyne.KeyF11, fyne.KeyTab, fyne.KeyInsert} {
			r.down(key)
			r.typed(key)
			r.typed(key) // repeated
			r.up(key)
		}
		r.down(desktop.KeyShiftLeft)
		r.typed(desktop.KeyShiftLeft)
		other := fmt.Sprint("key ", int(kiosk.Other))
		r.expect(t, other, other, other, other)
		for _, c := range "59xr?R" {
			r.canvas.OnTypedRune()(c)
		}
		reveal := fmt.Sprint("key ", int(kiosk.Reveal))
		r.expect(t, "digit 5", "digit 9", other, reveal, reveal, reveal)
	})
}

// TestDigitsByKey presses the keys of digits, which type nothing on a number pad without Num Lock, and other characters
// on French and Czech keyboards. Each is its digit, once.
func TestDigitsByKey(t *testing.T) {
	inWindow(t, true, func(t *testing.T, r *windowRig) {
		for key, types := range map[fyne.KeyName]string{
			fyne.Key1: "", fyne.Key2: "é", fyne.Key3: "3", fyne.Key4: "r", fyne.Key5: " ",
		} {
			r.down(key)
			r.typed(key)
			for _, c := range types {
				r.canvas.OnTypedRune()(c)
			}
			r.up(key)
			r.expect(t, "digit "+string(key))
		}
		r.down(fyne.Key1)
		r.typed(fyne.Key1)
		r.down(fyne.KeyR) // a character of another key
		r.typed(fyne.KeyR)
		r.canvas.OnTypedRune()('r')
		r.expect(t, "digit 1", fmt.Sprint("key ", int(kiosk.Reveal)))
	})
}

// TestAsleep checks that any key and the pointer wake a screen that is off, and that such a key does nothing else.
// While the screen is off, trouble of the window is not reported.
func TestAsleep(t *testing.T) {
	inWindow(t, true, func(t *testing.T, r *windowRig) {
		trouble := errors.New("covered")
		r.glass.trouble.Store(&trouble)
		r.SetAsleep(true)
		if err := r.Trouble(); err != nil {
			t.Error(err)
		}
		for _, key := range []fyne.KeyName{fyne.KeyRight, fyne.Key7, fyne.KeyF10} {
			r.down(key)
			r.typed(key)
			r.canvas.OnTypedRune()('7')
			r.up(key)
			r.expect(t, "touch")
		}
		test.MoveMouse(r.canvas, fyne.NewPos(50, 50))
		test.MoveMouse(r.canvas, fyne.NewPos(60, 50))
		r.expect(t, "touch")
		r.click(60, 50)
		r.expect(t, "touch")
		r.SetAsleep(false)
		test.MoveMouse(r.canvas, fyne.NewPos(70, 50))
		r.down(fyne.KeyRight)
		r.typed(fyne.KeyRight)
		r.up(fyne.KeyRight)
		r.expect(t, fmt.Sprint("key ", int(kiosk.NextPage)))
	})
}

// TestHeldKeys holds keys. A repeated key counts each time, unless a second press would undo the first.
func TestHeldKeys(t *testing.T) {
	inWindow(t, true, func(t *testing.T, r *windowRig) {
		for range 2 {
			r.down(fyne.KeySpace)
			r.canvas.OnTypedRune()(' ')
			r.canvas.OnTypedRune()(' ')
			r.up(fyne.KeySpace)
			r.expect(t, fmt.Sprint("key ", int(kiosk.Hold)))
		}
		r.down(fyne.KeyEscape)
		r.typed(fyne.KeyEscape)
		r.typed(fyne.KeyEscape)
		r.up(fyne.KeyEscape)
		r.expect(t, fmt.Sprint("key ", int(kiosk.Escape)))
		r.down(fyne.KeyRight)
		r.typed(fyne.KeyRight)
		r.typed(fyne.KeyRight)
		right := fmt.Sprint("key ", int(kiosk.NextPage))
		r.expect(t, right, right)
	})
}

// TestEscapeHeld checks that Escape leaves the screen if it is held for two seconds, but not if it is held for less.
func TestEscapeHeld(t *testing.T) {
	inWindow(t, true, func(t *testing.T, r *windowRig) {
		for range 2 { // the times must not add up
			r.down(fyne.KeyEscape)
			r.loop.Pass(leaveAfter - time.Millisecond)
			r.up(fyne.KeyEscape)
		}
		r.loop.Pass(time.Minute)
		r.expect(t)
		r.down(fyne.KeyEscape)
		r.loop.Pass(leaveAfter)
		leave := fmt.Sprint("key ", int(kiosk.Leave))
		r.expect(t, leave)
		r.up(fyne.KeyEscape)
		r.loop.Pass(time.Minute)
		r.expect(t)
		r.down(fyne.KeyEscape) // its release is lost
		r.loop.Pass(time.Second)
		r.down(fyne.KeyEscape)
		r.loop.Pass(time.Second)
		r.expect(t)
		r.loop.Pass(time.Second)
		r.expect(t, leave)
	})
}

// press and click press the pointer's button, and release it.
func (r *windowRig) press(x, y float32) {
	r.stage.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, y)}})
}

func (r *windowRig) click(x, y float32) {
	r.press(x, y)
	r.stage.MouseUp(&desktop.MouseEvent{})
}

// TestCornerHeld checks that the upper right corner as the viewer sees it leaves the screen if it is held for two
// seconds, and that other presses only show how to leave. The pointer is shown for a moment.
func TestCornerHeld(t *testing.T) {
	inWindow(t, true, func(t *testing.T, r *windowRig) {
		other, leave := fmt.Sprint("key ", int(kiosk.Other)), fmt.Sprint("key ", int(kiosk.Leave))
		for _, c := range []struct {
			turned int
			x, y   float32
		}{{0, 190, 10}, {90, 190, 90}, {180, 10, 90}, {270, 10, 10}} {
			r.Show(&kiosk.Frame{ID: 1, Pixels: filled(red), Turned: c.turned})
			r.loop.Settle()
			for _, at := range []fyne.Position{
				{X: 10, Y: 10}, {X: 190, Y: 10}, {X: 10, Y: 90}, {X: 190, Y: 90}, {X: 100, Y: 50},
			} {
				r.press(at.X, at.Y)
				r.loop.Pass(leaveAfter - time.Millisecond)
				if r.stage.Cursor() == desktop.HiddenCursor {
					t.Error("the pointer is hidden")
				}
				r.expect(t, other)
				r.loop.Pass(time.Millisecond)
				if at.X == c.x && at.Y == c.y {
					r.expect(t, leave)
				} else {
					r.expect(t)
				}
				r.stage.MouseUp(&desktop.MouseEvent{})
			}
			r.press(c.x, c.y)
			r.loop.Pass(time.Second)
			r.stage.MouseUp(&desktop.MouseEvent{})
			r.press(c.x, c.y)
			r.loop.Pass(time.Second)
			r.stage.MouseOut()
			r.expect(t, other, other)
		}
		r.loop.Pass(pointerFor)
		r.expect(t)
		if r.stage.Cursor() != desktop.HiddenCursor {
			t.Error("the pointer is shown")
		}
	})
}

// TestRing checks that a ring fills while Escape is held, and that it is not there before and after.
func TestRing(t *testing.T) {
	inWindow(t, true, func(t *testing.T, r *windowRig) {
		r.Show(&kiosk.Frame{ID: 1, Pixels: filled(blue)})
		r.loop.Settle()
		yellow := func() (n int) {
			shown := r.win.Canvas().Capture()
			for x := range 200 {
				for y := range 100 {
					if c := color.RGBAModel.Convert(shown.At(x, y)).(color.RGBA); c.R > 200 && c.G > 200 && c.B < 50 {
						n++
					}
				}
			}
			return n
		}
		for range 2 {
			r.down(fyne.KeyEscape)
			r.loop.Pass(ringAfter - time.Millisecond)
			if n := yellow(); n != 0 {
				t.Errorf("a tap shows %d points of the ring", n)
			}
			before := 0
			for range 4 {
				r.loop.Pass(400 * time.Millisecond)
				n := yellow()
				if n <= before {
					t.Errorf("the ring had %d points, and then %d", before, n)
				}
				before = n
			}
			r.up(fyne.KeyEscape)
			if n := yellow(); n != 0 {
				t.Errorf("%d points of the ring stay", n)
			}
		}
	})
}

// flashing returns a frame with a flashing part.
func flashing(id int) *kiosk.Frame {
	return &kiosk.Frame{ID: id, Pixels: filled(red), Flashes: []frame.Flash{
		{Light: patch(10, 10, green), Dark: patch(10, 10, blue)},
	}}
}

// TestFlash checks that flashing parts change every half second, starting with the light phase, and that the clock
// stops when nothing flashes any more.
func TestFlash(t *testing.T) {
	inWindow(t, true, func(t *testing.T, r *windowRig) {
		expect := func(when string, want color.RGBA) {
			t.Helper()
			if got := r.at(5, 5); got != want || r.at(15, 5) != red {
				t.Errorf("%s: %v, beside %v", when, got, r.at(15, 5))
			}
		}
		show := func(f *kiosk.Frame) {
			r.Show(f)
			r.loop.Settle()
		}
		show(flashing(1))
		expect("at first as it was drawn", red)
		for range 2 {
			r.loop.Pass(flashPhase)
			expect("dark", blue)
			r.loop.Pass(flashPhase)
			expect("light", green)
		}
		show(flashing(2)) // continues the phase of the frame before
		r.loop.Pass(flashPhase)
		expect("dark", blue)
		show(&kiosk.Frame{ID: 3, Pixels: filled(red)})
		if r.loop.Pass(time.Minute); r.flash != nil {
			t.Error("the flash clock runs for nothing")
		}
		expect("what does not flash", red)
		show(flashing(4))
		r.loop.Pass(flashPhase)
		expect("dark again", blue)
	})
}

// TestFade shows a frame that fades in, with and without animations. The end of the fade, which tests reach at once,
// reports the frame as drawn; without a fade it is reported when it is drawn, which does not happen here.
func TestFade(t *testing.T) {
	for _, mayFade := range []bool{true, false} {
		inWindow(t, mayFade, func(t *testing.T, r *windowRig) {
			r.Show(&kiosk.Frame{ID: 1, Pixels: filled(red)})
			r.loop.Settle()
			r.expect(t)
			r.Show(&kiosk.Frame{ID: 2, Pixels: filled(blue), Fade: time.Second})
			if r.loop.Settle(); mayFade {
				r.expect(t, "drawn 2")
			} else {
				r.expect(t)
			}
		})
	}
}

// TestNoFlash checks that flashing parts stay as they are in the picture if the settings forbid flashing.
func TestNoFlash(t *testing.T) {
	inWindow(t, false, func(t *testing.T, r *windowRig) {
		r.Show(flashing(1))
		if r.loop.Pass(3 * flashPhase); r.at(5, 5) != red || r.flash != nil {
			t.Errorf("it flashes: %v", r.at(5, 5))
		}
	})
}

// TestFrames shows a frame and a patch over it, and checks what the Director and screen readers get.
func TestFrames(t *testing.T) {
	inWindow(t, true, func(t *testing.T, r *windowRig) {
		if _, err := r.Snapshot(expired()); err == nil {
			t.Error("there is a picture although the window does not answer")
		}
		r.loop.Settle()
		r.expect(t)
		r.Show(&kiosk.Frame{ID: 7, Pixels: filled(red), Name: "104 Bell buoy", Text: "to be tuned"})
		r.Patch(patch(10, 10, green))
		r.loop.Settle()
		if r.at(5, 5) != green || r.at(15, 5) != red {
			t.Errorf("%v beside %v", r.at(5, 5), r.at(15, 5))
		}
		for _, line := range r.calls {
			if line != "drawn 7" {
				t.Errorf("called with %q", r.calls)
			}
		}
		if len(r.calls) == 0 {
			t.Error("it did not hear that the frame is drawn")
		}
		if label := r.stage.AccessibilityLabel(); label != "104 Bell buoy, to be tuned" {
			t.Errorf("screen readers get %q", label)
		}
		r.calls = nil
		r.win.Resize(fyne.NewSize(100, 50))
		r.at(0, 0)
		r.expect(t, "size (100,50)")
	})
}

// expired returns a context that is cancelled.
func expired() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// TestSnapshot checks that a snapshot is upright even if the screen is turned, and that there is none before the first
// frame.
func TestSnapshot(t *testing.T) {
	inWindow(t, true, func(t *testing.T, r *windowRig) {
		type shot struct {
			p   *image.RGBA
			err error
		}
		take := func() shot {
			taken := make(chan shot, 1)
			go func() {
				p, err := r.Snapshot(t.Context())
				taken <- shot{p, err}
			}()
			r.loop.Settle()
			return <-taken
		}
		if s := take(); s.err == nil {
			t.Error("there is a picture of nothing")
		}
		p := filled(red)
		p.SetRGBA(0, 0, green) // the lower left corner of a screen that is turned to the right
		r.Show(&kiosk.Frame{ID: 1, Pixels: p, Turned: 90})
		s := take()
		if s.err != nil {
			t.Fatal(s.err)
		}
		want := frame.Upright(p, 90)
		if s.p.Rect != image.Rect(0, 0, 100, 200) || s.p.Rect != want.Rect || string(s.p.Pix) != string(want.Pix) {
			t.Errorf("it is %v", s.p.Rect)
		}
		s.p.SetRGBA(1, 1, blue)
		if r.at(1, 1) == blue {
			t.Error("the picture is the screen's own")
		}
	})
}
