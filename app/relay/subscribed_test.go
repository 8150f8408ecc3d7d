package relay

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sextant/app/settings"
	"sextant/app/testkit"
)

// TestFeedLoadsItsPage asks a relay that has no page for feeds: it loads their pages, and says whether there are any.
func TestFeedLoadsItsPage(t *testing.T) {
	r := newRig(t, func(p *Parts, _ *settings.Service) { p.Door = openDoor{} })
	for path, want := range map[string]int{"/100.atom": 200, "/101.atom": 200, "/106.atom": 404} {
		for _, method := range []string{http.MethodHead, http.MethodGet, http.MethodHead} {
			status := 0
			testkit.Eventually(t, "the page to be stored", func() bool { // on a slow disk
				q := httptest.NewRequest(method, path, nil)
				w := httptest.NewRecorder()
				r.Relay.ServeHTTP(w, q)
				status = w.Code
				return status != http.StatusServiceUnavailable
			})
			if status != want {
				t.Errorf("%s %s: %d", method, path, status)
			}
		}
	}
	if a := r.get(t, "/100.atom"); !strings.Contains(a.body, "<entry>") {
		t.Errorf("%s", a.body)
	}
	r.upstream.down.Store(true)
	if a := r.get(t, "/100.atom"); a.status != 200 {
		t.Errorf("while the service is away: %d", a.status)
	}
	if a := r.get(t, "/110.atom"); a.status != 503 || a.header.Get("Retry-After") == "" {
		t.Errorf("of an unknown page, while the service is away: %d %v", a.status, a.header)
	}
}

// TestFeedKeepsItsPageWanted reads a feed every hour, and the page itself now and then.
func TestFeedKeepsItsPageWanted(t *testing.T) {
	r := newRig(t, func(p *Parts, _ *settings.Service) { p.Door = openDoor{} })
	votes := func() float64 { return r.clients.takeCensus(r.now()).votesFor(100) }
	for hour := range 6 {
		r.get(t, "/100.atom")
		if hour%2 == 0 {
			r.get(t, "/100")
		}
		for range 4 {
			if votes() == 0 {
				t.Fatal("the page is not wanted")
			}
			r.pass(15 * time.Minute)
		}
	}
	r.pass(feedLasts)
	if votes() != 0 {
		t.Error("the page is wanted for ever")
	}
	r.get(t, "/100.atom")
	r.pass(-24 * time.Hour)
	r.get(t, "/100.atom")
	r.pass(2 * feedLasts)
	if votes() != 0 {
		t.Error("after the clock was set back, the page is wanted for ever")
	}
}
