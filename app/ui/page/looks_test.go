package page

import (
	"testing"

	"sextant/widgets/pageview"
)

// TestRound checks that the key that cycles through the halves of the page always does the same as one of their menu
// items, so that the menu can show the key there.
func TestRound(t *testing.T) {
	for now, want := range map[pageview.Zoom]pageview.Zoom{
		pageview.WholePage: pageview.UpperHalf, pageview.UpperHalf: pageview.LowerHalf,
		pageview.LowerHalf: pageview.LowerHalf,
	} {
		for _, half := range []pageview.Zoom{pageview.UpperHalf, pageview.LowerHalf} {
			if same := afterZoom(now) == afterToggle(now, half); same != (half == want) {
				t.Errorf("%v: the key does what the item of %v does: %v", now, half, same)
			}
		}
	}
}
