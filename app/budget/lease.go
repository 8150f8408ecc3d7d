package budget

import (
	"slices"
	"time"
)

// An unattended program records some requests in the ledger in advance, as a lease: otherwise a screen that runs for
// months would write to its disk with every request.
const (
	// leaseFor is the time within which they must be sent. They are recorded as if all were sent at its end.
	leaseFor = time.Minute
	// maxLease bounds the requests of a lease, which are lost when the program ends.
	maxLease = 5
)

// A lease is a number of requests that were recorded in advance at a time.
type lease struct {
	at          time.Time
	count, left int
	used        time.Time // when the last one was sent
}

func (l lease) end() time.Time { return l.at.Add(leaseFor) }

// leaseSize returns the number of requests to record with one that is sent now: about as many as in the minute before,
// as far as the limits have room for them.
func (a *account) leaseSize(s Spend) int {
	if !a.unattended || s.Class == User || a.ownLease(s.At) != nil || a.leased(s.At) >= a.limits.PerSecond/2 {
		return 1
	}
	recent := 0
	for _, other := range a.within(leaseFor, s.At) {
		if other.Class != User && !other.At.After(s.At) {
			recent++
		}
	}
	free := min(a.limits.PerHour-len(a.within(hourWindow, s.At)), a.limits.PerDay-len(a.within(dayWindow, s.At)))
	return max(1, min(recent, maxLease, free+1))
}

// markLeased marks a request that the ledger does not have at its own time.
func (a *account) markLeased(s *Spend) {
	if i := slices.Index(a.spent, *s); i >= 0 {
		a.spent[i].leased = true
		s.leased = true
	}
}

// ownLease returns the lease of this program that is not used up, nil for none.
func (a *account) ownLease(now time.Time) *lease {
	n := len(a.leases)
	if n == 0 || a.leases[n-1].left == 0 || a.leases[n-1].end().Before(now) {
		return nil
	}
	return &a.leases[n-1]
}

// leased returns the number of leases of all programs at a time. Under each, one more request a second may be sent than
// is known.
func (a *account) leased(now time.Time) (leases int) {
	if a.ownLease(now) != nil {
		leases++
	}
	end := now
	for i := len(a.spent) - 1; i >= 0 && a.spent[i].At.After(now); i-- {
		if !a.spent[i].At.Equal(end) {
			leases++
		}
		end = a.spent[i].At
	}
	return leases
}

// beginLease records a lease of count requests.
func (b *Budget) beginLease(w *waiter, count int) {
	if count == 1 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.account.leases = append(b.account.leases, lease{at: w.spend.At, count: count, left: count - 1, used: w.spend.At})
	b.account.markLeased(&w.spend)
}

// takeLeased reports whether a request is covered by a lease, and takes it from there: at most one a second, since
// other programs do not know when it is sent.
func (b *Budget) takeLeased(w *waiter) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.account.ownLease(w.spend.At)
	if l == nil || w.spend.Class == User || w.spend.At.Before(l.used.Add(secondWindow)) {
		return false
	}
	l.left--
	l.used = w.spend.At
	b.account.markLeased(&w.spend)
	return true
}
