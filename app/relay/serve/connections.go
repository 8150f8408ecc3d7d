package serve

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"sextant/app/guard"
)

// The values of a place: 0 while it is free, or the turn since which its connection has waited for a request, of which
// it has sent nothing or not all; that is negative as long as there is an answer under way.
const free int64 = 0

const (
	// reservedPlaces are those in which newcomers may ask for health while all other places are busy.
	reservedPlaces = 64
	// reservedPatience is how long a connection may have one.
	reservedPatience = 2 * time.Second
)

// Connections are those of a listener that are open, of which there are so many at most. Beyond that the one that has
// waited for a request longest is closed for each that comes. While none waits, it is one that is answered to, of the
// address with most of these, unless the newcomer's has as many. Else the newcomer may only ask for health.
//
// Each has a place in a table of bare numbers, which the goroutine that accepts looks through. That takes some
// microseconds, while a request costs five atomic operations and no lock.
type connections struct {
	net.Listener
	patience time.Duration // with a client that takes nothing of what was sent

	turn                  atomic.Int64   // the last one
	places                []atomic.Int64 // the reserved ones are the last
	owners                []*connection  // by place, for the goroutine that accepts
	next                  int            // where that looks first
	displaced, turnedAway atomic.Uint64

	mu        sync.Mutex
	addresses map[netip.Prefix]*address
}

// An address is where clients connect from (guard.Network).
type address struct {
	open int          // connections, guarded by the lock of connections
	busy atomic.Int64 // those with an answer under way, in usual places
}

// A connection has a place as long as what it put there last is there.
type connection struct {
	net.Conn
	place   *atomic.Int64
	put     int64 // for the goroutine that serves it
	network netip.Prefix
	from    *address
	reserve *reserve // nil for a usual place
}

// A reserve is what a connection with a reserved place has.
type reserve struct {
	turnedAway *atomic.Uint64
	end        atomic.Pointer[time.Timer]
	asked      atomic.Bool // for health
	once       sync.Once   // for closing
}

func newConnections(listener net.Listener, most int) *connections {
	return &connections{
		Listener: listener, patience: writePatience, addresses: map[netip.Prefix]*address{},
		places: make([]atomic.Int64, most+reservedPlaces), owners: make([]*connection, most+reservedPlaces),
	}
}

// usual is the number of places that are not reserved.
func (l *connections) usual() int { return len(l.places) - reservedPlaces }

// Accept waits for a connection and gives it a place.
func (l *connections) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		limitUnacknowledged(c, l.patience)
		mine, other := l.admit(c)
		if other != nil {
			if other.reserve == nil {
				l.displaced.Add(1)
			}
			_ = other.Close()
		}
		if mine == nil {
			l.turnedAway.Add(1)
			_ = c.Close()
			continue
		}
		l.enter(mine)
		return mine, nil
	}
}

// admit gives a newcomer a place, which another connection may have had until now. It returns nil where all are busy.
func (l *connections) admit(c net.Conn) (mine, other *connection) {
	turn := l.turn.Add(1)
	for {
		at, value := l.choosePlace(c)
		switch {
		case at < 0:
			return nil, nil
		case !l.places[at].CompareAndSwap(value, turn):
			continue // a request has come, was answered, or it was closed
		case value != free:
			other = l.owners[at]
		}
		if value < 0 {
			other.from.busy.Add(-1)
		}
		admitted := &connection{Conn: c, place: &l.places[at], put: turn}
		l.owners[at] = admitted
		if at < l.usual() {
			return admitted, other
		}
		admitted.reserve = &reserve{turnedAway: &l.turnedAway}
		admitted.reserve.end.Store(time.AfterFunc(reservedPatience, func() { _ = admitted.Close() }))
		return admitted, other
	}
}

// choosePlace returns the place that a newcomer gets, with its value, or a negative one where all are busy.
func (l *connections) choosePlace(c net.Conn) (at int, value int64) {
	if at, value = l.longestIdle(0, l.usual()); at < 0 {
		at, value = l.longestBusy(l.busyOf(c) + 1)
	}
	if at < 0 {
		at, value = l.longestIdle(l.usual(), len(l.places))
	}
	return at, value
}

// longestIdle returns a place of a range that is free, or else the one whose connection has waited longest. It is
// negative where there is none.
func (l *connections) longestIdle(from, to int) (at int, value int64) {
	at = -1
	for range to - from {
		if l.next++; l.next < from || l.next >= to {
			l.next = from
		}
		switch v := l.places[l.next].Load(); {
		case v == free:
			return l.next, free
		case v > 0 && (at < 0 || v < value):
			at, value = l.next, v
		}
	}
	return at, value
}

// longestBusy returns the usual place whose connection has been answered to for longest, of those of the address with
// the most of them. It is negative where that has not more than so many.
func (l *connections) longestBusy(than int64) (at int, value int64) {
	at = -1
	for i, c := range l.owners[:l.usual()] {
		v := l.places[i].Load()
		if v >= 0 {
			continue
		}
		if n := c.from.busy.Load(); n > than || n == than && at >= 0 && v > value {
			at, value, than = i, v, n
		}
	}
	return at, value
}

// busyOf returns how many connections from the address of a newcomer have an answer under way.
func (l *connections) busyOf(c net.Conn) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a := l.addresses[guard.Network(c.RemoteAddr().String())]; a != nil {
		return a.busy.Load()
	}
	return 0
}

// enter counts a connection among those of its address, until leave.
func (l *connections) enter(c *connection) {
	c.network = guard.Network(c.RemoteAddr().String())
	l.mu.Lock()
	defer l.mu.Unlock()
	c.from = l.addresses[c.network]
	if c.from == nil {
		c.from = &address{}
		l.addresses[c.network] = c.from
	}
	c.from.open++
}

func (l *connections) leave(c *connection) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.from.open--; c.from.open == 0 {
		delete(l.addresses, c.network)
	}
}

// onState records what a connection does now. It is called by the goroutine that serves the connection.
func (l *connections) onState(c net.Conn, state http.ConnState) {
	mine := connectionOf(c)
	if mine == nil {
		return
	}
	switch state {
	case http.StateActive:
		mine.become(-mine.put)
	case http.StateIdle:
		mine.become(l.turn.Add(1))
	case http.StateClosed, http.StateHijacked:
		mine.become(free)
		l.leave(mine)
	}
}

// connectionOf returns the connection below a connection of the package net/http.
func connectionOf(c net.Conn) *connection {
	if secure, ok := c.(*tls.Conn); ok {
		c = secure.NetConn()
	}
	mine, _ := c.(*connection)
	return mine
}

// become puts a value in the connection's place, unless that has been given to another one.
func (c *connection) become(value int64) {
	if !c.place.CompareAndSwap(c.put, value) {
		return
	}
	switch was, is := c.put < 0, value < 0; {
	case c.reserve != nil:
	case is && !was:
		c.from.busy.Add(1)
	case was && !is:
		c.from.busy.Add(-1)
	}
	c.put = value
}

// openCount is how many connections have a place.
func (l *connections) openCount() (n int) {
	for i := range l.places {
		if l.places[i].Load() != free {
			n++
		}
	}
	return n
}

// reservedKey is the context key of a connection with a reserved place in its requests.
type reservedKey struct{}

// withReserve adds a connection to the context of its requests if it has a reserved place.
func withReserve(ctx context.Context, c net.Conn) context.Context {
	if mine := connectionOf(c); mine != nil && mine.reserve != nil {
		return context.WithValue(ctx, reservedKey{}, mine)
	}
	return ctx
}

// Close counts a connection with a reserved place that has not asked for health.
func (c *connection) Close() error {
	if c.reserve != nil {
		c.reserve.once.Do(func() {
			if end := c.reserve.end.Load(); end != nil {
				end.Stop()
			}
			if !c.reserve.asked.Load() {
				c.reserve.turnedAway.Add(1)
			}
		})
	}
	return c.Conn.Close()
}

// CloseWrite lets the client read what was sent before the connection is closed.
func (c *connection) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
