// Package backoff computes the delays between retries.
package backoff

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"time"
)

// chance is the argument of SetChance, nil for random numbers.
var chance atomic.Pointer[func(n int64) int64]

// SetChance sets the source of jitter until restore is called, for tests that need the same delays each time. draw
// returns a number in [0, n).
func SetChance(draw func(n int64) int64) (restore func()) {
	before := chance.Swap(&draw)
	return func() { chance.Store(before) }
}

// After returns the delay after a number of consecutive failures: first after one or none, doubled after each further
// one, and most at most. Random jitter makes it shorter by up to an eighth, so that many programs do not retry at once.
func After(failures int, first, most time.Duration) time.Duration {
	d := min(first<<min(max(failures-1, 0), 20), most)
	draw := rand.Int64N
	if c := chance.Load(); c != nil {
		draw = *c
	}
	return d - time.Duration(draw(int64(d/8+1)))
}

// Wait waits for a time, or until ctx ends.
func Wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
