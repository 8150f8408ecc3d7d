//go:build !linux

package desktop

import (
	"image"
	"image/color"
)

// A Glass knows nothing here of what is seen of a window.
type Glass struct{}

// Look knows nothing.
func (*Glass) Look(image.Rectangle) Sight { return Sight{} }

// Events never receives.
func (*Glass) Events() <-chan struct{} { return nil }

// Mend does nothing.
func (*Glass) Mend(Sight) {}

// Differs knows of no difference.
func (*Glass) Differs(Sight, []image.Point, []color.RGBA) bool { return false }

// Close does nothing.
func (*Glass) Close() {}
