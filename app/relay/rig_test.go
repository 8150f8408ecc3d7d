package relay

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/demo"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/testkit"
)

// secret is the service's key, which only the service may see.
const secret = "the/service's+key"

// An upstream is the service behind a relay: the demo, whose documents can be changed and which can fail.
type upstream struct {
	demo  http.Handler
	asked sync.Map // path -> *atomic.Int32
	total atomic.Int32
	down  atomic.Bool
	slow  atomic.Int64 // a delay before each answer, a time.Duration

	mu     sync.Mutex
	change func(path string, body []byte) []byte
	status func(path string) int
}

func (u *upstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	count, _ := u.asked.LoadOrStore(r.URL.Path, &atomic.Int32{})
	count.(*atomic.Int32).Add(1)
	u.total.Add(1)
	time.Sleep(time.Duration(u.slow.Load()))
	u.mu.Lock()
	change, status := u.change, u.status
	u.mu.Unlock()
	if u.down.Load() {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	if status != nil {
		if s := status(r.URL.Path); s != 0 {
			w.WriteHeader(s)
			return
		}
	}
	if change == nil || strings.HasSuffix(r.URL.Path, ".mp3") {
		u.demo.ServeHTTP(w, r)
		return
	}
	r.Header.Del("Accept-Encoding")
	r.Header.Del("If-None-Match")
	r.Header.Del("If-Modified-Since")
	rec := httptest.NewRecorder()
	u.demo.ServeHTTP(rec, r)
	w.Header().Set("Content-Type", rec.Header().Get("Content-Type"))
	w.WriteHeader(rec.Code)
	_, _ = w.Write(change(r.URL.Path, rec.Body.Bytes()))
}

// requests returns the number of requests for a path.
func (u *upstream) requests(path string) int {
	if count, ok := u.asked.Load(path); ok {
		return int(count.(*atomic.Int32).Load())
	}
	return 0
}

// answers makes the service answer a path with a status, or as it does itself with 0.
func (u *upstream) answers(status func(path string) int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.status = status
}

// always makes the service answer everything with a status; 0 restores its own answers.
func (u *upstream) always(status int) { u.answers(func(string) int { return status }) }

// lacks makes the service answer with 404 what has a text in its path.
func (u *upstream) lacks(text string) {
	u.answers(func(path string) int {
		if strings.Contains(path, text) {
			return http.StatusNotFound
		}
		return 0
	})
}

// replace replaces a word in all documents from now on.
func (u *upstream) replace(old, now string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.change = func(path string, body []byte) []byte {
		if strings.HasSuffix(path, ".png") {
			return append(body, now...) // readers ignore what follows the picture
		}
		return []byte(strings.ReplaceAll(string(body), old, now))
	}
}

// A rig is a relay in front of the demo, on loopback.
type rig struct {
	*Relay
	upstream *upstream
	service  *httptest.Server
	server   *httptest.Server
	station  *station.Station
	dir      string

	mu     sync.Mutex
	offset time.Duration
	lines  []string
}

func (r *rig) now() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Now().Add(r.offset)
}

// pass moves the relay's clock forward.
func (r *rig) pass(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.offset += d
}

// newRig starts a relay. change may change its parts and settings; nil leaves them.
func newRig(t testing.TB, change func(p *Parts, s *settings.Service)) *rig {
	t.Helper()
	r := &rig{upstream: &upstream{}, dir: t.TempDir()}
	handler := testkit.Must(demo.New(demo.Options{Now: time.Now, AppID: "id", AppKey: secret}))(t)
	r.upstream.demo = handler
	r.service = httptest.NewServer(r.upstream)
	t.Cleanup(r.service.Close)
	r.start(t, change)
	t.Cleanup(func() { r.stop() })
	return r
}

// start starts the relay with the profile in its folder.
func (r *rig) start(t testing.TB, change func(p *Parts, s *settings.Service)) {
	t.Helper()
	s := settings.DefaultSettings().Service
	p := Parts{Now: r.now, Log: r.addLine}
	if change != nil {
		change(&p, &s)
	}
	events := station.NoEvents()
	events.Answered = func(page int, d *api.Document, err error, s acquire.Standing) { r.OnAnswer(page, d, err, s) }
	st, err := station.Open(s, station.Access{BaseURL: r.service.URL, AppID: "id", AppKey: secret},
		settings.Profile{Dir: r.dir}, r.now, events, &station.Libraries{})
	if err != nil {
		t.Fatal(err)
	}
	p.Pages, p.Budget, p.Store, p.Library, p.Client = st.Pages, st.Budget, st.Store, st.Library, st.Client
	p.Limits, p.Freshness, p.Zone = s.Limits(), time.Duration(s.Freshness)*time.Second, st.Zone
	r.Relay, r.station = New(p), st
	r.server = httptest.NewServer(r.Relay)
}

func (r *rig) stop() {
	r.EndStreams()
	r.server.Close()
	r.Close()
	r.station.Retire()
	r.station.Release()
}

func (r *rig) addLine(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, line)
}

// A reply is an answer of the relay.
type reply struct {
	status int
	header http.Header
	body   string
}

// aged reports whether the Age of an answer is a number of seconds, or up to 20 more on a busy machine.
func (r reply) aged(seconds int) bool {
	const more = 20
	age, err := strconv.Atoi(r.header.Get("Age"))
	return err == nil && age >= seconds && age <= seconds+more
}

// get sends a request to the relay, with headers as pairs of name and value, and fails if the service's key is in the
// answer.
func (r *rig) get(t testing.TB, path string, headers ...string) reply {
	t.Helper()
	q := testkit.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, r.server.URL+path, nil))(t)
	for i := 0; i+1 < len(headers); i += 2 {
		q.Header.Set(headers[i], headers[i+1])
	}
	answer := testkit.Must(http.DefaultClient.Do(q))(t)
	defer answer.Body.Close()
	body := testkit.Must(io.ReadAll(answer.Body))(t)
	if strings.Contains(string(body)+answer.Header.Get("Link")+answer.Header.Get("Location"), secret) {
		t.Errorf("%s gives the service's key away", path)
	}
	return reply{answer.StatusCode, answer.Header, string(body)}
}

// from calls the relay's handler with a request from a given host.
func (r *rig) from(host, path string, headers ...string) *httptest.ResponseRecorder {
	q := httptest.NewRequest(http.MethodGet, path, nil)
	q.RemoteAddr = host + ":40000"
	for i := 0; i+1 < len(headers); i += 2 {
		q.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	r.Relay.ServeHTTP(w, q)
	return w
}

// A change is what the event of a change says.
type change struct {
	Page    int       `json:"page"`
	Subpage int       `json:"subpage"`
	Digest  string    `json:"digest"`
	Time    time.Time `json:"time"`
}
