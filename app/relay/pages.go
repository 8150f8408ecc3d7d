package relay

import (
	"context"
	"net/http"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/teletext"
)

// monitor tells clients where they hear of changes (RFC 5989), from a document's address.
var monitor = []string{`<../../relay/changes>; rel="monitor-group"`}

// again is how old a page must be at least for a reader who wants the service to be asked.
const again = 5 * time.Second

// Document answers for a page document.
func (a *asker) Document(q *http.Request, page int, format string) (api.Answer, error) {
	r, now := a.relay, a.relay.parts.Now()
	d, err := a.document(q, page, now)
	if err != nil {
		r.figures.lacked("document")
		return api.Answer{}, err
	}
	isNew := format != d.format && d.other.size.Load() == 0
	body, err := d.body(format)
	if isNew {
		r.pages.makeRoom(documentsMost)
	}
	if err != nil {
		r.figures.lacked("document")
		return api.Answer{}, err
	}
	f := r.freshness(d)
	r.figures.answered("document", f)
	return api.Answer{Body: body, Freshness: f, Headers: d.headers}, nil
}

// document finds what is known of a page, and asks the service where that does not do.
func (a *asker) document(q *http.Request, page int, now time.Time) (*document, error) {
	if !teletext.ValidPage(page) {
		return nil, api.ErrNone
	}
	r, class := a.relay, a.class(q)
	if class <= budget.Refresh {
		a.client.wants(page, now)
	}
	if class == budget.User {
		a.client.reads.Store(now.Unix())
	}
	d := r.pages.get(page)
	standing := r.parts.Pages.Standing(page, 0)
	switch {
	case standing.Missing && standing.Wait > 0:
		return nil, api.ErrNone
	case api.OnlyIfCached(q.Header):
		if standing.Missing || d == nil {
			return nil, notKnown
		}
		return d, nil
	case standing.Missing || d == nil:
		return a.bring(q.Context(), page, class, now)
	}
	age, isKnown := ageOf(d.confirmed, now)
	isOld := !r.isFollowed(page) && (!isKnown || age >= r.parts.Freshness)
	if class == budget.User && (isOld || age >= again && api.AsksAnew(q.Header)) {
		return a.renew(q.Context(), page, d, now)
	}
	return d, nil
}

// bring asks for a page of which nothing is known, or that was missing when it was last asked for.
func (a *asker) bring(ctx context.Context, page int, class budget.Class, now time.Time) (*document, error) {
	r := a.relay
	s := r.pages.slot(page)
	first := s.asking.Add(1) == 1
	defer s.asking.Add(-1)
	retry := time.Minute
	if wait := r.parts.Budget.Wait(class); wait > budgetWaits {
		retry = wait
	} else if wait := r.parts.Pages.Standing(page, 0).Wait; class != budget.User && wait > 0 {
		retry = wait
	} else if !first || a.spend(now) {
		ctx, cancel := context.WithTimeout(ctx, newWaits)
		defer cancel()
		retry = r.parts.Pages.Fetch(ctx, acquire.Want{Page: page, Class: class, Reload: true}).Retry
	}
	return r.outcome(page, retry)
}

// outcome gives what is known of a page after it was asked for.
func (r *Relay) outcome(page int, retry time.Duration) (*document, error) {
	if r.parts.Pages.Standing(page, 0).Missing {
		return nil, api.ErrNone
	}
	if d := r.pages.get(page); d != nil {
		return d, nil
	}
	return nil, unavailable(retry)
}

// renew asks for a newer page than the known one, and gives that after a while all the same.
func (a *asker) renew(ctx context.Context, page int, known *document, now time.Time) (*document, error) {
	r := a.relay
	s := r.pages.slot(page)
	if r.parts.Pages.Standing(page, 0).Wait > 0 || r.parts.Budget.Wait(budget.User) > readerWaits {
		return known, nil
	}
	if s.asking.Add(1) == 1 && !a.spend(now) {
		s.asking.Add(-1)
		return known, nil
	}
	came := make(chan struct{})
	if !r.inBackground(func() {
		defer close(came)
		defer s.asking.Add(-1)
		ctx, cancel := context.WithTimeout(r.life, askWaits)
		defer cancel()
		r.parts.Pages.Fetch(ctx, acquire.Want{Page: page, Class: budget.User, Reload: true})
	}) {
		s.asking.Add(-1)
		return known, nil
	}
	patience := time.NewTimer(readerWaits)
	defer patience.Stop()
	select {
	case <-came:
	case <-patience.C:
	case <-ctx.Done():
	}
	return r.outcome(page, 0)
}

// Bounds of what is told of freshness.
const (
	mostLifetime = 2 * time.Hour
	// followedAge is how long it takes at most until it is noticed that nobody tells of changes any more.
	followedAge = 45 * time.Second
	// usable is how long a page may be shown while the service cannot be asked.
	usable = 24 * time.Hour
)

// freshness tells how old a document is, and until when nobody need ask again: as long as it is likely to be the same here.
func (r *Relay) freshness(d *document) api.Freshness {
	age, _ := ageOf(d.confirmed, r.parts.Now())
	lifetime := r.upkeep.interval(d.number)
	if r.isFollowed(d.number) {
		age = min(age, followedAge)
	}
	return api.Freshness{Age: age, Lifetime: lifetime, Stale: lifetime, Broken: usable}
}

// ageOf is how long ago something was confirmed. It is not known where that is to come, because the clock was set back: then it is
// the most that it can be if the clock was set by an hour, or by more.
func ageOf(confirmed, now time.Time) (age time.Duration, isKnown bool) {
	const slack = 2 * time.Second
	age = now.Sub(confirmed)
	if age < -slack {
		return max(time.Hour, -age), false
	}
	return max(0, age), true
}

// withoutKey is a document without the service's key, which it may give back.
func (r *Relay) withoutKey(raw []byte, format string) []byte {
	if format == string(api.JSON) {
		return rewrite(raw, r.parts.Client.WithoutKey)
	}
	return []byte(r.parts.Client.WithoutKey(string(raw)))
}
