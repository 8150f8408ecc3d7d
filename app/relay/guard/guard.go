// Package guard slows down who tries keys. A wrong key is answered after a second, and after up to five where a host goes
// on; so many at a time as may wait, and no more: what is beyond is refused at once, and its connection is to be closed,
// so that nobody fills a relay with those who wait. Right keys have nothing to do with it: who shares a host with somebody
// who guesses is not delayed.
package guard

import (
	"container/list"
	"context"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// The delays, and when a host is as good as new.
const (
	firstDelay = time.Second
	moreDelay  = time.Second // for each wrong key after the first
	mostDelay  = 5 * time.Second
	forgetting = 10 * time.Minute
)

// The bounds.
const (
	mostWaitingOfHost = 8
	mostWaiting       = 1000
	mostHosts         = 10_000 // that are remembered besides those that wait
)

// A Guard remembers which hosts gave wrong keys. Its methods may be called from any goroutine.
type Guard struct {
	now func() time.Time

	mu      sync.Mutex
	hosts   map[netip.Prefix]*host
	idle    list.List // the hosts of which none waits, the one that came last in front
	waiting int
}

// A host gave wrong keys.
type host struct {
	from    netip.Prefix
	wrong   int // keys
	waiting int // answers
	last    time.Time
	idle    *list.Element // of the guard's list, nil while an answer waits
}

// New returns a guard that knows of no host.
func New(now func() time.Time) *Guard {
	return &Guard{now: now, hosts: map[netip.Prefix]*host{}}
}

// Refuse waits for as long as an answer to a wrong key of a host has to, or until ctx ends, and gives the answer's status.
// The connection is to be closed after it if last is true: then too many wait already, and it has not waited. The host is
// that of an address as Request.RemoteAddr has it, or an address alone; what is neither is a host of its own.
func (g *Guard) Refuse(ctx context.Context, address string) (status int, last bool) {
	h, delay := g.begin(network(address))
	if delay == 0 {
		return http.StatusForbidden, true
	}
	defer g.end(h)
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return http.StatusForbidden, false
}

// network is what counts as a host: in IPv6 the 64 bits that a provider gives to one customer at least.
func network(address string) netip.Prefix {
	a, err := netip.ParseAddr(address)
	if err != nil {
		at, _ := netip.ParseAddrPort(address) // the zero address where it is none
		a = at.Addr()
	}
	a = a.Unmap().WithZone("")
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	from, _ := a.Prefix(bits) // the zero prefix of the zero address
	return from
}

// begin counts a wrong key, and gives how long its answer is to wait: 0 if it must not.
func (g *Guard) begin(from netip.Prefix) (*host, time.Duration) {
	now := g.now()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.forget(now)
	h := g.hosts[from]
	if h == nil {
		h = &host{from: from}
		g.hosts[from] = h
	} else if h.idle != nil {
		g.idle.Remove(h.idle)
		h.idle = nil
	}
	h.last = now
	delay := min(firstDelay+time.Duration(h.wrong)*moreDelay, mostDelay)
	h.wrong = min(h.wrong+1, int(mostDelay/moreDelay))
	if h.waiting >= mostWaitingOfHost || g.waiting >= mostWaiting {
		g.rest(h)
		return nil, 0
	}
	h.waiting++
	g.waiting++
	return h, delay
}

// end is called when an answer waits no more.
func (g *Guard) end(h *host) {
	g.mu.Lock()
	defer g.mu.Unlock()
	h.waiting--
	g.waiting--
	g.rest(h)
}

// rest puts a host of which none waits among those that can be forgotten. The lock is held.
func (g *Guard) rest(h *host) {
	if h.waiting > 0 {
		return
	}
	h.idle = g.idle.PushFront(h)
	if g.idle.Len() > mostHosts {
		g.drop(g.idle.Back())
	}
}

// forget forgets the hosts that gave no wrong key for long. The lock is held.
func (g *Guard) forget(now time.Time) {
	for e := g.idle.Back(); e != nil && now.Sub(e.Value.(*host).last) >= forgetting; e = g.idle.Back() {
		g.drop(e)
	}
}

func (g *Guard) drop(e *list.Element) {
	delete(g.hosts, g.idle.Remove(e).(*host).from)
}
