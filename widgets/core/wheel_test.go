package core

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
)

// TestNotches counts the notches of mice and touchpads.
func TestNotches(t *testing.T) {
	repeated := func(dx, dy float32, n int) []fyne.Delta {
		return slices.Repeat([]fyne.Delta{fyne.NewDelta(dx, dy)}, n)
	}
	for name, tt := range map[string]struct {
		events   []fyne.Delta
		sideways bool
		want     int
	}{
		"a notch up":                     {repeated(0, 25, 1), false, 1},
		"a notch down":                   {repeated(0, -25, 1), false, -1},
		"two notches at once":            {repeated(0, -50, 1), false, -2},
		"three of 15 units each":         {repeated(0, 37.5, 3), false, 3},
		"25 events of a touchpad":        {repeated(0, 1, 25), false, 1},
		"one less":                       {repeated(0, 1, 24), false, 0},
		"120 events of a wheel":          {repeated(0, -25.0/120, 120), false, -1},
		"240 events of a wheel":          {repeated(0, 25.0/120, 240), false, 2},
		"a touchpad's quick movement":    {repeated(0, 30, 5), false, 6},
		"sideways":                       {repeated(25, 0, 4), false, 0},
		"nothing":                        {repeated(0, 0, 4), true, 0},
		"to the left":                    {repeated(25, 0, 2), true, -2},
		"to the right by a touchpad":     {repeated(-2.5, 1, 10), true, 1},
		"down, and a little to the side": {repeated(10, -25, 1), true, -1},
		"accelerated by the toolkit":     {repeated(0, 31250, 1), false, 10},
		"there and back":                 {[]fyne.Delta{{DY: 20}, {DY: -20}, {DY: 20}, {DY: -20}}, false, 0},
	} {
		n, sum := Notches{Sideways: tt.sideways}, 0
		for _, d := range tt.events {
			sum += n.Add(&fyne.ScrollEvent{Scrolled: d})
		}
		if sum != tt.want {
			t.Errorf("%s: %d notches, not %d", name, sum, tt.want)
		}
	}
}
