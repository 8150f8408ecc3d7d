package relay

import (
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
)

// Answered records how the service answered for a document, and how requests for the page stand after it. It is
// acquire.Config's Answered.
func (r *Relay) Answered(page int, d *api.Document, err error, standing acquire.Standing) {
	s := r.pages.slot(page)
	if s == nil {
		return
	}
	now := r.parts.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	wasMissing := s.missing
	s.missing = standing.Missing
	switch {
	case err == nil:
		r.storeLocked(s, page, d, wasMissing, now)
	case standing.Missing && !wasMissing && r.pages.beforeLocked(s, page) != nil:
		r.feed.gone(page)
	}
}

// storeLocked puts a document in the slot of its page. The slot's lock is held.
func (r *Relay) storeLocked(s *slot, page int, d *api.Document, wasMissing bool, now time.Time) {
	before := r.pages.beforeLocked(s, page)
	var next *document
	switch at := confirmed(now, d.Served); {
	case !d.Unchanged:
		next = r.pages.take(d.Page, d.Raw, string(d.Format), at, before)
	case before != nil:
		next = before.confirmedAt(at)
	default:
		return // it is unchanged, and dropped
	}
	r.pages.set(s, next)
	changed := before == nil || before.digest != next.digest
	if before != nil {
		r.upkeep.confirmed(page, now.Sub(before.confirmed))
	}
	if changed || wasMissing {
		r.feed.changed(before, next)
	}
}

// confirmed is when the service itself vouched for an answer that came at a time: a cache may have held it since.
func confirmed(at time.Time, s api.Served) time.Time { return at.Add(-acquire.AgeOf(s)) }
