package acquire

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// chainSource returns a source with a chain of the given pages, and nothing else.
func chainSource(tb testing.TB, chain ...int) *fakeSource {
	line := "one"
	s := newSource(tb, &line, 1)
	s.page = func(_ context.Context, page int, _ api.Validators) (*api.Document, error) {
		for i, n := range chain {
			if n == page {
				doc := documentOf(page, line, 1)
				doc.Page.Next = 0
				if i+1 < len(chain) {
					doc.Page.Next = chain[i+1]
				}
				doc.Raw, _ = doc.Page.EncodeJSON()
				return doc, nil
			}
		}
		return nil, errMissing
	}
	return s
}

// progressLog holds the last reported progress.
type progressLog struct {
	mu   sync.Mutex
	last Collecting
}

func (l *progressLog) note(c Collecting) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = c
}

func (l *progressLog) get() Collecting {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

// collects runs a test with a collector that has the default limits, in virtual time. open replaces the collector by a
// new one, as a restart does.
func collects(t *testing.T, s *fakeSource,
	test func(t *testing.T, open func() *Collector, log *progressLog, kept *store.Store),
) {
	synctest.Test(t, func(t *testing.T) {
		kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
		defer kept.Close()
		b := budget.New(budget.DefaultLimits, nil, budget.Clock{Now: time.Now}, nil)
		page := s.page
		s.page = func(ctx context.Context, n int, k api.Validators) (*api.Document, error) {
			answered, err := b.Enter(ctx) // as the client does
			if err != nil {
				return nil, err
			}
			doc, err := page(ctx, n, k)
			answered(err)
			return doc, err
		}
		log := &progressLog{}
		closeLast := func() {}
		open := func() *Collector {
			closeLast()
			pages := NewPages(s, kept, b, Config{Format: api.JSON, MaxAge: DefaultFreshness, Now: time.Now})
			c := NewCollector(pages, b, kept, time.Now, log.note)
			closeLast = runs(NewReaderScheduler(pages, b, NewWatcher(nil, 300, time.Now, func(Sighting) {}), c))
			return c
		}
		test(t, open, log, kept)
		closeLast()
	})
}

// runs runs a scheduler until end is called.
func runs(s *Scheduler) (end func()) {
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.Run(ctx)
	}()
	return func() {
		stop()
		<-ended
	}
}

func TestCollectWalksTheChain(t *testing.T) {
	chain := []int{100, 101, 150, 300, 301, 555}
	collects(t, chainSource(t, chain...),
		func(t *testing.T, open func() *Collector, log *progressLog, kept *store.Store) {
			c := open()
			c.Start()
			time.Sleep(5 * time.Minute)
			if got := log.get(); got != (Collecting{On: true, Done: 6, Total: 6}) {
				t.Errorf("%+v", got)
			}
			list, err := kept.Directory()
			if err != nil || len(list) != len(chain) {
				t.Errorf("%d pages, %v", len(list), err)
			}
		})
}

// TestOtherScheduler makes a second Scheduler of the same Collector, which does not run: the one that runs is woken.
func TestOtherScheduler(t *testing.T) {
	collects(t, chainSource(t, 100, 101),
		func(t *testing.T, open func() *Collector, log *progressLog, _ *store.Store) {
			c := open()
			NewScheduler(c.pages, c.budget, SchedulerConfig{Collector: c})
			time.Sleep(time.Second)
			c.Start()
			time.Sleep(readerEvery / 2)
			if got := log.get(); got.Done == 0 {
				t.Errorf("%v after Start: %+v", readerEvery/2, got)
			}
		})
}

// TestCollectGoesOn pauses collecting, restarts it with another collector, and cancels it.
func TestCollectGoesOn(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	var chain []int
	for page := 100; page < 900; page++ {
		chain = append(chain, page)
	}
	collects(t, chainSource(t, chain...),
		func(t *testing.T, open func() *Collector, log *progressLog, kept *store.Store) {
			c := open()
			c.Resume() // there is nothing to resume
			if c.Progress().On {
				t.Error("it runs without having been started")
			}
			c.Start()
			time.Sleep(time.Hour)
			c.Pause()
			paused := log.get()
			if !paused.Paused || paused.Done < 150 || paused.Total != 800 ||
				paused.Left < 3*time.Hour || paused.Left > 5*time.Hour {
				t.Errorf("after an hour: %+v", paused)
			}
			time.Sleep(time.Hour)
			c = open()
			c.Resume()
			time.Sleep(time.Hour)
			if got := log.get(); got.Done != paused.Done || !got.Paused {
				t.Errorf("a restart ended the pause: %+v", got)
			}
			c.Start()
			time.Sleep(time.Hour)
			c = open()
			c.Resume()
			time.Sleep(5 * time.Hour)
			if got := log.get(); got.Walking || got.Done != 800 {
				t.Errorf("in the end: %+v", got)
			}
			c.Cancel()
			if c.Progress().On {
				t.Error("it goes on after its end")
			}
			testkit.Check(t, kept.Flush(t.Context()))
			if state, err := kept.State(collectKey); err != nil || strings.Contains(state, `"On":true`) {
				t.Errorf("%s, %v", state, err)
			}
		})
}

// TestLateAnswer checks that a page that arrives after the walk was restarted, paused or cancelled does not move it.
func TestLateAnswer(t *testing.T) {
	collects(t, chainSource(t, 100), func(t *testing.T, open func() *Collector, _ *progressLog, _ *store.Store) {
		c := open()
		for _, tt := range []struct {
			state  collectState
			page   int
			passes bool
		}{
			{collectState{On: true, Next: 100}, 500, false},
			{collectState{On: true, Next: 500, Paused: true}, 500, false},
			{collectState{Next: 500}, 500, false},
			{collectState{On: true, Next: 500}, 500, true},
		} {
			c.state = tt.state
			if c.onDocument(documentOf(tt.page, "late").Page); (c.state.Next != tt.state.Next) != tt.passes {
				t.Errorf("%+v: the walk goes on at %d", tt.state, c.state.Next)
			}
		}
	})
}

// TestCollectStartsAgain checks that Start continues the walk of an earlier run that was not resumed, as on a public
// screen, and starts from the first page after Cancel.
func TestCollectStartsAgain(t *testing.T) {
	collects(t, chainSource(t, 100, 200),
		func(t *testing.T, open func() *Collector, log *progressLog, kept *store.Store) {
			kept.SetState(collectKey, `{"On":true,"Next":200,"Done":1}`)
			testkit.NoError(t, kept.Flush(t.Context()))
			c := open()
			time.Sleep(time.Hour)
			if got := c.Progress(); got.Done != 1 {
				t.Errorf("it works without having been resumed: %+v", got)
			}
			c.Start()
			time.Sleep(time.Hour)
			if got := log.get(); got != (Collecting{On: true, Done: 2, Total: 2}) {
				t.Errorf("%+v", got)
			}
			c.Cancel()
			c.Start()
			time.Sleep(time.Hour)
			if got := log.get(); got != (Collecting{On: true, Done: 2, Total: 2}) {
				t.Errorf("from the start: %+v", got)
			}
		})
}

// TestCollectPassesFailures checks that an unreadable page is skipped, and that the walk waits while the service is
// down.
func TestCollectPassesFailures(t *testing.T) {
	var down, mended atomic.Bool
	s := chainSource(t, 100, 101, 102, 103)
	page := s.page
	s.page = func(ctx context.Context, n int, k api.Validators) (*api.Document, error) {
		switch {
		case down.Load():
			return nil, &api.Error{Kind: api.NoNetwork, Op: "test"}
		case n == 101 && !mended.Load():
			return nil, &api.Error{Kind: api.BadContent, Op: "test"}
		}
		return page(ctx, n, k)
	}
	collects(t, s, func(t *testing.T, open func() *Collector, log *progressLog, _ *store.Store) {
		c := open()
		down.Store(true)
		c.Start()
		time.Sleep(time.Hour)
		if got := log.get(); !got.Walking || got.Done != 0 {
			t.Errorf("without the service: %+v", got)
		}
		down.Store(false)
		time.Sleep(time.Hour)
		if got := log.get(); got.Walking || got.Done != 3 {
			t.Errorf("with it: %+v", got)
		}
		mended.Store(true)
		time.Sleep(2 * time.Hour)
		if got := log.get(); got.Walking || got.Done != 4 {
			t.Errorf("with the page that was unreadable: %+v", got)
		}
	})
}

// TestCollectorComesBackAfterWalls collects a service that for ten hours answers with 404 whatever it has, refuses the
// key, or sends nothing readable: that is asked for rarely, all pages come, and it is not complete before.
func TestCollectorComesBackAfterWalls(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	var chain []int
	for page := 100; page <= 700; page++ {
		chain = append(chain, page)
	}
	for name, fault := range map[string]error{
		"404": errMissing, "403": &api.Error{Kind: api.Refused, Op: "test"},
		"unreadable": &api.Error{Kind: api.BadContent, Op: "test"},
	} {
		t.Run(name, func(t *testing.T) {
			var isFaulty atomic.Bool
			s := chainSource(t, chain...)
			page := s.page
			s.page = func(ctx context.Context, n int, k api.Validators) (*api.Document, error) {
				if isFaulty.Load() {
					return nil, fault
				}
				return page(ctx, n, k)
			}
			collects(t, s, func(t *testing.T, open func() *Collector, log *progressLog, kept *store.Store) {
				c := open()
				c.Start()
				time.Sleep(30 * time.Minute)
				isFaulty.Store(true)
				time.Sleep(9 * time.Hour)
				if got := log.get(); !got.Walking {
					t.Errorf("in the wall: %+v", got)
				}
				s.forget()
				time.Sleep(time.Hour)
				asked := len(s.forget())
				if t.Logf("asked %d times in the last hour of the wall", asked); asked > 100 {
					t.Error("these are too many")
				}
				isFaulty.Store(false)
				time.Sleep(12 * time.Hour)
				if got := log.get(); got.Walking || got.Done != len(chain) {
					t.Errorf("in the end: %+v of %d", got, len(chain))
				}
				list := testkit.Must(kept.Directory())(t)
				there := 0
				for _, l := range list {
					if l.MissingSince.IsZero() {
						there++
					}
				}
				if there != len(chain) {
					t.Errorf("%d pages of %d", there, len(chain))
				}
			})
		})
	}
}

// TestStaleAreCollected checks that all collected pages that exist are requested again when they are six hours old.
func TestStaleAreCollected(t *testing.T) {
	var mu sync.Mutex
	asked, gone := map[int]int{}, false
	s := chainSource(t, 100, 200, 300)
	page := s.page
	s.page = func(ctx context.Context, n int, k api.Validators) (*api.Document, error) {
		mu.Lock()
		asked[n]++
		isGone := n == 300 && gone
		mu.Unlock()
		if isGone {
			return nil, errMissing
		}
		return page(ctx, n, k)
	}
	collects(t, s, func(t *testing.T, open func() *Collector, _ *progressLog, _ *store.Store) {
		c := open()
		c.Start()
		expect := func(after time.Duration, want string) {
			t.Helper()
			time.Sleep(after)
			mu.Lock()
			defer mu.Unlock()
			if got := fmt.Sprint(asked); got != want {
				t.Errorf("asked for %s, not %s", got, want)
			}
		}
		expect(staleAfter-time.Hour, "map[100:1 200:1 300:1]")
		mu.Lock()
		gone = true
		mu.Unlock()
		// a page is missing only after a second 404, and with another page between
		expect(2*time.Hour, "map[100:2 200:3 300:3]")
		expect(2*staleAfter, "map[100:4 200:5 300:3]")
		c.Cancel()
		expect(2*staleAfter, "map[100:4 200:5 300:3]")
	})
}

func TestWatches(t *testing.T) {
	var seen []Sighting
	w := NewWatcher(nil, 300, time.Now, func(s Sighting) { seen = append(seen, s) })
	w.Set([]store.Watch{{Page: 100}, {Phrase: "Gull Skerry"}})
	before, after := documentOf(100, "Port Almanac win", 1, 2), documentOf(100, "GULL  SKERRY win", 1, 2)
	after.Page.Subpages[1].Text[3] = "and more"
	for _, c := range []Change{
		changeTo(nil, before.Page), // a page seen for the first time has not changed
		changeTo(before.Page, after.Page),
		changeTo(after.Page, before.Page),
		changeTo(nil, documentOf(200, "at gull skerry", 1).Page),
		changeTo(nil, documentOf(300, "elsewhere", 1).Page),
	} {
		w.OnChanged(c)
	}
	var got []string
	for _, s := range seen {
		got = append(got, fmt.Sprintf("%d/%d %q %q +%d", s.Page, s.Subpage, s.Watch.Phrase, s.Line, s.More))
	}
	want := []string{
		`100/1 "" "GULL SKERRY win" +2`, `100/1 "Gull Skerry" "GULL SKERRY win" +1`,
		`100/1 "" "Port Almanac win" +1`, `200/1 "Gull Skerry" "at gull skerry" +0`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

// changeTo is a change of a page's document.
func changeTo(old, now *teletext.Page) Change {
	return Change{State: State{Page: now.Number, Document: now}, Old: old}
}
