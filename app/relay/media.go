package relay

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"sextant/app/acquire"
	"sextant/app/endpoint"
	"sextant/app/service"
	"sextant/app/store"
)

const (
	// listFresh and playoutsFresh are how long the list of downloads and playouts count as fresh.
	listFresh     = 5 * time.Minute
	playoutsFresh = time.Hour
	// mediaMost is how many bytes of them are held in memory.
	mediaMost = 16 << 20
	// missingMedia is how long playouts count as missing without asking again.
	missingMedia = 10 * time.Minute
	// mostMissing bounds what is known to be missing.
	mostMissing = 10_000
)

// A mediaDocument is a list or a playout as it came, without the key.
type mediaDocument struct {
	text      []byte
	served    service.Served
	confirmed time.Time
}

// A mediaShelf has those that are known, in memory and in the store. It is safe for concurrent use.
type mediaShelf struct {
	store *store.Store
	kept  shelf[string, *mediaDocument]

	mu      sync.Mutex
	missing map[string]time.Time
	asking  map[string]chan struct{} // closed when what is asked for has come
}

// A mediaWant is a list or a playout that is wanted.
type mediaWant struct {
	path  string // as the client asked for it, which names it
	fresh time.Duration
	ask   func(ctx context.Context, known service.Served) (*service.MediaDocument, error)
}

// Downloads answers for the list of downloads.
func (a *asker) Downloads(q *http.Request) (endpoint.Answer, error) {
	c := a.relay.parts.Client
	return a.mediaAnswer(q, "list", mediaWant{"/v1/downloads.json", listFresh, c.DownloadsDocument})
}

// Playouts answers for one version of a recording's playouts.
func (a *asker) Playouts(q *http.Request, version int, id string) (endpoint.Answer, error) {
	c := a.relay.parts.Client
	return a.mediaAnswer(q, "playouts", mediaWant{fmt.Sprintf("/v%d/%s/playouts.json", version, id), playoutsFresh, func(ctx context.Context, known service.Served) (*service.MediaDocument, error) {
		return c.PlayoutsDocument(ctx, version, id, known)
	}})
}

// mediaAnswer answers with a document in which the recordings have their addresses here.
func (a *asker) mediaAnswer(q *http.Request, kind string, w mediaWant) (endpoint.Answer, error) {
	r := a.relay
	d, err := a.mediaDocument(q, w)
	if err != nil {
		r.figures.lacked(kind)
		return endpoint.Answer{}, err
	}
	base := endpoint.Base(q)
	text := rewrite(d.text, func(text string) string {
		if id, ok := r.parts.Client.RecordingID(text); ok {
			return base + "/v1/download/" + id + ".mp3"
		}
		return text
	})
	f := endpoint.Freshness{Age: r.parts.Now().Sub(d.confirmed), Lifetime: w.fresh, Stale: w.fresh, Broken: usable}
	r.figures.answered(kind, f)
	return endpoint.Answer{Body: endpoint.NewBody(endpoint.JSON, time.Time{}, text), Freshness: f}, nil
}

// mediaDocument finds a document, and asks the service where it is not known or not fresh.
func (a *asker) mediaDocument(q *http.Request, w mediaWant) (*mediaDocument, error) {
	r, now := a.relay, a.relay.parts.Now()
	d, missing := r.media.get(w.path, now)
	if missing {
		return nil, endpoint.ErrNone
	}
	if d != nil {
		age := now.Sub(d.confirmed)
		if age < w.fresh && !(endpoint.AsksAnew(q.Header) && age >= again) {
			return d, nil
		}
	}
	came, first := r.media.begin(w.path)
	if first {
		if r.parts.Budget.Wait(acquire.User) > budgetWaits || !r.shares.spend(a.client, now) {
			r.media.ended(w.path)
		} else {
			r.work.Go(func() { r.askMedia(w, d) })
		}
	}
	wait := newWaits
	if d != nil {
		wait = readerWaits
	}
	patience := time.NewTimer(wait)
	defer patience.Stop()
	select {
	case <-came:
	case <-patience.C:
	case <-q.Context().Done():
	}
	if d, missing = r.media.get(w.path, r.parts.Now()); d != nil {
		return d, nil
	} else if missing {
		return nil, endpoint.ErrNone
	}
	return nil, unavailable(30 * time.Second)
}

// askMedia asks the service for a document, and keeps it.
func (r *Relay) askMedia(w mediaWant, known *mediaDocument) {
	defer r.media.ended(w.path)
	ctx, cancel := context.WithTimeout(r.life, askWaits)
	defer cancel()
	var served service.Served
	if known != nil {
		served = known.served
	}
	d, err := w.ask(ctx, served)
	now := r.parts.Now()
	switch {
	case service.KindOf(err) == service.NotFound:
		r.media.lacks(w.path, now)
	case err != nil:
	case d.Unchanged:
		same := *known
		same.confirmed = confirmed(now, d.Served)
		r.media.put(w.path, &same)
	default:
		if _, err := d.Parse(); err == nil {
			r.media.put(w.path, &mediaDocument{rewrite(d.Raw, r.parts.Client.WithoutKey), d.Served, confirmed(now, d.Served)})
		}
	}
}

// get finds a document, nil for none, and whether the service said lately that there is none.
func (s *mediaShelf) get(path string, now time.Time) (d *mediaDocument, missing bool) {
	s.mu.Lock()
	age := now.Sub(s.missing[path])
	s.mu.Unlock()
	if age >= 0 && age < missingMedia {
		return nil, true
	}
	if d, ok := s.kept.get(path); ok {
		return d, false
	}
	kept, err := s.store.Media(path)
	if err != nil || kept == nil {
		return nil, false // what cannot be read is asked for again
	}
	d = &mediaDocument{kept.Text, service.Served(kept.Served), kept.Confirmed}
	s.kept.put(path, d, len(d.text))
	return d, false
}

// put keeps a document.
func (s *mediaShelf) put(path string, d *mediaDocument) {
	s.mu.Lock()
	delete(s.missing, path)
	s.mu.Unlock()
	s.kept.put(path, d, len(d.text))
	s.store.SetMedia(path, store.Media{Text: d.text, Served: store.Served(d.served), Confirmed: d.confirmed})
}

// lacks takes in that there is no such document.
func (s *mediaShelf) lacks(path string, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.missing == nil || len(s.missing) >= mostMissing {
		s.missing = map[string]time.Time{} // they are learned again
	}
	s.missing[path] = now
}

// begin tells whether a document is not being asked for yet, which it is from now on, and gives what tells that it has come.
func (s *mediaShelf) begin(path string) (came <-chan struct{}, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.asking[path]; c != nil {
		return c, false
	}
	if s.asking == nil {
		s.asking = map[string]chan struct{}{}
	}
	c := make(chan struct{})
	s.asking[path] = c
	return c, true
}

// ended takes in that a document is not being asked for any more.
func (s *mediaShelf) ended(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.asking[path])
	delete(s.asking, path)
}
