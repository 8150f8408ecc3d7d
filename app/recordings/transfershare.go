package recordings

import (
	"context"
	"time"

	"sextant/app/backoff"
)

// lookEvery is how often it is looked how far another program is that brings the same recording.
const lookEvery = 500 * time.Millisecond

// obtain returns true when this program alone may bring the recording. While another one does, what that
// brings is there for readers here too. It returns false when there is nothing left to bring, or ctx ends.
func (t *Transfer) obtain(ctx context.Context) bool {
	grown, arrived := time.Now(), t.Progress().Arrived
	for ctx.Err() == nil {
		alone, present, err := t.claim()
		switch {
		case err != nil:
			t.end(err)
			return false
		case t.done():
			return false
		case alone && present:
			return true
		case !alone:
			if now := t.Progress().Arrived; now != arrived {
				grown, arrived = time.Now(), now
			}
			t.stall(nil)
			if time.Since(grown) > elsewhereStalls {
				t.stall(ErrElsewhere)
			}
			backoff.Wait(ctx, lookEvery)
		}
	}
	return false
}

// elsewhereStalls is how long another program may bring nothing before that is told.
const elsewhereStalls = 10 * time.Second
