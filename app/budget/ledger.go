package budget

import (
	"context"
	"time"

	"sextant/app/store"
)

// A Ledger records the requests of all programs with one profile to a service, so that together they stay within its
// limits. A store.Store is one.
type Ledger interface {
	// Claim calls decide with all requests since a time, and records the one that it claims. It is a transaction: no
	// other program claims meanwhile.
	Claim(since store.Moment, decide func(spent []store.Spend) (claimed store.Spend, ok bool)) error
	// Spend records a request that was sent without a claim.
	Spend(store.Spend)
}

// claim records a request that may be sent as far as this program knows, and reports whether the other programs'
// requests leave room for it and ctx has not ended. Without a working ledger the program's own count decides.
func (b *Budget) claim(ctx context.Context, w *waiter) bool {
	if b.ledger == nil || ctx.Err() == nil && b.takeLeased(w) {
		return true
	}
	b.claiming.Lock()
	defer b.claiming.Unlock()
	var decided, may bool
	count := 1
	b.mu.Lock()
	looked := b.momentLocked(b.nowLocked())
	since := b.looked
	b.mu.Unlock()
	since.At, since.Since = since.At.Add(-lookBack), since.Since-lookBack
	err := b.ledger.Claim(since, func(spent []store.Spend) (store.Spend, bool) {
		b.mu.Lock()
		defer b.mu.Unlock()
		decided = true
		b.takeBackLocked(w)
		b.mergeLocked(spent)
		if may = ctx.Err() == nil && b.waitOfLocked(w, b.nowLocked()) <= 0; may {
			b.enterLocked(w)
			count = b.account.leaseSize(w.spend)
		}
		claimed := store.Spend{Moment: w.spend.moment, Class: w.spend.Class.String(), Count: count}
		if count > 1 {
			claimed.Moment = later(claimed.Moment, leaseFor)
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
	b.ledger.Spend(store.Spend{Moment: w.spend.moment, Class: w.spend.Class.String(), Count: 1})
	return true
}

// lookBack is how far before the last look requests are read again, since other programs record them a little later.
const lookBack = time.Second

func later(m store.Moment, by time.Duration) store.Moment {
	m.At, m.Since = m.At.Add(by), m.Since+by
	return m
}

// Moment returns a time before now, as a ledger has it.
func (b *Budget) Moment(ago time.Duration) store.Moment {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.momentLocked(b.nowLocked().Add(-ago))
}

// Merge counts the requests of earlier runs and of other programs with the same profile, but for those that it has.
// Those of another boot that the wall clock has in the future count as sent before this one.
func (b *Budget) Merge(spent []store.Spend) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mergeLocked(spent)
	b.admitLocked()
}

func (b *Budget) mergeLocked(all []store.Spend) {
	now := b.nowLocked()
	var spent []Spend
	for _, s := range all {
		b.time.learn(s.Moment)
	}
	for _, s := range all {
		at := b.time.of(s.Moment)
		if b.trouble.merge(s, at, now) {
			continue
		}
		if c, ok := ClassNamed(s.Class); ok {
			for range s.Count {
				spent = append(spent, Spend{At: at, Class: c, moment: s.Moment})
			}
		}
	}
	b.account.merge(spent, now)
}
