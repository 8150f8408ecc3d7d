package acquire

import (
	"errors"
	"maps"
	"time"

	"sextant/app/api"
	"sextant/app/backoff"
	"sextant/app/budget"
	"sextant/app/teletext"
)

// SecondLook is how long after a first 404 a known page is asked for again. Until then it is not missing: a 404 can
// also mean that the service failed to read the page (specification, section "Errors").
const SecondLook = 20 * time.Second

// MissingFor is the first backoff of a missing page. It doubles up to mostMissing: otherwise missing pages would use up
// a small quota.
const (
	MissingFor  = 10 * time.Minute
	mostMissing = 40 * time.Minute
)

// firstBackoff is the first backoff of a page after other failures.
const firstBackoff = 10 * time.Second

// mostBackoff returns the longest backoff of a page. own: the service answers, but not with a usable page. others:
// other pages have come since the first failure.
func mostBackoff(own, others bool) time.Duration {
	switch {
	case own && others:
		return time.Hour
	case own:
		return 10 * time.Minute
	case others:
		return 5 * time.Minute
	}
	return time.Minute // it is an outage
}

// Backoff of a picture that the service does not have or give.
const (
	firstPictureBackoff = time.Minute
	mostPictureBackoff  = 6 * time.Hour
	mostOldPicture      = 30 * time.Minute // of one that shows what its page said before
)

// mostFailures bounds the records: some for each page that there can be.
const mostFailures = 4000

// attempts records failed requests for pages and pictures, and their backoff. A page's document has the subpage 0.
type attempts struct {
	failed map[teletext.Place]*failure // since they last succeeded
	loaded map[int]bool                // pages of which a document was received in this run
	// successes counts the documents that came. Failures between two of these may be one outage of the service.
	successes int
	// unknown counts the 404s of unknown pages since a document came, and unreadable the pages whose answers could not
	// be read.
	unknown, unreadable int
	// odd: since then an answer was no page, as a web page, although the service did answer.
	odd bool
	// probed is when a page was last asked for because of doubts.
	probed time.Time
}

// evidence is what speaks for a page being there, the least first.
type evidence int

const (
	noEvidence evidence = iota
	wasNamed            // another page names it as its neighbour
	hasCome
)

// A failure is the record of failed requests for one place.
type failure struct {
	err      error
	tries    int // without failures during a backoff, but for a first 404
	evidence evidence
	notFound int       // 404s in a row
	spared   bool      // a wall has ended since
	missing  bool      // there is no such page, or picture
	at       time.Time // when the backoff began
	backoff  time.Duration
	// first and last are attempts.successes at the first and the last try, and doubted at the first 404.
	first, last, doubted int
}

// waits returns what is left of the backoff. A clock that was set back ends it.
func (f *failure) waits(now time.Time) time.Duration {
	if left := f.at.Add(f.backoff).Sub(now); left <= f.backoff {
		return max(0, left)
	}
	return 0
}

// isOwn reports whether an error concerns one page or picture only: the service did answer, and gives others.
func isOwn(err error) bool {
	switch api.KindOf(err) {
	case api.NotFound, api.BadContent, api.TooLarge:
		return true
	}
	return errors.As(err, &ownCause{})
}

// note records the end of a request for a place, and returns its error: a 404 in a wall is trouble of the service.
// before is the evidence of the page from before this run.
func (a *attempts) note(place teletext.Place, err error, before evidence, now time.Time) error {
	switch kind := api.KindOf(err); {
	case err == nil:
		a.succeed(place)
	case kind == api.Cancelled, place.Subpage != 0 && !isOwn(err) && !isWithheld(err) && !isOdd(err):
	default:
		if a.loaded[place.Page] {
			before = hasCome
		}
		return a.fail(place, err, before, now)
	}
	return err
}

// isWithheld reports whether the service refuses something for good.
func isWithheld(err error) bool {
	var e *api.Error
	return api.KindOf(err) == api.Refused && errors.As(err, &e) && e.RetryAfter == 0
}

func (a *attempts) succeed(place teletext.Place) {
	if place.Subpage != 0 {
		delete(a.failed, place)
		return
	}
	f := a.failed[place]
	switch {
	case a.isWall():
		a.endWall()
	case a.successes == 0, a.doubts(wasNamed) > 0:
		a.doubtUnknown()
	}
	if f != nil && f.last == a.successes { // the service is back: pages that failed with this one need not wait
		maps.DeleteFunc(a.failed, func(other teletext.Place, o *failure) bool {
			return other.Subpage == 0 && o.notFound == 0 && o.last == f.last
		})
	}
	if f != nil && f.tries > 0 { // its pictures failed with it, and may be there again
		maps.DeleteFunc(a.failed, func(other teletext.Place, _ *failure) bool { return other.Page == place.Page })
	}
	delete(a.failed, place)
	a.successes++
	a.unknown, a.unreadable, a.odd = 0, 0, false
	a.loaded[place.Page] = true
}

func (a *attempts) fail(place teletext.Place, err error, known evidence, now time.Time) error {
	f := a.failed[place]
	if f == nil {
		if len(a.failed) >= mostFailures {
			clear(a.failed) // they are learned again
		}
		f = &failure{first: a.successes}
		a.failed[place] = f
	}
	switch isKnownToWork := place.Subpage != 0 || a.successes > f.first; { // the service gives other things
	case isOdd(err) && isKnownToWork:
		err = ownError(err)
	case isOdd(err):
		a.odd = true
	case isUnreadable(err) && !isKnownToWork:
		err = a.countUnreadable(f, err)
	}
	if known > f.evidence && place.Subpage == 0 {
		f.evidence, f.missing, f.notFound = known, false, 0 // what was said of the page before is no news
	}
	f.err, f.last = err, a.successes
	is404 := api.KindOf(err) == api.NotFound
	isFirst404 := is404 && f.notFound == 0
	if f.waits(now) > 0 && !isFirst404 {
		return a.inWall(f)
	}
	f.at = now
	switch kind := api.KindOf(err); {
	case kind == api.QuotaUsed || kind == api.RateLimited || kind == api.Refused:
		if place.Subpage == 0 { // it is no page's fault, and the budget waits
			f.backoff = firstBackoff
			return err
		}
	case isFirst404:
		f.notFound, f.doubted = 1, a.successes
	case is404:
		f.notFound++
	default:
		f.notFound = 0
	}
	f.tries++
	if is404 && !f.missing && a.isMissing(f) {
		f.missing, f.notFound = true, min(f.notFound, 2)
	}
	if is404 && f.evidence == noEvidence && place.Subpage == 0 {
		a.unknown++
	}
	err = a.inWall(f)
	f.backoff = f.nextBackoff(place, a.successes > f.first)
	return err
}

// nextBackoff returns the backoff after a failure. others: other pages have come since the first.
func (f *failure) nextBackoff(place teletext.Place, others bool) time.Duration {
	kind := api.KindOf(f.err)
	switch {
	case errors.Is(f.err, errOtherPicture):
		return backoff.After(2*f.tries-1, firstPictureBackoff, mostOldPicture)
	case place.Subpage != 0:
		return backoff.After(2*f.tries-1, firstPictureBackoff, mostPictureBackoff)
	case kind == api.NotFound && f.notFound == 1:
		return SecondLook
	case kind == api.NotFound && !f.missing:
		return backoff.After(f.tries, SecondLook, time.Minute)
	case kind == api.NotFound:
		return min(MissingFor<<min(max(f.notFound-2, 0), 10), mostMissing)
	}
	return backoff.After(f.tries, firstBackoff, mostBackoff(isOwn(f.err), others))
}

// wasOld reports whether the last picture of a place was one of what its page said before.
func (a *attempts) wasOld(place teletext.Place) bool {
	f := a.failed[place]
	return f != nil && errors.Is(f.err, errOtherPicture)
}

// reset forgets the failures of a page and of a subpage's picture, since they have changed.
func (a *attempts) reset(page, subpage int) {
	delete(a.failed, teletext.Place{Page: page})
	delete(a.failed, teletext.Place{Page: page, Subpage: subpage})
}

// A Standing is how requests for a page or a picture have ended. The zero value is that of one without a failure.
type Standing struct {
	// Missing: the service has none. It said 404 twice in a row, SecondLook apart, and gave another page meanwhile; or
	// once for one that never came.
	Missing bool
	// Doubted: the service said 404. The known page stays valid until the service gives another page, and then says so
	// again.
	Doubted bool
	// At is when the last request failed, zero where none did. Wait is the backoff that is left; a reader need not
	// wait.
	At   time.Time
	Wait time.Duration
	// Outage: no page has come since it failed.
	Outage bool
}

// Standing returns how requests for a picture, or with subpage 0 for a page's document, have ended.
func (p *Pages) Standing(page, subpage int) Standing {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.standingLocked(teletext.Place{Page: page, Subpage: subpage})
}

func (p *Pages) standingLocked(place teletext.Place) Standing {
	f := p.attempts.failed[place]
	if f == nil {
		return Standing{}
	}
	isWall := f.notFound > 0 && !f.missing && p.attempts.isWall()
	return Standing{
		Missing: f.missing, Doubted: f.isDoubted() && !isWall, At: f.at, Wait: f.waits(p.config.Now()),
		Outage: f.last == p.attempts.successes && (f.notFound == 0 || isWall),
	}
}

// Restore reads from the store when pages came in earlier runs, which are missing, and how often they change.
func (p *Pages) Restore() {
	listings, _ := p.store.Directory() // without it they are learned again
	state, _ := p.store.State(ratesKey)
	odds, _ := p.store.State(oddsKey)
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.rates) == 0 {
		p.rates = readRates(state)
		p.Guesses.restore(odds)
	}
	for _, l := range listings {
		if l.MissingSince.IsZero() {
			p.named[l.Next], p.named[l.Prev] = true, true
		}
		if _, known := p.facts[l.Page]; !known && !l.Fetched.IsZero() {
			p.facts[l.Page] = pageFact{l.Fetched, l.Fetched}
		}
		place := teletext.Place{Page: l.Page}
		if p.attempts.failed[place] == nil && !p.attempts.loaded[l.Page] && !l.MissingSince.IsZero() {
			f := &failure{
				err: &api.Error{Kind: api.NotFound, Op: "an earlier request"}, tries: 2, notFound: 2, missing: true,
				at: l.MissingSince, backoff: MissingFor,
			}
			if !l.Fetched.IsZero() {
				f.evidence = hasCome
			}
			p.attempts.failed[place] = f
		}
	}
}

// backsOff returns the error of a place whose backoff has not ended, nil where it may be asked for. A reader always
// may.
func (p *Pages) backsOff(c budget.Class, place teletext.Place) error {
	if c == budget.User {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if f := p.attempts.failed[place]; f != nil && isOwn(f.err) && f.waits(p.config.Now()) > 0 {
		return f.err
	}
	return nil
}

// recordOutcome records the end of a request, and returns how the place stands after it, and the error: a 404 that says
// nothing about the page is trouble of the service, for which the budget backs off. known: the page came before.
func (p *Pages) recordOutcome(place teletext.Place, err error, known bool) (Standing, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := noEvidence
	switch {
	case known:
		before = hasCome
	case place.Subpage == 0 && p.named[place.Page]:
		before = wasNamed
	}
	err = p.attempts.note(place, err, before, p.config.Now())
	if err != nil && p.attempts.wantsProbe() {
		p.onDoubt()
	}
	switch e := (*api.Error)(nil); {
	case errors.Is(err, api.ErrWall), errors.Is(err, errUnreadable):
		p.budget.Failed(err)
	case api.KindOf(err) == api.QuotaUsed && errors.As(err, &e) && e.Err == nil && p.budget.IsBlocked():
		blocked := *e
		blocked.Err = api.ErrBlocked
		err = &blocked
	}
	return p.standingLocked(place), err
}

// retryIn returns how long after a failure a place may be asked for again, 0 where it makes no sense.
func (p *Pages) retryIn(place teletext.Place, err error) time.Duration {
	if isOwn(err) {
		p.mu.Lock()
		s := p.standingLocked(place)
		p.mu.Unlock()
		return max(time.Second, s.Wait, p.budget.Wait(budget.Kiosk))
	}
	if !api.KindOf(err).Temporary() && api.KindOf(err) != api.Refused {
		return 0
	}
	least := time.Second
	var e *api.Error
	if errors.As(err, &e) {
		least = max(least, e.RetryAfter)
	}
	return max(least, p.budget.Wait(budget.Kiosk))
}
