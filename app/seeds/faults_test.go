package seeds

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sextant/app/store"
)

// kinds are the ways in which a service fails, beside walls and blocks.
var kinds = []string{
	"500", "502", "503", "503 with Retry-After", "404", "404 once", "429", "429 with Retry-After", "401", "403",
	"garbage", "truncated", "type", "slow", "crawl", "hang", "refuse", "cut",
	"redirect", "redirect here", "stale", "other page",
	"huge", "echo", "empty",
}

// An episode is a time in which a service fails in one way, for all or some of the requests.
type episode struct {
	kind       string
	from, to   time.Time
	every, off int     // of the pages, only each every-th; 1 for all
	share      float64 // of the requests
	mu         sync.Mutex
	once       map[string]bool // paths that have had their fault
}

// drawEpisodes returns random episodes between two times.
func drawEpisodes(r *rand.Rand, from, to time.Time) (all []*episode) {
	every := slices.Concat(kinds, walls, blocks)
	for at := from.Add(apart(r, 10*time.Minute)); ; at = at.Add(apart(r, 20*time.Minute)) {
		e := &episode{kind: every[r.IntN(len(every))], from: at, every: 1, share: 1, once: map[string]bool{}}
		e.to = at.Add(between(r, 2*time.Second, time.Duration(1+r.IntN(3))*time.Hour))
		switch isWall := slices.Contains(walls, e.kind); {
		case isWall, e.isBlock():
			e.to = at.Add(between(r, 10*time.Second, 2*time.Hour))
		case e.kind == "huge": // uses much processor time
			e.to = minTime(e.to, e.from.Add(2*time.Minute))
			fallthrough
		default:
			e.thin(r)
		}
		if e.to.After(to) {
			return all
		}
		if !e.isBlock() || e.to.Add(blockEnds).Before(to) {
			all = append(all, e)
		}
	}
}

// thin makes an episode one of a part of the requests, or of the pages, at random.
func (e *episode) thin(r *rand.Rand) {
	switch r.IntN(4) {
	case 0:
		e.share = r.Float64()
	case 1:
		e.every = 2 + r.IntN(6)
		e.off = r.IntN(e.every)
	}
}

// failing returns the episode that applies to a request, nil for none.
func (s *service) failing(path string) *episode {
	now := time.Now()
	for _, e := range s.faults {
		if now.Before(e.from) || !now.Before(e.to) || e.kind == "refuse" || e.isBlock() {
			continue
		}
		page, isDocument := pageOf(path)
		isSpared := float64(hashOf(s.world.seed, path, now.UnixNano())%1000) >= e.share*1000
		isOther := e.every > 1 && (!isDocument || page/2%e.every != e.off)
		if !isSpared && !isOther && (e.kind != "404 once" || e.first(path)) {
			return e
		}
	}
	return nil
}

// first reports whether a path has not had its fault yet.
func (e *episode) first(path string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	before := e.once[path]
	e.once[path] = true
	return !before
}

// fails reports whether connections fail now in a given way.
func (s *service) fails(_, kind string) bool {
	now := time.Now()
	for _, e := range s.faults {
		if e.kind == kind && !now.Before(e.from) && now.Before(e.to) {
			s.world.fault(kind)
			return true
		}
	}
	return false
}

// staleKey is the context key of the number of versions by which an answer is stale.
type staleKey struct{}

// elsewhere is a host that does not belong to any service.
const elsewhere = "elsewhere.example"

// answer sends the failure. It returns false if the service must answer itself.
func (e *episode) answer(s *service, h http.Handler, w http.ResponseWriter, r *http.Request) bool {
	s.world.fault(e.kind)
	status, _ := strconv.Atoi(strings.Fields(e.kind + " .")[0])
	switch e.kind {
	case "503 with Retry-After", "429 with Retry-After":
		w.Header().Set("Retry-After", strconv.Itoa(1+int(hashOf(e.from.UnixNano(), time.Now().UnixNano())%600)))
		http.Error(w, "later", status)
	case "404 once":
		http.NotFound(w, r)
	case "slow":
		rest(r.Context(), time.Duration(1+hashOf(r.URL.Path, time.Now().UnixNano())%90)*time.Second)
		return false
	case "crawl":
		crawl(h, w, r)
	case "hang":
		<-r.Context().Done()
	case "cut":
		panic(http.ErrAbortHandler)
	case "stale":
		h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), staleKey{}, 1+int(e.from.UnixNano()%4))))
	case "redirect":
		to := fmt.Sprintf("http://%s%s?%s", elsewhere, r.URL.Path, r.URL.RawQuery) // with the credentials
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusFound)
	case "redirect here":
		if r.URL.Query().Has("moved") {
			return false
		}
		http.Redirect(w, r, r.URL.Path+"?moved=1", http.StatusTemporaryRedirect)
	default:
		if status > 0 {
			e.refuse(w, status)
			return true
		}
		e.spoil(s, h, w, r)
	}
	return true
}

// spoil answers with an invalid body, or that of another page.
func (e *episode) spoil(s *service, h http.Handler, w http.ResponseWriter, r *http.Request) {
	body, kind := "<html><body>Welcome to the network of this hotel</body></html>", "text/html"
	switch e.kind {
	case "echo": // of the key, as some services do in error messages
		body = fmt.Sprintf(`{"error":"cannot read","address":%q}`, r.URL.String())
		kind = "application/json"
	case "empty":
		body = ""
	case "huge":
		body = strings.Repeat("x", 1<<20+1<<17)
	case "type":
		rec := httptest.NewRecorder()
		r.Header.Del("Accept-Encoding")
		h.ServeHTTP(rec, r)
		body, kind = rec.Body.String(), "application/octet-stream"
	case "other page":
		other := r.Clone(r.Context())
		if page, ok := pageOf(r.URL.Path); ok {
			other.URL.Path = fmt.Sprintf("/v1/teletext/pages/%d.json", firstPage+(page+2-firstPage)%pages)
		}
		h.ServeHTTP(w, other)
		return
	case "truncated":
		rec := httptest.NewRecorder()
		r.Header.Del("Accept-Encoding")
		h.ServeHTTP(rec, r)
		w.Header().Set("Content-Length", strconv.Itoa(rec.Body.Len()+10))
		_, _ = w.Write(rec.Body.Bytes()[:rec.Body.Len()/2])
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write([]byte(body))
}

// crawl sends an answer a few bytes at a time.
func crawl(h http.Handler, w http.ResponseWriter, r *http.Request) {
	rec := httptest.NewRecorder()
	r.Header.Del("Accept-Encoding")
	h.ServeHTTP(rec, r)
	for name, values := range rec.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(rec.Code)
	for data := rec.Body.Bytes(); len(data) > 0 && r.Context().Err() == nil; data = data[min(40, len(data)):] {
		_, _ = w.Write(data[:min(40, len(data))])
		_ = http.NewResponseController(w).Flush()
		rest(r.Context(), 700*time.Millisecond)
	}
}

// rest waits for d, or until ctx ends.
func rest(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// A diskFault is a time in which a disk is full or slow.
type diskFault struct {
	kind     string
	from, to time.Time
	takes    time.Duration
}

const fullDisk = "full disk"

// diskFaults returns random faults of a disk. Slow reads are for machines on which no program holds a lock meanwhile.
func (w *world) diskFaults(name string, kinds ...string) (all []diskFault) {
	r, to := w.dice(name+" disk"), w.calm
	if !w.kind.diskFails {
		return nil
	}
	for at := w.begin.Add(apart(r, time.Hour)); ; at = at.Add(apart(r, 3*time.Hour)) {
		f := diskFault{kind: kinds[r.IntN(len(kinds))], from: at, to: at.Add(between(r, 5*time.Second, time.Hour))}
		f.takes = between(r, 50*time.Millisecond, 10*time.Second)
		if f.to.After(to) {
			return all
		}
		all = append(all, f)
	}
}

// use applies the faults of a machine's disk at the current time.
func (m *machine) use(u store.Use) error {
	now := time.Now()
	for _, f := range m.disk {
		if now.Before(f.from) || !now.Before(f.to) {
			continue
		}
		switch {
		case f.kind == fullDisk && u != store.Reading:
			m.world.fault(f.kind)
			return store.ErrFull
		case f.kind == "slow writes" && u == store.Writing, f.kind == "slow reads" && u == store.Reading:
			m.world.fault(f.kind)
			time.Sleep(f.takes)
		}
	}
	return nil
}
