package status

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/screen/kiosk"
	"sextant/app/screen/playlist"
	"sextant/app/screen/power"
	"sextant/app/teletext"
)

const token = "Nine+lives/of;a=cat&dog"

// start is the time at which the clock of the tests starts.
var start = time.Date(2026, 3, 4, 14, 30, 0, 0, time.UTC)

// A fakeDirector records its calls.
type fakeDirector struct {
	mu      sync.Mutex
	at      kiosk.State
	broken  error
	silent  bool
	actions []string
}

func (d *fakeDirector) State(ctx context.Context) (kiosk.State, error) {
	if d.silent {
		<-ctx.Done()
		return kiosk.State{}, ctx.Err()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.at, nil
}

func (d *fakeDirector) Healthy() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.broken
}

func (d *fakeDirector) did(what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.actions = append(d.actions, what)
}

func (d *fakeDirector) Press(k kiosk.Key) { d.did(fmt.Sprint("key ", int(k))) }
func (d *fakeDirector) Digit(digit int)   { d.did(fmt.Sprint("digit ", digit)) }
func (d *fakeDirector) Pick(list int)     { d.did(fmt.Sprint("list ", list)) }

// took returns the calls since it was last called.
func (d *fakeDirector) took() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := strings.Join(d.actions, ", ")
	d.actions = nil
	return all
}

// healthyState returns the state of a healthy screen.
func healthyState() kiosk.State {
	return kiosk.State{
		Began: start.Add(-time.Hour), Uptime: time.Hour,
		Places: []teletext.Place{{Page: 123, Subpage: 2}}, Of: []int{3}, Cause: kiosk.Listed,
		Since: start, Dwell: 15 * time.Second, Age: time.Minute,
		Lists: []string{"usual", "<night>"}, Pages: 14, Known: 14,
		Oldest: 6 * time.Minute, Mean: 3 * time.Minute, Shown: 12,
		Causes: kiosk.Tally{10, 2, 1, 1}, Given: 30, Drawn: 29,
		Usage: budget.Usage{
			Limits: budget.DefaultLimits, Hour: 100, Day: 1000, ByClass: map[budget.Class]int{budget.Kiosk: 90},
		},
		Left: 0.5, Errors: map[api.Kind]int{api.NoNetwork: 2, api.NotFound: 1},
	}
}

// A rig is the status of a fake screen.
type rig struct {
	director fakeDirector
	parts    Parts
	mu       sync.Mutex
	now      time.Time
	playlist playlist.State
	glass    error
	stored   error
	power    power.State
	pictures int // number of snapshots
	logged   []string
}

func newRig(token string) *rig {
	r := &rig{now: start, playlist: playlist.State{Playlist: playlist.Default(), Seen: start}}
	r.director.at = healthyState()
	screen := image.NewRGBA(image.Rect(0, 0, 64, 36))
	screen.Set(1, 1, color.White)
	r.parts = Parts{
		Director: &r.director, Token: token, Now: r.clock,
		Snapshot: func(context.Context) (*image.RGBA, error) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.pictures++
			return screen, nil
		},
		Glass:    func() error { return r.glass },
		Faults:   func() map[string]int { return map[string]int{"covered": 2} },
		Power:    func() power.State { return r.power },
		Stored:   func() error { return r.stored },
		Playlist: func() playlist.State { return r.playlist },
		Outcomes: func() map[budget.Outcome]int { return map[budget.Outcome]int{{Class: budget.Kiosk}: 90} },
		Log: func(line string) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.logged = append(r.logged, line)
		},
	}
	return r
}

func (r *rig) clock() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now
}

// later moves the clock forward.
func (r *rig) later(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now = r.now.Add(d)
}

func (r *rig) lines() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.logged, "\n")
}

// serve serves the status on loopback.
func (r *rig) serve(t *testing.T) *client {
	h := newHandler(r.parts)
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return &client{t: t, address: server.URL}
}

// A client sends requests to a status, and follows no redirects.
type client struct {
	t       *testing.T
	address string
}

// ask sends a request with headers, as in "Host: name", and a form.
func (c *client) ask(method, path, form string, headers ...string) (resp *http.Response, body string) {
	c.t.Helper()
	r, err := http.NewRequest(method, c.address+path, strings.NewReader(form))
	if err != nil {
		c.t.Fatal(err)
	}
	if form != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if r.Header.Set(name, value); name == "Host" {
			r.Host = value
		}
	}
	resp, err = http.DefaultTransport.RoundTrip(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return resp, string(b)
}

const bearer = "Authorization: Bearer " + token
