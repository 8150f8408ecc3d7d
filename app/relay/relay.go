package relay

import (
	"context"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/recordings"
	"sextant/app/relay/serve"
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
	// PublicURL is the address under which clients know the relay where something stands before it; empty where they ask it itself.
	PublicURL string
	// Zone is that of the times in the service's documents.
	Zone *time.Location
	// Draw lets pictures be drawn here that the service does not give.
	Draw bool
	// Know returns whose credentials these are that came from an address. Where they were not compared, since too many
	// wrong ones came from there, retry is when others are. Nil lets everybody in.
	Know func(address, id, key string) (name string, kiosk, ok bool, retry time.Duration)
	// Connections counts those of the server. It may be nil.
	Connections func() serve.Counts
	// Tell is told a line a minute, and of what is wrong.
	Tell func(line string)
	Now  func() time.Time
}

// A Relay is an http.Handler. It is safe for concurrent use.
type Relay struct {
	parts   Parts
	pages   catalog
	images  shelf[pictureKey, *drawing]
	media   mediaShelf
	demand  demand
	shares  shares
	feed    *feed
	figures *figures
	upkeep  *upkeep
	tags    shelf[string, recordingTag]

	life    context.Context // ended by Close
	end     context.CancelFunc
	begun   sync.Once
	work    sync.WaitGroup
	ending  sync.RWMutex // held by who begins work, and to end that for good
	extras  http.Handler // what is no endpoint of the specification
	metrics http.Handler

	tagging sync.Mutex // held while the digest of a long recording is made
}

// New makes a relay. Answered must be the Config.Answered of its Pages. Nothing is asked for before Begin.
func New(p Parts) *Relay {
	r := &Relay{parts: p, feed: newFeed(p.Now), figures: newFigures()}
	r.life, r.end = context.WithCancel(context.Background())
	r.images.most, r.tags.most, r.media.kept.most = picturesMost, tagsMost, mediaMost
	r.pages.open(p.Store, p.Zone, r.withoutKey)
	r.media.store = p.Store
	p.Pages.Restore()
	r.shares.limit = p.Limits.PerHour
	r.upkeep = newUpkeep(&p, func() *census { return r.demand.count(p.Now()) })
	r.extras, r.metrics = http.HandlerFunc(r.answerExtra), r.figures.handler()
	r.figures.register(newMeter(p.Budget, p.Connections, r.upkeep.clients, r.pages.held))
	return r
}

// Begin keeps what the clients want up to date, until Close.
func (r *Relay) Begin() {
	r.begun.Do(func() {
		r.inBackground(func() { r.upkeep.run(r.life) })
		r.inBackground(func() { r.report(r.life) })
	})
}

// Recheck has those who are told of changes come back, as after keys were taken away.
func (r *Relay) Recheck() { r.feed.interrupt() }

// EndStreams ends what is told of changes, so that nobody waits for its end. Those who listen come back to the next relay.
func (r *Relay) EndStreams() { r.feed.close() }

// inBackground does something for which Close waits. It returns false where that was called already.
func (r *Relay) inBackground(do func()) bool {
	r.ending.RLock()
	defer r.ending.RUnlock()
	if r.life.Err() != nil {
		return false
	}
	r.work.Go(do)
	return true
}

// Close ends what is done in the background, and waits for its end. Who asks afterwards gets what is known.
func (r *Relay) Close() {
	r.feed.close()
	r.ending.Lock()
	r.end()
	r.ending.Unlock()
	r.work.Wait()
}

// ServeHTTP answers a request.
func (r *Relay) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	switch {
	case q.URL.Path == "/healthz":
		r.health(w, q)
		return
	case q.URL.Path == "/" && (q.Method == http.MethodGet || q.Method == http.MethodHead):
		api.Serve(w, q, greeting)
		return
	}
	host := hostOf(q.RemoteAddr)
	who := identity{host: host}
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
	if strings.HasPrefix(q.URL.Path, api.DownloadRoot) {
		w = &long{w, serve.Writer(w, r.parts.Now)}
	}
	a := &asker{relay: r, client: r.demand.client(who, r.parts.Now()), kiosk: kiosk}
	(&api.Handler{Source: a, Other: r.extras}).ServeHTTP(w, q)
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

// hostOf is the host of an address with a port. In IPv6 it is the network of 64 bits that one customer has at least.
func hostOf(address string) string {
	if strings.HasPrefix(address, "[") {
		if a, err := netip.ParseAddrPort(address); err == nil {
			bits := min(64, a.Addr().Unmap().BitLen())
			network, _ := a.Addr().Unmap().WithZone("").Prefix(bits) // so many bits it has
			return network.String()
		}
	}
	if i := strings.LastIndexByte(address, ':'); i >= 0 {
		return address[:i]
	}
	return address
}

// An asker is a client with what it asks for. It is the source of that answer.
type asker struct {
	relay  *Relay
	client *client
	kiosk  bool
}

var _ api.Source = (*asker)(nil)

// classes are those of the urgencies that requests carry (RFC 9218).
var classes = [8]budget.Class{
	budget.User, budget.User, budget.User, budget.Kiosk, budget.Refresh, budget.Pictures, budget.Prefetch, budget.Collect,
}

// class is for whom a request is made: what it says itself, but what has a kiosk's credentials never is a reader's.
func (a *asker) class(q *http.Request) budget.Class {
	c := classes[api.Priority(q.Header)]
	if a.kiosk && c == budget.User {
		c = budget.Kiosk
	}
	return c
}

// spend takes a request to the service from the client's share. The upkeep spends all that is plenty, which is no
// reason to refuse the client for whom it does that if there is no other.
func (a *asker) spend(now time.Time) bool {
	plenty := a.relay.upkeep.clients() <= 1 || a.relay.parts.Budget.Left() >= reserve
	return a.relay.shares.spend(a.client, plenty, now)
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
