// Package backoff has the pauses after failures.
package backoff

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"time"
)

// chance is what SetChance was given, nil for nothing.
var chance atomic.Pointer[func(n int64) int64]

// SetChance has pauses made shorter by what draw returns, a number from 0 up to n but not n, until restore is called.
// It is for tests that want the same pauses each time.
func SetChance(draw func(n int64) int64) (restore func()) {
	before := chance.Swap(&draw)
	return func() { chance.Store(before) }
}

// After returns the pause after a number of failures in a row: first after one or none, twice as long after each
// further one, and never more than most. It is shorter by up to an eighth, by chance, so that many programs do not come
// back in the same moment.
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
