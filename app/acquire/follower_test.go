package acquire

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/store"
	"sextant/app/teletext"
)

// A fakeMonitor passes notices on until it receives an error from ends.
type fakeMonitor struct {
	mu      sync.Mutex
	calls   []string // the monitor and the last ID of each call, as monitor?ID
	notices chan api.Notice
	ends    chan error
	refuses error // if not nil, the immediate result of each call
}

func (m *fakeMonitor) Changes(ctx context.Context, monitor, since string, handle func(api.Notice)) error {
	m.mu.Lock()
	m.calls = append(m.calls, monitor+"?"+since)
	refuses := m.refuses
	m.mu.Unlock()
	if refuses != nil {
		return refuses
	}
	for {
		select {
		case n := <-m.notices:
			handle(n)
		case err := <-m.ends:
			return err
		case <-ctx.Done():
			return cancelled(ctx)
		}
	}
}

func (m *fakeMonitor) refuse(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refuses = err
}

// called returns the calls since it was last called.
func (m *fakeMonitor) called() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	calls := m.calls
	m.calls = nil
	return calls
}

// A followRig is Pages with a Follower, in virtual time, on a source whose documents have the address of a monitor.
type followRig struct {
	*Pages
	t       *testing.T
	source  *fakeSource
	monitor *fakeMonitor
	kept    *store.Store
	path    string
	lines   map[int]string // page number -> line of both of its subpages
	delay   time.Duration

	*Follower
	scheduler *Scheduler // a window's
	watcher   *Watcher
	stop      context.CancelFunc
	work      sync.WaitGroup
	mu        sync.Mutex
	notified  [][]int
}

func newFollowRig(t *testing.T) *followRig {
	r := &followRig{
		t: t, lines: map[int]string{}, path: t.TempDir() + "/pages.sqlite",
		monitor: &fakeMonitor{notices: make(chan api.Notice), ends: make(chan error)},
	}
	r.source = &fakeSource{page: func(_ context.Context, page int, _ api.Validators) (*api.Document, error) {
		r.mu.Lock()
		line, delay := r.lines[page], r.delay
		r.mu.Unlock()
		time.Sleep(delay)
		if line == "gone" {
			return nil, errMissing
		}
		doc := documentOf(page, line, 1, 2)
		doc.Monitor = "http://relay/changes"
		return doc, nil
	}}
	r.open()
	return r
}

func (r *followRig) open() {
	r.kept, _ = store.Open(r.path, store.Options{Now: time.Now})
	limits := budget.Limits{PerSecond: 1000, PerHour: 100_000, PerDay: 1_000_000}
	budget := budget.New(limits, nil, budget.Clock{Now: time.Now}, nil)
	r.Pages = NewPages(r.source, r.kept, budget, Config{
		Format: api.JSON, MaxAge: DefaultFreshness, Now: time.Now, OnMonitor: func(m string) { r.SetMonitor(m) },
	})
	r.Follower = NewFollower(r.Pages, r.monitor, r.kept, func(pages []int) {
		r.scheduler.WakeBehind()
		r.mu.Lock()
		defer r.mu.Unlock()
		r.notified = append(r.notified, pages)
	})
	r.watcher = NewWatcher(nil, 300, time.Now, func(Sighting) {})
	r.scheduler = NewReaderScheduler(r.Pages, budget, r.watcher, nil)
	var ctx context.Context
	ctx, r.stop = context.WithCancel(context.Background())
	r.work.Go(func() { r.scheduler.Run(ctx) })
	r.Begin()
}

func (r *followRig) close() {
	r.Close()
	r.stop()
	r.work.Wait()
	_ = r.kept.Close()
}

// says sets the line of a page.
func (r *followRig) says(page int, line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines[page] = line
}

// takeNotified returns the notifications since it was last called.
func (r *followRig) takeNotified() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	notified := r.notified
	r.notified = nil
	return fmt.Sprint(notified)
}

// notice returns a notice that a subpage has changed to a line, or the page if subpage is 0.
func notice(page, subpage int, line string) api.Notice {
	doc := documentOf(page, line, 1, 2).Page
	at := teletext.Place{Page: page, Subpage: subpage}
	n := api.Notice{Kind: api.Changed, ID: line, Place: at, Digest: doc.Digest()}
	if s, _ := doc.Subpage(subpage); s != nil {
		n.Digest = s.Digest()
	}
	return n
}

// send sends notices, and waits until their requests have ended.
func (r *followRig) send(notices ...api.Notice) {
	for _, n := range notices {
		r.monitor.notices <- n
	}
	time.Sleep(time.Second)
	synctest.Wait()
}

// expect fetches a page, and checks the requests to the service since it was last called.
func (r *followRig) expect(what string, page int, want ...string) {
	r.t.Helper()
	r.Fetch(r.t.Context(), Want{Page: page})
	if got := r.source.forget(); !slices.Equal(got, want) {
		r.t.Errorf("%s: asked for %v, not %v", what, got, want)
	}
}

func (r *followRig) expectCalls(what string, want ...string) {
	r.t.Helper()
	if got := r.monitor.called(); !slices.Equal(got, want) {
		r.t.Errorf("%s: listened to %q, not %q", what, got, want)
	}
}

var lost = &api.Error{Kind: api.NoNetwork, Op: "test"}

const at = "http://relay/changes?"

// TestFollower checks the freshness and the requests of a followed page through all its states.
func TestFollower(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newFollowRig(t)
		defer r.close()
		time.Sleep(time.Minute)
		r.expectCalls("before any document")
		r.expect("unknown", 100, "100")
		r.send(api.Notice{Kind: api.Opened, ID: "a"})
		r.expectCalls("after the first", at)
		time.Sleep(time.Minute)
		r.expect("asked for before the stream began", 100, "100")
		time.Sleep(followedFor - time.Minute)
		r.expect("followed", 100)
		if a, fresh, _ := r.Recall(Want{Page: 100}); !fresh ||
			r.Freshness(100) != Followed || time.Since(a.Asked) < followedFor-time.Minute {
			t.Error("a page that is followed is not fresh")
		}
		time.Sleep(2 * time.Minute)
		r.expect("followed, and looked at again all the same", 100, "100")
		r.says(100, "two")
		r.send(notice(100, 1, "two"), notice(100, 2, "two"))
		if notified := r.takeNotified(); notified != "[[100]]" {
			t.Errorf("notified of %s", notified)
		}
		r.expect("changed, and asked for at once", 100, "100")
		r.send(notice(100, 1, "two"), notice(100, 0, "two"))
		r.expect("it is known already", 100)
		if notified := r.takeNotified(); notified != "[]" {
			t.Errorf("notified of %s", notified)
		}
		r.send(notice(200, 1, "new"))
		r.expect("not in memory", 200, "200")
		r.says(100, "gone")
		r.send(api.Notice{Kind: api.Changed, ID: "gone", Place: teletext.Place{Page: 100}, Gone: true})
		if r.Freshness(100) != Outdated {
			t.Error("a page that is gone is fresh")
		}
		r.expect("gone, and another page to see that the service works", 100, "100", "200", "100")
		r.says(100, "back")
		r.send(notice(100, 0, "back"))
		r.expect("back", 100, "100")
		if r.Freshness(100) != Followed {
			t.Error("a page that is back is not followed")
		}
		r.Fetch(t.Context(), Want{Page: 100, Reload: true})
		r.expect("again", 100, "100")
	})
}

// TestLostStream ends the stream, resumes it after the last notice, and then gets a reset because notices were lost.
func TestLostStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newFollowRig(t)
		defer r.close()
		r.Fetch(t.Context(), Want{Page: 100})
		r.send(api.Notice{Kind: api.Opened, ID: "a"})
		r.Fetch(t.Context(), Want{Page: 100, Reload: true})
		r.Fetch(t.Context(), Want{Page: 101})
		r.source.forget()
		time.Sleep(time.Hour)
		r.monitor.ends <- lost
		synctest.Wait()
		r.expect("nobody announces changes", 100, "100")
		time.Sleep(firstFollow)
		r.expectCalls("going on", at, at+"a")
		r.says(101, "two")
		r.send(api.Notice{Kind: api.Opened, ID: "a"}, notice(101, 1, "two"))
		r.expect("asked for as it was looked at", 101, "101")
		time.Sleep(followedFor / 2)
		r.expect("followed without a gap", 100)
		r.monitor.ends <- lost
		time.Sleep(firstFollow)
		r.takeNotified()
		r.send(api.Notice{Kind: api.Reset, ID: "x"})
		r.expectCalls("once more", at+"two")
		if notified := r.takeNotified(); notified != "[[100 101]]" {
			t.Errorf("after a reset: notified of %s", notified)
		}
		r.expect("both are asked for", 100, "100", "101")
		time.Sleep(followedFor / 2)
		r.expect("followed again", 101)
	})
}

// TestFollowerPauses counts the requests to a monitor that is not available.
func TestFollowerPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newFollowRig(t)
		defer func() { r.close() }()
		r.monitor.refuse(lost)
		r.Fetch(t.Context(), Want{Page: 100})
		time.Sleep(time.Hour)
		if n := len(r.monitor.called()); n < 55 || n > 85 {
			t.Errorf("without a network there were %d requests in an hour", n)
		}
		r.monitor.refuse(&api.Error{Kind: api.RateLimited, RetryAfter: 30 * time.Minute})
		time.Sleep(2 * time.Minute)
		r.monitor.called()
		time.Sleep(time.Hour)
		if n := len(r.monitor.called()); n > 2 {
			t.Errorf("asked to wait for half an hour, there were %d requests in an hour", n)
		}
		r.monitor.refuse(&api.Error{Kind: api.NotFound})
		time.Sleep(time.Hour)
		r.monitor.called()
		time.Sleep(time.Hour)
		r.expectCalls("not there, and no document says so")
		for range 60 {
			r.Fetch(t.Context(), Want{Page: 100, Reload: true})
			time.Sleep(time.Minute)
		}
		if n := len(r.monitor.called()); n < 5 || n > 7 {
			t.Errorf("documents say that it is there, and there were %d requests in an hour", n)
		}
		r.close()
		r.monitor.called() // the last attempt may have been in the same moment
		r.monitor.refuse(nil)
		r.kept, _ = store.Open(r.path, store.Options{Now: time.Now})
		r.kept.SetState(monitorKey, "http://relay/earlier")
		_ = r.kept.Close()
		r.open()
		time.Sleep(time.Second)
		r.expectCalls("an earlier run's", "http://relay/earlier?")
	})
}

// TestNoticeDuringRequest changes a page while it is requested: the answer is the announced version, or the one before.
func TestNoticeDuringRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newFollowRig(t)
		defer r.close()
		r.Fetch(t.Context(), Want{Page: 100})
		r.send(api.Notice{Kind: api.Opened, ID: "a"})
		r.delay = 5 * time.Second
		for _, c := range []struct {
			says string
			want []string
		}{{"two", []string{"100"}}, {"three", []string{"100", "100"}}} {
			r.source.forget()
			var asking sync.WaitGroup
			if c.says == "two" {
				r.says(100, "two")
			}
			asking.Go(func() { r.Fetch(t.Context(), Want{Page: 100, Reload: true}) })
			synctest.Wait()
			r.send(notice(100, 1, c.says))
			r.says(100, c.says)
			asking.Wait()
			time.Sleep(time.Minute)
			r.expect(c.says, 100, c.want...)
			if r.Freshness(100) != Followed {
				t.Errorf("%s: it is not followed", c.says)
			}
		}
	})
}

// TestFloodOfNoticesReportsPagesOnce announces 10,000 changes at once, of all pages and of many subpages of one.
func TestFloodOfNoticesReportsPagesOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newFollowRig(t)
		defer r.close()
		r.Fetch(t.Context(), Want{Page: 100})
		r.send(api.Notice{Kind: api.Opened, ID: "a"})
		r.source.forget()
		r.takeNotified()
		for i := range 10_000 {
			r.monitor.notices <- api.Notice{Kind: api.Changed, Place: teletext.Place{Page: i % 1000, Subpage: i / 10}}
		}
		time.Sleep(time.Minute)
		r.expect("what nobody looked at is not asked for", 100, "100")
		if n := len(r.following.pending); n > 800 {
			t.Errorf("%d pages are remembered", n)
		}
		for _, notified := range r.following.pending {
			if len(notified.digests) > mostDigests {
				t.Errorf("%d digests are remembered of a page", len(notified.digests))
			}
		}
		if notified := r.takeNotified(); len(notified) > 2*800*4 {
			t.Errorf("notified %d times", len(notified))
		}
	})
}

// TestWatchedIsAskedFor checks that a watched page is requested when its change is announced, even if it is not open.
func TestWatchedIsAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newFollowRig(t)
		defer r.close()
		r.watcher.Set([]store.Watch{{Page: 300}})
		r.send(api.Notice{Kind: api.Opened, ID: "a"})
		time.Sleep(time.Hour)
		r.source.forget()
		r.says(300, "two")
		r.send(notice(300, 1, "two"), notice(400, 1, "two"))
		r.expect("watched", 300, "300")
	})
}

// TestWatchedChangesAgain changes a watched page again right after it was requested.
func TestWatchedChangesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newFollowRig(t)
		defer r.close()
		r.watcher.Set([]store.Watch{{Page: 300}})
		r.send(api.Notice{Kind: api.Opened, ID: "a"})
		time.Sleep(time.Hour)
		r.source.forget()
		for _, line := range []string{"two", "three"} {
			r.says(300, line)
			r.monitor.notices <- notice(300, 1, line)
			time.Sleep(behindFor + 2*gatherFor)
		}
		time.Sleep(2 * turnLasts)
		if got := r.source.forget(); len(got) != 2 {
			t.Errorf("asked for %v", got)
		}
	})
}
