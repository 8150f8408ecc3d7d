package relay

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/service"
	"sextant/app/store"
)

const (
	// listFresh and playoutsFresh are how long the list of downloads and playouts count as fresh.
	listFresh     = 5 * time.Minute
	playoutsFresh = time.Hour
	// mediaMost bounds the documents in memory, in bytes.
	mediaMost = 16 << 20
	// missingMedia is the backoff after a 404, and failedMedia that after any other failure.
	missingMedia = 10 * time.Minute
	failedMedia  = 20 * time.Second
	// lackingMost bounds the records of failures in memory, in bytes; each takes about lackSize and its path.
	lackingMost = 2 << 20
	lackSize    = 200
	// longMedia is the size in bytes above which a document may take long on a slow line.
	longMedia = 64 << 10
	// basedSize is about the memory of a document with what is made of it, in its own sizes.
	basedSize = 2 + basesMost
)

// A mediaDocument is a list or a playout as it came, without the key.
type mediaDocument struct {
	text       []byte
	validators api.Validators
	confirmed  time.Time

	mu     sync.Mutex // held while a based one is made
	based  []based    // the least recently used is the first
	madeAt time.Time  // of the last one made
}

// At most basesMost based documents are kept of a document. Beyond that, another one is made at most every baseEvery,
// and meanwhile one without a base is given, as for a base that is too long: a client may write anything into its Host
// header.
const (
	basesMost   = 3
	baseEvery   = time.Second
	longestBase = 300 // bytes
)

// A based document has the recordings' addresses below a base URL, under which the client knows the relay.
type based struct {
	base string
	body *api.Body
}

// knownMedia caches documents, in memory and in the store. It is safe for concurrent use.
type knownMedia struct {
	store *store.Store
	kept  *cache[string, *mediaDocument]
	// lacking has the paths that failed.
	lacking *cache[string, lack]
}

// A lack is when a request failed, and whether with 404.
type lack struct {
	at   time.Time
	none bool
}

// lasts reports whether its backoff has not ended.
func (l lack) lasts(now time.Time) bool {
	age, most := now.Sub(l.at), failedMedia
	if l.none {
		most = missingMedia
	}
	return age >= 0 && age < most
}

// A mediaWant is a request for the list or for playouts.
type mediaWant struct {
	path  string // of the client's request; the cache's key
	fresh time.Duration
	ask   func(ctx context.Context, known api.Validators) (*service.MediaDocument, error)
}

// mediaDocuments serves the list of downloads and playouts.
type mediaDocuments struct {
	knownMedia
	asking requests[string] // by path
	client *service.Client
	budget *budget.Budget
	// base returns the URL under which a client knows the relay, empty where that is not known.
	base    func(q *http.Request) string
	figures *figures
	now     func() time.Time
}

// list serves the list of downloads.
func (ms *mediaDocuments) list(by *caller, q *http.Request) (api.Answer, error) {
	return ms.answer(by, q, "list", mediaWant{api.DownloadsPath, listFresh, ms.client.DownloadsDocument})
}

// playouts serves one version of a recording's playouts.
func (ms *mediaDocuments) playouts(by *caller, q *http.Request, version int, id string) (api.Answer, error) {
	w := mediaWant{path: api.PlayoutsPath(version, id), fresh: playoutsFresh}
	w.ask = func(ctx context.Context, known api.Validators) (*service.MediaDocument, error) {
		return ms.client.PlayoutsDocument(ctx, version, id, known)
	}
	return ms.answer(by, q, "playouts", w)
}

// answer serves a document, with the addresses of recordings rewritten to those of the relay.
func (ms *mediaDocuments) answer(by *caller, q *http.Request, kind string, w mediaWant) (api.Answer, error) {
	d, err := ms.findDocument(by, q, w)
	if err != nil {
		ms.figures.lacked(kind)
		return api.Answer{}, err
	}
	age, _ := ageOf(d.confirmed, ms.now())
	f := api.Freshness{Age: age, Lifetime: w.fresh, Stale: w.fresh, Broken: usable}
	ms.figures.countAnswer(kind, f)
	answer := api.Answer{Body: ms.basedAt(d, ms.base(q)), Freshness: f}
	if len(answer.Body.Data()) > longMedia {
		answer.Writer = longWriter(ms.now)
	}
	return answer, nil
}

// basedAt returns a document with the addresses of its recordings below base, or without a host.
func (ms *mediaDocuments) basedAt(d *mediaDocument, base string) *api.Body {
	d.mu.Lock()
	defer d.mu.Unlock()
	isOf := func(base string) func(based) bool { return func(b based) bool { return b.base == base } }
	at := slices.IndexFunc(d.based, isOf(base))
	now := ms.now()
	isMany := len(d.based) >= basesMost && now.Sub(d.madeAt).Abs() < baseEvery
	if at < 0 && (isMany || len(base) > longestBase) {
		base = ""
		at = slices.IndexFunc(d.based, isOf(base))
	}
	var found based
	if at >= 0 {
		found = d.based[at]
		d.based = slices.Delete(d.based, at, at+1)
	} else {
		found = based{base, api.NewBody(api.TypeJSON, time.Time{}, service.Rewrite(d.text, func(text string) string {
			if id, ok := ms.client.RecordingID(text); ok && api.IsID(id) {
				return base + api.DownloadPath(id)
			}
			return text
		}))}
		d.madeAt = now
	}
	d.based = append(d.based, found)
	if len(d.based) > basesMost+1 { // one is without a base
		d.based = slices.Delete(d.based, 0, 1)
	}
	return found.body
}

// findDocument returns a document from the cache, or asks the service where it is stale or not cached.
func (ms *mediaDocuments) findDocument(by *caller, q *http.Request, w mediaWant) (*mediaDocument, error) {
	now := ms.now()
	d, lacks := ms.get(w.path, now)
	if lacks.lasts(now) {
		return d, lacks.error(d, now)
	}
	switch {
	case api.OnlyIfCached(q.Header) && d == nil:
		return nil, notKnown
	case api.OnlyIfCached(q.Header):
		return d, nil
	case d != nil:
		age, isKnown := ageOf(d.confirmed, now)
		if isKnown && age < w.fresh && !(api.AsksNoCache(q.Header) && age >= noCacheAge) {
			return d, nil
		}
	}
	r := ms.asking.join(w.path, budget.User, func() bool {
		return ms.budget.Wait(budget.User) <= budgetWaits && by.spend(now)
	}, func(ctx context.Context) time.Duration {
		ms.fetch(ctx, w, d)
		return 0
	})
	if r != nil {
		wait := newWaits
		if d != nil {
			wait = readerWaits
		}
		r.wait(q.Context(), wait)
	}
	found, lacks := ms.get(w.path, ms.now()) // d belongs to the request
	return found, lacks.error(found, ms.now())
}

// error returns why there is no answer, nil where d is one.
func (l lack) error(d *mediaDocument, now time.Time) error {
	switch {
	case l.none && l.lasts(now):
		return api.ErrNone
	case d == nil:
		return unavailable(failedMedia)
	}
	return nil
}

// fetch asks the service for a document, and caches it or its failure.
func (ms *mediaDocuments) fetch(ctx context.Context, w mediaWant, known *mediaDocument) {
	var served api.Validators
	if known != nil {
		served = known.validators
	}
	d, err := w.ask(ctx, served)
	if err == nil && !d.Unchanged {
		_, err = d.Parse()
	}
	now := ms.now()
	switch {
	case api.KindOf(err) == api.Cancelled:
	case err != nil:
		ms.lacks(w.path, lack{now, api.KindOf(err) == api.NotFound})
	case d.Unchanged && known != nil:
		ms.put(w.path, &mediaDocument{
			text: known.text, validators: known.validators, confirmed: confirmed(now, d.Validators),
		})
	default:
		ms.put(w.path, &mediaDocument{text: d.Raw, validators: d.Validators, confirmed: confirmed(now, d.Validators)})
	}
}

// get returns a document, nil for none, and its last failure.
func (k *knownMedia) get(path string, now time.Time) (d *mediaDocument, lacks lack) {
	lacks, _ = k.lacking.get(path)
	if lacks.none && lacks.lasts(now) {
		return nil, lacks
	}
	if d, ok := k.kept.get(path); ok {
		return d, lacks
	}
	kept, err := k.store.Media(path)
	if err != nil || kept == nil {
		return nil, lacks // an unreadable one is asked for again
	}
	d = &mediaDocument{text: kept.Text, validators: kept.Validators, confirmed: kept.Confirmed}
	k.kept.put(path, d, basedSize*len(d.text)) // with what is made of it
	return d, lacks
}

// put caches a document and ends its backoff.
func (k *knownMedia) put(path string, d *mediaDocument) {
	k.lacking.drop(path)
	k.kept.put(path, d, basedSize*len(d.text)) // with what is made of it
	k.store.SetMedia(path, store.Media{Text: d.text, Validators: d.validators, Confirmed: d.confirmed})
}

// lacks records a failure.
func (k *knownMedia) lacks(path string, l lack) {
	k.lacking.put(path, l, len(path)+lackSize)
}
