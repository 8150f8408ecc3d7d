package relay

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/service"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// A strict service has pages that change now and then. It answers a limited number of requests in any hour and refuses
// the rest.
type strict struct {
	budget *budget.Budget

	mu      sync.Mutex
	asked   []time.Time
	refused int
	changes map[int]int          // the number of changes of each page
	fault   func(page int) error // the error of a page; nil if all succeed
}

// mayAsk counts a request, and reports whether it is answered.
func (s *strict) mayAsk(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.asked) > 0 && now.Sub(s.asked[0]) >= time.Hour {
		s.asked = s.asked[1:]
	}
	if len(s.asked) >= budget.DefaultLimits.PerHour {
		s.refused++
		return false
	}
	s.asked = append(s.asked, now)
	return true
}

// Page waits for the budget, and then answers after a moment.
func (s *strict) Page(ctx context.Context, page int, _ api.Format, _ api.Validators) (*api.Document, error) {
	answered, err := s.budget.Enter(ctx)
	if err != nil {
		return nil, err
	}
	time.Sleep(80 * time.Millisecond)
	var d *api.Document
	s.mu.Lock()
	fault := s.fault
	s.mu.Unlock()
	if !s.mayAsk(time.Now()) {
		err = &api.Error{Kind: api.QuotaUsed, Op: "test"}
	} else if fault != nil {
		err = fault(page)
	}
	if err == nil {
		d = s.document(page)
	}
	answered(err)
	return d, err
}

func (s *strict) document(page int) *api.Document {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := &teletext.Page{
		Number: page, SubpageCount: 1, Subpages: []teletext.Subpage{
			{Number: 1, Dwell: 10 * time.Second, Text: &teletext.Lines{fmt.Sprint("change ", s.changes[page])}},
		},
	}
	raw, _ := p.EncodeJSON() // cannot fail
	return &api.Document{Page: p, Raw: raw, Format: api.JSON}
}

// Picture returns NotFound.
func (s *strict) Picture(context.Context, int, int, api.Validators) (*api.Picture, error) {
	return nil, &api.Error{Kind: api.NotFound, Op: "test"}
}

// The simulated screens: each shows ten pages that all screens show, and ten of 190 others, each for dwell.
const (
	screens     = 200
	dwell       = 15 * time.Second
	common, own = 10, 10
	otherPages  = 190
)

// pagesOf returns the pages of a screen.
func pagesOf(screen int) (pages []int) {
	for n := range common {
		pages = append(pages, firstPage+n)
	}
	for n := range own {
		pages = append(pages, firstPage+common+(screen*7+n*19)%otherPages)
	}
	return pages
}

// TestScreens simulates 200 public screens behind one relay for an hour and a half, three hours with SEXTANT_LONG, or
// as many days as SEXTANT_DAYS says. It checks that the quota holds, that every page is there, and that pages are not
// old.
func TestScreens(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	lasts := time.Duration(testkit.Times(90, 180)) * time.Minute
	if days, err := strconv.ParseFloat(os.Getenv("SEXTANT_DAYS"), 64); err == nil {
		lasts = time.Duration(days * 24 * float64(time.Hour))
	}
	synctest.Test(t, func(t *testing.T) {
		if m := median(behindRelay(t, lasts)); m > 40*time.Minute {
			t.Errorf("pages are %v old", m)
		}
	})
}

// beforeStrict returns a relay in front of a strict service.
func beforeStrict(t *testing.T) (*Relay, *strict) {
	upstream := &strict{
		changes: map[int]int{}, budget: budget.New(budget.DefaultLimits, nil, budget.Clock{Now: time.Now}, nil),
	}
	return beforeService(t, upstream, filepath.Join(t.TempDir(), "pages.sqlite")), upstream
}

// beforeService returns a relay in front of a service, with its store in a file.
func beforeService(t *testing.T, upstream *strict, file string) *Relay {
	kept, _ := store.Open(file, store.Options{Now: time.Now})
	client, err := service.New(service.Config{
		BaseURL: "http://service.example", Now: time.Now, Gate: upstream.budget, Dial: noRecordings,
	})
	if err != nil {
		t.Fatal(err)
	}
	var r *Relay
	answered := func(page int, d *api.Document, err error, s acquire.Standing) { r.OnAnswer(page, d, err, s) }
	r = New(Parts{
		Pages: acquire.NewPages(upstream, kept, upstream.budget, acquire.Config{
			Format: api.JSON, MaxAge: time.Minute, Now: time.Now, OnAnswer: answered,
		}),
		Budget: upstream.budget, Store: kept, Client: client, Limits: budget.DefaultLimits,
		Freshness: time.Minute, Zone: time.UTC, Now: time.Now,
		Log: func(string) {},
	})
	return r
}

// noRecordings connects to a service that answers one request with an empty list.
func noRecordings(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	go func() {
		defer there.Close()
		if _, err := http.ReadRequest(bufio.NewReader(there)); err == nil {
			_, _ = io.WriteString(there,
				"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]")
		}
	}()
	return here, nil
}

// endStrict closes a relay of beforeService.
func endStrict(t *testing.T, r *Relay) {
	r.Close()
	time.Sleep(time.Second) // the service does not notice that a request was cancelled
	testkit.Check(t, r.parts.Store.Close())
}

// behindRelay returns the ages of the pages that each screen showed after the first hour.
func behindRelay(t *testing.T, lasts time.Duration) (ages [screens][]time.Duration) {
	r, upstream := beforeStrict(t)
	r.Begin()
	none := 0
	for began := time.Now(); time.Since(began) < lasts; time.Sleep(time.Second) {
		second := int(time.Since(began) / time.Second)
		upstream.change()
		for screen := second % int(dwell/time.Second); screen < screens; screen += int(dwell / time.Second) {
			pages := pagesOf(screen)
			age, ok := show(r, screen, pages[second/int(dwell/time.Second)%len(pages)])
			switch {
			case ok && time.Since(began) > time.Hour: // the first hour is not counted
				ages[screen] = append(ages[screen], age)
			case !ok && time.Since(began) > time.Hour:
				none++
			}
		}
	}
	endStrict(t, r)
	upstream.mu.Lock()
	defer upstream.mu.Unlock()
	if upstream.refused > 0 || none > 0 {
		t.Errorf("the service refused %d requests, and %d times nothing could be shown after the first hour",
			upstream.refused, none)
	}
	t.Logf("%d requests to the service in the last hour", len(upstream.asked))
	return ages
}

// change changes pages at random, once a second: one of the common ones every minute on average, and one of the others
// every two.
func (s *strict) change() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if rand.N(60) == 0 {
		s.changes[firstPage+rand.N(common)]++
	}
	if rand.N(120) == 0 {
		s.changes[firstPage+common+rand.N(otherPages)]++
	}
}

// show requests a page as a screen does. It returns false if there was nothing to show.
func show(r *Relay, screen, page int) (age time.Duration, ok bool) {
	q := httptest.NewRequest(http.MethodGet, fmt.Sprintf("/v1/teletext/pages/%d.json", page), nil)
	q.RemoteAddr = fmt.Sprintf("10.0.%d.%d:4000", screen/100, screen%100)
	q.Header.Set("Priority", "u=3")
	w := httptest.NewRecorder()
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.ServeHTTP(w, q)
	}()
	synctest.Wait()
	select {
	case <-done:
	case <-time.After(3 * time.Second): // a screen then shows another page
		return 0, false
	}
	seconds, err := strconv.Atoi(w.Header().Get("Age"))
	return time.Duration(seconds) * time.Second, w.Code == http.StatusOK && err == nil
}

// median returns the median of the screens' medians.
func median(ages [screens][]time.Duration) time.Duration {
	var all []time.Duration
	for _, a := range ages {
		all = append(all, quantile(a, 0.5))
	}
	return quantile(all, 0.5)
}

func quantile(ages []time.Duration, part float64) time.Duration {
	if len(ages) == 0 {
		return 0
	}
	slices.Sort(ages)
	return ages[min(len(ages)-1, int(part*float64(len(ages))))]
}
