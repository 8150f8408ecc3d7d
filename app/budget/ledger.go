package budget

import (
	"context"
	"time"

	"sextant/app/store"
)

// A Ledger is where all programs with one profile write down what they ask a service for, so that together
// they stay within its limits.
type Ledger interface {
	// Claim shows what was written down since a time, by whomever, and writes down what decide makes of that.
	// Nobody else claims anything meanwhile.
	Claim(since time.Time, decide func(spent []store.Spend) (claimed store.Spend, ok bool)) error
	// Spend writes down a request that went out without a claim.
	Spend(at time.Time, class string)
	// Shifted is by how much all that is written down was moved since the ledger began, because the clock was set, and
	// Shift moves it until that is the total.
	Shifted() (time.Duration, error)
	Shift(total time.Duration) error
}

// KeepTime moves what is written down where the clock was set since, so that a program that begins after that counts
// it when it was.
func (b *Budget) KeepTime() {
	b.mu.Lock()
	b.nowLocked()
	total, isKept := b.shift, b.shift == b.shifted
	b.mu.Unlock()
	if b.ledger == nil || isKept || b.ledger.Shift(total) != nil {
		return // it is tried again
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shifted = total
}

// claim writes a request down that may go out as far as this program knows, and reports whether it may by what
// others have written down, and is still wanted. Where the ledger cannot be asked, this program's word holds.
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

// SpendsOf returns what a ledger has as one Spend for each request. What is of a class that this program does
// not know is left out.
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
