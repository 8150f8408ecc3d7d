// Package backoff has the pauses after failures.
package backoff

import (
	"context"
	"math/rand/v2"
	"time"
)

// After returns the pause after a number of failures in a row: first after one or none, twice as long after each
// further one, and never more than most. It is shorter by up to an eighth, by chance, so that many programs do not come
// back in the same moment.
func After(failures int, first, most time.Duration) time.Duration {
	d := min(first<<min(max(failures-1, 0), 20), most)
	return d - rand.N(d/8+1)
}

// Wait waits for a time, or until ctx ends.
func Wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
