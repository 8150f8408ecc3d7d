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

// monitor is the link to the stream of changes (RFC 5989), relative to a document's address.
var monitor = []string{`<../../relay/changes>; rel="monitor-group"`}

// noCacheAge is the age below which even a request with no-cache is answered from the cache.
const noCacheAge = 5 * time.Second

// documents serves page documents.
type documents struct {
	pageCache
	asking    requests[int] // by page
	pages     *acquire.Pages
	budget    *budget.Budget
	freshness time.Duration // maximum age of a page for a reader
	interval  func(page int) time.Duration
	confirmed func(page int, before time.Duration)
	feed      *feed
	figures   *figures
	now       func() time.Time
}

func (ds *documents) answer(by *caller, q *http.Request, page int, format string) (api.Answer, error) {
	d, err := ds.findDocument(by, q, page, ds.now())
	if err != nil {
		ds.figures.lacked("document")
		return api.Answer{}, err
	}
	isNew := format != d.format && d.other.size.Load() == 0
	body, err := d.bodyIn(format)
	if isNew {
		ds.makeRoom(documentsMost)
	}
	if err != nil {
		ds.figures.lacked("document")
		return api.Answer{}, err
	}
	f := ds.freshnessOf(d)
	ds.figures.countAnswer("document", f)
	return api.Answer{Body: body, Freshness: f, Headers: d.headers}, nil
}

// findDocument returns a page from the cache, or asks the service where it is stale or not cached.
func (ds *documents) findDocument(by *caller, q *http.Request, page int, now time.Time) (*document, error) {
	if !teletext.ValidPage(page) {
		return nil, api.ErrNone
	}
	class := by.class(q)
	if class <= budget.Refresh {
		by.client.wants(page, now)
	}
	if class == budget.User {
		by.client.reads.Store(now.Unix())
	}
	d := ds.get(page)
	standing := ds.pages.Standing(page, 0)
	switch {
	case standing.Missing && standing.Wait > 0:
		return nil, api.ErrNone
	case api.OnlyIfCached(q.Header):
		if standing.Missing || d == nil {
			return nil, notKnown
		}
		return d, nil
	case standing.Missing || d == nil:
		return ds.bring(q.Context(), by, page, class, now)
	}
	age, isKnown := ageOf(d.confirmed, now)
	isOld := !ds.isFollowed(page) && (!isKnown || age >= ds.freshness)
	if class == budget.User && (isOld || age >= noCacheAge && api.AsksNoCache(q.Header)) {
		return ds.renew(q.Context(), by, page, d, now)
	}
	return d, nil
}

// bring asks for a page that is not cached, or that was missing at the last request.
func (ds *documents) bring(ctx context.Context, by *caller, page int,
	class budget.Class, now time.Time,
) (*document, error) {
	retry := time.Minute
	if wait := waitFor(ds.budget, class); wait > budgetWaits {
		retry = wait
	} else if wait := ds.pages.Standing(page, 0).Wait; class != budget.User && wait > 0 {
		retry = wait
	} else if r := ds.request(by, page, class, now); r != nil {
		retry = r.wait(ctx, newWaits)
	}
	return ds.outcome(page, retry)
}

// waitFor returns how long a client's request has to wait. While the service blocks the key, which each request would
// make longer, the clients' readers wait as everybody does: there is always one who presses a key.
func waitFor(b *budget.Budget, class budget.Class) time.Duration {
	if class == budget.User && b.IsBlocked() {
		class = budget.Kiosk
	}
	return b.Wait(class)
}

// request asks for a page, or joins the request for it that is under way. It returns nil where the client's share is
// used up.
func (ds *documents) request(by *caller, page int, class budget.Class, now time.Time) *request {
	return ds.asking.join(page, class, func() bool { return by.spend(now) }, func(ctx context.Context) time.Duration {
		return ds.pages.Fetch(ctx, acquire.Want{Page: page, Class: class, Reload: true}).Retry
	})
}

// outcome returns what the cache has of a page after a request for it.
func (ds *documents) outcome(page int, retry time.Duration) (*document, error) {
	if ds.pages.Standing(page, 0).Missing {
		return nil, api.ErrNone
	}
	if d := ds.get(page); d != nil {
		return d, nil
	}
	return nil, unavailable(retry)
}

// renew asks for a newer page, and returns the known one where that takes longer than readerWaits.
func (ds *documents) renew(ctx context.Context, by *caller,
	page int, known *document, now time.Time,
) (*document, error) {
	if ds.pages.Standing(page, 0).Wait > 0 || waitFor(ds.budget, budget.User) > readerWaits {
		return known, nil
	}
	r := ds.request(by, page, budget.User, now)
	if r == nil {
		return known, nil
	}
	r.wait(ctx, readerWaits)
	return ds.outcome(page, 0)
}

// Bounds of the freshness that clients get.
const (
	mostLifetime = 2 * time.Hour
	// followedAge is how long it takes at most to notice that the stream of notices has broken.
	followedAge = 45 * time.Second
	// usable is for how long clients may show a page while the service cannot be asked.
	usable = 24 * time.Hour
)

// freshnessOf returns the age of a document, and its lifetime: the interval at which it is asked for.
func (ds *documents) freshnessOf(d *document) api.Freshness {
	age, _ := ageOf(d.confirmed, ds.now())
	lifetime := ds.interval(d.number)
	if ds.isFollowed(d.number) {
		age = min(age, followedAge)
	}
	return api.Freshness{Age: age, Lifetime: lifetime, Stale: lifetime, Broken: usable}
}

// ageOf returns how long ago something was confirmed. It is not known where that is in the future, since the clock was
// set back: then age is an upper bound for a clock that was set by an hour, or by what confirmed is ahead.
func ageOf(confirmed, now time.Time) (age time.Duration, isKnown bool) {
	const slack = 2 * time.Second
	age = now.Sub(confirmed)
	if age < -slack {
		return max(time.Hour, -age), false
	}
	return max(0, age), true
}

// isFollowed reports whether the service notifies of changes of a page.
func (ds *documents) isFollowed(page int) bool { return ds.pages.Freshness(page) == acquire.Followed }
