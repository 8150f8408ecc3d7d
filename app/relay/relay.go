package relay

import (
	"context"
	"io"
	"net/http"
	"sync"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/guard"
	"sextant/app/relay/serve"
	"sextant/app/relay/site"
	"sextant/app/service"
	"sextant/app/sound/recordings"
	"sextant/app/store"
)

// Parts are the parts of a relay. All are required unless their comment says otherwise.
type Parts struct {
	Pages   *acquire.Pages
	Budget  *budget.Budget
	Store   *store.Store
	Library *recordings.Library
	Client  *service.Client
	// Limits are those of the service, and Freshness is the maximum age of a page for a reader.
	Limits    budget.Limits
	Freshness time.Duration
	// PublicURL is the address under which clients know the relay behind a reverse proxy; empty without one.
	PublicURL string
	// Zone is that of the times in the service's documents.
	Zone *time.Location
	// Draw makes the relay draw pictures that the service does not give.
	Draw bool
	// Know returns whose credentials came from an address. After too many wrong ones from there it compares none until
	// retry has passed. Nil lets everybody in.
	Know func(address, id, key string) (name string, kiosk, ok bool, retry time.Duration)
	// Door checks keys for the web pages, and Title is the name of the service on them. Nil is no web pages.
	Door  site.Door
	Title string
	// Connections returns the counts of the server. It may be nil.
	Connections func() serve.Counts
	// Log gets a summary each minute, and errors.
	Log func(line string)
	Now func() time.Time
}

// A Relay is an http.Handler. It is safe for concurrent use.
type Relay struct {
	parts     Parts
	documents documents
	pictures  pictures
	media     mediaDocuments
	sounds    sounds
	clients   clientTable
	shares    shares
	crowd     crowd
	screens   *screenTable
	feed      *feed
	figures   *figures
	refresher *refresher
	jobs      *jobs
	start     sync.Once
	extras    http.Handler // endpoints that the specification does not have
	metrics   http.Handler
	site      *site.Site // nil for none
}

// jobs are background goroutines that end with the relay.
type jobs struct {
	life   context.Context // ended by close
	end    context.CancelFunc
	work   sync.WaitGroup
	ending sync.RWMutex // read-locked to start a job, locked to end life
}

// start runs do on a goroutine for which close waits. It returns false after close.
func (j *jobs) start(do func()) bool {
	j.ending.RLock()
	defer j.ending.RUnlock()
	if j.life.Err() != nil {
		return false
	}
	j.work.Go(do)
	return true
}

func (j *jobs) close() {
	j.ending.Lock()
	j.end()
	j.ending.Unlock()
	j.work.Wait()
}

// New makes a relay. Its OnAnswer must be the Config.OnAnswer of its Pages. It asks for nothing before Begin.
func New(p Parts) *Relay {
	r := &Relay{parts: p, feed: newFeed(p.Now), figures: newFigures(), jobs: &jobs{}}
	r.jobs.life, r.jobs.end = context.WithCancel(context.Background())
	r.shares.limit, r.crowd.most = p.Limits.PerHour, mostCost
	r.screens = newScreens(p.Store, p.Now)
	r.refresher = newRefresher(&p, func() *census { return r.clients.takeCensus(p.Now()) })
	r.extras = http.HandlerFunc(r.answerExtra)
	r.metrics = r.figures.handler(newMeter(p.Budget, p.Connections, r.refresher.clientCount, r.documents.bytesHeld,
		r.screens.list))
	r.documents = documents{
		pages: p.Pages, budget: p.Budget, freshness: p.Freshness,
		interval: r.refresher.interval, confirmed: r.refresher.onConfirmed,
		feed: r.feed, figures: r.figures, now: p.Now,
	}
	r.documents.asking.jobs = r.jobs
	r.documents.init(p.Store, p.Zone)
	p.Pages.Restore()
	if p.Door != nil {
		r.site = site.New(site.Parts{
			Door: p.Door, Admit: r.admitReader, Subscribe: r.subscribe, Source: r.reading, Store: p.Store,
			Title: p.Title, PublicURL: p.PublicURL, Zone: p.Zone, Now: p.Now,
			Screens: func() (all []site.Screen) {
				for _, s := range r.Screens() {
					all = append(all, site.Screen{
						Name: s.Name, LastSeen: s.LastSeen, Silent: s.Silent, Report: s.Report, Picture: s.Picture,
					})
				}
				return all
			},
		})
	}
	r.pictures = pictures{
		cache:     newCache[store.PictureKey, *drawing](picturesMost),
		documents: &r.documents, stored: p.Store.Picture, drawsHere: p.Draw,
	}
	r.pictures.asking.jobs = r.jobs
	r.media = mediaDocuments{
		client: p.Client, budget: p.Budget, base: r.baseURL, figures: r.figures, now: p.Now,
	}
	r.media.asking.jobs = r.jobs
	r.media.store, r.media.kept = p.Store, newCache[string, *mediaDocument](mediaMost)
	r.media.lacking = newCache[string, lack](lackingMost)
	r.sounds.library, r.sounds.client, r.sounds.media, r.sounds.log = p.Library, p.Client, &r.media, p.Log
	r.sounds.figures, r.sounds.jobs, r.sounds.now = r.figures, r.jobs, p.Now
	r.sounds.tags = newCache[string, recordingTag](tagsMost)
	return r
}

// OnAnswer records the service's answer for a page, and how requests for the page have ended so far. It is the OnAnswer
// of acquire.Config.
func (r *Relay) OnAnswer(page int, d *api.Document, err error, standing acquire.Standing) {
	r.documents.onAnswer(page, d, err, standing)
}

// baseURL returns the address under which a client knows the relay, empty where that is not known.
func (r *Relay) baseURL(q *http.Request) string {
	if r.parts.PublicURL != "" {
		return r.parts.PublicURL
	}
	return api.Base(q)
}

// Begin keeps the pages that clients want up to date, until Close.
func (r *Relay) Begin() {
	r.start.Do(func() {
		r.jobs.start(func() { r.refresher.run(r.jobs.life) })
		r.jobs.start(func() { r.report(r.jobs.life) })
	})
}

// Recheck makes listeners reconnect, as after keys were removed.
func (r *Relay) Recheck() { r.feed.interrupt() }

// EndStreams ends the streams of changes, which would hold up the end of the server. Their listeners reconnect to the
// next relay.
func (r *Relay) EndStreams() { r.feed.close() }

// Close ends the background goroutines, and waits for them. Later requests are answered from the cache.
func (r *Relay) Close() {
	r.feed.close()
	r.jobs.close()
}

// ServeHTTP implements http.Handler.
func (r *Relay) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	switch {
	case q.URL.Path == "/healthz":
		r.health(w, q)
		return
	case r.site != nil && site.Has(q.URL.Path):
		r.site.ServeHTTP(w, q)
		return
	case q.URL.Path == "/" && (q.Method == http.MethodGet || q.Method == http.MethodHead):
		api.Serve(w, q, greeting)
		return
	}
	if q.URL.Path == changesPath { // before the key is known, which may be revoked right after that
		q = q.WithContext(context.WithValue(q.Context(), streamCut{}, r.feed.interrupted()))
	}
	who := identity{host: guard.Network(q.RemoteAddr).String()}
	kiosk := false
	if r.parts.Know != nil {
		id, key := credentials(q.URL.RawQuery)
		var ok bool
		var retry time.Duration
		if who.name, kiosk, ok, retry = r.parts.Know(q.RemoteAddr, id, key); !ok {
			r.refuse(w, retry)
			return
		}
	}
	if kiosk {
		r.screens.markSeen(who.name)
		if isReport(q) {
			r.takeReport(w, q, who)
			return
		}
		q = q.WithContext(context.WithValue(q.Context(), screenName{}, who.name))
	}
	by := caller{client: r.clients.clientOf(who, r.parts.Now()), kiosk: kiosk, share: r.spend}
	if err := r.crowd.enter(by.client.member, answerCost); err != nil {
		r.figures.turnAway()
		api.Refuse(w, err)
		return
	}
	defer r.crowd.leave(by.client.member, answerCost)
	a := &asker{by, &r.documents, &r.pictures, &r.media, &r.sounds}
	(&api.Handler{Source: a, Other: r.extras}).ServeHTTP(w, q)
}

// readerOf returns who reads the web pages.
func readerOf(q *http.Request, c site.Client) identity {
	return identity{c.Name, guard.Network(q.RemoteAddr).String()}
}

// subscribe keeps a page wanted until a reader of feeds asks for it again.
func (r *Relay) subscribe(q *http.Request, c site.Client, page int) {
	now := r.parts.Now()
	r.clients.clientOf(readerOf(q, c), now).wantsFeed(page, now)
}

// reading returns the source for a reader of the web pages, who counts as a client.
func (r *Relay) reading(q *http.Request, c site.Client) api.Source {
	by := caller{client: r.clients.clientOf(readerOf(q, c), r.parts.Now()), kiosk: c.Kiosk, share: r.spend}
	return &asker{by, &r.documents, &r.pictures, &r.media, &r.sounds}
}

// refuse answers a request with wrong credentials as the specification says. With retry they were not compared: that is
// when they are again.
func (r *Relay) refuse(w http.ResponseWriter, retry time.Duration) {
	r.figures.refuse()
	if retry > 0 {
		w.Header().Set("Connection", "close")
		api.Refuse(w, &api.Refusal{Status: http.StatusTooManyRequests, RetryAfter: retry})
		return
	}
	api.Refuse(w, &api.Refusal{Status: http.StatusForbidden})
}

// A caller is the client of one request.
type caller struct {
	client *client
	kiosk  bool
	share  func(c *client, now time.Time) bool
}

// spend takes a request from the client's share, and reports whether there was one.
func (c *caller) spend(now time.Time) bool { return c.share(c.client, now) }

// An asker is the api.Source of one request.
type asker struct {
	caller
	documents *documents
	pictures  *pictures
	media     *mediaDocuments
	sounds    *sounds
}

var _ api.Source = (*asker)(nil)

func (a *asker) Document(q *http.Request, page int, format string) (api.Answer, error) {
	return a.documents.answer(&a.caller, q, page, format)
}

func (a *asker) Picture(q *http.Request, page, subpage int) (api.Answer, error) {
	return a.pictures.answer(&a.caller, q, page, subpage)
}

func (a *asker) Downloads(q *http.Request) (api.Answer, error) { return a.media.list(&a.caller, q) }

// Playouts implements api.Source.
func (a *asker) Playouts(q *http.Request, version int, id string) (api.Answer, error) {
	return a.media.playouts(&a.caller, q, version, id)
}

func (a *asker) Recording(q *http.Request, id string) (api.Answer, error) {
	return a.sounds.answer(&a.caller, q, id)
}

// longWriter returns the Writer of an answer that is long.
func longWriter(now func() time.Time) func(w http.ResponseWriter) io.Writer {
	return func(w http.ResponseWriter) io.Writer { return serve.Writer(w, now) }
}

// classes are those of the urgencies of requests (RFC 9218).
var classes = [8]budget.Class{
	budget.User, budget.User, budget.User, budget.Kiosk, budget.Refresh,
	budget.Pictures, budget.Prefetch, budget.Collect,
}

// class returns the class of a request by its urgency. One with a kiosk's credentials never is a reader's.
func (c *caller) class(q *http.Request) budget.Class {
	class := classes[api.Priority(q.Header)]
	if c.kiosk && class == budget.User {
		class = budget.Kiosk
	}
	return class
}

// spend takes a request from a client's share. The refresher spends the budget down to the reserve, which is no reason
// to refuse the only client, for whom it does that.
func (r *Relay) spend(c *client, now time.Time) bool {
	plenty := r.refresher.clientCount() <= 1 || r.parts.Budget.Left() >= reserve
	return r.shares.spend(c, plenty, now)
}

// Bounds of waiting for the service.
const (
	// readerWaits is how long a reader waits for a newer page before the cached one is served.
	readerWaits = 1500 * time.Millisecond
	// newWaits is how long a client waits for a page that is not cached.
	newWaits = 15 * time.Second
	// budgetWaits is how much of that may be spent waiting for the budget.
	budgetWaits = 3 * time.Second
	// askWaits bounds a request to the service for which no client waits any more.
	askWaits = 30 * time.Second
)

// notKnown is the refusal of a request with only-if-cached where nothing is cached (RFC 9111, section 5.2.1.7).
var notKnown = &api.Refusal{Status: http.StatusGatewayTimeout}

// unavailable is the refusal where nothing is cached, and the service cannot be asked or does not answer.
func unavailable(retry time.Duration) error {
	return &api.Refusal{Status: http.StatusServiceUnavailable, RetryAfter: max(retry, time.Second)}
}
