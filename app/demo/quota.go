package demo

import (
	"sync"
	"time"
)

// A quota counts requests in hours, each of which begins with a request.
type quota struct {
	limit int

	mu    sync.Mutex
	begun time.Time
	spent int
}

// spend takes one request from the quota and reports whether there was one left.
func (q *quota) spend(now time.Time) bool {
	if q.limit <= 0 {
		return true
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.begun.IsZero() || now.Sub(q.begun) >= time.Hour {
		q.begun, q.spent = now, 0
	}
	if q.spent >= q.limit {
		return false
	}
	q.spent++
	return true
}
