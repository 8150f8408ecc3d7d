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
		a.Retry = p.retryIn(teletext.Place{Page: a.Page}, a.DocumentErr)
		a.Missing = p.Standing(a.Page, 0).Missing
	case a.PictureErr != nil:
		a.Retry = p.retryIn(a.Place(), a.PictureErr)
	}
	return a
}

// isForced reports whether a reader has asked to reload a page: then nothing that is known or cached counts.
func (w Want) isForced() bool { return w.Reload && w.Class == budget.User }

func (p *Pages) fetch(ctx context.Context, w Want) Answer {
	k, beside, err := p.fetchBoth(ctx, w)
	if k == nil || err != nil {
		return Answer{
			State: State{Page: w.Page}, Subpage: max(beside.subpage, w.Subpage), DocumentErr: err,
			Picture: beside.picture, PictureErr: beside.err,
		}
	}
	found := k.answerFor(w)
	if s, _ := k.Document.Subpage(found.Subpage); s == nil {
		found.Subpage = firstIfZero(k.Document, 0)
	}
	if w.Picture && len(k.Document.Subpages) > 0 {
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
func (p *Pages) fetchBoth(ctx context.Context, w Want) (k *State, beside besidePicture, err error) {
	k = p.knownPage(w.Page)
	backsOff := p.backsOff(w.Class, teletext.Place{Page: w.Page}) != nil
	switch {
	case w.Picture && w.Class == budget.User &&
		(k == nil || w.Reload && len(k.Document.Subpages) > 0) && p.budget.Several():
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
func requestFor[V any](ctx context.Context, f *group[requestKey, V], place teletext.Place) requestKey {
	uncached := requestKey{place, true}
	if service.IsNoCache(ctx) || f.isRunning(uncached) {
		return uncached
	}
	return requestKey{place, false}
}

// askDocument asks for a page's document, and stores it.
func (p *Pages) askDocument(ctx context.Context, w Want, before *State) (*State, error) {
	c, page := w.Class, w.Page
	if err := p.backsOff(c, teletext.Place{Page: page}); err != nil {
		return nil, err
	}
	return p.documents.do(ctx, c, requestFor(ctx, p.documents, teletext.Place{Page: page}),
		func(ctx context.Context) (*State, error) {
			var served api.Validators
			p.mu.Lock()
			isBelieved := before != nil && !w.isForced() && !p.conditions.mayBeStuck(before, p.config.Now())
			p.mu.Unlock()
			if isBelieved {
				served = before.Validators
			}
			seq := p.seq()
			p.Guesses.asked(page, c)
			doc, err := p.source.Page(ctx, page, p.config.Format, served)
			wasMissing := p.Standing(page, 0).Missing
			standing, err := p.recordOutcome(teletext.Place{Page: page}, err, before != nil)
			if err != nil {
				p.Guesses.failed(page)
				p.config.OnAnswer(page, nil, err, standing)
				if standing.Missing && api.KindOf(err) == api.NotFound {
					p.store.MarkMissing(page, p.config.Now())
				}
				return nil, err
			}
			k := newState(page, before, doc, p.config.Now())
			p.learn(page, before, k)
			p.config.OnAnswer(page, doc, nil, standing)         // while the store has what was before
			saveDocument(p.store, k, doc)                       // before anybody can save a picture of it
			p.remember(c, k, &Answer{State: State{Page: page}}) // before the request ends
			p.confirm(k, seq)
			if before == nil || before.Digest != k.Digest || wasMissing {
				p.config.OnChanged(changeFrom(before, k))
			}
			if doc.Monitor != "" {
				p.config.OnMonitor(doc.Monitor)
			}
			return k, nil
		})
}

// newState returns the state of a page after an answer, which was received at a time.
func newState(page int, before *State, doc *api.Document, now time.Time) *State {
	if doc.Unchanged {
		same := *before
		same.Validators = renewed(before.Validators, doc.Validators)
		same.askedAt(now)
		return &same
	}
	k := &State{
		Page: page, Document: doc.Page, Digest: doc.Page.Digest(), Validators: doc.Validators, full: now,
	}
	k.askedAt(now)
	switch {
	case before == nil: // and the service's own time is in the validators
	case before.Digest == k.Digest:
		k.changed = before.changed
	default:
		k.changed = k.Fetched
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
func saveDocument(kept *store.Store, k *State, doc *api.Document) {
	if doc.Unchanged {
		kept.Confirm(k.Document.Number, k.Digest, k.Asked, doc.Validators)
		return
	}
	kept.SavePage(doc.Page, doc.Raw, string(doc.Format), k.Asked, doc.Validators)
}

// changeFrom returns the change from a state, which may be nil, to another one.
func changeFrom(before, k *State) Change {
	c := Change{State: *k}
	if before != nil {
		c.Old = before.Document
	}
	return c
}

func cancelled(ctx context.Context) error {
	return &api.Error{Kind: api.Cancelled, Op: "waiting for an answer", Err: ctx.Err()}
}
