package kiosk

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"sextant/app/testkit/race"
)

// TestWallOfNotFoundTakesNothingAway answers all requests of a screen with 404 for a time, with the texts of gateways:
// the screen turns all the same, also after a restart, is healthy, says how old its pages are, and is fresh within a
// minute and a half after the end.
func TestWallOfNotFoundTakesNothingAway(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	list := `show = ["100", "200", "300-302"]` + sharp + "age = \"10m\""
	for text, lasts := range map[string]time.Duration{
		"": time.Hour, "No Mapping Rule matched": 90 * time.Second, "<html><h1>404 Not Found</h1></html>": time.Hour,
	} {
		inBubble(t, list, 5*time.Minute, func(t *testing.T, r *rig) {
			all := slices.Compact(slices.Sorted(slices.Values(r.follow(12))))
			before, _ := r.State(context.Background())
			r.service.fails(func(int) *failure { return &failure{status: http.StatusNotFound, body: text} })
			isRestarted := lasts < time.Hour
			for start := time.Now(); time.Since(start) < lasts; {
				if seen := slices.Compact(slices.Sorted(slices.Values(r.follow(12)))); !slices.Equal(seen, all) {
					t.Fatalf("%q for %v: %v is shown, not %v", text, lasts, seen, all)
				}
				s, _ := r.State(context.Background())
				if s.Gone > before.Gone || s.Known < before.Known || r.Healthy() != nil {
					t.Errorf("%q for %v: %d pages of %d, and %d are gone of %d: %v",
						text, lasts, s.Known, before.Known, s.Gone, before.Gone, r.Healthy())
				}
				if !isRestarted && time.Since(start) > lasts/2 {
					isRestarted = true
					r.restart(list)
				}
			}
			if seen := r.labelled(); lasts == time.Hour && seen == "" {
				t.Errorf("%q for %v: the corner does not say how old the page is", text, lasts)
			}
			r.service.fails(nil)
			time.Sleep(90 * time.Second)
			if s, _ := r.State(context.Background()); s.Oldest > 2*time.Minute {
				t.Errorf("%q for %v: the oldest page is %v old after it", text, lasts, s.Oldest)
			}
		})
	}
}
