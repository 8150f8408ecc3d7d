package acquire

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/service"
	"sextant/app/store"
)

const (
	// pictureLag is how long after a change the service's pictures may still show what was before.
	pictureLag = time.Minute
	// cachesHold is how long caches may hold a picture that was made before a change.
	cachesHold = 2 * time.Hour
)

type pictureEntry struct {
	picture *api.Picture
	digest  [32]byte // of the subpage that it shows
	at      time.Time
}

// addPicture adds the picture to an answer: the one that came beside the document if it is of this subpage, a known
// one, or one that it asks for now. One that is older than the page is left out.
func (p *Pages) addPicture(ctx context.Context, w Want, k *known, a *Answer, beside besidePicture) {
	before, class := p.knownPicture(a), w.pictureClass(a)
	switch {
	case beside.subpage == a.Subpage:
		a.Picture, a.PictureErr = beside.picture, beside.err
	case before != nil && !p.PictureIsDue(a.Page, a.Subpage) && (w.Kept || !a.onlyPicture()):
		a.Picture = before
		return
	default:
		if before != nil {
			p.postponePicture(a.Page, a.Subpage)
		}
		ask := ctx
		if p.config.Now().Sub(k.changed) < cachesHold {
			ask = service.NoCache(ctx)
		}
		a.Picture, a.PictureErr = p.askPicture(ask, class, a.Page, a.Subpage, before)
		if before != nil && (a.Picture == nil || a.Picture == before && !before.Doubted) {
			a.Picture, a.PictureErr = before, nil
			return
		}
	}
	if a.Picture != nil && p.isOld(a, k) { // what is in between has held it for longer than the document
		a.Picture, a.PictureErr = p.askPicture(service.NoCache(ctx), class, a.Page, a.Subpage, nil)
		if a.Picture != nil && p.isOld(a, k) {
			err := &api.Error{Kind: api.BadContent, Op: "the picture", Err: errOtherPicture}
			_, a.PictureErr = p.recordOutcome(placeKey{a.Page, a.Subpage}, err, false)
			a.Picture = nil
		}
	}
	if a.Picture == nil {
		return
	}
	isDoubted := a.Picture.Shows == "" && p.config.Now().Sub(k.changed) < pictureLag
	if isDoubted != a.Picture.Doubted {
		same := *a.Picture
		same.Doubted = isDoubted
		a.Picture = &same
	}
	if digest, ok := digestOf(a); ok && !a.Picture.Doubted {
		p.store.SavePicture(store.PictureKey{Page: a.Page, Subpage: a.Subpage, Digest: digest},
			a.Picture.PNG, p.config.Now(), a.Picture.Validators)
	}
}

var errOtherPicture = errors.New("it is not of what the page says")

// isOld reports whether an answer's picture is known to show what the page said before: a relay says so, or it was made
// before the page changed, or it is the one from before.
func (p *Pages) isOld(a *Answer, k *known) bool {
	digest, ok := digestOf(a)
	switch {
	case !ok:
		return false
	case a.Picture.Shows != "":
		return a.Picture.ShowsOther(digest)
	case AgeOf(a.Picture.Validators) > 0 && !k.changed.IsZero():
		made := p.config.Now().Add(-AgeOf(a.Picture.Validators))
		return made.Before(k.changed.Add(-clockSlack))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	e, known := p.pages.Peek(a.Page)
	if !known || p.config.Now().Sub(k.changed) > cachesHold { // the change may be one that no picture shows
		return false
	}
	was, isReplaced := e.replaced[a.Subpage]
	return isReplaced && was == sha256.Sum256(a.Picture.PNG)
}

// postponePicture makes a known picture due again after pictureLag, whatever comes of the request for it.
func (p *Pages) postponePicture(page, subpage int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if pic, ok := p.pictures.Peek(placeKey{page, subpage}); ok {
		pic.at = p.config.Now()
	}
}

// PictureIsDue reports whether the known picture of a subpage came so soon after a change that it may show what was
// before, and is to be asked for again.
func (p *Pages) PictureIsDue(page, subpage int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	pic, ok := p.pictures.Peek(placeKey{page, subpage})
	return ok && pic.picture.Doubted && p.config.Now().Sub(pic.at).Abs() >= pictureLag &&
		p.standingLocked(placeKey{page, subpage}).Wait <= 0
}

// onlyPicture reports whether the document has no content of the subpage, so that only its picture can be shown, and
// only that says whether it has changed.
func (a *Answer) onlyPicture() bool {
	s, _ := a.Document.Subpage(a.Subpage)
	return s == nil || s.Empty()
}

// pictureClass returns the class of a request for an answer's picture. One that can be drawn is not urgent.
func (w Want) pictureClass(a *Answer) budget.Class {
	if w.Class == budget.User || w.Class == budget.Intent || a.onlyPicture() {
		return w.Class
	}
	return max(w.Class, budget.Pictures)
}

func (p *Pages) askPicture(ctx context.Context, c budget.Class,
	page, subpage int, before *api.Picture,
) (*api.Picture, error) {
	if err := p.backsOff(c, placeKey{page, subpage}); err != nil {
		return nil, err
	}
	if c == budget.User && p.budget.IsBlocked() { // the document is worth a request that makes the block longer
		return nil, &api.Error{Kind: api.QuotaUsed, Op: "the picture", Err: api.ErrBlocked}
	}
	return p.images.do(ctx, c, requestFor(ctx, p.images, placeKey{page, subpage}),
		func(ctx context.Context) (*api.Picture, error) {
			var served api.Validators
			if before != nil {
				served = before.Validators
			}
			picture, err := p.source.Picture(ctx, page, subpage, served)
			_, err = p.recordOutcome(placeKey{page, subpage}, err, false)
			if err == nil && picture.Unchanged {
				return before, nil
			}
			return picture, err
		})
}
