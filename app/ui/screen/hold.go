package screen

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"sextant/app/screen/kiosk"
)

const (
	// leaveAfter is how long Escape or the corner must be held to leave.
	leaveAfter = 2 * time.Second
	// ringAfter is how long one of them is held before the ring shows it, and ringEvery the interval of its steps.
	ringAfter = 200 * time.Millisecond
	ringEvery = 50 * time.Millisecond
	// cornerShare is the share of the screen's width and height that the corner has.
	cornerShare = 0.25
)

// A hold is what a viewer does to leave: Escape or the corner is held, while a ring fills.
type hold struct {
	window *Window
	ring   *ring
	stop   func() bool // stops the timer of leaving, nil before the first hold
	step   func() bool // stops the timer of the ring's next step, likewise
	held   time.Duration
}

func newHold(w *Window) *hold { return &hold{window: w, ring: newRing(), held: -1} }

// begin starts the timers.
func (h *hold) begin() {
	h.end()
	parts := h.window.parts
	h.stop = parts.After(leaveAfter, func() { h.window.director.Press(kiosk.Leave) })
	h.held = 0
	h.turnRing(ringAfter)
}

// turnRing fills the ring further after a time.
func (h *hold) turnRing(wait time.Duration) {
	parts := h.window.parts
	h.step = parts.After(wait, func() {
		parts.Do(func() {
			if h.held < 0 {
				return // ended after the timer had fired
			}
			if h.held += wait; h.held >= leaveAfter {
				h.end()
				return
			}
			h.ring.show(float32(h.held) / float32(leaveAfter))
			h.turnRing(ringEvery)
		})
	})
}

// end stops the timers, and hides the ring.
func (h *hold) end() {
	if h.stop != nil {
		h.stop()
		h.step()
	}
	h.held = -1
	h.ring.hide()
}

// isCorner reports whether a point is in the corner to hold, which is the upper right one as the viewer sees it: the
// screen may be turned by degrees clockwise. Points are shares of the screen's width and height.
func isCorner(x, y float32, turned int) bool {
	left, top := x < cornerShare, y < cornerShare
	right, bottom := x > 1-cornerShare, y > 1-cornerShare
	switch turned {
	case 90:
		return right && bottom
	case 180:
		return left && bottom
	case 270:
		return left && top
	}
	return right && top
}

// A ring fills in the middle of the screen. Its parts are always there, but empty at first: the toolkit (v2.8.1) does
// not redraw what it has never drawn.
type ring struct {
	content   *fyne.Container
	back, arc *canvas.Arc
}

func newRing() *ring {
	r := &ring{
		back: canvas.NewArc(0, 0, 0, color.NRGBA{A: 200}),
		arc:  canvas.NewArc(0, 0, 0.7, color.NRGBA{R: 255, G: 255, A: 255}),
	}
	r.content = container.New(ringLayout{}, r.back, r.arc)
	return r
}

// isShown reports whether anything of the ring is shown.
func (r *ring) isShown() bool { return r.back.EndAngle > 0 }

// show shows the ring filled to a share.
func (r *ring) show(share float32) { r.turn(360, 360*share) }

func (r *ring) hide() {
	if r.isShown() {
		r.turn(0, 0)
	}
}

// turn sets up to which angles the background and the ring reach, in degrees.
func (r *ring) turn(back, arc float32) {
	r.back.EndAngle, r.arc.EndAngle = back, arc
	r.back.Refresh()
	r.arc.Refresh()
}

// ringLayout places the ring and its background.
type ringLayout struct{}

func (ringLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (ringLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const share, around = 6, 1.3 // of the screen's shorter side, and the background's size
	across := min(size.Width, size.Height) / share
	for i, side := range []float32{across * around, across} {
		o[i].Resize(fyne.NewSquareSize(side))
		o[i].Move(fyne.NewPos((size.Width-side)/2, (size.Height-side)/2))
	}
}
