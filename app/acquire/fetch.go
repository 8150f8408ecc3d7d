package acquire

import (
	"context"
	"errors"
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
	if w.Reload && w.Class == budget.User || p.Freshness(w.Page) == Outdated { // a cache between may be stale
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
		p.addPicture(ctx, w, &found, beside)
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
			beside.subpage, before = here.Subpage, p.knownPicture(&here)
		}
		var both sync.WaitGroup
		both.Go(func() {
			beside.picture, beside.err = p.askPicture(ctx, w.Class, w.Page, beside.subpage, before)
		})
		k, err = p.askDocument(ctx, w.Class, w.Page, k)
		both.Wait()
	case k == nil || w.Reload || !w.Kept && !p.isFresh(k):
		k, err = p.askDocument(ctx, w.Class, w.Page, k)
	}
	if k == nil && w.Picture && w.Class == budget.Kiosk && !backsOff && isOwn(err) { // better than nothing
		beside.subpage = max(1, w.Subpage)
		beside.picture, beside.err = p.askPicture(ctx, w.Class, w.Page, beside.subpage, nil)
	}
	return k, beside, err
}

// addPicture adds the picture to an answer: the one that came beside the document if it is of this subpage, a known
// one, or one that it asks for now.
func (p *Pages) addPicture(ctx context.Context, w Want, a *Answer, beside besidePicture) {
	if beside.subpage == a.Subpage {
		a.Picture, a.PictureErr = beside.picture, beside.err
	} else if a.Picture = p.knownPicture(a); a.Picture == nil {
		a.Picture, a.PictureErr = p.askPicture(ctx, w.pictureClass(a), a.Page, a.Subpage, nil)
	} else {
		if !w.Kept && a.onlyPicture() { // its document does not show whether the picture has changed
			p.renewPicture(ctx, w, a)
		}
		return
	}
	digest, ok := digestOf(a)
	if ok && a.Picture.ShowsOther(digest) { // what stands between has kept it for longer than the document
		ctx = service.NoCache(ctx)
		if a.Picture, a.PictureErr = p.askPicture(ctx, w.pictureClass(a),
			a.Page, a.Subpage, nil); a.Picture.ShowsOther(digest) {
			a.Picture, a.PictureErr = nil, &api.Error{Kind: api.BadContent, Op: "the picture", Err: errOtherPicture}
		}
	}
	if ok && a.Picture != nil && !a.Picture.Private {
		p.store.SavePicture(store.PictureKey{Page: a.Page, Subpage: a.Subpage, Digest: digest},
			a.Picture.PNG, p.config.Now(), a.Picture.Validators)
	}
}

// renewPicture asks whether the known picture of an answer is current. It stays where that fails.
func (p *Pages) renewPicture(ctx context.Context, w Want, a *Answer) {
	picture, err := p.askPicture(ctx, w.pictureClass(a), a.Page, a.Subpage, a.Picture)
	digest, ok := digestOf(a)
	if err != nil || picture == a.Picture || !ok {
		return
	}
	if a.Picture = picture; !picture.Private {
		p.store.SavePicture(store.PictureKey{Page: a.Page, Subpage: a.Subpage, Digest: digest},
			picture.PNG, p.config.Now(), picture.Validators)
	}
}

// onlyPicture reports whether the document has no content of the subpage, so that only its picture can be shown.
func (a *Answer) onlyPicture() bool {
	s, _ := a.Document.Subpage(a.Subpage)
	return s == nil || s.Empty()
}

var errOtherPicture = errors.New("it is not of what the page says")

// pictureClass returns the class of a request for an answer's picture. One that can be drawn is not urgent.
func (w Want) pictureClass(a *Answer) budget.Class {
	if w.Class == budget.User || w.Class == budget.Intent || a.onlyPicture() {
		return w.Class
	}
	return max(w.Class, budget.Pictures)
}

// requestFor returns the key of the request for a place. One with no-cache that is under way is shared by all.
func requestFor[V any](ctx context.Context, f *group[requestKey, V], place placeKey) requestKey {
	uncached := requestKey{place, true}
	if service.IsNoCache(ctx) || f.isRunning(uncached) {
		return uncached
	}
	return requestKey{place, false}
}

func (p *Pages) askPicture(ctx context.Context, c budget.Class,
	page, subpage int, before *api.Picture,
) (*api.Picture, error) {
	if err := p.backsOff(c, placeKey{page, subpage}); err != nil {
		return nil, err
	}
	return p.images.do(ctx, c, requestFor(ctx, p.images, placeKey{page, subpage}),
		func(ctx context.Context) (*api.Picture, error) {
			var served api.Validators
			if before != nil {
				served = before.Validators
			}
			picture, err := p.source.Picture(ctx, page, subpage, served)
			p.recordOutcome(placeKey{page, subpage}, err, false)
			if err == nil && picture.Unchanged {
				return before, nil
			}
			return picture, err
		})
}

// askDocument asks for a page's document, and stores it.
func (p *Pages) askDocument(ctx context.Context, c budget.Class, page int, before *known) (*known, error) {
	if err := p.backsOff(c, placeKey{page, 0}); err != nil {
		return nil, err
	}
	return p.documents.do(ctx, c, requestFor(ctx, p.documents, placeKey{page, 0}),
		func(ctx context.Context) (*known, error) {
			var served api.Validators
			if before != nil {
				served = before.validators
			}
			seq := p.seq()
			p.Guesses.asked(page, c)
			doc, err := p.source.Page(ctx, page, p.config.Format, served)
			wasMissing := p.Standing(page, 0).Missing
			standing := p.recordOutcome(placeKey{page, 0}, err, before != nil)
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
			p.saveDocument(k, doc)
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
	return &known{doc.Page, doc.Page.Digest(), doc.Validators, now}
}

// saveDocument stores an answer, after which a page is known.
func (p *Pages) saveDocument(k *known, doc *api.Document) {
	switch {
	case doc.Unchanged:
		p.store.Confirm(k.document.Number, k.digest, k.asked, doc.Validators)
	case !doc.Private:
		p.store.SavePage(doc.Page, doc.Raw, string(doc.Format), k.asked, doc.Validators)
	}
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
