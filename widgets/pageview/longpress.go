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
func (f finger) hasMoved() bool {
	way := f.at.Subtract(f.from)
	return math.Hypot(float64(way.X), float64(way.Y)) > fingerRests
}

// beginLongPress asks for the menu in a while, unless the finger moves or goes before.
func (v *View) beginLongPress(at fyne.PointEvent) {
	v.endLongPress()
	var timer *time.Timer
	timer = time.AfterFunc(longPressAfter, func() {
		v.tips.Do(func() {
			if v.longPress == timer {
				v.endLongPress()
				v.ClearSelection()
				v.TappedSecondary(&at)
			}
		})
	})
	v.longPress = timer
}

func (v *View) endLongPress() {
	if v.longPress != nil {
		v.longPress.Stop()
		v.longPress = nil
	}
}
