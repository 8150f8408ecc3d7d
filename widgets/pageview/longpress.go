package pageview

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
)

const (
	// longPressAfter is how long a finger rests until it asks for the menu, which a mouse does by its other button.
	longPressAfter = 600 * time.Millisecond
	// fingerRests is how far a finger that rests may move, in units of the toolkit.
	fingerRests = 8
)

// hasMoved reports whether the finger has left the place where it came down.
func (f finger) hasMoved() bool { return distance(f.at, f.from) > fingerRests }

// distance is that of two positions.
func distance(a, b fyne.Position) float32 {
	way := a.Subtract(b)
	return float32(math.Hypot(float64(way.X), float64(way.Y)))
}

// beginLongPress asks for the menu in a while, unless the finger moves or goes before.
func (v *View) beginLongPress(at fyne.PointEvent) {
	v.longPress.Start(longPressAfter, func() {
		v.ClearSelection()
		v.TappedSecondary(&at)
	})
}
