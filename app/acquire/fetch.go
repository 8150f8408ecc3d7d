package acquire

import (
	"context"
	"net/http"
	"sync"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/service"
	"sextant/app/store"
	"sextant/app/teletext"
)

// Fetch answers with what the service has now: it asks for the document unless the known one is fresh, and for a wanted
// picture unless that of the same content is known. For a page that the user waits for, and that is not known or
// reloaded, it asks for both at once; subpage 0 is then number 1, and if the document has another first one, it asks
// for that too.
func (p *Pages) Fetch(ctx context.Context, w Want) Answer {
	if w.isForced() || p.Freshness(w.Page) == Outdated { // a cache between may be stale
		ctx = service.NoCache(ctx)
	}
	a := p.fetch(ctx, w)
	switch {
	case a.DocumentErr != nil:
		a.Retry = p.retryIn(placeKey{a.Page, 0}, a.DocumentErr)
		a.Missing = p.Standing(a.Page, 0).Missing
	case a.PictureErr != nil:
		a.Retry = p.retryIn(placeKey{a.Page, a.Subpage}, a.PictureErr)
	}
	return a
}

// isForced reports whether a reader has asked to reload a page: then nothing that is known or cached counts.
func (w Want) isForced() bool { return w.Reload && w.Class == budget.User }

func (p *Pages) fetch(ctx context.Context, w Want) Answer {
	k, beside, err := p.fetchBoth(ctx, w)
	if k == nil || err != nil {
		return Answer{
			Page: w.Page, Subpage: max(beside.subpage, w.Subpage), DocumentErr: err,
			Picture: beside.picture, PictureErr: beside.err,
		}
	}
	found := k.answerFor(w)
	if s, _ := k.document.Subpage(found.Subpage); s == nil {
		found.Subpage = firstIfZero(k.document, 0)
	}
	if w.Picture && len(k.document.Subpages) > 0 {
		p.addPicture(ctx, w, k, &found, beside)
	}
	p.remember(w.Class, k, &found)
	return found
}

// A besidePicture is the result of asking for a picture at the same time as the document.
type besidePicture struct {
	subpage int // of the picture, 0 if none was asked for
	picture *api.Picture
	err     error
}

// fetchBoth returns the known page, nil for none, after asking for the document and the picture beside it where that is
// needed. The error is that of the document.
func (p *Pages) fetchBoth(ctx context.Context, w Want) (k *known, beside besidePicture, err error) {
	k = p.knownPage(w.Page)
	backsOff := p.backsOff(w.Class, placeKey{w.Page, 0}) != nil
	switch {
	case w.Picture && w.Class == budget.User &&
		(k == nil || w.Reload && len(k.document.Subpages) > 0) && p.budget.Several():
		var before *api.Picture
		beside.subpage = max(1, w.Subpage)
		if k != nil {
			here := k.answerFor(w)
			if beside.subpage = here.Subpage; !w.isForced() {
				before = p.knownPicture(&here)
			}
		}
		var both sync.WaitGroup
		both.Go(func() {
			beside.picture, beside.err = p.askPicture(ctx, w.Class, w.Page, beside.subpage, before, nil)
		})
		k, err = p.askDocument(ctx, w, k)
		both.Wait()
	case k == nil || w.Reload || !w.Kept && !p.isFresh(k):
		k, err = p.askDocument(ctx, w, k)
	}
	if k == nil && w.Picture && w.Class == budget.Kiosk && !backsOff && isOwn(err) { // better than nothing
		beside.subpage = max(1, w.Subpage)
		beside.picture, beside.err = p.askPicture(ctx, w.Class, w.Page, beside.subpage, nil, nil)
	}
	return k, beside, err
}

// requestFor returns the key of the request for a place. One with no-cache that is under way is shared by all.
func requestFor[V any](ctx context.Context, f *group[requestKey, V], place placeKey) requestKey {
	uncached := requestKey{place, true}
	if service.IsNoCache(ctx) || f.isRunning(uncached) {
		return uncached
	}
	return requestKey{place, false}
}

// askDocument asks for a page's document, and stores it.
func (p *Pages) askDocument(ctx context.Context, w Want, before *known) (*known, error) {
	c, page := w.Class, w.Page
	if err := p.backsOff(c, placeKey{page, 0}); err != nil {
		return nil, err
	}
	return p.documents.do(ctx, c, requestFor(ctx, p.documents, placeKey{page, 0}),
		func(ctx context.Context) (*known, error) {
			var served api.Validators
			p.mu.Lock()
			isBelieved := before != nil && !w.isForced() && !p.conditions.mayBeStuck(before, p.config.Now())
			p.mu.Unlock()
			if isBelieved {
				served = before.validators
			}
			seq := p.seq()
			p.Guesses.asked(page, c)
			doc, err := p.source.Page(ctx, page, p.config.Format, served)
			wasMissing := p.Standing(page, 0).Missing
			standing, err := p.recordOutcome(placeKey{page, 0}, err, before != nil)
			if err != nil {
				p.Guesses.failed(page)
				p.config.OnAnswer(page, nil, err, standing)
				if standing.Missing && api.KindOf(err) == api.NotFound {
					p.store.MarkMissing(page, p.config.Now())
				}
				return nil, err
			}
			k := newKnown(before, doc, p.config.Now())
			p.learn(page, before, k)
			p.remember(c, k, &Answer{Page: page}) // before the request ends, and before callbacks
			p.config.OnAnswer(page, doc, nil, standing)
			saveDocument(p.store, k, doc)
			p.confirm(k, seq)
			if before == nil || before.digest != k.digest || wasMissing {
				p.notifyChanged(before, k)
			}
			if doc.Monitor != "" {
				p.config.OnMonitor(doc.Monitor)
			}
			return k, nil
		})
}

// newKnown returns the known page after an answer that came at a time.
func newKnown(before *known, doc *api.Document, now time.Time) *known {
	if doc.Unchanged {
		same := *before
		same.asked, same.validators = now, renewed(before.validators, doc.Validators)
		return &same
	}
	k := &known{document: doc.Page, digest: doc.Page.Digest(), validators: doc.Validators, asked: now, full: now}
	switch {
	case before == nil: // and the service's own time is in the validators
	case before.digest == k.digest:
		k.changed = before.changed
	default:
		k.changed = k.fetched()
	}
	return k
}

// modified returns the Last-Modified of an answer that came at a time, the zero time where it makes no sense.
func modified(v api.Validators, now time.Time) time.Time {
	t, err := http.ParseTime(v.LastModified)
	if err != nil || t.After(now) {
		return time.Time{}
	}
	return t
}

// saveDocument stores an answer, after which a page is known.
func saveDocument(kept *store.Store, k *known, doc *api.Document) {
	if doc.Unchanged {
		kept.Confirm(k.document.Number, k.digest, k.asked, doc.Validators)
		return
	}
	kept.SavePage(doc.Page, doc.Raw, string(doc.Format), k.asked, doc.Validators)
}

// notifyChanged calls OnChanged for a page whose content has changed, or that is there again.
func (p *Pages) notifyChanged(before, k *known) {
	var old *teletext.Page
	if before != nil {
		old = before.document
	}
	p.config.OnChanged(Change{Old: old, New: k.document, Digest: k.digest, Fetched: k.fetched(), Asked: k.asked})
}

func cancelled(ctx context.Context) error {
	return &api.Error{Kind: api.Cancelled, Op: "waiting for an answer", Err: ctx.Err()}
}
