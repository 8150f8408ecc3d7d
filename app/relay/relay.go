package relay

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/guard"
	"sextant/app/recordings"
	"sextant/app/relay/serve"
	"sextant/app/relay/site"
	"sextant/app/service"
	"sextant/app/store"
)

// Parts are what a relay is made of. All must be there but where it is said.
type Parts struct {
	Pages   *acquire.Pages
	Budget  *budget.Budget
	Store   *store.Store
	Library *recordings.Library
	Client  *service.Client
	// Limits are those of the service, and Freshness is how old a page may be for a reader who asks for it.
	Limits    budget.Limits
	Freshness time.Duration
	// PublicURL is the address under which clients know the relay where something stands before it; empty where they
	// ask it itself.
	PublicURL string
	// Zone is that of the times in the service's documents.
	Zone *time.Location
	// Draw lets pictures be drawn here that the service does not give.
	Draw bool
	// Know returns whose credentials these are that came from an address. Where they were not compared, since too many
	// wrong ones came from there, retry is when others are. Nil lets everybody in.
	Know func(address, id, key string) (name string, kiosk, ok bool, retry time.Duration)
	// Door knows whose keys are right, for the pages that people read; Title is the name of the service on them.
	// Without a Door there are none.
	Door  site.Door
	Title string
	// Connections counts those of the server. It may be nil.
	Connections func() serve.Counts
	// Log gets a line a minute, and what is wrong.
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
	screens   *screenTable
	feed      *feed
	figures   *figures
	refresher *refresher
	jobs      *jobs
	start     sync.Once
	extras    http.Handler // what is no endpoint of the specification
	metrics   http.Handler
	site      *site.Site // nil for none
}

// jobs are what is done in the background until the relay is closed.
type jobs struct {
	life   context.Context // ended by close
	end    context.CancelFunc
	work   sync.WaitGroup
	ending sync.RWMutex // held by who starts work, and to end that for good
}

// start does something for which close waits. It returns false where that was called already.
func (j *jobs) start(do func()) bool {
	_, ok := j.begin(do)
	return ok
}

// run is start, and waits for the end of it.
func (j *jobs) run(do func()) {
	if done, ok := j.begin(do); ok {
		<-done
	}
}

func (j *jobs) begin(do func()) (done <-chan struct{}, ok bool) {
	j.ending.RLock()
	defer j.ending.RUnlock()
	if j.life.Err() != nil {
		return nil, false
	}
	ended := make(chan struct{})
	j.work.Go(func() {
		defer close(ended)
		do()
	})
	return ended, true
}

func (j *jobs) close() {
	j.ending.Lock()
	j.end()
	j.ending.Unlock()
	j.work.Wait()
}

// New makes a relay. Answered must be the Config.Answered of its Pages. Nothing is asked for before Begin.
func New(p Parts) *Relay {
	r := &Relay{parts: p, feed: newFeed(p.Now), figures: newFigures(), jobs: &jobs{}}
	r.jobs.life, r.jobs.end = context.WithCancel(context.Background())
	r.shares.limit = p.Limits.PerHour
	r.screens = newScreens(p.Store, p.Now)
	r.refresher = newRefresher(&p, func() *census { return r.clients.takeCensus(p.Now()) })
	r.extras = http.HandlerFunc(r.answerExtra)
	r.metrics = r.figures.handler(newMeter(p.Budget, p.Connections, r.refresher.clientCount, r.documents.bytesHeld,
		r.screens.list))
	r.documents = documents{
		pages: p.Pages, budget: p.Budget, freshness: p.Freshness,
		interval: r.refresher.interval, confirmed: r.refresher.onConfirmed,
		feed: r.feed, figures: r.figures, jobs: r.jobs, now: p.Now,
	}
	r.documents.init(p.Store, p.Zone, r.withoutKey)
	p.Pages.Restore()
	if p.Door != nil {
		r.site = site.New(site.Parts{
			Door: p.Door, Source: r.reading, Store: p.Store, Title: p.Title, PublicURL: p.PublicURL, Zone: p.Zone,
			Now: p.Now,
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
		cache:     newCache[pictureKey, *drawing](picturesMost),
		documents: &r.documents, stored: p.Store.Picture, drawsHere: p.Draw,
	}
	r.media = mediaDocuments{
		client: p.Client, budget: p.Budget, base: r.baseURL, figures: r.figures, jobs: r.jobs, now: p.Now,
	}
	r.media.store, r.media.kept = p.Store, newCache[string, *mediaDocument](mediaMost)
	r.media.lacking = newCache[string, lack](lackingMost)
	r.sounds.library, r.sounds.client, r.sounds.media, r.sounds.log = p.Library, p.Client, &r.media, p.Log
	r.sounds.figures, r.sounds.jobs, r.sounds.now = r.figures, r.jobs, p.Now
	r.sounds.tags = newCache[string, recordingTag](tagsMost)
	return r
}

// OnAnswer records how the service answered for a document, and how requests for the page stand after it. It is
// acquire.Config's Answered.
func (r *Relay) OnAnswer(page int, d *api.Document, err error, standing acquire.Standing) {
	r.documents.onAnswer(page, d, err, standing)
}

// baseURL is the address under which a client knows the relay, empty where that is not known.
func (r *Relay) baseURL(q *http.Request) string {
	if r.parts.PublicURL != "" {
		return r.parts.PublicURL
	}
	return api.Base(q)
}

// withoutKey is a document without the service's key, which it may give back.
func (r *Relay) withoutKey(raw []byte, format string) []byte {
	if format == string(api.JSON) {
		return rewrite(raw, r.parts.Client.WithoutKey)
	}
	return []byte(r.parts.Client.WithoutKey(string(raw)))
}

// Begin keeps what the clients want up to date, until Close.
func (r *Relay) Begin() {
	r.start.Do(func() {
		r.jobs.start(func() { r.refresher.run(r.jobs.life) })
		r.jobs.start(func() { r.report(r.jobs.life) })
	})
}

// Recheck has subscribers come back, as after keys were taken away.
func (r *Relay) Recheck() { r.feed.interrupt() }

// EndStreams ends the streams of changes, so that nobody waits for its end. Those who listen come back to the next
// relay.
func (r *Relay) EndStreams() { r.feed.close() }

// Close ends what is done in the background, and waits for its end. Who asks afterwards gets what is known.
func (r *Relay) Close() {
	r.feed.close()
	r.jobs.close()
}

// ServeHTTP answers a request.
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
			r.putScreen(w, q, who.name)
			return
		}
		q = q.WithContext(context.WithValue(q.Context(), screenName{}, who.name))
	}
	if strings.HasPrefix(q.URL.Path, api.DownloadRoot) {
		w = &long{w, serve.Writer(w, r.parts.Now)}
	}
	by := caller{client: r.clients.clientOf(who, r.parts.Now()), kiosk: kiosk, share: r.spend}
	a := &asker{by, &r.documents, &r.pictures, &r.media, &r.sounds}
	(&api.Handler{Source: a, Other: r.extras}).ServeHTTP(w, q)
}

// reading answers a reader of the site as one of the clients.
func (r *Relay) reading(q *http.Request, c site.Client) api.Source {
	who := identity{c.Name, guard.Network(q.RemoteAddr).String()}
	by := caller{client: r.clients.clientOf(who, r.parts.Now()), kiosk: c.Kiosk, share: r.spend}
	return &asker{by, &r.documents, &r.pictures, &r.media, &r.sounds}
}

// A long is an answer that may take as long as its client takes something of it.
type long struct {
	http.ResponseWriter
	out io.Writer
}

// Write sends what is written at once.
func (l *long) Write(p []byte) (int, error) { return l.out.Write(p) }

// refuse answers who has no right to ask, by the specification's word for it. Where that was not looked at, retry is
// when it is.
func (r *Relay) refuse(w http.ResponseWriter, retry time.Duration) {
	r.figures.refuse()
	if retry > 0 {
		w.Header().Set("Connection", "close")
		api.Refuse(w, &api.Refusal{Status: http.StatusTooManyRequests, RetryAfter: retry})
		return
	}
	api.Refuse(w, &api.Refusal{Status: http.StatusForbidden})
}

// A caller is a client who asks for something.
type caller struct {
	client *client
	kiosk  bool
	share  func(c *client, now time.Time) bool
}

// spend takes a request to the service from the client's share, and reports whether there was one.
func (c *caller) spend(now time.Time) bool { return c.share(c.client, now) }

// An asker is the source of the answer for a caller.
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

// Playouts answers for one version of a recording's playouts.
func (a *asker) Playouts(q *http.Request, version int, id string) (api.Answer, error) {
	return a.media.playouts(&a.caller, q, version, id)
}

func (a *asker) Recording(q *http.Request, id string) (api.Answer, error) {
	return a.sounds.answer(&a.caller, q, id)
}

// classes are those of the urgencies that requests carry (RFC 9218).
var classes = [8]budget.Class{
	budget.User, budget.User, budget.User, budget.Kiosk, budget.Refresh,
	budget.Pictures, budget.Prefetch, budget.Collect,
}

// class is for whom a request is made: what it says itself, but what has a kiosk's credentials never is a reader's.
func (c *caller) class(q *http.Request) budget.Class {
	class := classes[api.Priority(q.Header)]
	if c.kiosk && class == budget.User {
		class = budget.Kiosk
	}
	return class
}

// spend takes a request to the service from a client's share. The refresher spends all that is plenty, which is no
// reason to refuse the client for whom it does that if there is no other.
func (r *Relay) spend(c *client, now time.Time) bool {
	plenty := r.refresher.clientCount() <= 1 || r.parts.Budget.Left() >= reserve
	return r.shares.spend(c, plenty, now)
}

// Bounds of waiting for the service.
const (
	// readerWaits is how long a reader waits for a newer page than the known one, which comes in any case.
	readerWaits = 1500 * time.Millisecond
	// newWaits is how long anybody waits for what is not known at all.
	newWaits = 15 * time.Second
	// budgetWaits is how long of that may be for the budget.
	budgetWaits = 3 * time.Second
	// askWaits bounds a request to the service that nobody waits for any more.
	askWaits = 30 * time.Second
)

// notKnown is the refusal where the client wants what is known, and nothing is.
var notKnown = &api.Refusal{Status: http.StatusGatewayTimeout}

// unavailable is the refusal where nothing is known, and the service cannot be asked or does not answer.
func unavailable(retry time.Duration) error {
	return &api.Refusal{Status: http.StatusServiceUnavailable, RetryAfter: max(retry, time.Second)}
}
