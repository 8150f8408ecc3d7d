package relay

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/relay/serve"
	"sextant/app/relay/site"
	"sextant/app/settings"
	"sextant/app/testkit"
)

// TestCrowdHasRoomForOneMore makes clients begin as many answers as they can, one after the other, of a cost each: each
// is refused at last, and there is room for the next.
func TestCrowdHasRoomForOneMore(t *testing.T) {
	for _, cost := range []int64{1, 7, 128} {
		c := crowd{most: 4096}
		var all []*member
		for n := range 5 {
			m, most := &member{}, int64(0)
			for c.enter(m, cost) == nil {
				most += cost
			}
			all = append(all, m)
			if most == 0 || n == 0 && (most < 2048-cost || most > 2048+cost) {
				t.Errorf("client %d has %d of %d, each costs %d", n+1, most, c.most, cost)
			}
			var refusal *api.Refusal
			if err := c.enter(m, cost); !errors.As(err, &refusal) ||
				refusal.Status != http.StatusTooManyRequests || refusal.RetryAfter == 0 {
				t.Errorf("%v", err)
			}
		}
		for _, m := range all {
			for m.busy.Load() > 0 {
				c.leave(m, cost)
			}
		}
		if n := c.busy.Load(); n != 0 {
			t.Errorf("%d are left", n)
		}
	}
	full := crowd{most: 1}
	_ = full.enter(&member{}, 1)
	var refusal *api.Refusal
	if err := full.enter(&member{}, 1); !errors.As(err, &refusal) || refusal.Status != http.StatusServiceUnavailable {
		t.Errorf("a client without anything is refused by %v", err)
	}
}

// TestMembersAreByKeyOrAddress checks whose answers count together, and that clients that have left are forgotten.
func TestMembersAreByKeyOrAddress(t *testing.T) {
	var d clientTable
	now := time.Now()
	lobby := d.clientOf(identity{"lobby", "10.0.0.1"}, now).member
	if d.clientOf(identity{"lobby", "10.0.0.2"}, now).member != lobby || d.memberOf(identity{"lobby", ""}) != lobby {
		t.Error("a key is not one member")
	}
	one, other := d.memberOf(identity{"", "10.0.0.1"}), d.memberOf(identity{"", "10.0.0.2"})
	if one == lobby || one == other {
		t.Error("addresses are one member")
	}
	d.memberOf(identity{"", "10.0.0.9"}).busy.Add(1)
	for n := range 3 * mostClients {
		d.memberOf(identity{"", fmt.Sprint("host ", n)})
	}
	if len(d.members) > mostClients+1 {
		t.Errorf("%d members are remembered", len(d.members))
	}
	d.takeCensus(now.Add(time.Hour))
	if len(d.members) != 2 {
		t.Errorf("%d members are left", len(d.members))
	}
}

// keyed makes clients need a key: that of a name is the name.
func keyed(p *Parts, _ *settings.Service) {
	p.Know = func(_, id, key string) (string, bool, bool, time.Duration) {
		return id, strings.HasPrefix(id, "screen"), id != "" && id == key, 0
	}
	p.Door = keyedDoor{p.Know}
}

// A keyedDoor wants a key of the readers of pages too.
type keyedDoor struct {
	know func(address, id, key string) (name string, kiosk, ok bool, retry time.Duration)
}

func (keyedDoor) Open() bool { return false }

func (d keyedDoor) Know(address, id, key string) (name string, kiosk, ok bool, retry time.Duration) {
	return d.know(address, id, key)
}

func (keyedDoor) Stamp(string) (stamp, name string, kiosk bool) { return "", "", false }

var _ site.Door = keyedDoor{}

// TestGreedyKeyLeavesRoomForOthers makes a client listen to changes on as many connections as the server has, with one
// key: it is refused beyond a part, and health, other keys and people are answered.
func TestGreedyKeyLeavesRoomForOthers(t *testing.T) {
	const connections = 4096
	r := newRig(t, keyed)
	listener := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	server, err := serve.New(serve.Config{
		Listener: listener, Handler: r.Relay, TakesBody: TakesBody,
		OnShutdown: r.EndStreams, Log: r.addLine,
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running, clients sync.WaitGroup
	running.Go(func() {
		testkit.Check(t, server.Run(ctx))
	})
	defer func() { cancel(); clients.Wait(); running.Wait() }()
	var streams, refused, asked atomic.Int64
	for range connections {
		c := testkit.Must(net.Dial("tcp", listener.Addr().String()))(t)
		defer c.Close()
		clients.Go(func() {
			defer asked.Add(1)
			fmt.Fprintf(c, "GET /v1/relay/changes?app_id=greedy&app_key=greedy HTTP/1.1\r\nHost: relay\r\n\r\n")
			answer, err := http.ReadResponse(bufio.NewReaderSize(c, 16), nil)
			switch {
			case err != nil:
				t.Error(err)
			case answer.StatusCode == http.StatusOK:
				streams.Add(1)
			case answer.StatusCode == http.StatusTooManyRequests && answer.Header.Get("Retry-After") != "":
				refused.Add(1)
			default:
				t.Errorf("%d %v", answer.StatusCode, answer.Header)
			}
		})
	}
	testkit.Eventually(t, "all to be answered", func() bool { return asked.Load() == connections })
	if n := streams.Load(); n < connections/2-1 || n > connections/2+1 || refused.Load() == 0 {
		t.Errorf("%d streams, %d refused of %d", n, refused.Load(), connections)
	}
	b := &http.Client{Timeout: 20 * time.Second}
	for path, want := range map[string]int{
		"/healthz": 200, page100 + "?app_id=modest&app_key=modest": 200, "/metrics?app_id=modest&app_key=modest": 200,
		page100 + "?app_id=greedy&app_key=greedy": 429, "/": 401,
	} {
		began := time.Now()
		answer := testkit.Must(b.Get("http://" + listener.Addr().String() + path))(t)
		answer.Body.Close()
		t.Logf("%s is answered after %v", path, time.Since(began))
		if answer.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, answer.StatusCode, want)
		}
	}
	if n := r.figures.tally().crowded; n != refused.Load()+1 {
		t.Errorf("%d are counted of %d", n, refused.Load()+1)
	}
	if line := r.line(r.figures.tally()); !strings.Contains(line, "too many under way") {
		t.Errorf("%s", line)
	}
	r.EndStreams()
	testkit.Eventually(t, "the streams to end", func() bool { return r.crowd.busy.Load() == 0 })
}

// TestPagesAndReportsHaveLimits checks that the web pages and the pictures that screens send count among what a key has
// under way.
func TestPagesAndReportsHaveLimits(t *testing.T) {
	r := newRig(t, keyed)
	m := r.clients.memberOf(identity{"screen", ""})
	ask := func(method, path, kind string) *httptest.ResponseRecorder {
		q := httptest.NewRequest(method, path, strings.NewReader("{}"))
		q.SetBasicAuth("screen", "screen")
		q.URL.RawQuery = "app_id=screen&app_key=screen"
		q.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		r.Relay.ServeHTTP(w, q)
		return w
	}
	for _, c := range []struct {
		method, path, kind string
		cost               int64
		ok, refused        int
	}{
		{http.MethodGet, "/search", "", siteCost, 200, 503},
		{http.MethodPut, screenPath, "application/json", reportCost, 204, 429},
		{http.MethodPut, screenPicture, "image/png", pictureCost, 204, 429},
		{http.MethodGet, page100, "", answerCost, 200, 429},
	} {
		for busy, want := range map[int64]int{
			0: c.ok, (mostCost - c.cost) / 2: c.ok, (mostCost-c.cost)/2 + 1: c.refused, mostCost: c.refused,
		} {
			m.busy.Store(busy)
			r.crowd.busy.Store(busy)
			w := ask(c.method, c.path, c.kind)
			if w.Code != want || want >= 400 && w.Header().Get("Retry-After") == "" {
				t.Errorf("%s with %d under way: %d %v, want %d", c.path, busy, w.Code, w.Header(), want)
			}
			if m.busy.Load() != busy || r.crowd.busy.Load() != busy {
				t.Errorf("%s: it has not ended", c.path)
			}
		}
	}
}
