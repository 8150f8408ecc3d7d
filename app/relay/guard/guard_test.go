package guard

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestDelays gives wrong keys one after the other: the answers take longer and longer, until the host is forgotten.
func TestDelays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(time.Now)
		took := func(address string) time.Duration {
			before := time.Now()
			if status, last := g.Refuse(t.Context(), address); status != http.StatusForbidden || last {
				t.Errorf("%d, %v", status, last)
			}
			return time.Since(before)
		}
		for _, want := range []time.Duration{1, 2, 3, 4, 5, 5, 5} {
			if got := took("192.0.2.1:1000"); got != want*time.Second {
				t.Errorf("%v, not %d s", got, want)
			}
		}
		for _, same := range []string{"192.0.2.1:2000", "192.0.2.1", "::ffff:192.0.2.1", "[::ffff:192.0.2.1]:5"} {
			if got := took(same); got != mostDelay {
				t.Errorf("%s: %v", same, got)
			}
		}
		for i, address := range []string{"192.0.2.2:1000", "[2001:db8::1]:1", "[2001:db8::2%eth0]:2", "2001:db8::ffff:1:2:3", "[2001:db8:0:1::1]:1", "@", "pipe"} {
			want := []time.Duration{1, 1, 2, 3, 1, 1, 2}[i] * time.Second
			if got := took(address); got != want {
				t.Errorf("%s: %v, not %v", address, got, want)
			}
		}
		time.Sleep(forgetting)
		if got := took("192.0.2.1:1000"); got != firstDelay {
			t.Errorf("it is not forgotten: %v", got)
		}
		if len(g.hosts) != 1 || g.idle.Len() != 1 {
			t.Errorf("%d hosts are remembered", len(g.hosts))
		}
	})
}

// TestGivenUp waits no longer for who is gone.
func TestGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(time.Now)
		before := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, last := g.Refuse(ctx, "192.0.2.1"); last || time.Since(before) != time.Millisecond || g.waiting != 0 {
			t.Errorf("%v, %d wait", time.Since(before), g.waiting)
		}
	})
}

// TestMany has 100,000 wrong keys of as many hosts come at once, and of one host, for two minutes: no more wait than may,
// no more hosts are remembered than may, and all is forgotten in the end.
func TestMany(t *testing.T) {
	for _, hosts := range []int{1, 200, 100_000} {
		t.Run(fmt.Sprint(hosts), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { many(t, hosts) })
		})
	}
}

func many(t *testing.T, hosts int) {
	const keys, parts = 100_000, 100
	g := New(time.Now)
	var work sync.WaitGroup
	var inside, waited atomic.Int64
	most := min(mostWaiting, hosts*mostWaitingOfHost)
	for i := range keys {
		work.Go(func() {
			inside.Add(1)
			defer inside.Add(-1)
			address := fmt.Sprintf("[2001:db8:%x:%x::1]:9", i%hosts>>16, i%hosts&0xffff)
			if status, last := g.Refuse(t.Context(), address); status != http.StatusForbidden {
				t.Errorf("%d", status)
			} else if !last {
				waited.Add(1)
			}
		})
		if i%(keys/parts) != 0 {
			continue
		}
		synctest.Wait()
		g.mu.Lock()
		hosts, idle, waiting := len(g.hosts), g.idle.Len(), g.waiting
		g.mu.Unlock()
		if hosts > mostHosts+mostWaiting || idle > mostHosts || waiting > most || inside.Load() != int64(waiting) {
			t.Fatalf("%d hosts, of which %d wait for nothing; %d wait, %d goroutines", hosts, idle, waiting, inside.Load())
		}
		time.Sleep(time.Second)
	}
	work.Wait()
	if n := waited.Load(); n < int64(most) || n > int64(most*parts) {
		t.Errorf("%d waited", n)
	}
	time.Sleep(forgetting)
	if _, last := g.Refuse(t.Context(), "192.0.2.1"); last || g.waiting != 0 || len(g.hosts) != 1 {
		t.Errorf("%d hosts are remembered, %d wait", len(g.hosts), g.waiting)
	}
}

// TestOthers is delayed as anybody is at first while a host has as many answers wait as it may.
func TestOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(time.Now)
		var work sync.WaitGroup
		for range mostWaitingOfHost {
			work.Go(func() { g.Refuse(t.Context(), "192.0.2.1") })
		}
		synctest.Wait()
		before := time.Now()
		if _, last := g.Refuse(t.Context(), "192.0.2.1"); !last || time.Since(before) != 0 {
			t.Errorf("one too many waited for %v", time.Since(before))
		}
		if _, last := g.Refuse(t.Context(), "192.0.2.2"); last || time.Since(before) != firstDelay {
			t.Errorf("another host waited for %v", time.Since(before))
		}
		work.Wait()
	})
}

// FuzzNetwork takes whatever address.
func FuzzNetwork(f *testing.F) {
	for _, address := range []string{"", "192.0.2.1:80", "[fe80::1%eth0]:1", "::ffff:1.2.3.4", "@"} {
		f.Add(address)
	}
	f.Fuzz(func(t *testing.T, address string) {
		from := network(address)
		if !from.IsValid() {
			return
		}
		if from.Addr().Zone() != "" || from.Masked() != from || from.Bits() != 32 && from.Bits() != 64 {
			t.Errorf("%q is of %v", address, from)
		}
	})
}
