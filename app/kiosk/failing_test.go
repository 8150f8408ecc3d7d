package kiosk

import (
	"slices"
	"testing"
	"time"
)

// TestEachPageFailsInItsWay has pages of the list fail, each in another way: the others go on, nothing empty is shown,
// and what comes later is shown.
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
