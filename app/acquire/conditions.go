package acquire

import (
	"time"

	"sextant/app/api"
)

// A page that is only ever said to be unchanged is asked for without conditions after stuckAfter, if stuckPages others
// have changed meanwhile, and after unchangedMost in any case: some services answer every condition with 304. For
// misledFor after one gave other content with the validators of what was before, none is asked for with conditions.
const (
	stuckAfter    = 3 * time.Hour
	stuckPages    = 3
	unchangedMost = 12 * time.Hour
	misledFor     = 24 * time.Hour
)

// conditions has what is known of the service's answers to conditional requests. It is guarded by the lock of Pages.
type conditions struct {
	changed map[int]time.Time // when pages were seen to change last
	misled  time.Time         // when other content came with the validators of what was before
}

// learn records an answer for a page that was known before.
func (c *conditions) learn(before, k *State) {
	if before.Digest == k.Digest {
		return
	}
	c.changed[k.Document.Number] = k.Asked
	if areSame(before.Validators, k.Validators) {
		c.misled = k.Asked
	}
}

// areSame reports whether a condition with the validators of one answer holds for another one.
func areSame(a, b api.Validators) bool {
	if a.ETag != "" || b.ETag != "" {
		return a.ETag == b.ETag
	}
	return a.LastModified != "" && a.LastModified == b.LastModified
}

// mayBeStuck reports whether a page may have changed although the service says that it has not.
func (c *conditions) mayBeStuck(k *State, now time.Time) bool {
	switch since := now.Sub(k.full); {
	case since >= unchangedMost, !c.misled.IsZero() && now.Sub(c.misled).Abs() < misledFor:
		return true
	case since < stuckAfter:
		return false
	}
	others := 0
	for page, at := range c.changed {
		if page != k.Document.Number && at.After(k.full) {
			others++
		}
	}
	return others >= stuckPages
}
