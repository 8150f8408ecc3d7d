package acquire

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/service"
	"sextant/app/store"
	"sextant/app/teletext"
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

// A pictureMemory has the pictures of subpages in memory. It is guarded by the lock of Pages.
type pictureMemory struct {
	*simplelru.LRU[teletext.Place, *pictureEntry]
}

// postpone makes a picture due again after pictureLag, whatever comes of the request for it.
func (m pictureMemory) postpone(place teletext.Place, now time.Time) {
	if pic, ok := m.Peek(place); ok {
		pic.at = now
	}
}

// dropOf forgets pictures of a page.
func (m pictureMemory) dropOf(page int, which func(subpage int, pic *pictureEntry) bool) {
	for _, place := range m.Keys() {
		if pic, _ := m.Peek(place); place.Page == page && which(place.Subpage, pic) {
			m.Remove(place)
		}
	}
}

// addPicture adds the picture to an answer: the one that came beside the document if it is of this subpage, a known
// one, or one that it asks for now. One that is older than the page is left out.
func (p *Pages) addPicture(ctx context.Context, w Want, k *State, a *Answer, beside besidePicture) {
	before, class := p.knownPicture(a), w.pictureClass(a)
	isOld := func(picture *api.Picture) bool { return p.isOld(picture, a, k) }
	switch {
	case beside.subpage == a.Subpage:
		a.Picture, a.PictureErr = beside.picture, beside.err
	case before != nil && !p.PictureIsDue(a.Page, a.Subpage) && (w.Kept || !a.onlyPicture()):
		a.Picture = before
		return
	default:
		if before != nil {
			p.mu.Lock()
			p.pictures.postpone(a.Place(), p.config.Now())
			p.mu.Unlock()
		}
		check := isOld
		if p.config.Now().Sub(k.changed) < cachesHold {
			ctx = service.NoCache(ctx)
		} else {
			check = nil // it is asked for once more
		}
		a.Picture, a.PictureErr = p.askPicture(ctx, class, a.Page, a.Subpage, before, check)
		if before != nil && (a.Picture == nil || a.Picture == before && !before.Doubted) {
			a.Picture, a.PictureErr = before, nil
			return
		}
	}
	if a.Picture != nil && isOld(a.Picture) { // what is in between has held it for longer than the document
		a.Picture, a.PictureErr = p.askPicture(service.NoCache(ctx), class, a.Page, a.Subpage, nil, isOld)
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
		p.store.SavePicture(store.PictureKey{Place: a.Place(), Digest: digest},
			a.Picture.PNG, p.config.Now(), a.Picture.Validators)
	}
}

var errOtherPicture = errors.New("it is not of what the page says")

// isOld reports whether a picture is known to show what an answer's page said before: a relay says so, or it was made
// before the page changed, or it is the one from before.
func (p *Pages) isOld(picture *api.Picture, a *Answer, k *State) bool {
	digest, ok := digestOf(a)
	age := AgeOf(picture.Validators)
	switch {
	case !ok:
		return false
	case picture.Shows != "":
		return picture.ShowsOther(digest)
	case age > 0 && p.config.Now().Add(-age).Before(k.changed.Add(-clockSlack)):
		return true
	case age > 0: // both by the service's clock
		sent, err := http.ParseTime(picture.Validators.Date)
		changed := modified(k.Validators, p.config.Now())
		return err == nil && sent.Add(-age).Before(changed.Add(-clockSlack))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	e, known := p.pages.Peek(a.Page)
	if !known || p.config.Now().Sub(k.changed) > cachesHold { // the change may be one that no picture shows
		return false
	}
	was, isReplaced := e.replaced[a.Subpage]
	return isReplaced && was == sha256.Sum256(picture.PNG)
}

// PictureIsDue reports whether the known picture of a subpage came so soon after a change that it may show what was
// before, and is to be asked for again.
func (p *Pages) PictureIsDue(page, subpage int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	pic, ok := p.pictures.Peek(teletext.Place{Page: page, Subpage: subpage})
	return ok && pic.picture.Doubted && p.config.Now().Sub(pic.at).Abs() >= pictureLag &&
		p.standingLocked(teletext.Place{Page: page, Subpage: subpage}).Wait <= 0
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

// askPicture asks for a picture. before is the known one, nil for none. One that isOld, which may be nil, is an error,
// and the next request for it has an address that no cache can have.
func (p *Pages) askPicture(ctx context.Context, c budget.Class,
	page, subpage int, before *api.Picture, isOld func(*api.Picture) bool,
) (*api.Picture, error) {
	place := teletext.Place{Page: page, Subpage: subpage}
	if err := p.backsOff(c, place); err != nil {
		return nil, err
	}
	if c == budget.User && p.budget.IsBlocked() { // the document is worth a request
		return nil, &api.Error{Kind: p.budget.Usage().Why, Op: "the picture", Err: api.ErrBlocked}
	}
	return p.images.do(ctx, c, requestFor(ctx, p.images, place), func(ctx context.Context) (*api.Picture, error) {
		var served api.Validators
		if before != nil && !before.Doubted { // of a doubted one a 304 might concern what was before
			served = before.Validators
		}
		p.mu.Lock()
		wasOld := p.attempts.wasOld(place)
		p.mu.Unlock()
		if wasOld {
			ctx = service.PastCaches(ctx, strconv.FormatInt(p.config.Now().Unix(), 36))
		}
		picture, err := p.source.Picture(ctx, page, subpage, served)
		if err == nil && picture.Unchanged {
			picture = before
		}
		if err == nil && isOld != nil && isOld(picture) {
			err = &api.Error{Kind: api.BadContent, Op: "the picture", Err: errOtherPicture}
		}
		if _, err = p.recordOutcome(place, err, false); err != nil {
			return nil, err
		}
		return picture, nil
	})
}

// looksLike reports whether a subpage looks as it did in an older document: what changed is invisible, such as a row
// below double height, and the picture stays the same.
func looksLike(s *teletext.Subpage, older *teletext.Page, subpage int) bool {
	if s == nil || older == nil {
		return false
	}
	was, _ := older.Subpage(subpage)
	return was != nil && len(s.Grid().Differences(was.Grid())) == 0
}

// replace records the picture that a subpage had before it changed.
func (e *entry) replace(subpage int, picture *api.Picture) {
	if e.replaced == nil {
		e.replaced = map[int][32]byte{}
	}
	e.replaced[subpage] = sha256.Sum256(picture.PNG)
}

// knownPicture returns the picture of an answer's subpage, by its content, from memory or the store.
func (p *Pages) knownPicture(a *Answer) *api.Picture {
	digest, ok := digestOf(a)
	if !ok {
		return nil
	}
	p.mu.Lock()
	if pic, ok := p.pictures.Peek(a.Place()); ok && pic.digest == digest {
		defer p.mu.Unlock()
		return pic.picture
	}
	p.mu.Unlock()
	data, _, served, err := p.store.Picture(store.PictureKey{Place: a.Place(), Digest: digest})
	if err != nil || data == nil {
		return nil
	}
	picture, err := api.DecodePicture(data)
	if err != nil {
		return nil
	}
	picture.Validators = served
	return picture
}
