package serve

import (
	"crypto/tls"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// The values of a place besides turns, which are positive: since its turn a connection waits for a request, of which it
// has sent none at all or not all of it.
const (
	free int64 = 0
	busy int64 = -1 // there is an answer under way
)

// Connections are those of a listener that are open, of which there are so many at most. Beyond that the one that has
// waited for a request longest is closed for each that comes; while none waits, the newcomer is closed.
//
// Each has a place in a table of bare numbers, which the goroutine that accepts looks through. That takes some
// microseconds, while a request costs two atomic operations and no lock.
type connections struct {
	net.Listener
	patience time.Duration // with a client that takes nothing of what was sent

	turn                  atomic.Int64 // of the last connection that began to wait
	places                []atomic.Int64
	owners                []*connection // by place, for the goroutine that accepts
	next                  int           // where that looks first
	displaced, turnedAway atomic.Uint64
}

// A connection has a place as long as what it put there last is there.
type connection struct {
	net.Conn
	place *atomic.Int64
	put   int64 // for the goroutine that serves it
}

func newConnections(listener net.Listener, most int) *connections {
	return &connections{
		Listener: listener, patience: writePatience,
		places: make([]atomic.Int64, most), owners: make([]*connection, most),
	}
}

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
			l.displaced.Add(1)
			_ = other.Conn.Close()
		}
		if mine != nil {
			return mine, nil
		}
		l.turnedAway.Add(1)
		_ = c.Close()
	}
}

// admit gives a newcomer a place, which another connection may have had until now. It returns nil where all are busy.
func (l *connections) admit(c net.Conn) (mine, other *connection) {
	turn := l.turn.Add(1)
	for {
		at, value := l.longestIdle()
		if value == busy {
			return nil, nil
		}
		if !l.places[at].CompareAndSwap(value, turn) {
			continue // a request has come, or it was closed
		}
		if value != free {
			other = l.owners[at]
		}
		l.owners[at] = &connection{c, &l.places[at], turn}
		return l.owners[at], other
	}
}

// longestIdle is a place that is free, or else the one whose connection has waited longest. Its value is busy where
// there is none.
func (l *connections) longestIdle() (at int, value int64) {
	value = busy
	for range l.places {
		if l.next++; l.next >= len(l.places) {
			l.next = 0
		}
		switch v := l.places[l.next].Load(); {
		case v == free:
			return l.next, free
		case v != busy && (value == busy || v < value):
			at, value = l.next, v
		}
	}
	return at, value
}

// onState takes note of what a connection does now. It is called by the goroutine that serves the connection.
func (l *connections) onState(c net.Conn, state http.ConnState) {
	if secure, ok := c.(*tls.Conn); ok {
		c = secure.NetConn()
	}
	mine, ok := c.(*connection)
	if !ok {
		return
	}
	switch state {
	case http.StateActive:
		mine.become(busy)
	case http.StateIdle:
		mine.become(l.turn.Add(1))
	case http.StateClosed, http.StateHijacked:
		mine.become(free)
	}
}

// become puts a value in the connection's place, unless that has been given to another one.
func (c *connection) become(value int64) {
	if c.place.CompareAndSwap(c.put, value) {
		c.put = value
	}
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

// CloseWrite lets the client read what was sent before the connection is closed.
func (c *connection) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
