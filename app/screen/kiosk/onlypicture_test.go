package kiosk

import (
	"testing"
	"time"
)

// bare removes the content of a page's subpages, which only their pictures show then.
func (s *fakeService) bare(page, subpages int) {
	s.set(page, subpages, "")
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages[page].bare = true
}

// TestSubpagesWithoutContentShowTheirPictures has a page of which only the pictures can be shown, in both views.
func TestSubpagesWithoutContentShowTheirPictures(t *testing.T) {
	for name, view := range map[string]string{"sharp": sharp, "picture": ""} {
		inBubble(t, `show = ["300"]`+view, 0, func(t *testing.T, r *rig) {
			r.service.bare(300, 2)
			r.awaits(t, "300/2", 2*time.Minute)
			r.awaits(t, "300/1", time.Minute)
			shows := func() bool { return r.turns.now.tiles(&r.turns.playlist.Screen)[0].Picture != nil }
			if !ask(r, shows) || r.screen.isBlack() {
				t.Errorf("%s: the picture is not shown", name)
			}
			before := r.service.read(&r.service.pictures)
			time.Sleep(time.Hour)
			if n := r.service.read(&r.service.pictures) - before; n < 8 || n > 14 {
				t.Errorf("%s: two pictures were asked for %d times in an hour", name, n)
			}
			r.service.failsPictures(&failure{status: 503})
			time.Sleep(time.Hour)
			if on := r.on(); on != "300/1" && on != "300/2" {
				t.Errorf("%s: while pictures fail, %s is shown", name, on)
			}
		})
	}
}

// TestSubpageWithoutContentAmongOthers has subpages with content beside one without, whose picture comes later.
func TestSubpageWithoutContentAmongOthers(t *testing.T) {
	inBubble(t, `show = ["100", "202"]`+sharp, 0, func(t *testing.T, r *rig) {
		r.service.failsPictures(&failure{status: 404})
		r.service.bare(100, 1)
		time.Sleep(30 * time.Minute)
		if n := ask(r, func() int { return r.shown["100/1"] }); n > 1 {
			t.Errorf("100/1 was shown %d times without its picture", n)
		}
		r.expect("202/1")
		r.service.failsPictures(nil)
		r.awaits(t, "100/1", 2*time.Hour)
		r.service.set(100, 1, "text again")
		time.Sleep(5 * time.Minute)
		r.awaits(t, "100/1", time.Minute)
		if got := r.says(); got != "text again" {
			t.Errorf("it says %q", got)
		}
	})
}
