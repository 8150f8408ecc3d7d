package budget

import (
	"context"
	"time"

	"sextant/app/store"
)

// A Ledger records the requests of all programs with one profile to a service, so that together they stay within its
// limits.
type Ledger interface {
	// Claim calls decide with all requests since a time, and records the one that it claims. It is a transaction: no
	// other program claims meanwhile.
	Claim(since time.Time, decide func(spent []store.Spend) (claimed store.Spend, ok bool)) error
	// Spend records a request that was sent without a claim.
	Spend(at time.Time, class string)
	// Shifted returns by how much the clock was set since the ledger began. Shift shifts all times until that is the
	// total.
	Shifted() (time.Duration, error)
	Shift(total time.Duration) error
}

// KeepTime shifts the times in the ledger where the clock was set, for programs that start later.
func (b *Budget) KeepTime() {
	b.mu.Lock()
	b.nowLocked()
	total, isKept := b.shift, b.shift == b.shifted
	b.mu.Unlock()
	if b.ledger == nil || isKept || b.ledger.Shift(total) != nil {
		return // the next call tries again
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shifted = total
}

// claim records a request that may be sent as far as this program knows, and reports whether the other programs'
// requests leave room for it and ctx has not ended. Without a working ledger the program's own count decides.
func (b *Budget) claim(ctx context.Context, w *waiter) bool {
	if b.ledger == nil || ctx.Err() == nil && b.takeLeased(w) {
		return true
	}
	b.claiming.Lock()
	defer b.claiming.Unlock()
	b.KeepTime()
	var decided, may bool
	count := 1
	looked := b.clock()
	since := b.looked
	if looked.Before(since) { // the clock was set back
		since = looked
	}
	err := b.ledger.Claim(since.Add(-time.Second), func(spent []store.Spend) (store.Spend, bool) {
		b.mu.Lock()
		defer b.mu.Unlock()
		decided = true
		b.takeBackLocked(w)
		b.account.merge(SpendsOf(spent), b.nowLocked())
		if may = ctx.Err() == nil && b.waitLocked(w.spend.Class, b.nowLocked()) <= 0; may {
			b.enterLocked(w)
			count = b.account.leaseSize(w.spend)
		}
		claimed := store.Spend{At: w.spend.At, Class: w.spend.Class.String(), Count: count}
		if count > 1 {
			claimed.At = claimed.At.Add(leaseFor)
		}
		return claimed, may
	})
	switch {
	case err == nil:
		b.looked = looked
		b.beginLease(w, count)
		return may
	case decided && !may:
		return false
	}
	b.ledger.Spend(w.spend.At, w.spend.Class.String())
	return true
}

// SpendsOf converts the entries of a ledger to one Spend for each request. Those of unknown classes are left out.
func SpendsOf(kept []store.Spend) []Spend {
	var spends []Spend
	for _, k := range kept {
		if c, ok := ClassNamed(k.Class); ok {
			for range k.Count {
				spends = append(spends, Spend{At: k.At, Class: c})
			}
		}
	}
	return spends
}
