package relay

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/settings"
)

// TestRelayBoundsShareOfOneClient makes clients send as many requests as they can: the first gets half of an hour's
// requests, and the others still get some.
func TestRelayBoundsShareOfOneClient(t *testing.T) {
	now := time.Now()
	s := shares{limit: 300}
	take := func(c *client) (n int) {
		for s.spend(c, true, now) {
			n++
		}
		return n
	}
	greedy := &client{}
	if n := take(greedy); n != 150 {
		t.Errorf("the first had %d", n)
	}
	total := 150
	for n := range 5 {
		had := take(&client{})
		if had < 20 {
			t.Errorf("client %d had %d", n+2, had)
		}
		total += had
	}
	if total > 330 {
		t.Errorf("%d of 300", total)
	}
	now = now.Add(time.Hour + time.Minute)
	if n := take(greedy); n != 150 {
		t.Errorf("an hour later %d", n)
	}
	scarce, one, n := shares{limit: 300}, &client{}, 0
	for scarce.spend(one, false, now) {
		n++
	}
	if n > 300/4+1 {
		t.Errorf("one had %d where they were scarce", n)
	}
	now = now.Add(-2 * time.Hour) // the clock is set back
	if !s.spend(&client{}, true, now) {
		t.Error("nothing is left for another one")
	}
}

// TestLoneClient makes a single client request a new page every five seconds for ten minutes, and the list of
// recordings once a minute from minute six on. It may use the first half of the hour's requests, so nothing is refused.
func TestLoneClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, upstream := beforeStrict(t)
		r.Begin()
		for n := range 120 {
			path := fmt.Sprintf("/v1/teletext/pages/%d.json", firstPage+n)
			if n >= 72 && n%12 == 0 {
				path = "/v1/downloads.json"
			}
			q := httptest.NewRequest(http.MethodGet, path, nil)
			q.Header.Set("Priority", "u=1")
			w := httptest.NewRecorder()
			r.ServeHTTP(w, q)
			if w.Code != http.StatusOK {
				t.Errorf("after %d s %s was answered %d, with %d requests spent",
					5*n, path, w.Code, upstream.budget.Usage().Hour)
			}
			time.Sleep(5 * time.Second)
		}
		endStrict(t, r)
	})
}

// TestCensusGivesEachClientOneVote checks that each client has one vote, however many pages it wants.
func TestCensusGivesEachClientOneVote(t *testing.T) {
	var d clientTable
	now := time.Now()
	for n := range 200 {
		d.clientOf(identity{host: fmt.Sprint(n)}, now).wants(100, now)
	}
	greedy := d.clientOf(identity{host: "greedy"}, now)
	for page := firstPage; page <= lastPage; page++ {
		greedy.wants(page, now)
	}
	c := d.takeCensus(now)
	if c.clients != 201 || c.votesFor(100) < 200 || c.votesFor(101) > 0.01 || c.votesFor(101) == 0 {
		t.Errorf("%d clients, %v and %v", c.clients, c.votesFor(100), c.votesFor(101))
	}
	if c = d.takeCensus(now.Add(wantLasts)); c.votesFor(100) != 0 || c.clients != 0 {
		t.Errorf("later %v of %d", c.votesFor(100), c.clients)
	}
	for n := range 2 * mostClients {
		d.clientOf(identity{host: fmt.Sprint("new ", n)}, now)
	}
	if len(d.clients) > mostClients+1 {
		t.Errorf("%d clients are remembered", len(d.clients))
	}
}

// TestRelayRefreshesWantedPages checks that wanted pages are refreshed without requests meanwhile, and that a change is
// announced.
func TestRelayRefreshesWantedPages(t *testing.T) {
	r := newRig(t, nil)
	events := r.listen(t, "")
	events.next(t)
	r.get(t, page100)
	events.next(t)
	r.pass(5 * time.Minute)
	r.upstream.replace("Town clock", "Tower clock")
	r.Begin()
	for e := events.next(t); !strings.Contains(r.get(t, page100, "Priority", "u=3").body,
		"Tower clock"); e = events.next(t) {
		if e.name != "change" {
			t.Errorf("%+v", e)
		}
	}
}

// TestGreedyClientStarvesNobody makes a client request all pages. No other client is refused, and the quota holds.
func TestGreedyClientStarvesNobody(t *testing.T) {
	r := newRig(t, func(_ *Parts, s *settings.Service) { s.PerSecond, s.PerHour = 100, 40 })
	refused := 0
	for page := 100; page < 200; page++ {
		if w := r.from("10.0.0.1", fmt.Sprintf("/v1/teletext/pages/%d.json", page),
			asking...); w.Code == http.StatusServiceUnavailable {
			refused++
		}
	}
	if refused == 0 || r.upstream.total.Load() > 25 {
		t.Errorf("%d were refused, %d went to the service", refused, r.upstream.total.Load())
	}
	if w := r.from("10.0.0.2", "/v1/teletext/pages/700.json", asking...); w.Code != 200 {
		t.Errorf("another one: %d", w.Code)
	}
	for page := 100; page < 899; page++ {
		r.from(fmt.Sprint("10.0.1.", page%50), fmt.Sprintf("/v1/teletext/pages/%d.json", page), "Priority", "u=7")
	}
	if n := r.upstream.total.Load(); n > 40 {
		t.Errorf("%d of 40 went to the service", n)
	}
	r.pass(30 * time.Minute)
	if w := r.from("10.0.0.3", "/v1/teletext/pages/700.json", asking...); w.Code != 200 || w.Header().Get("Age") == "" {
		t.Errorf("nothing is left: %d, %v", w.Code, w.Header())
	}
}
