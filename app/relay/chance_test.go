package relay

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// A chance is a relay that gets random requests and faults, with the true state of its service.
type chance struct {
	t        *testing.T
	rand     *rand.Rand
	slow     *rand.Rand // guarded by mu
	upstream *strict
	file     string
	relay    *Relay
	asking   sync.WaitGroup

	mu      sync.Mutex
	changed map[int][]time.Time // when each version of a page started
	seen    map[int]bool        // pages that were served
	gone    map[int]bool        // pages that were missing at some time
	away    api.Kind            // how the service fails, 0 while it does not
}

// chancePages is the number of pages.
const chancePages = 60

// fault returns the error of a request to the service, and delays one in 20 requests.
func (c *chance) fault(page int) error {
	c.mu.Lock()
	away, gone, slow := c.away, c.gone[page], c.slow.IntN(20) == 0
	c.mu.Unlock()
	if slow {
		time.Sleep(20 * time.Second)
	}
	switch {
	case away != 0:
		return &api.Error{Kind: away, Op: "test"}
	case gone:
		return &api.Error{Kind: api.NotFound, Op: "test"}
	}
	return nil
}

// happen makes one random event happen, or none.
func (c *chance) happen() {
	page := firstPage + c.rand.IntN(chancePages)
	switch n := c.rand.IntN(2000); {
	case n < 40:
		c.upstream.mu.Lock()
		c.mu.Lock()
		c.upstream.changes[page]++
		c.changed[page] = append(c.changed[page], time.Now())
		c.mu.Unlock()
		c.upstream.mu.Unlock()
		if n < 10 {
			c.relay.parts.Pages.Invalidate(page, 9999, page)
			c.relay.Wake()
		}
	case n < 42:
		c.mu.Lock()
		c.gone[page] = true
		c.mu.Unlock()
	case n < 46:
		c.mu.Lock()
		c.away = []api.Kind{0, 0, api.NoNetwork, api.Trouble, api.RateLimited, api.BadContent}[c.rand.IntN(6)]
		c.mu.Unlock()
	case n < 50:
		c.relay.documents.makeRoom(int64(c.rand.IntN(10_000)))
	case n == 50:
		c.restart()
	}
}

// restart ends the relay and starts another one with the same store.
func (c *chance) restart() {
	c.asking.Wait()
	endStrict(c.t, c.relay)
	c.relay = beforeService(c.t, c.upstream, c.file)
	c.relay.Begin()
}

// ask sends a request of a random client, which may give up before the answer.
func (c *chance) ask() {
	page := firstPage + c.rand.IntN(chancePages)
	path := fmt.Sprintf("/v1/teletext/pages/%d.%s", page, []string{"json", "xml"}[c.rand.IntN(2)])
	ctx, cancel := context.WithCancel(c.t.Context())
	if c.rand.IntN(10) == 0 {
		ctx, cancel = context.WithTimeout(c.t.Context(), time.Duration(c.rand.IntN(3000))*time.Millisecond)
	}
	q := httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	q.RemoteAddr = fmt.Sprintf("10.0.0.%d:4000", c.rand.IntN(40))
	q.Header.Set("Priority", fmt.Sprint("u=", c.rand.IntN(8)))
	if c.rand.IntN(20) == 0 {
		q.Header.Set("Cache-Control", "no-cache")
	}
	relay := c.relay
	c.asking.Go(func() {
		defer cancel()
		w := httptest.NewRecorder()
		relay.ServeHTTP(w, q)
		c.check(page, w, ctx.Err() != nil)
	})
}

var versionIn = regexp.MustCompile(`change (\d+)`)

// check checks an answer: no known page is missing, and its age is true. left: the client gave up before.
func (c *chance) check(page int, w *httptest.ResponseRecorder, left bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w.Code != http.StatusOK {
		if c.seen[page] && !c.gone[page] {
			c.t.Errorf("page %d was known, and now it is %d (the client has left: %v)", page, w.Code, left)
		}
		if w.Code == http.StatusServiceUnavailable && w.Header().Get("Retry-After") == "" {
			c.t.Errorf("page %d is not to be had, and nobody says until when", page)
		}
		return
	}
	c.seen[page] = true
	version := 0
	if m := versionIn.FindStringSubmatch(w.Body.String()); m != nil {
		version, _ = strconv.Atoi(m[1])
	}
	age, err := strconv.Atoi(w.Header().Get("Age"))
	if err != nil {
		c.t.Errorf("page %d has the age %q", page, w.Header().Get("Age"))
	}
	if all := c.changed[page]; version < len(all) { // a newer version has come since
		if since := time.Since(all[version]); since > time.Duration(age+2)*time.Second {
			c.t.Errorf("page %d is said to be %d s old, and was another one %v ago", page, age, since)
		}
	}
}

// TestChance sends random requests while random faults happen. It checks that the quota holds, that no answer is older
// than its Age says, that no known page is lost, and that no goroutine is left at the end.
func TestChance(t *testing.T) {
	seeds := testkit.Times(1, 6)
	if race.Enabled { // each takes half a minute with it
		seeds = 1
	}
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := &chance{
					t: t, rand: rand.New(rand.NewPCG(seed, 14)), slow: rand.New(rand.NewPCG(seed, 15)),
					file:    filepath.Join(t.TempDir(), "pages.sqlite"),
					changed: map[int][]time.Time{}, seen: map[int]bool{}, gone: map[int]bool{},
				}
				c.upstream = &strict{
					changes: map[int]int{},
					budget:  budget.New(budget.DefaultLimits, nil, budget.Clock{Now: time.Now}, nil), fault: c.fault,
				}
				c.relay = beforeService(t, c.upstream, c.file)
				c.relay.Begin()
				for range testkit.Times(2000, 5000) {
					c.happen()
					c.ask()
					time.Sleep(time.Duration(c.rand.IntN(3000)) * time.Millisecond)
				}
				c.asking.Wait()
				time.Sleep(time.Minute) // abandoned requests end
				endStrict(t, c.relay)
				time.Sleep(time.Minute) // this service does not notice that a request was cancelled
				if c.upstream.refused > 0 {
					t.Errorf("the service refused %d requests", c.upstream.refused)
				}
				t.Logf("%d of %d pages were given", len(c.seen), chancePages)
			})
		})
	}
}
