package guard

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// check checks a key, of which "right" is the right one, and reports whether it was compared.
func check(g *Guard, address, id, key string) (ok, compared bool, retry time.Duration) {
	ok, retry = g.Check(address, id, key, func() bool {
		compared = true
		return key == "right"
	})
	return ok, compared, retry
}

// TestComparisonsAreBounded lets 60 connections from one address try wrong keys as fast as they can for a minute.
// Meanwhile the right key is accepted, both from there, because it was used before, and with another ID or address.
func TestComparisonsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(time.Now)
		if ok, _, _ := check(g, "192.0.2.1:1000", "lobby", "right"); !ok {
			t.Fatal("the right key is refused")
		}
		var compared atomic.Int64
		var work sync.WaitGroup
		for n := range 60 {
			work.Go(func() {
				for try := range 600 {
					_, was, retry := check(g, "192.0.2.1:1000", "lobby", fmt.Sprint("wrong ", n, " ", try))
					if was {
						compared.Add(1)
					} else if retry <= 0 || retry > keyInterval {
						t.Errorf("the next one is compared in %v", retry)
					}
					time.Sleep(100 * time.Millisecond)
				}
			})
		}
		for range 60 {
			for _, c := range [][2]string{
				{"192.0.2.1:2000", "lobby"}, {"192.0.2.2", "lobby"}, {"192.0.2.1", "office"},
			} {
				if ok, _, _ := check(g, c[0], c[1], "right"); !ok {
					t.Errorf("%q: the right key is refused", c)
				}
			}
			time.Sleep(time.Second)
		}
		work.Wait()
		if n := compared.Load(); n != burst+int64(time.Minute/keyInterval)-1 {
			t.Errorf("%d keys were compared", n)
		}
	})
}

// TestComparisonsReturn checks that an address's limit is restored with time, also after the clock was set back.
func TestComparisonsReturn(t *testing.T) {
	now := time.Now()
	g := New(func() time.Time { return now })
	tries := func() (n int) {
		for {
			if _, compared, _ := check(g, "192.0.2.1:1000", "lobby", "wrong"); !compared {
				return n
			}
			n++
		}
	}
	for _, c := range []struct {
		pass time.Duration
		want int
	}{{0, burst}, {0, 0}, {keyInterval, 1}, {burst * keyInterval, burst}, {-time.Hour, 0}, {2 * keyInterval, 2}} {
		now = now.Add(c.pass)
		if n := tries(); n != c.want {
			t.Errorf("after %v %d keys were compared, not %d", c.pass, n, c.want)
		}
	}
}

// TestHosts checks which addresses count as one host.
func TestHosts(t *testing.T) {
	g := New(time.Now)
	for _, address := range []string{
		"192.0.2.1:2000", "192.0.2.1", "::ffff:192.0.2.1", "[::ffff:192.0.2.1]:5", "192.0.2.1:9",
	} {
		if _, compared, _ := check(g, address, "lobby", "wrong"); !compared {
			t.Errorf("%s is not compared", address)
		}
	}
	if _, compared, _ := check(g, "192.0.2.1:1", "lobby", "wrong"); compared {
		t.Error("one too many is compared")
	}
	for range burst {
		check(g, "[2001:db8::1]:1", "lobby", "wrong")
	}
	for address, want := range map[string]bool{
		"[2001:db8::2%eth0]:2": false, "2001:db8::ffff:1:2:3": false, "[2001:db8:0:1::1]:1": true, "@": true,
	} {
		if _, compared, _ := check(g, address, "lobby", "wrong"); compared != want {
			t.Errorf("%s is compared: %v", address, compared)
		}
	}
}

// TestManyHosts tries wrong keys from 100,000 hosts. The number of remembered hosts must be limited.
func TestManyHosts(t *testing.T) {
	g := New(time.Now)
	for n := range 100_000 {
		check(g, fmt.Sprintf("[2001:db8:%x:%x::1]:9", n>>16, n&0xffff), "lobby", "wrong")
		if g.spent.Len() > mostGuessed {
			t.Fatalf("%d are remembered", g.spent.Len())
		}
	}
}

// TestNetworks checks that the IPv6 addresses of one network count as one host.
func TestNetworks(t *testing.T) {
	for address, want := range map[string]string{
		"10.0.0.1:80": "10.0.0.1/32", "[2001:db8:1:2:3:4:5:6]:80": "2001:db8:1:2::/64",
		"[2001:db8:1:2::9]:1": "2001:db8:1:2::/64",
		"[::1]:80":            "::/64", "[fe80::1%eth0]:80": "fe80::/64",
		"[::ffff:10.0.0.1]:80": "10.0.0.1/32", "@": "invalid Prefix",
	} {
		if from := Network(address); from.String() != want {
			t.Errorf("%s: %s", address, from)
		}
	}
}

// FuzzNetwork parses arbitrary addresses.
func FuzzNetwork(f *testing.F) {
	for _, address := range []string{"", "192.0.2.1:80", "[fe80::1%eth0]:1", "::ffff:1.2.3.4", "@"} {
		f.Add(address)
	}
	f.Fuzz(func(t *testing.T, address string) {
		from := Network(address)
		if !from.IsValid() {
			return
		}
		if from.Addr().Zone() != "" || from.Masked() != from || from.Bits() != 32 && from.Bits() != 64 {
			t.Errorf("%q is of %v", address, from)
		}
	})
}
