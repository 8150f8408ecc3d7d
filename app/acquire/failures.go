package acquire

import (
	"errors"
	"maps"
	"time"

	"sextant/app/service"
)

// Pauses after a page or picture could not be had for a reason that is its own: the first, and the longest.
// There may be none of it for good, but the same answer can mean that reading it failed (specification,
// section "Errors"), and nonsense can come from something on the way.
const (
	firstPause = 20 * time.Second
	mostPause  = 10 * time.Minute
)

// mostFailures bounds what is remembered: some for each page that there can be.
const mostFailures = 4000

// failures are the pages and pictures that could not be had. A page's document has the subpage 0.
type failures map[placeKey]failure

type failure struct {
	err   error
	tries int
	until time.Time // nobody but the user asks for it before
}

// ofItsOwn tells whether a failure is that of one page or picture rather than of the service.
func ofItsOwn(err error) bool {
	switch service.KindOf(err) {
	case service.NotFound, service.BadContent, service.TooLarge:
		return true
	}
	return false
}

// note remembers how a request for a place ended. What the user tries meanwhile makes no pause longer.
func (f failures) note(place placeKey, err error, now time.Time) {
	switch {
	case err == nil && place.subpage == 0 && f[place].tries > 0:
		// Its pictures failed with it, and may be there again.
		maps.DeleteFunc(f, func(other placeKey, _ failure) bool { return other.page == place.page })
	case err == nil:
		delete(f, place)
	case ofItsOwn(err):
		if len(f) >= mostFailures {
			clear(f) // they are learned again
		}
		known := f[place]
		if !now.Before(known.until) {
			known.tries++
			known.until = now.Add(growing(known.tries, firstPause, mostPause))
		}
		known.err = err
		f[place] = known
	}
}

// recent is why a place need not be asked for again yet, nil if it may be.
func (f failures) recent(place placeKey, now time.Time) error {
	if known, ok := f[place]; ok && now.Before(known.until) && known.until.Sub(now) <= mostPause { // or the clock was set back
		return known.err
	}
	return nil
}

// retry is how long it takes until a place that could not be had may be asked for again, 0 where it makes no
// sense.
func (p *Pages) retry(place placeKey, err error) time.Duration {
	if ofItsOwn(err) {
		p.mu.Lock()
		known, ok := p.failures[place]
		p.mu.Unlock()
		if ok {
			return max(time.Second, known.until.Sub(p.config.Now()), p.budget.Wait(Kiosk))
		}
		return firstPause
	}
	if !service.KindOf(err).Temporary() && service.KindOf(err) != service.Refused {
		return 0
	}
	least := time.Second
	var e *service.Error
	if errors.As(err, &e) {
		least = max(least, e.RetryAfter)
	}
	return max(least, p.budget.Wait(Kiosk))
}
