package relay

import (
	"context"
	"encoding/hex"
	"net/http"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/render"
	"sextant/app/store"
	"sextant/app/teletext"
)

// picturesMost bounds the pictures in memory, in bytes.
const picturesMost = 24 << 20

// A drawing is a cached picture, or that there is none.
type drawing struct {
	body    *api.Body // nil where the service has none
	here    bool      // it was drawn here
	doubted bool      // it came so soon after a change that it may show what was before
	at      time.Time
}

// drawn is the header Sextant-Picture of a picture that the relay drew.
var drawn = []string{"drawn"}

// drawnLasts is how long after it drew a picture, or after a 404, the relay asks the service for its own again.
const drawnLasts = 10 * time.Minute

// doubtLasts is how long after it came the relay asks again for a picture that may show what was before.
const doubtLasts = time.Minute

func (d *drawing) isRecent(now time.Time) bool {
	lasts := drawnLasts
	if d.doubted {
		lasts = doubtLasts
	}
	return now.Sub(d.at).Abs() < lasts
}

// noneSize is about the memory of a record that there is no picture, in bytes.
const noneSize = 200

// pictures serves the pictures of subpages.
type pictures struct {
	*cache[store.PictureKey, *drawing]
	asking    requests[store.PictureKey]
	documents *documents
	stored    func(store.PictureKey) (png []byte, fetched time.Time, served api.Validators, err error)
	drawsHere bool // the relay draws those that the service does not give
}

// answer serves the picture of a subpage of the cached document.
func (ps *pictures) answer(by *caller, q *http.Request, page, number int) (api.Answer, error) {
	ds := ps.documents
	now := ds.now()
	d, err := ds.findDocument(by, q, page, now)
	if err != nil {
		ds.figures.lacked("picture")
		return api.Answer{}, err
	}
	digest, ok := d.subpageDigest(number)
	if !ok {
		ds.figures.lacked("picture")
		return api.Answer{}, api.ErrNone
	}
	k := store.PictureKey{Place: teletext.Place{Page: page, Subpage: number}, Digest: digest}
	p, err := ps.findPicture(by, q, d, k, now)
	if err != nil {
		ds.figures.lacked("picture")
		return api.Answer{}, err
	}
	answer := api.Answer{Body: p.body, Freshness: ds.freshnessOf(d), Headers: http.Header{
		"Date": d.headers["Date"], api.SubpageHeader: {hex.EncodeToString(digest[:])},
	}}
	switch {
	case p.here:
		answer.Headers["Sextant-Picture"] = drawn
		answer.Freshness.Lifetime = min(answer.Freshness.Lifetime, drawnLasts)
	case p.doubted:
		delete(answer.Headers, api.SubpageHeader) // what it shows is not known
		answer.Freshness.Lifetime = min(answer.Freshness.Lifetime, doubtLasts)
	}
	ds.figures.countAnswer("picture", answer.Freshness)
	return answer, nil
}

// findPicture returns a picture from memory, the store or the service, or draws it.
func (ps *pictures) findPicture(by *caller, q *http.Request,
	d *document, k store.PictureKey, now time.Time,
) (*drawing, error) {
	p, known := ps.get(k)
	switch {
	case known && p.body != nil && (!p.here && !p.doubted || p.isRecent(now)):
		return p, nil
	case known && p.isRecent(now) && !ps.drawsHere:
		return nil, api.ErrNone
	}
	if !known {
		if png, _, _, err := ps.stored(k); err == nil && png != nil {
			return ps.keep(k, &drawing{body: api.NewBody(api.TypePNG, d.modified, png)}), nil
		}
	}
	if api.OnlyIfCached(q.Header) {
		return nil, notKnown
	}
	retry := time.Minute
	if r := ps.request(by, q, d, k, now); r != nil {
		wait := newWaits
		if ps.drawsHere {
			wait = readerWaits
		}
		retry = r.wait(q.Context(), wait)
		p, known = ps.get(k)
	}
	switch {
	case known && p.body != nil:
		return p, nil
	case !ps.drawsHere && known && p.isRecent(ps.documents.now()):
		return nil, api.ErrNone
	case !ps.drawsHere:
		return nil, unavailable(retry)
	}
	return ps.drawPicture(d, k, now)
}

// isAway reports whether a request for a picture of a page would fail or wait now.
func (ps *pictures) isAway(page int) bool {
	return ps.documents.pages.Standing(page, 0).Wait > 0 || ps.documents.budget.Wait(budget.Pictures) > readerWaits
}

// request asks the service for a picture, or joins the request for it that is under way. It returns nil where the
// request would fail or wait now, or the client's share is used up.
func (ps *pictures) request(by *caller, q *http.Request, d *document, k store.PictureKey, now time.Time) *request {
	class := by.class(q)
	return ps.asking.join(k, class, func() bool { return !ps.isAway(k.Page) && by.spend(now) },
		func(ctx context.Context) time.Duration { return ps.fetch(ctx, class, d, k) })
}

// fetch asks the service for a picture, and caches it, or that there is none. retry is the time until the next attempt.
func (ps *pictures) fetch(ctx context.Context,
	class budget.Class, d *document, k store.PictureKey,
) (retry time.Duration) {
	answer := ps.documents.pages.Fetch(ctx, acquire.Want{
		Page: k.Page, Subpage: k.Subpage, Picture: true, Kept: true, Class: class,
	})
	if api.KindOf(answer.PictureErr) == api.NotFound && !ps.drawsHere {
		ps.put(k, &drawing{at: ps.documents.now()}, noneSize)
		return 0
	}
	if answer.Picture == nil || answer.Document == nil {
		return answer.Retry
	}
	if s, _ := answer.Document.Subpage(k.Subpage); s == nil || s.Digest() != k.Digest {
		return time.Second // it changed meanwhile
	}
	ps.keep(k, &drawing{
		body: api.NewBody(api.TypePNG, d.modified, answer.Picture.PNG), doubted: answer.Picture.Doubted,
		at: ps.documents.now(),
	})
	return 0
}

// keep caches a picture in memory.
func (ps *pictures) keep(k store.PictureKey, p *drawing) *drawing {
	ps.put(k, p, len(p.body.Data()))
	return p
}

// drawPicture draws a subpage.
func (ps *pictures) drawPicture(d *document, k store.PictureKey, now time.Time) (*drawing, error) {
	page, err := d.decode()
	if err != nil {
		return nil, err
	}
	s, _ := page.Subpage(k.Subpage)
	if s == nil {
		return nil, api.ErrNone
	}
	var grid *teletext.Grid = s.Grid()
	png, err := render.EncodePicture(grid[:])
	if err != nil {
		return nil, err
	}
	return ps.keep(k, &drawing{body: api.NewBody(api.TypePNG, d.modified, png), here: true, at: now}), nil
}
