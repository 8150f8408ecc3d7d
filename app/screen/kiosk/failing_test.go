package kiosk

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/testkit/race"
)

// TestEachPageFailsInItsWay makes pages of the list fail, each in another way: the others are shown, no frame is empty,
// and the failed pages are shown when they come later.
func TestEachPageFailsInItsWay(t *testing.T) {
	ways := map[int]*failure{
		300: {status: 404}, 301: {status: 500}, 302: {status: 200, body: "<html>"}, 303: {cut: true}, 304: {hang: true},
		305: {status: 200, body: `{"teletext": {"page": `},
	}
	inBubble(t, `show = ["100", "202", "300-305"]`+sharp, 0, func(t *testing.T, r *rig) {
		for page := range ways {
			r.service.set(page, 1, "text")
		}
		r.service.fails(func(page int) *failure { return ways[page] })
		time.Sleep(2 * time.Minute)
		for page := range ways {
			if r.service.askedFor(page) == 0 {
				t.Errorf("%d was not asked for", page)
			}
		}
		for _, on := range r.follow(4) {
			if on != "100/1" && on != "202/1" {
				t.Errorf("%s is on the screen", on)
			}
		}
		r.service.fails(nil)
		time.Sleep(30 * time.Minute)
		if seen := r.follow(8); len(slices.Compact(slices.Sorted(slices.Values(seen)))) != 8 {
			t.Errorf("%v", seen)
		}
		r.screen.mu.Lock()
		defer r.screen.mu.Unlock()
		if r.screen.empty > 0 {
			t.Errorf("%d empty frames", r.screen.empty)
		}
	})
}

// TestOldPagesStayWhileServiceFails checks that the last good pages are shown while the service fails, with their age
// after a time.
func TestOldPagesStayWhileServiceFails(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	list := `show = ["100", "200", "777"]` + sharp + "age = \"10m\""
	for name, f := range map[string]*failure{
		"not found": {status: 404}, "refused": {status: 403},
		"quota": {status: 401}, "rate": {status: 429}, "trouble": {status: 500},
		"nonsense": {status: 200, body: "<html>"}, "no network": {cut: true}, "no answer": {hang: true},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, list, 5*time.Minute, func(t *testing.T, r *rig) {
				r.service.fails(func(int) *failure { return f })
				before := r.service.documents()
				time.Sleep(5 * time.Second)
				if asked := r.service.documents() - before; asked > 4 {
					t.Errorf("a service that fails was asked %d times in 5 s", asked)
				}
				time.Sleep(20 * time.Minute)
				s, _ := r.State(context.Background())
				if s.Cause != Listed || len(s.Places) == 0 {
					t.Errorf("%v of %v is on the screen", s.Cause, s.Places)
				}
				if seen := r.labelled(); name != "not found" && !strings.HasPrefix(seen, "Loaded ") {
					t.Errorf("the corner says %q", seen)
				}
				r.service.fails(nil)
				if name == "quota" {
					time.Sleep(time.Hour) // a block may last for an hour after a request
				}
				time.Sleep(30 * time.Minute)
				if seen := r.labelled(); seen != "" {
					t.Errorf("the corner says %q afterwards", seen)
				}
				if s, _ := r.State(context.Background()); s.Known != 2 || s.Oldest > 10*time.Minute {
					t.Errorf("%d known, the oldest for %v", s.Known, s.Oldest)
				}
			})
		})
	}
}

// labelled returns the text in the corner.
func (r *rig) labelled() string {
	return ask(r, func() string { return r.turns.now.labels.corner })
}

// TestNothingYet checks that the screen shows the time while there is no page, and pages as soon as there are some.
func TestNothingYet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, `show = ["100"]`+sharp)
		defer r.close()
		r.service.fails(func(int) *failure { return &failure{cut: true} })
		time.Sleep(2 * time.Second)
		if s, _ := r.State(context.Background()); s.Cause != Waiting || r.screen.frames == 0 || r.screen.empty > 0 {
			t.Errorf("%v, %d frames, %d of them empty", s.Cause, r.screen.frames, r.screen.empty)
		}
		r.service.set(100, 1, "first")
		r.service.fails(nil)
		r.awaits(t, "100/1", 2*time.Minute)
	})
}
