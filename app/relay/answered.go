package relay

import (
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
)

// onAnswer stores the service's answer for a page, and announces what changed. standing is how requests for the page
// have ended so far.
func (ds *documents) onAnswer(page int, d *api.Document, err error, standing acquire.Standing) {
	s := ds.slot(page)
	if s == nil {
		return
	}
	now := ds.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	wasMissing := s.missing
	s.missing = standing.Missing
	switch {
	case err == nil:
		ds.storeLocked(s, page, d, wasMissing, now)
	case standing.Missing && !wasMissing && ds.beforeLocked(s, page) != nil:
		ds.feed.announceGone(page)
	}
}

// storeLocked stores a document in its page's slot, whose lock is held.
func (ds *documents) storeLocked(s *slot, page int, d *api.Document, wasMissing bool, now time.Time) {
	before := ds.beforeLocked(s, page)
	var next *document
	switch at := confirmed(now, d.Validators); {
	case !d.Unchanged:
		next = ds.newDocument(d.Page, d.Raw, string(d.Format), at, before)
	case before != nil:
		next = before.confirmedAt(at)
	default:
		return // unchanged, but evicted and not in the store
	}
	ds.setLocked(s, next)
	changed := before == nil || before.digest != next.digest
	if before != nil {
		ds.confirmed(page, now.Sub(before.confirmed))
	}
	if changed || wasMissing {
		ds.feed.announce(before, next)
	}
}

// confirmed returns when the origin confirmed an answer that came at a time: a cache may have held it since.
func confirmed(at time.Time, s api.Validators) time.Time { return at.Add(-acquire.AgeOf(s)) }
