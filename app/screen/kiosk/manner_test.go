package kiosk

import (
	"slices"
	"testing"
	"time"

	"sextant/app/navigate"
	"sextant/app/screen/frame"
	"sextant/app/screen/playlist"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// unused are the parts of a manner, such as "Dwell.Fixed", that neither draw a page nor say how long it stays, with the
// reason.
var unused = map[string]string{}

// sameOnScreen reports whether two orders are drawn alike and stay as long.
func sameOnScreen(a, b order) bool {
	return slices.EqualFunc(a.Entries, b.Entries, func(a, b entry) bool {
		return a.stop == b.stop && a.Dwell == b.Dwell && a.looksLike(b)
	})
}

// TestEachPartOfMannerIsShown changes each part of the manner of a list and of an item: the screen looks different, or
// the page stays longer or shorter.
func TestEachPartOfMannerIsShown(t *testing.T) {
	s := &fakeStock{pages: map[int]int{100: 3}} // their own times are 10 to 30 seconds
	usual := playlist.Manner{Dwell: playlist.Dwell{Factor: 1, Least: 15 * time.Second, Most: 25 * time.Second}}
	for _, ofItem := range []bool{false, true} {
		lay := func(m playlist.Manner) order {
			l := &playlist.List{Items: []playlist.Item{{From: 100, To: 100}}, Together: 1, Manner: m}
			if ofItem {
				l.Manner, l.Items[0].Own, l.Items[0].Manner = usual, "some", m
			}
			return newOrder(l, s)
		}
		parts, changed := 0, usual
		testkit.EachPart(t, &changed, func(path string) {
			parts++
			same := sameOnScreen(lay(usual), lay(changed))
			if reason := unused[path]; same != (reason != "") {
				t.Errorf("another %s is the same on the screen: %t (of an item: %t)", path, same, ofItem)
			}
		})
		if parts < 4 || changed != usual {
			t.Errorf("%d parts were changed", parts)
		}
	}
}

// TestLikeComparesLooks checks that shows are alike in spite of other dwells, which only the timer uses.
func TestLikeComparesLooks(t *testing.T) {
	at := func(page int, dwell time.Duration) *show {
		m := playlist.Manner{Dwell: playlist.Dwell{Fixed: dwell}}
		return &show{entries: []entry{newEntry(stop{Page: page, Subpage: 1}, m, 0)}}
	}
	for _, c := range []struct {
		one, other *show
		want       bool
	}{
		{at(100, time.Second), at(100, time.Minute), true},
		{at(100, time.Second), at(101, time.Second), false},
		{at(100, time.Second), nil, false},
		{nil, at(100, time.Second), false},
		{at(100, time.Second), &show{cause: Alerted, entries: at(100, time.Second).entries}, false},
		{at(100, time.Second), &show{}, false},
	} {
		if got := c.one.like(c.other); got != c.want {
			t.Errorf("%+v and %+v are alike: %t", c.one, c.other, got)
		}
	}
}

// TestTilesHaveLooks checks that each page is drawn in the look of its item.
func TestTilesHaveLooks(t *testing.T) {
	screen := &playlist.Default().Screen
	usual := playlist.Default().Lists[0].Manner
	grid := new(teletext.Grid)
	testkit.EachPart(t, &usual, func(path string) {
		s := &show{
			entries: []entry{{Manner: playlist.Manner{}}, {Manner: usual}},
			scenes:  []navigate.Scene{{Grid: grid}, {Grid: grid}},
		}
		want := []frame.Tile{{Grid: grid}, {Grid: grid, Manner: usual.Drawn()}}
		if got := s.tiles(screen); !slices.Equal(got, want) {
			t.Errorf("another %s: %+v, not %+v", path, got, want)
		}
	})
}
