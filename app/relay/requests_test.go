package relay

import (
	"context"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/service"
)

// leave calls the relay's handler with a request of a client that has left.
func (r *rig) leave(path string) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	q := httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	q.Header.Set("Priority", "u=1")
	r.Relay.ServeHTTP(httptest.NewRecorder(), q)
}

// TestHangingServiceCostsOneGoroutineForAPage sends thousands of requests, of clients that leave, for what a service
// that hangs should renew or has not given yet: they leave a few goroutines, and hardly any memory.
func TestHangingServiceCostsOneGoroutineForAPage(t *testing.T) {
	for _, path := range []string{
		page100, "/v1/teletext/pages/101.json", "/v1/downloads.json", "/v1/teletext/images/100/1.png",
		"/v1/7-1002/playouts.json", "/v1/download/1003.mp3",
	} {
		t.Run(path, func(t *testing.T) {
			r := newRig(t, nil)
			r.get(t, page100)
			r.get(t, "/v1/downloads.json")
			r.pass(10 * time.Minute)
			gate := make(chan bool)
			r.upstream.answers(func(string) int { <-gate; return http.StatusBadGateway })
			r.leave(path)
			began, goroutines, memory := time.Now(), runtime.NumGoroutine(), heap()
			for range 5000 {
				r.leave(path)
			}
			if more := runtime.NumGoroutine() - goroutines; more > 20 {
				t.Errorf("there are %d goroutines more", more)
			}
			if more := heap() - memory; more > 2<<20 {
				t.Errorf("they took %d bytes", more)
			}
			most := 2 + int(time.Since(began)/service.DefaultTimeout) // after which one that hangs is made again
			if n := r.upstream.requests(path); n > most {
				t.Errorf("%d requests to the service", n)
			}
			close(gate)
		})
	}
}

// TestListenersWhoLeaveShareARequest makes listeners leave one after another while the service hangs.
func TestListenersWhoLeaveShareARequest(t *testing.T) {
	const path = "/v1/download/1003.mp3"
	r := newRig(t, nil)
	gate := make(chan bool)
	r.upstream.answers(func(string) int { <-gate; return http.StatusOK })
	for range 20 {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		r.Relay.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil))
		cancel()
	}
	if n := r.upstream.requests(path); n != 1 {
		t.Errorf("%d requests to the service", n)
	}
	close(gate)
	if a := r.get(t, path); a.status != http.StatusOK {
		t.Errorf("who stays is answered with %d", a.status)
	}
}

// heap returns the bytes in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

// TestEmptyShareFailsNobodyElse makes a client without a share ask first, and another one while that is found out.
func TestEmptyShareFailsNobodyElse(t *testing.T) {
	for kind, ask := range map[string]func(r *rig, by *caller, q *http.Request) error{
		"list": func(r *rig, by *caller, q *http.Request) error {
			_, err := r.media.list(by, q)
			return err
		},
		"document": func(r *rig, by *caller, q *http.Request) error {
			_, err := r.documents.answer(by, q, 101, "json")
			return err
		},
		"picture": func(r *rig, by *caller, q *http.Request) error {
			_, err := r.pictures.answer(by, q, 100, 1)
			return err
		},
	} {
		r := newRig(t, nil)
		r.get(t, page100)
		found, release := make(chan bool), make(chan bool)
		q := httptest.NewRequest(http.MethodGet, "/", nil)
		q.Header.Set("Priority", "u=1")
		var work sync.WaitGroup
		work.Go(func() {
			by := &caller{client: &client{}, share: func(*client, time.Time) bool {
				close(found)
				<-release
				return false
			}}
			if err := ask(r, by, q); err == nil {
				t.Errorf("%s: the client without a share got an answer", kind)
			}
		})
		<-found
		work.Go(func() {
			by := &caller{client: &client{}, share: func(*client, time.Time) bool { return true }}
			if err := ask(r, by, q); err != nil {
				t.Errorf("%s: the client with a share got: %v", kind, err)
			}
		})
		for range 1000 {
			runtime.Gosched() // the second one asks meanwhile
		}
		close(release)
		work.Wait()
	}
}

// TestOnlyPaidRequestsReachTheService makes clients without a share ask for a page in turn, and together with one that
// has a share: the service gets a request if somebody pays for it.
func TestOnlyPaidRequestsReachTheService(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, upstream := beforeStrict(t)
		upstream.fails(func(int) error {
			time.Sleep(5 * time.Second)
			return &api.Error{Kind: api.Trouble, Op: "test"}
		})
		ask := func(class string, pays bool, work *sync.WaitGroup) {
			work.Go(func() {
				q := httptest.NewRequest(http.MethodGet, "/", nil)
				q.Header.Set("Priority", class)
				by := &caller{client: &client{}, share: func(*client, time.Time) bool { return pays }}
				_, _ = r.documents.answer(by, q, 101, "json")
			})
		}
		var work sync.WaitGroup
		for range 100 {
			ask("u=1", false, &work)
			ask("u=3", false, &work)
		}
		work.Wait()
		if n := len(upstream.requests()); n != 0 {
			t.Errorf("%d requests that nobody pays for", n)
		}
		for range 100 {
			ask("u=3", true, &work)
			ask("u=1", false, &work)
		}
		work.Wait()
		if n := len(upstream.requests()); n != 1 {
			t.Errorf("%d requests for one page", n)
		}
		endStrict(t, r)
	})
}

// TestRequestsJoin checks who joins the request under way, and who begins another.
func TestRequestsJoin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		life, end := context.WithCancel(t.Context())
		rs := requests[string]{jobs: &jobs{life: life, end: end}}
		ask := func(ctx context.Context) time.Duration { time.Sleep(time.Second); return time.Minute }
		yes, no := func() bool { return true }, func() bool { return false }
		if rs.join("a", budget.Kiosk, no, ask) != nil {
			t.Error("it began without a share")
		}
		first := rs.join("a", budget.Kiosk, yes, ask)
		if rs.join("a", budget.Prefetch, no, ask) != first || rs.join("a", budget.User, no, ask) != first {
			t.Error("a client without a share does not join")
		}
		urgent := rs.join("a", budget.User, yes, ask)
		if urgent == first || rs.join("a", budget.Kiosk, no, ask) != urgent {
			t.Error("a reader's request is not one of its own")
		}
		if retry := urgent.wait(t.Context(), time.Hour); retry != time.Minute {
			t.Errorf("%v", retry)
		}
		if rs.join("a", budget.Kiosk, no, ask) != nil || len(rs.underWay) > 0 {
			t.Error("what has ended is under way")
		}
		last := rs.join("b", budget.User, yes, ask)
		if retry := last.wait(t.Context(), time.Millisecond); retry != time.Second {
			t.Errorf("%v without an answer", retry)
		}
		rs.jobs.close()
		if rs.join("c", budget.User, yes, ask) != nil {
			t.Error("it began after the end")
		}
	})
}
