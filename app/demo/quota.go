package demo

import (
	"sync"
	"time"
)

// A quota counts requests per hour. An hour starts with a request.
type quota struct {
	limit int

	mu    sync.Mutex
	since time.Time
	spent int
}

// spend counts a request, and reports whether it is within the quota.
func (q *quota) spend(now time.Time) bool {
	if q.limit <= 0 {
		return true
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.since.IsZero() || now.Sub(q.since) >= time.Hour {
		q.since, q.spent = now, 0
	}
	if q.spent >= q.limit {
		return false
	}
	q.spent++
	return true
}
