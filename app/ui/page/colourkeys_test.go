package page

import (
	"fmt"
	"strings"
	"testing"

	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/hosttest"
)

// TestColourKeysLead presses the four keys on a page whose last line is "News 101", "Sport 201", "TV 300" and "Weather
// 400", and the red key on a page without such a line, where it leads to the favourite.
func TestColourKeysLead(t *testing.T) {
	inReader(t, servicetest.Demo(t), at(890), still, func(t *testing.T, r *reader) {
		r.tuner.Current().Lists.SetFavourites([]store.Favourite{{Page: 102, Name: "Town clock"}})
		r.Rest()
		if got := r.p.colours.words(0); !r.p.colours.leads(0) || !strings.HasPrefix(got, "102") {
			t.Errorf("the red key leads to %q", got)
		}
		r.do("page.colour1")
		r.expect(102, 1)
		for i, page := range []int{101, 201, 300, 400} {
			r.typed(110)
			r.expectPlace(110)
			if !r.p.colours.leads(i) {
				t.Errorf("key %d leads nowhere", i)
			}
			r.do(fmt.Sprintf("page.colour%d", i+1))
			r.expect(page, 1)
		}
	})
}

// TestColourKeyOfThePageItself presses a key that leads to the page on the screen. Only a message is shown, and nothing
// is requested.
func TestColourKeyOfThePageItself(t *testing.T) {
	inReader(t, servicetest.Demo(t), at(101), still, func(t *testing.T, r *reader) {
		r.do("page.colour1")
		if want := say.Text("colourKey.here", "Page", 101); r.Mentioned != want {
			t.Errorf("said %q, not %q", r.Mentioned, want)
		}
		if r.expect(101, 1); r.count(101) != 1 {
			t.Errorf("page 101 was asked for %d times", r.count(101))
		}
	})
}

// TestSoughtWordsAreMarked opens a page with the words of a search. They are marked until Back removes the marks.
func TestSoughtWordsAreMarked(t *testing.T) {
	inReader(t, servicetest.Demo(t), at(100), still, func(t *testing.T, r *reader) {
		r.expect(100, 1)
		r.p.Open(at(102), Sought{Page: 102, Words: "slow navigator"})
		r.Rest()
		var cells []teletext.Span
		g := r.grid(102, 1)
		for row := range g {
			for _, word := range []string{"slow", "navigator"} {
				if before, _, found := strings.Cut(g.Row(row), word); found {
					from := len([]rune(before))
					cells = append(cells, teletext.Span{Row: row, From: from, Before: from + len(word)})
				}
			}
		}
		differs := hosttest.Differences(r.shot(), r.picture(102, 1), cells)
		if len(cells) < 2 || differs[-1] || len(differs) != len(cells) {
			t.Errorf("there are marks in %v of %v", differs, cells)
		}
		if !r.p.Back() || r.p.Back() {
			t.Error("the marks cannot be taken back")
		}
		r.expect(102, 1)
	})
}
