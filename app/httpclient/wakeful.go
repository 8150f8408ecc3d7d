package httpclient

import (
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

const (
	// sleptFor is the least sleep of the machine after which idle connections count as dead: the other side, and what
	// is between, has probably dropped them.
	sleptFor = 5 * time.Second
	// lookEvery is how often the machine's addresses are looked at, at most.
	lookEvery = 5 * time.Second
)

// A wakeful transport closes idle connections that did not survive: after the machine slept, and after its addresses
// have changed, as with another network. A request on such a connection would wait for its timeout.
type wakeful struct {
	next      *http.Transport
	elapsed   func() time.Duration // runs on in sleep
	addresses func() []string

	mu     sync.Mutex
	start  time.Time     // by the monotonic clock, which stands still in sleep
	slept  time.Duration // elapsed without the monotonic time since start
	looked time.Time     // at the addresses
	last   []string
}

func newWakeful(next *http.Transport, elapsed func() time.Duration, addresses func() []string) *wakeful {
	now := time.Now()
	return &wakeful{
		next: next, elapsed: elapsed, addresses: addresses,
		start: now, slept: elapsed(), looked: now, last: addresses(),
	}
}

// RoundTrip implements http.RoundTripper.
func (t *wakeful) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.woke() {
		t.next.CloseIdleConnections()
	}
	return t.next.RoundTrip(r)
}

// CloseIdleConnections is called by that of http.Client.
func (t *wakeful) CloseIdleConnections() { t.next.CloseIdleConnections() }

// woke reports whether the machine slept or has other addresses since the last request.
func (t *wakeful) woke() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	slept := t.elapsed() - now.Sub(t.start)
	woke := slept-t.slept >= sleptFor
	t.slept = slept
	if !woke && now.Sub(t.looked) < lookEvery {
		return false
	}
	addresses := t.addresses()
	woke = woke || !slices.Equal(addresses, t.last)
	t.looked, t.last = now, addresses
	return woke
}

// localAddresses returns the addresses of the machine, nil if they cannot be read.
func localAddresses() []string {
	list, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	addresses := make([]string, len(list))
	for i, a := range list {
		addresses[i] = a.String()
	}
	slices.Sort(addresses)
	return addresses
}
