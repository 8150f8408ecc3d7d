package seeds

import (
	"bytes"
	"context"
	"crypto/sha256"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/guard"
	"sextant/app/relay"
	"sextant/app/relay/serve"
	"sextant/app/station"
)

const (
	relayHost = "relay.example"
	relayID   = "relay"
)

// A relayed is the machine of the relay in front of the service alfa.
type relayed struct {
	*machine
	door    *guard.Door
	running *relaying
	losing  []noticeFault
}

// A relaying is a running relay.
type relaying struct {
	life     *life
	station  *station.Station
	relay    *relay.Relay
	server   *serve.Server
	listener *listener
	end      context.CancelFunc
	ended    chan struct{}
}

// A noticeFault is a time in which notices of changes are lost or sent twice.
type noticeFault struct {
	from, to    time.Time
	lost, twice bool
}

func newRelayed(w *world) *relayed {
	r := &relayed{machine: newMachine(w, "relay")}
	dice := w.dice("relay notices")
	for at := w.begin.Add(apart(dice, time.Hour)); at.Before(w.calm); at = at.Add(apart(dice, 3*time.Hour)) {
		f := noticeFault{from: at, to: at.Add(between(dice, time.Minute, 2*time.Hour)), lost: dice.IntN(2) == 0}
		f.twice = !f.lost
		if f.to.Before(w.calm) {
			r.losing = append(r.losing, f)
		}
	}
	r.disk = w.diskFaults("relay", fullDisk, "slow writes")
	a := w.alfa.accounts[relayID]
	r.setUp(w.alfa.host(), relayID, a.key, a.limits)
	return r
}

// client makes new credentials for a client, and removes its old ones.
func (r *relayed) client(name string) (id, key string) {
	path := r.profile.Path(guard.KeysFile)
	_ = guard.RemoveKey(path, name) // may not exist
	id, key, err := guard.AddKey(path, name, true, time.Now())
	if err != nil {
		r.world.fail("no credentials for %s: %v", name, err)
	}
	r.world.hide(key, relayHost)
	if r.running != nil {
		if err := r.door.Reload(); err != nil {
			r.world.fail("the keys cannot be read: %v", err)
		}
		r.running.relay.Recheck()
	}
	return id, key
}

func (r *relayed) isRunning() bool { return r.running != nil }

func (r *relayed) start() {
	w, run := r.world, &relaying{life: &life{machine: r.machine}, ended: make(chan struct{})}
	var err error
	if r.door, err = guard.OpenDoor(r.profile.Path(guard.KeysFile), "", r.now); err != nil {
		w.fail("the relay has no keys: %v", err)
		return
	}
	events := station.NoEvents()
	events.Answered = func(page int, d *api.Document, err error, s acquire.Standing) {
		run.relay.OnAnswer(page, d, err, s)
	}
	events.PagesStale = func([]int) { run.relay.Wake() }
	run.life.inside(func() { run.station = r.openStation(run.life, events) })
	s, _ := r.load()
	st := run.station
	run.relay = relay.New(relay.Parts{
		Pages: st.Pages, Budget: st.Budget, Store: st.Store, Library: st.Library, Client: st.Client,
		Limits: s.Limits(), Freshness: time.Duration(s.Freshness) * time.Second, Zone: st.Zone, Draw: true,
		Know: r.door.Know, Connections: func() serve.Counts { return run.server.Counts() },
		Log: func(line string) { w.checkText("the relay's log", line) }, Now: r.now,
	})
	run.listener = w.wire.listen(relayHost, run.life.isDead)
	run.server, err = serve.New(serve.Config{
		Listener: run.listener, Handler: r.watched(run.relay),
		MostConnections: 64, OnShutdown: run.relay.EndStreams,
		Log: func(line string) { w.checkText("the server's log", line) },
	})
	if err != nil {
		w.fail("the relay does not serve: %v", err)
		return
	}
	st.Attend(events)
	run.relay.Begin()
	ctx, cancel := context.WithCancel(context.Background())
	run.end = cancel
	go func() {
		defer close(run.ended)
		_ = run.server.Run(ctx)
		run.relay.Close()
		st.Retire()
		st.Release()
	}()
	r.running = run
}

func (r *relayed) stop(kill bool) {
	run := r.running
	r.running = nil
	if kill {
		run.life.kill()
		run.listener.cut()
	}
	run.end()
}

// watched returns the relay's handler with checks of all answers.
func (r *relayed) watched(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		r.world.checkRequest(relayHost, q)
		if strings.HasSuffix(q.URL.Path, "/changes") {
			h.ServeHTTP(&notices{ResponseWriter: w, relay: r}, q)
			return
		}
		rec := &record{ResponseWriter: w, status: http.StatusOK}
		h.ServeHTTP(rec, q)
		r.checkAnswer(q, rec)
	})
}

// A record keeps the status and the body of an answer.
type record struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (r *record) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func (r *record) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *record) Write(p []byte) (int, error) {
	_, _ = r.body.Write(p)
	return r.ResponseWriter.Write(p)
}

// checkAnswer checks that an answer is a version that the service had, and contains no key.
func (r *relayed) checkAnswer(q *http.Request, rec *record) {
	w, header := r.world, rec.Header()
	body := unpacked(header, rec.body.Bytes())
	var all strings.Builder
	_ = header.Write(&all)
	w.checkText("an answer of the relay", all.String()+string(body))
	page, isDocument := pageOf(q.URL.Path)
	w.note("the relay answers %s %d for %s", q.RemoteAddr, rec.status, q.URL.Path)
	w.count("answers of the relay")
	for _, s := range w.screens {
		if isDocument && s.absent != nil && s.address.String() == q.RemoteAddr {
			s.absent.record(page, rec.status, false)
		}
	}
	switch {
	case rec.status == http.StatusNotFound && isDocument && !w.alfa.mayLack(relayID, page):
		w.fail("the relay says that there is no page %d, of which the service gave it a document", page)
	case rec.status == http.StatusOK && q.Method == http.MethodGet && api.IsTeletext(q.URL.Path):
		w.alfa.mu.Lock()
		of, known := w.alfa.raw[sha256.Sum256(body)]
		w.alfa.mu.Unlock()
		if !known && !strings.HasSuffix(q.URL.Path, ".png") || isDocument && of != page {
			w.fail("the relay answers for %s what the service never had: %.200q", q.URL.Path, body)
		}
	}
}

// notices is a stream of changes, some of which are lost or sent twice.
type notices struct {
	http.ResponseWriter
	relay *relayed
	mu    sync.Mutex
}

func (n *notices) Unwrap() http.ResponseWriter { return n.ResponseWriter }

// Write accepts whole events.
func (n *notices) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.relay.world.checkText("a notice of the relay", string(p))
	var out strings.Builder
	for event := range strings.SplitAfterSeq(string(p), "\n\n") {
		lost, twice := n.relay.fate(event)
		if lost {
			continue
		}
		out.WriteString(event)
		if twice {
			out.WriteString(event)
		}
	}
	if _, err := n.ResponseWriter.Write([]byte(out.String())); err != nil {
		return 0, err
	}
	return len(p), nil
}

// fate reports whether a notice is lost, or sent twice.
func (r *relayed) fate(event string) (lost, twice bool) {
	now := time.Now()
	for _, f := range r.losing {
		if strings.HasPrefix(event, "event: change") && now.After(f.from) && now.Before(f.to) {
			r.world.fault(either(f.lost, "notice lost", "notice twice"))
			return f.lost, f.twice
		}
	}
	return false, false
}

// rekeyed changes a key of an account about twice a day, and passes it to use after seconds to hours.
func (w *world) rekeyed(r *rand.Rand, s *service, id string, use func(key string)) {
	w.often(r, 12*time.Hour, func() {
		overlap, known := time.Duration(r.IntN(2))*time.Hour, between(r, time.Second, 2*time.Hour)
		s.rekey(r, id, overlap)
		w.fault("key changed")
		w.decided("%s has another key for %s, known in %v", s.name, id, known.Round(time.Second))
		w.at(minTime(time.Now().Add(known), w.calm), func() { use(s.key(id)) })
	})
}

func minTime(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// rekey restarts the relay with another key.
func (r *relayed) rekey(key string) {
	if r.hasFullDisk() || r.isOff {
		r.world.after(time.Minute, func() { r.rekey(key) })
		return
	}
	r.stopIfRunning()
	s, _ := r.load()
	r.save(s, key)
	r.start()
}

// checkThere checks that the relay's store has no page as missing that must be there.
func (r *relayed) checkThere() {
	if r.running != nil {
		r.checkStored(r.running.station.Store, func(page int) bool { return r.world.alfa.mayLack(relayID, page) })
	}
}

func (r *relayed) stopIfRunning() {
	if r.running != nil {
		r.stop(false)
	}
}
