package httpclient

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// sleptFor is the least sleep of the machine after which idle connections count as dead: the other side, and what
	// is between, has probably dropped them.
	sleptFor = 5 * time.Second
	// lookEvery is how often the machine's addresses are looked at, at most.
	lookEvery = 5 * time.Second
)

// closedAgain is when idle connections are closed a second time after a client is: one with a request that was
// cancelled just now is not idle at once.
const closedAgain = 500 * time.Millisecond

// A wakeful transport leaves connections that did not survive: after the machine slept, after its addresses have
// changed, as with another network, and after one of them was lost. A request on such a connection would wait for its
// timeout.
type wakeful struct {
	elapsed   func() time.Duration // runs on in sleep
	addresses func() []string

	mu     sync.Mutex
	next   *http.Transport
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

// RoundTrip implements http.RoundTripper. A GET whose connection is lost before the answer begins is sent again on a
// new one, once.
func (w *wakeful) RoundTrip(r *http.Request) (*http.Response, error) {
	var isReused, isAnswered atomic.Bool
	next := w.transport()
	resp, err := next.RoundTrip(r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
		GotConn:              func(i httptrace.GotConnInfo) { isReused.Store(i.Reused) },
		GotFirstResponseByte: func() { isAnswered.Store(true) },
	})))
	isLost := isReused.Load() && !isAnswered.Load() && !IsTimeout(err) && r.Context().Err() == nil
	if err == nil || !isLost || r.Method != http.MethodGet || r.Body != nil {
		return resp, err
	}
	return w.replace(next).RoundTrip(r)
}

// IsTimeout reports whether a request took too long.
func IsTimeout(err error) bool {
	var failed net.Error
	return errors.As(err, &failed) && failed.Timeout()
}

// CloseIdleConnections is called by that of http.Client.
func (w *wakeful) CloseIdleConnections() {
	w.mu.Lock()
	next := w.next
	w.mu.Unlock()
	next.CloseIdleConnections()
	time.AfterFunc(closedAgain, next.CloseIdleConnections)
}

// transport returns the one for a request.
func (w *wakeful) transport() *http.Transport {
	w.mu.Lock()
	next, woke := w.next, w.wokeLocked()
	w.mu.Unlock()
	if woke {
		return w.replace(next)
	}
	return next
}

// replace returns a transport without connections, in the place of an old one. What is under way there goes on.
func (w *wakeful) replace(old *http.Transport) *http.Transport {
	w.mu.Lock()
	if w.next == old {
		w.next = old.Clone()
	}
	next := w.next
	w.mu.Unlock()
	old.CloseIdleConnections()
	return next
}

// wokeLocked reports whether the machine slept or has other addresses since the last request.
func (w *wakeful) wokeLocked() bool {
	now := time.Now()
	slept := w.elapsed() - now.Sub(w.start)
	woke := slept-w.slept >= sleptFor
	w.slept = slept
	if !woke && now.Sub(w.looked) < lookEvery {
		return false
	}
	addresses := w.addresses()
	woke = woke || !slices.Equal(addresses, w.last)
	w.looked, w.last = now, addresses
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
