package relay

import (
	"sync"
	"time"
)

// A shares keeps one client from using up the hour's requests: the first half is first come, first served while there
// is plenty or no other client, and the other is divided equally among the clients that ask. It is safe for concurrent
// use.
type shares struct {
	limit int // an hour, of the service

	mu       sync.Mutex
	spenders map[*client]bool
	total    int
	looked   time.Time // time of the last settleLocked
}

// leastShare is what a client may always have in an hour.
const leastShare = 3

// spend takes a request from a client's share, and reports whether there was one. plenty is false where other clients
// need what is left.
func (s *shares) spend(c *client, plenty bool, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settleLocked(now)
	c.settle(now)
	half := s.limit / 2
	part := max(leastShare, half/(len(s.spenders)+1))
	first := plenty && s.total < half
	if len(c.spent) >= part && !(first && len(c.spent) < half) {
		return false
	}
	if s.spenders == nil {
		s.spenders = map[*client]bool{}
	}
	s.spenders[c] = true
	c.spent = append(c.spent, now)
	s.total++
	return true
}

// settleLocked recounts the requests within the hour, at most once a minute.
func (s *shares) settleLocked(now time.Time) {
	if since := now.Sub(s.looked); since >= 0 && since < time.Minute {
		return
	}
	s.looked, s.total = now, 0
	for c := range s.spenders {
		c.settle(now)
		s.total += len(c.spent)
		if len(c.spent) == 0 {
			delete(s.spenders, c)
		}
	}
}

// settle drops requests from more than an hour ago, and those in the future, after the clock was set back. The lock of
// shares is held.
func (c *client) settle(now time.Time) {
	n := 0
	for _, t := range c.spent {
		if age := now.Sub(t); age >= 0 && age < time.Hour {
			c.spent[n] = t
			n++
		}
	}
	c.spent = c.spent[:n]
}
