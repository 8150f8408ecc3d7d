package budget

import (
	"slices"
	"time"
)

// A program that nobody sits at writes down some requests ahead: a screen that runs for months would write to its disk
// with every one otherwise.
const (
	// leaseFor is how long it may take until the last one of them goes out. They are written down as if all went out
	// then.
	leaseFor = time.Minute
	// maxLease is how many there are at most, which are lost when the program ends.
	maxLease = 5
)

// A lease is some requests that were written down ahead, at a time.
type lease struct {
	at          time.Time
	count, left int
	used        time.Time // when the last one went out
}

func (l lease) end() time.Time { return l.at.Add(leaseFor) }

// leaseSize is how many requests are written down with one that goes out now: about as many as went out in the minute
// before, as far as the limits have room for them.
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

// markLeased says of a request that the ledger does not have it under its own time.
func (a *account) markLeased(s *Spend) {
	if i := slices.Index(a.spent, *s); i >= 0 {
		a.spent[i].leased = true
		s.leased = true
	}
}

// ownLease is that of this program of which something is left, nil where there is none.
func (a *account) ownLease(now time.Time) *lease {
	n := len(a.leases)
	if n == 0 || a.leases[n-1].left == 0 || a.leases[n-1].end().Before(now) {
		return nil
	}
	return &a.leases[n-1]
}

// leased is how many leases there are at a time, of all programs. Under each one more request may go out in a second
// than is known.
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

// beginLease notes how many requests were written down with one.
func (b *Budget) beginLease(w *waiter, count int) {
	if count == 1 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.account.leases = append(b.account.leases, lease{at: w.spend.At, count: count, left: count - 1, used: w.spend.At})
	b.account.markLeased(&w.spend)
}

// takeLeased reports whether a request was written down ahead. No more than one a second is: other programs do not
// know when it goes out.
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
