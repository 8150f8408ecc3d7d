package loop

import (
	"math"
	"time"

	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses

	"sextant/widgets/core"
)

const (
	// fingerRests is how long a finger rests before it drags something, or before the menu opens when it is lifted.
	fingerRests = 600 * time.Millisecond
	// fingerRolls is how far a finger moves that taps, in the toolkit's units.
	fingerRolls = 8
	// notch is the toolkit's scroll distance for 1, and most the most that it does not accelerate.
	notch, most = 25, 9
	// atOnce is the longest time between the pointer's jump to a finger and its press, and pause the shortest between
	// other movements.
	atOnce, pause = 30 * time.Millisecond, 100 * time.Millisecond
	// leap is a distance that a mouse does not go from rest with one event, in the toolkit's units.
	leap = 24
)

// A toucher makes of the pointer's events what is meant where they come from a finger: systems report it as a mouse. On
// what does not follow it, a finger scrolls; once it has rested, it drags, or opens the menu when it is lifted.
type toucher struct {
	to    pointerEvents
	scale func() float32 // from the toolkit's units to the window's
	now   func() time.Time

	x, y    float64
	rest    [2]float64 // where it was before it moved last, without a button
	began   time.Time  // then
	moved   time.Time  // the last of these movements
	moves   int        // their number
	all     int        // the number since the last release
	finger  bool       // the last press was a finger's
	down    bool       // it is one's, with the primary button
	from    [2]float64
	since   time.Time
	state   fingerState
	scrolls float64 // to where the finger has scrolled
}

// pointerEvents are the toolkit's functions for events, in the window's units. isBar reports whether a scroll bar is at
// a place. They must not be nil.
type pointerEvents struct {
	move   func(x, y float64)
	press  func(b glfw.MouseButton, a glfw.Action, mods glfw.ModifierKey)
	scroll func(by float64)
	isBar  func(x, y float64) bool
}

type fingerState int

const (
	fingerTaps    fingerState = iota // it has not moved
	fingerScrolls                    // its movement scrolls
	fingerDrags                      // its movement is a mouse's
)

// move is called when the pointer moves.
func (t *toucher) move(x, y float64) {
	if !t.down {
		t.hover()
	}
	if t.x, t.y = x, y; !t.down {
		t.to.move(x, y)
		return
	}
	if t.state == fingerTaps {
		aside, along := math.Abs(x-t.from[0]), math.Abs(y-t.from[1])
		switch rolls := fingerRolls * float64(t.scale()); {
		case core.FingerKept() || t.now().Sub(t.since) >= fingerRests:
			t.state = fingerDrags
		case max(aside, along) < rolls:
			return
		case along > aside:
			t.state, t.scrolls = fingerScrolls, t.from[1]
			core.SetFingerScrolls()
		default:
			t.state = fingerDrags
		}
	}
	if t.state == fingerDrags {
		t.to.move(x, y)
		return
	}
	by := (y - t.scrolls) / float64(t.scale()) / notch
	t.scrolls = y
	for ; math.Abs(by) > most; by -= math.Copysign(most, by) {
		t.to.scroll(math.Copysign(most, by))
	}
	t.to.scroll(by)
}

// press is called when a button is pressed or released.
func (t *toucher) press(b glfw.MouseButton, a glfw.Action, mods glfw.ModifierKey) {
	switch {
	case b != glfw.MouseButtonLeft:
		t.to.press(b, a, mods)
	case a == glfw.Press:
		t.finger = t.isFinger()
		t.down, t.state, t.since, t.from = t.finger, fingerTaps, t.now(), [2]float64{t.x, t.y}
		core.SetFinger(t.finger)
		if t.to.isBar(t.x, t.y) {
			core.KeepFinger()
		}
		t.to.press(b, a, mods)
	default:
		t.release(mods)
	}
}

func (t *toucher) release(mods glfw.ModifierKey) {
	rested := t.down && t.state == fingerTaps && !core.FingerKept() && t.now().Sub(t.since) >= fingerRests
	if rested || t.down && t.state == fingerScrolls {
		core.SetFingerScrolls()
		t.to.move(-1, -1) // so that it clicks nothing
	}
	t.to.press(glfw.MouseButtonLeft, glfw.Release, mods)
	t.down, t.moves, t.all = false, 0, 0
	core.SetFinger(false)
	if rested {
		t.to.move(t.from[0], t.from[1])
		t.to.press(glfw.MouseButtonRight, glfw.Press, mods)
		t.to.press(glfw.MouseButtonRight, glfw.Release, mods)
	}
}

// hover counts a movement without a button.
func (t *toucher) hover() {
	if now := t.now(); now.Sub(t.moved) > pause {
		t.rest, t.began, t.moves = [2]float64{t.x, t.y}, now, 0
	}
	t.moved = t.now()
	t.moves++
	t.all++
}

// isFinger reports whether a press is a finger's: the pointer jumped there, at once before it. A mouse has more places
// on its way, or has not moved since its last click.
func (t *toucher) isFinger() bool {
	const events = 2 // of a jump into the window
	switch {
	case t.all == 0:
		return t.finger
	case t.moves > events || t.now().Sub(t.began) > atOnce:
		return false
	}
	return t.finger && t.all == t.moves || math.Hypot(t.x-t.rest[0], t.y-t.rest[1]) > leap*float64(t.scale())
}
