package relay

import (
	"sync"
	"time"
)

// A shares sees to it that no client alone uses up the hour's requests: the first half goes to who comes first as long
// as there is plenty or nobody else, and of the other each client that asks may have a like part. It is safe for
// concurrent use.
type shares struct {
	limit int // an hour, of the service

	mu       sync.Mutex
	spenders map[*client]bool
	total    int
	looked   time.Time // when it was last counted whose hour is over
}

// least is what a client may always have in an hour.
const least = 3

// spend takes a request to the service from a client's share. It returns false where nothing is left of that. plenty is
// false where other clients need what is left.
func (s *shares) spend(c *client, plenty bool, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settleLocked(now)
	c.settle(now)
	half := s.limit / 2
	part := max(least, half/(len(s.spenders)+1))
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

// settleLocked recounts what was spent within the hour, now and then.
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

// settle forgets what was spent more than an hour ago, and what will be spent by a clock that was set back. The lock
// of the shares is needed.
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
