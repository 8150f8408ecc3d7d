package acquire

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/backoff"
	"sextant/app/budget"
	"sextant/app/service"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/evening"
	"sextant/app/testkit/race"
)

// An eveningService serves the pages of an evening, and records the times of requests. It can also announce changes, as
// a relay does.
type eveningService struct {
	*evening.Evening

	mu       sync.Mutex
	requests []time.Time
}

func (s *eveningService) Document(_ *http.Request, page int, _ string) (api.Answer, error) {
	now := time.Now()
	s.mu.Lock()
	s.requests = append(s.requests, now)
	s.mu.Unlock()
	doc := s.Page(page, now)
	if doc == nil {
		return api.Answer{}, api.ErrNone
	}
	data, err := doc.EncodeJSON()
	return api.Answer{Body: api.NewBody(api.TypeJSON, doc.Modified, data)}, err
}

func (*eveningService) Picture(*http.Request, int, int) (api.Answer, error) {
	return api.Answer{}, api.ErrNone
}

func (*eveningService) Downloads(*http.Request) (api.Answer, error) { return api.Answer{}, api.ErrNone }

func (*eveningService) Playouts(*http.Request, int, string) (api.Answer, error) {
	return api.Answer{}, api.ErrNone
}

func (*eveningService) Recording(*http.Request, string) (api.Answer, error) {
	return api.Answer{}, api.ErrNone
}

// Changes announces each new version of each page.
func (s *eveningService) Changes(ctx context.Context, _, _ string, handle func(api.Notice)) error {
	handle(api.Notice{Kind: api.Opened})
	digests := map[int][32]byte{}
	for ; ctx.Err() == nil; backoff.Wait(ctx, time.Second) {
		for _, number := range evening.Pages() {
			digest := s.Page(number, time.Now()).Digest()
			if before, known := digests[number]; known && before != digest {
				handle(api.Notice{Kind: api.Changed, Place: teletext.Place{Page: number}, Digest: digest})
			}
			digests[number] = digest
		}
	}
	return ctx.Err()
}

// mostInAnHour returns the largest number of requests within any hour.
func (s *eveningService) mostInAnHour() (most int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, at := range s.requests {
		n, _ := slices.BinarySearchFunc(s.requests, at.Add(-time.Hour), time.Time.Compare)
		most = max(most, i+1-n)
	}
	return most
}

// A notifiedLine is a notification of the user, and its time.
type notifiedLine struct {
	Sighting
	at time.Time
}

// An eveningRig is a reader of an evening's pages, who watches lines on them.
type eveningRig struct {
	t       *testing.T
	service *eveningService
	watcher *Watcher

	mu       sync.Mutex
	notified []notifiedLine
}

// live runs an evening with watches. relayed: the service announces changes.
func (r *eveningRig) live(watches []store.Watch, relayed bool) {
	server := &http.Server{Handler: &api.Handler{Source: r.service}, ErrorLog: log.New(io.Discard, "", 0)}
	listener := testkit.NewPipes()
	go func() { _ = server.Serve(listener) }()
	kept, _ := store.Open(r.t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
	limits := budget.DefaultLimits
	purse := budget.New(limits, nil, budget.Clock{Now: time.Now}, kept)
	client, err := service.New(service.Config{
		BaseURL: "http://evening.example", Timeout: 10 * time.Second, Now: time.Now, Gate: purse, Dial: listener.Dial,
	})
	if err != nil {
		r.t.Fatal(err)
	}
	r.watcher = NewWatcher(kept, limits.PerHour, time.Now, func(s Sighting) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.notified = append(r.notified, notifiedLine{s, time.Now()})
	})
	pages := NewPages(client, kept, purse, Config{Format: api.JSON, MaxAge: DefaultFreshness, Now: time.Now})
	pages.config.OnAnswer = func(page int, d *api.Document, _ error, standing Standing) {
		switch {
		case standing.Missing:
			r.watcher.Look(page, nil)
		case d != nil && !d.Unchanged:
			r.watcher.Look(page, d.Page)
		}
	}
	r.watcher.Set(watches)
	scheduler := NewReaderScheduler(pages, purse, r.watcher, nil)
	follower := NewFollower(pages, r.service, kept, func([]int) { scheduler.WakeBehind() })
	if relayed {
		follower.Begin()
		follower.SetMonitor("http://evening.example/changes")
	}
	end := runs(scheduler)
	time.Sleep(evening.Lasts)
	end()
	follower.Close()
	client.Close()
	_ = kept.Close()
	_ = server.Close()
}

// follows returns watches of five matches as they are announced: three of one league, and two of another one.
func follows(e *evening.Evening, from time.Time) (watches []store.Watch, matches []*evening.Match) {
	matches = append(matches, e.Matches[1][0], e.Matches[1][2], e.Matches[1][4], e.Matches[3][1], e.Matches[3][5])
	for i, m := range matches {
		page := evening.FirstLeague + 1
		if i > 2 {
			page += 2
		}
		doc, text := e.Page(page, from), m.Line(from)
		for k := range doc.Subpages {
			for _, line := range doc.Subpages[k].TextLines() {
				if line.Text == text {
					watches = append(watches, store.Watch{Page: page, Line: line, Since: from})
				}
			}
		}
	}
	return watches, matches
}

// check compares the notifications of a match with its changes: each change is in the next notification after it, and
// no notification is wrong. It returns the delay of each notification.
func (r *eveningRig) check(watch store.Watch, m *evening.Match) (late []time.Duration) {
	before, from := watch.Line.Text, r.service.Start
	for _, n := range r.notified {
		if n.Watch.Key() != watch.Key() {
			continue
		}
		first, last := changesOf(m, from, before, n)
		if first.IsZero() || n.Before != before || n.Line != m.Line(last) {
			r.t.Errorf("%s at %s: notified of %q → %q, and it said %q before and %q then", m.Home,
				n.at.Format(time.TimeOnly), n.Before, n.Line, before, m.Line(n.at))
			return late
		}
		late = append(late, n.at.Sub(first))
		before, from = n.Line, last
	}
	if end := r.service.Start.Add(evening.Lasts - 10*time.Minute); before != m.Line(end) {
		r.t.Errorf("%s: the last notice says %q, and the page %q", m.Home, before, m.Line(end))
	}
	return late
}

// changesOf returns the first and the last change of a match that a notification covers, after the time at which its
// line was before. Changes in the last three seconds before it may be missing.
func changesOf(m *evening.Match, from time.Time, before string, n notifiedLine) (first, last time.Time) {
	const underWay = 3 * time.Second
	for _, at := range m.Changes() {
		if !at.After(from) || at.After(n.at) || m.Line(at) == before && first.IsZero() {
			continue
		}
		if !last.IsZero() && m.Line(last) == n.Line && n.at.Sub(at) < underWay {
			break
		}
		if last = at; first.IsZero() {
			first = at
		}
	}
	return first, last
}

// TestEvening watches five lines for an evening. Each change is notified once, and nothing else. The median delay is at
// most 75 seconds with a fifth of 300 requests an hour, and no delay is over two seconds if the service announces
// changes.
func TestEvening(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	for _, tt := range []struct {
		name     string
		relayed  bool
		evenings int
	}{{"asked", false, testkit.Times(2, 5)}, {"announced", true, testkit.Times(1, 2)}} {
		t.Run(tt.name, func(t *testing.T) {
			var late []time.Duration
			most := 0
			for seed := range uint64(tt.evenings) {
				synctest.Test(t, func(t *testing.T) {
					r := &eveningRig{t: t, service: &eveningService{Evening: evening.New(seed, time.Now())}}
					watches, matches := follows(r.service.Evening, time.Now())
					r.live(watches, tt.relayed)
					for i, m := range matches {
						late = append(late, r.check(watches[i], m)...)
					}
					most = max(most, r.service.mostInAnHour())
				})
			}
			slices.Sort(late)
			middle, last := late[len(late)/2], late[len(late)-1]
			t.Logf("%d notices, %v late at the median and %v at most; %d requests in an hour at most",
				len(late), middle, last, most)
			limit := budget.DefaultLimits.PerHour / watchShare
			if tt.relayed && last > 2*time.Second || middle > 75*time.Second || !tt.relayed && most > limit+2 {
				t.Errorf("%v, %v, %d requests", middle, last, most)
			}
		})
	}
}

// TestNumberWatch checks that a watch notifies when a number crosses its bound, and not while it stays on one side.
func TestNumberWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rule := store.Rule{Side: store.Above, Number: 0, Bound: 10}
		watch := store.Watch{Page: 250, Line: teletext.TextLine{Subpage: 1, Row: 2, Text: "Now 9,50 c"}, Rule: rule}
		kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
		defer kept.Close()
		var seen []string
		var mu sync.Mutex
		w := NewWatcher(kept, 300, time.Now, func(s Sighting) {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, fmt.Sprint(s.Before, " → ", s.Line))
		})
		w.Set([]store.Watch{watch})
		for _, text := range []string{
			"Now 9,70 c", "Now 10,00 c", "Now 10,20 c", "Now 12,00 c",
			"Now none", "Now 11,00 c", "Now 3,00 c", "Now 10,01 c",
		} {
			w.Look(250, documentOf(250, text, 1).Page)
			time.Sleep(time.Minute)
		}
		want := []string{"Now 10,00 c → Now 10,20 c", "Now 3,00 c → Now 10,01 c"}
		mu.Lock()
		defer mu.Unlock()
		if !slices.Equal(seen, want) {
			t.Errorf("notified of %q", strings.Join(seen, "; "))
		}
	})
}

// TestLineIsGone checks that a line that is missing for a short time is not reported, that one missing for an hour is
// reported once, and that nothing is notified when it comes back.
func TestLineIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch := store.Watch{Page: 250, Line: teletext.TextLine{Subpage: 1, Row: 2, Text: "Gulls – Terns 0–0"}}
		kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
		defer kept.Close()
		var seen []Sighting
		var mu sync.Mutex
		open := func() *Watcher {
			w := NewWatcher(kept, 300, time.Now, func(s Sighting) {
				mu.Lock()
				defer mu.Unlock()
				seen = append(seen, s)
			})
			w.Set([]store.Watch{watch})
			return w
		}
		w, other := open(), open() // another program with the same profile
		look := func(text string, times int) {
			for range times {
				doc := documentOf(250, text, 1).Page
				w.Look(250, doc)
				other.Look(250, doc)
				time.Sleep(5 * time.Minute)
			}
		}
		look("Auks – Skuas 0–0", 11)
		look("Gulls – Terns 0–0", 1)
		w.Look(250, nil)
		time.Sleep(50 * time.Minute)
		look("Gulls – Terns 1–0", 2)
		look("Auks – Skuas 0–0", 20)
		w = open() // after a restart
		look("Gulls – Terns 3–0", 2)
		look("Gulls – Terns 3–1", 2)
		mu.Lock()
		defer mu.Unlock()
		var said []string
		for _, s := range seen {
			said = append(said, fmt.Sprint(s.Before, " → ", s.Line, " ", s.Gone))
		}
		want := []string{
			"Gulls – Terns 0–0 → Gulls – Terns 1–0 false", "Gulls – Terns 1–0 →  true",
			"Gulls – Terns 3–0 → Gulls – Terns 3–1 false",
		}
		if !slices.Equal(said, want) {
			t.Errorf("notified of %q", said)
		}
	})
}

// TestIntervals checks that pages with lines that changed recently are checked more often than others, and that all
// together use at most a fifth of the hour.
func TestIntervals(t *testing.T) {
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		moving, resting int
		move, rest      time.Duration
		slower          bool
	}{
		{1, 0, time.Minute, 0, false},
		{0, 5, 0, 5 * time.Minute, false},
		{2, 3, 156 * time.Second, 13 * time.Minute, true},
		{0, 10, 0, 10 * time.Minute, true},
		{5, 0, 5 * time.Minute, 0, true},
		{1, 60, 13 * time.Minute, 65 * time.Minute, true},
	} {
		w := NewWatcher(nil, 300, func() time.Time { return now }, func(Sighting) {})
		var watches []store.Watch
		for i := range tt.moving + tt.resting {
			watch := store.Watch{Page: 100 + i, Line: teletext.TextLine{Text: "a"}, Since: now.Add(-time.Hour)}
			if i < tt.moving {
				watch.Since = now
			}
			watches = append(watches, watch)
		}
		w.Set(watches)
		requests := 0.0
		for i := range watches {
			every, slower := w.Every(100 + i)
			requests += time.Hour.Seconds() / every.Seconds()
			want := tt.rest
			if i < tt.moving {
				want = tt.move
			}
			if every.Round(time.Second) != want.Round(time.Second) || slower != tt.slower {
				t.Errorf("%d moving, %d resting: page %d every %v, %v", tt.moving, tt.resting, i, every, slower)
			}
		}
		if requests > 60.01 {
			t.Errorf("%d moving, %d resting: %v requests an hour", tt.moving, tt.resting, requests)
		}
	}
}
