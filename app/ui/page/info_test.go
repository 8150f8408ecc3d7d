package page

import (
	"slices"
	"testing"

	"sextant/app/teletext"
)

// TestAnimatedIsShown finds what a document says of it in the page information.
func TestAnimatedIsShown(t *testing.T) {
	got := placeFacts(&teletext.Page{Animated: "yes", Prev: 99, Next: 101})
	if want := [][2]string{{"Animated", "yes"}, {"Previous page", "99"}, {"Next page", "101"}}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := placeFacts(&teletext.Page{}); len(got) != 0 {
		t.Errorf("of a page that says nothing: %q", got)
	}
}
