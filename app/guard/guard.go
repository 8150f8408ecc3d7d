// Package guard checks the credentials of a relay's clients and the PIN of public screens, and limits the rate of
// guesses. For each network and ID a few wrong keys, tokens or PINs are compared at once, and then one every few
// seconds; others are rejected without a comparison and without a delay. A key that was right before is always
// compared in the same network, so that clients are not locked out by someone who guesses there.
package guard

import (
	"crypto/sha256"
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// At most burst wrong keys of a network and ID are compared at once, and then one in each interval.
const (
	burst       = 5
	keyInterval = 5 * time.Second
	pinInterval = 12 * time.Second
)

// mostGuessed is the limit of remembered networks and IDs.
const mostGuessed = 10_000

// A guessed is an ID whose keys were guessed, and the network.
type guessed struct {
	from netip.Prefix
	id   string
}

// A Guard is a token bucket for each network and ID from which wrong keys came. Its methods may be called on any
// goroutine.
type Guard struct {
	now      func() time.Time
	interval time.Duration

	mu    sync.Mutex
	right *simplelru.LRU[guessed, [sha256.Size]byte] // digest of the last right key
	spent *simplelru.LRU[guessed, time.Time]         // when the bucket is full again
}

// New returns a guard without wrong keys.
func New(now func() time.Time) *Guard {
	g := &Guard{now: now, interval: keyInterval}
	g.spent, _ = simplelru.NewLRU[guessed, time.Time](mostGuessed, nil) // only fails for a size of 0
	g.right, _ = simplelru.NewLRU[guessed, [sha256.Size]byte](mostGuessed, nil)
	return g
}

// Check reports whether a key is right by compare. If too many wrong keys of its ID came from the network of the
// address, compare is not called, and retry is the time until the next comparison. The address may have a port, as in
// Request.RemoteAddr. All invalid addresses are one network. The ID must exist, which limits the memory.
func (g *Guard) Check(address, id, key string, compare func() bool) (ok bool, retry time.Duration) {
	sum, of := sha256.Sum256([]byte(key)), guessed{Network(address), id}
	if g.wasRight(of, sum) {
		return compare(), 0
	}
	if retry = g.spend(of); retry > 0 {
		return false, retry
	}
	if ok = compare(); ok {
		g.accept(of, sum)
	}
	return ok, 0
}

// wasRight reports whether the last right key was this one.
func (g *Guard) wasRight(of guessed, sum [sha256.Size]byte) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	last, known := g.right.Get(of)
	return known && last == sum
}

// spend counts a comparison, or returns the time until the next one is allowed.
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

// accept records a right key, and does not count its comparison after all.
func (g *Guard) accept(of guessed, sum [sha256.Size]byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.right.Add(of, sum)
	if until, known := g.spent.Peek(of); known {
		g.spent.Add(of, until.Add(-g.interval))
	}
}

// Network returns the network that counts as one host: a /64 in IPv6, which is the least that a customer gets.
func Network(address string) netip.Prefix {
	a, err := netip.ParseAddr(address)
	if err != nil {
		at, _ := netip.ParseAddrPort(address) // the zero address if it is invalid
		a = at.Addr()
	}
	a = a.Unmap().WithZone("")
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	from, _ := a.Prefix(bits) // the zero prefix for the zero address
	return from
}
