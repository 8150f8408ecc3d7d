package pageview

import (
	"image"
	"testing"

	"sextant/app/teletext"
)

// TestPageStaysAmongBars shows and hides a bar above the view and one below it, in windows of many sizes. The page is
// at the same place of the window with and without them where it is as large with them. Where the room below is kept
// free, the bar there never moves it.
func TestPageStaysAmongBars(t *testing.T) {
	const above, below = 66, 40
	stayed := 0
	for width := 300; width <= 2000; width += 50 {
		for room := 200; room <= 1200; room += 33 {
			in := func(hasAbove, hasBelow, keep bool) image.Rectangle {
				d := drawing{sheet: Sheet{Grid: new(teletext.Grid)}, width: func() float32 { return float32(width) }}
				d.around = around{room: float32(room), above: above, below: below, keep: keep}
				top, height := 0, room
				if hasAbove {
					d.around.above, top, height = 0, above, height-above
				}
				if hasBelow {
					d.around.below, height = 0, height-below
				}
				_, body := d.areas(width, height)
				if !body.In(image.Rect(0, 0, width, height)) {
					t.Errorf("%d x %d: the page is at %v", width, height, body)
				}
				return body.Add(image.Pt(0, top))
			}
			none, both := in(false, false, false), in(true, true, false)
			if none.Size() == both.Size() {
				stayed++
				for _, got := range []image.Rectangle{both, in(true, false, false), in(false, true, false)} {
					if got != none {
						t.Errorf("%d x %d: the page is at %v, and at %v without bars", width, room, got, none)
					}
				}
			}
			if a, b := in(false, false, true), in(false, true, true); a != b {
				t.Errorf("%d x %d: the page is at %v, and at %v with the bar below", width, room, a, b)
			}
		}
	}
	if stayed < 100 {
		t.Errorf("the page is as large in %d windows", stayed)
	}
}
