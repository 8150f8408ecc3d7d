//go:build !linux

package desktop

import (
	"image"
	"image/color"
)

// A Glass does nothing on this system.
type Glass struct{ Handle string }

// Look returns the zero Sight.
func (*Glass) Look(image.Rectangle) Sight { return Sight{} }

// Events never receives.
func (*Glass) Events() <-chan struct{} { return nil }

// Mend does nothing.
func (*Glass) Mend(Sight) {}

// Differs returns false.
func (*Glass) Differs(Sight, []image.Point, []color.RGBA) bool { return false }

// Close does nothing.
func (*Glass) Close() {}
