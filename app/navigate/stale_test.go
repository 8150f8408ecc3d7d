package navigate

import (
	"reflect"
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// TestStalePageIsReplacedInPlace announces that pages have changed. The one on the screen is requested and replaced in
// its place, at the latest when it is visible again.
func TestStalePageIsReplacedInPlace(t *testing.T) {
	pages := &fakePages{delay: map[int]time.Duration{}, changed: map[int]bool{}}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 200, Subpage: 2}))
		u.Pass(time.Second)
		expect := func(what string, asked, shown []string) {
			t.Helper()
			for range 10 {
				u.Pass(500 * time.Millisecond)
			}
			if !reflect.DeepEqual(pages.asked, asked) || !reflect.DeepEqual(s.shown, shown) {
				t.Errorf("%s: asked for %v, shown %v", what, pages.asked, s.shown)
			}
			pages.asked, s.shown = nil, nil
		}
		expect("at first", []string{"200/2"}, []string{"200/2"})
		n.Refresh.Invalidate([]int{100, 300})
		expect("other pages", nil, nil)
		pages.changed[200] = true
		n.Refresh.Invalidate([]int{100, 200})
		expect("the page on screen", []string{"200/2"}, []string{"200/2"})
		if len(s.arrived) != 1 {
			t.Errorf("it counts as gone to: %v", s.arrived)
		}
		pages.delay[200] = time.Second
		n.Refresh.Invalidate([]int{200})
		u.Pass(100 * time.Millisecond)
		n.Refresh.Invalidate([]int{200})
		n.Refresh.Invalidate([]int{200})
		expect("again while it is being asked for", []string{"200/2", "200/2"}, nil)
		s.attention = Minimised
		n.Refresh.Invalidate([]int{200})
		expect("while nobody can see it", nil, nil)
		s.attention = InFront
		n.Refresh.Seen()
		expect("seen again", []string{"200/2"}, nil)
		n.Refresh.Seen()
		expect("seen once more", nil, nil)
		pages.delay[300] = 200 * time.Millisecond
		n.Run(n.GoTo(teletext.Place{Page: 300}))
		u.Pass(100 * time.Millisecond)
		n.Refresh.Invalidate([]int{300})
		expect("a page that is gone to", []string{"300", "300/1"}, []string{"300/1"})
	})
}

// TestOldAnswer shows a page that was confirmed long ago at its origin, but requested just now. It must not be
// requested again soon.
func TestOldAnswer(t *testing.T) {
	pages := &fakePages{memory: map[int]acquire.Answer{}}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.cfg.Every, s.attention = time.Minute, Behind
		a := answerOf(200, 1, 3)
		a.Fetched, a.Asked = time.Now().Add(-time.Hour), time.Now()
		pages.memory[200], pages.fresh = a, true
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		u.Pass(4 * time.Minute)
		if len(pages.asked) != 0 {
			t.Errorf("behind other windows it was asked for %v", pages.asked)
		}
	})
}
