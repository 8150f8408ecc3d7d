package page

import (
	"testing"

	"sextant/widgets/pageview"
)

// TestRound sees that the key that goes round the page's halves does what one of their items in the menu does, whatever
// is shown, so that the menu can show the key there.
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
