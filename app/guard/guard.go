// Package guard knows who may ask a relay and who may leave a public screen, and bounds how many wrong keys, tokens and
// PINs are compared. For each network and ID a few are compared at once, and then one every few seconds; the others are
// refused without a comparison, and nobody waits. A key that was right before is always compared, so that sharing a
// network with somebody who guesses delays nobody.
package guard

import (
	"crypto/sha256"
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Of a network and an ID so many wrong keys are compared at once, and then one in each interval.
const (
	burst       = 5
	keyInterval = 5 * time.Second
	pinInterval = 12 * time.Second
)

// mostGuessed bounds what is remembered.
const mostGuessed = 10_000

// A guessed is what keys are guessed of, and where.
type guessed struct {
	from netip.Prefix
	id   string
}

// A Guard remembers for which IDs wrong keys came from which networks. Its methods may be called from any goroutine.
type Guard struct {
	now      func() time.Time
	interval time.Duration
	right    sync.Map // ID -> sum of the key that was right last

	mu    sync.Mutex
	spent *simplelru.LRU[guessed, time.Time] // when as many keys may be compared at once as before the first wrong one
}

// New returns a guard that knows of no wrong key.
func New(now func() time.Time) *Guard {
	g := &Guard{now: now, interval: keyInterval}
	g.spent, _ = simplelru.NewLRU[guessed, time.Time](mostGuessed, nil) // an error is a size of 0
	return g
}

// Check reports whether a key is right by compare, which is not called while too many wrong ones of its ID came from
// the network of an address: then retry is when the next is compared. The address is as Request.RemoteAddr has it, or
// alone; what is neither is a network of its own. The ID must be one that there is, which bounds the memory.
func (g *Guard) Check(address, id, key string, compare func() bool) (ok bool, retry time.Duration) {
	sum := sha256.Sum256([]byte(key))
	if last, known := g.right.Load(id); known && last == sum {
		return compare(), 0
	}
	of := guessed{Network(address), id}
	if retry = g.spend(of); retry > 0 {
		return false, retry
	}
	if ok = compare(); ok {
		g.right.Store(id, sum)
		g.giveBack(of)
	}
	return ok, 0
}

// spend counts a comparison, or returns when the next one may be made.
func (g *Guard) spend(of guessed) (retry time.Duration) {
	now := g.now()
	g.mu.Lock()
	defer g.mu.Unlock()
	until, _ := g.spent.Get(of)
	ahead := max(0, until.Sub(now))
	if ahead > burst*g.interval { // the clock was set back
		ahead = burst * g.interval
		g.spent.Add(of, now.Add(ahead))
	}
	if retry = ahead - (burst-1)*g.interval; retry > 0 {
		return retry
	}
	g.spent.Add(of, now.Add(ahead+g.interval))
	return 0
}

// giveBack takes back that a comparison was counted, whose key was right.
func (g *Guard) giveBack(of guessed) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if until, known := g.spent.Peek(of); known {
		g.spent.Add(of, until.Add(-g.interval))
	}
}

// Network is what counts as one host: in IPv6 the 64 bits that a provider gives to one customer at least.
func Network(address string) netip.Prefix {
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
