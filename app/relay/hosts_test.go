package relay

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sextant/app/settings"
)

// listAs requests the list of recordings under a host, and returns what the address of one in it begins with.
func (r *rig) listAs(t *testing.T, host string) (address string) {
	t.Helper()
	q := httptest.NewRequest(http.MethodGet, "/v1/downloads.json", nil)
	q.Host = host
	w := httptest.NewRecorder()
	r.Relay.ServeHTTP(w, q)
	body := w.Body.String()
	end := strings.Index(body, "/v1/download/1003.mp3")
	if w.Code != http.StatusOK || end < 0 {
		t.Fatalf("%d %s", w.Code, body)
	}
	return body[strings.LastIndex(body[:end], `"`)+1 : end]
}

// TestInventedHostsCostLittle requests the list of recordings under thousands of invented hosts: hardly any of them
// makes a list of its own, the others get addresses without a host, and a host that is in use keeps its list.
func TestInventedHostsCostLittle(t *testing.T) {
	now := time.Now() // stands still
	r := newRig(t, func(p *Parts, s *settings.Service) { p.Now = func() time.Time { return now } })
	for range 2 {
		for _, host := range []string{"relay.example", "10.0.0.1:8080", "[::1]:8080"} {
			if got := r.listAs(t, host); got != "http://"+host {
				t.Errorf("%s: %q", host, got)
			}
		}
	}
	d, _ := r.media.get("/v1/downloads.json", now)
	before := heap()
	for n := range 5000 {
		if got := r.listAs(t, fmt.Sprintf("host-%d.example", n)); got != "" {
			t.Fatalf("host %d has a list of its own: %q", n, got)
		}
	}
	if got := r.listAs(t, "relay.example"); got != "http://relay.example" {
		t.Errorf("the host in use: %q", got)
	}
	if len(d.based) > basesMost+1 || heap()-before > 2<<20 {
		t.Errorf("%d lists are kept, %d bytes", len(d.based), heap()-before)
	}
	if got := r.listAs(t, strings.Repeat("x", 8000)); got != "" {
		t.Errorf("a giant host: %d bytes", len(got))
	}
	now = now.Add(2 * baseEvery)
	if got := r.listAs(t, "new.example"); got != "http://new.example" {
		t.Errorf("a new host later: %q", got)
	}
	if got := r.listAs(t, strings.Repeat("x", 8000)); got != "" {
		t.Errorf("a giant host later: %d bytes", len(got))
	}
}
