package pageview

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
)

const (
	// longPressAfter is how long a finger must rest to open the menu, like a mouse's secondary button.
	longPressAfter = 600 * time.Millisecond
	// fingerRests is how far a resting finger may move, in the toolkit's units.
	fingerRests = 8
)

// hasMoved reports whether the finger has moved from where it came down.
func (f finger) hasMoved() bool { return distance(f.at, f.from) > fingerRests }

// distance returns the distance between two positions.
func distance(a, b fyne.Position) float32 {
	way := a.Subtract(b)
	return float32(math.Hypot(float64(way.X), float64(way.Y)))
}

// beginLongPress opens the menu after longPressAfter, unless the finger moves or is lifted before.
func (v *View) beginLongPress(at fyne.PointEvent) {
	v.longPress.Start(longPressAfter, func() {
		v.ClearSelection()
		v.TappedSecondary(&at)
	})
}
