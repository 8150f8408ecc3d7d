package relay

import (
	"time"

	"sextant/app/acquire"
	"sextant/app/service"
)

// Answered takes in how the service answered for a document. It is called before anybody else gets to know of it, from any
// goroutine.
func (r *Relay) Answered(page int, d *service.Document, err error) {
	s := r.pages.slot(page)
	if s == nil {
		return
	}
	r.takeIn(s, page, d, err, r.parts.Now())
	r.noteOutage(err)
}

// takeIn takes in an answer for the page of a slot.
func (r *Relay) takeIn(s *slot, page int, d *service.Document, err error, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		r.failed(s, page, err, now)
		return
	}
	gone := !s.missing.IsZero()
	s.missing, s.doubted, s.rest, s.outage, s.tried = time.Time{}, time.Time{}, time.Time{}, false, 0
	before := r.pages.beforeLocked(s, page)
	var next *document
	switch at := confirmed(now, d.Served); {
	case !d.Unchanged:
		next = r.pages.take(d.Page, d.Raw, string(d.Format), at, before)
	case before != nil:
		next = before.confirmedAt(at)
	default:
		return // it is unchanged, and nobody has it any more
	}
	r.pages.set(s, next)
	changed := before == nil || before.digest != next.digest
	if before != nil {
		r.upkeep.came(page, now.Sub(before.confirmed), changed)
	}
	if changed || gone {
		r.feed.changed(before, next)
	}
}

// failed takes in that a document did not come. It needs the slot's lock.
func (r *Relay) failed(s *slot, page int, err error, now time.Time) {
	kind, most := service.KindOf(err), mostRest
	switch kind {
	case service.Cancelled:
		return
	case service.NotFound:
		if r.doubtLocked(s, page, now) {
			return
		}
		s.missing, s.doubted = now, time.Time{}
	case service.QuotaUsed, service.RateLimited, service.Refused: // it is no page's fault, and the budget rests
		s.rest = now.Add(firstRest)
		return
	case service.NoNetwork, service.Trouble: // it may be the page's fault
		most = outageRest
	}
	s.tried++
	s.rest, s.outage = now.Add(min(most, firstRest<<min(s.tried-1, 20))), most == outageRest
}

// doubtLocked reports whether a page stays although the service said that there is none: a known page is missing only
// after it said so twice in a row, doubtLasts apart. It needs the slot's lock.
func (r *Relay) doubtLocked(s *slot, page int, now time.Time) bool {
	if !s.missing.IsZero() || r.pages.beforeLocked(s, page) == nil {
		return false
	}
	if age := now.Sub(s.doubted); !s.doubted.IsZero() && age >= doubtLasts {
		r.feed.gone(page)
		return false
	} else if s.doubted.IsZero() || age < 0 { // or the clock was set back
		s.doubted, s.rest = now, now.Add(doubtLasts)
		r.upkeep.tell(page, true)
	}
	return true
}

// doubtLasts is how long after a first 404 a known page is asked for again.
const doubtLasts = 20 * time.Second

// The first rest of a page that failed; the longest where the service has it and it is of no use; and the longest where that may be the
// service's own trouble.
const (
	firstRest  = 10 * time.Second
	mostRest   = time.Hour
	outageRest = 5 * time.Minute
)

// outageBegins is how many failures in a row mean that it is the service that fails.
const outageBegins = 3

// noteOutage takes in how a request ended. After an outage the pages that failed in it rest no more.
func (r *Relay) noteOutage(err error) {
	switch service.KindOf(err) {
	case service.NoNetwork, service.Trouble:
		r.failures.Add(1)
		return
	case 0, service.NotFound:
	default:
		return
	}
	if r.failures.Swap(0) < outageBegins {
		return
	}
	for i := range r.pages.slots {
		s := &r.pages.slots[i]
		s.mu.Lock()
		if s.outage {
			s.rest, s.outage = time.Time{}, false
		}
		s.mu.Unlock()
	}
}

// confirmed is when the service itself vouched for an answer that came at a time: what stands between may have kept it for a while.
func confirmed(at time.Time, s service.Served) time.Time { return at.Add(-acquire.AgeOf(s)) }

// missingSince is when the service said last that there is no such page, if that is what it said last.
func (s *slot) missingSince() (since time.Time, missing bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.missing, !s.missing.IsZero()
}

// isMissing tells whether the service said last that there is no such page, and whether that was lately.
func (s *slot) isMissing(now time.Time) (missing, lately bool) {
	since, missing := s.missingSince()
	age := now.Sub(since)
	return missing, age >= 0 && age < missingLasts
}

// missingLasts is how long a page counts as missing without asking again.
const missingLasts = 10 * time.Minute

// isResting tells whether a page has failed and is left alone for now.
func (s *slot) isResting(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return now.Before(s.rest) && s.rest.Sub(now) <= mostRest // or the clock was set back
}
