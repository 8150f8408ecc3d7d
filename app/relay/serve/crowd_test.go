package serve

import (
	"io"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/testkit"
)

// TestFullServerClosesLongestIdle opens more connections than the limit. For each new one, the one that has been idle
// for longest is closed, whether it had an answer before or not, and none with an answer under way.
func TestFullServerClosesLongestIdle(t *testing.T) {
	t.Parallel()
	going, release := make(chan bool, 1), make(chan bool)
	r := begin(t, Config{MostConnections: 4, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/long" {
			going <- true
			<-release
		}
		echo(w, r)
	})}, nil)
	long := r.dial()
	long.send("GET /long HTTP/1.1\r\nHost: relay\r\n\r\n")
	<-going
	letters, first, second := r.dial(), r.dial(), r.dial()
	letters.send("GET /slow")
	idle := func(c *connections) (n int) {
		for i := range c.places {
			if c.places[i].Load() > 0 {
				n++
			}
		}
		return n
	}
	for _, c := range []*client{first, second, first} { // the second has then been idle for longer than the first
		c.get("/")
		testkit.Eventually(t, "all to wait", func() bool { return idle(r.connections) == 3 })
	}
	for i, goes := range []*client{letters, second, first} {
		testkit.Eventually(t, "all to wait", func() bool { return idle(r.connections) == 3 })
		newcomer := r.dial()
		if status, _ := newcomer.get("/new"); status != http.StatusOK {
			t.Errorf("%d", status)
		}
		goes.expectClosed("there is no room")
		if n := r.Counts(); n.Open != 4 || n.Displaced != uint64(i+1) || n.TurnedAway != 0 {
			t.Errorf("%+v", n)
		}
	}
	release <- true
	if status, body := long.answer(); status != http.StatusOK || body != "/long" {
		t.Errorf("%d %q", status, body)
	}
}

// TestServerKeepsAnsweringACrowd opens 10,000 connections, each with one request, and checks that as many stay open as
// the limit allows, that new ones are answered at once, and that each open one uses at most 40 KiB.
func TestServerKeepsAnsweringACrowd(t *testing.T) {
	clients, most := 10_000, usualConnections
	if files := openFiles(); files < clients+most+200 {
		clients, most = files/2, files/4
		t.Logf("only %d files may be open, so there are %d clients", files, clients)
	}
	r := begin(t, Config{Handler: http.HandlerFunc(echo), MostConnections: most}, nil)
	before := inUse()
	var work sync.WaitGroup
	var turned atomic.Int64
	for range 8 {
		work.Go(func() {
			for range clients / 8 {
				c := r.dial()
				_ = c.SetDeadline(time.Now().Add(time.Minute))
				if status, _ := c.get("/"); status != http.StatusOK {
					turned.Add(1)
				}
				c.in = nil // the test measures the server's memory only
			}
		})
	}
	work.Wait()
	if n := turned.Load(); n > 0 {
		t.Errorf("%d were not answered", n)
	}
	n := r.Counts()
	few := most / 10 // that are closed for other reasons, such as having waited for two minutes
	if n.Open > most || n.Open < most-few || n.Displaced < uint64(clients/8*8-most-few) || n.TurnedAway > 0 {
		t.Errorf("%+v", n)
	}
	each := (inUse() - before) / int64(most)
	t.Logf("%d connections, %d bytes for each of those that are kept", n.Open, each)
	if each > 40<<10 {
		t.Errorf("each costs %d bytes", each)
	}
	for range 100 {
		began := time.Now()
		if status, _ := r.dial().get("/new"); status != http.StatusOK || time.Since(began) > 10*time.Second {
			t.Errorf("a newcomer is answered with %d after %v", status, time.Since(began))
		}
	}
}

// inUse returns the size of the program's heap and stacks, in bytes.
func inUse() int64 {
	runtime.GC()
	runtime.GC() // pools are emptied by the second collection
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

// TestSlowCrowd makes more clients than the limit send their headers byte by byte, and checks that others are answered.
func TestSlowCrowd(t *testing.T) {
	t.Parallel()
	r := begin(t, Config{Handler: http.HandlerFunc(echo), MostConnections: 20}, nil)
	done := make(chan bool)
	var work sync.WaitGroup
	for range 40 {
		c := r.dial()
		work.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-time.After(5 * time.Millisecond):
				}
				if _, err := io.WriteString(c, "x"); err != nil {
					return
				}
			}
		})
	}
	for range 100 {
		c := r.dial()
		for range 2 { // works while fewer than 20 others connect meanwhile
			if status, _ := c.get("/"); status != http.StatusOK {
				t.Errorf("%d", status)
			}
		}
	}
	close(done)
	work.Wait()
}

// BenchmarkNewcomer measures admitting a connection to a full table.
func BenchmarkNewcomer(b *testing.B) {
	l := newConnections(nil, usualConnections)
	for b.Loop() {
		l.admit(nil)
	}
}
