package seeds

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
)

// A service is a server of the interface, with pages that change, keys that are changed, and its own count of each
// key's requests.
type service struct {
	world    *world
	name     string
	listener *listener
	server   *http.Server
	faults   []*episode

	next map[int]int // page -> the one that it names as the next

	mu       sync.Mutex
	pages    map[int][]*version
	raw      map[[32]byte]int // digest of each document and picture that ever existed -> page
	accounts map[string]*account
}

// A version is the content of a page from a time on.
type version struct {
	number  int
	at      time.Time
	digest  [32]byte
	json    *api.Body
	picture *api.Body
}

// An account is an app_id with its key and its requests.
type account struct {
	id, key string
	before  string // the key before, valid until until
	until   time.Time
	limits  limits
	asked   []time.Time          // times of requests within a day
	absent  map[string]*absences // by the client's address
	block   *episode             // that applies, nil for none
	renewed time.Time            // when the last request was blocked
	refused time.Time            // when the last one was answered with 401, 403 or 429
}

type limits struct{ second, hour, day int }

// host returns the service's host name.
func (s *service) host() string { return s.name + ".example" }

func newService(w *world, name string) *service {
	s := &service{
		world: w, name: name, next: map[int]int{}, pages: map[int][]*version{}, raw: map[[32]byte]int{},
		accounts: map[string]*account{},
	}
	s.listener = w.wire.listen(s.host(), func() bool { return s.fails("", "refuse") })
	handler := &api.Handler{Source: s}
	s.server = &http.Server{
		Handler:  http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { s.serve(handler, rw, r) }),
		ErrorLog: log.New(io.Discard, "", 0),
	}
	go func() { _ = s.server.Serve(s.listener) }()
	return s
}

// open opens an account.
func (s *service) open(r *rand.Rand, id string) *account {
	a := &account{id: id, absent: map[string]*absences{}}
	a.limits = limits{
		[]int{2, 10}[r.IntN(2)], []int{60, 120, 300, 300, 300}[r.IntN(5)], 7200,
	}
	if id == "desk" && r.IntN(2) == 0 { // screens would use it up by noon
		a.limits.day = 600
	}
	if s.world.kind.perHour > 0 {
		a.limits = limits{10, s.world.kind.perHour, 7200}
	}
	s.accounts[id] = a
	s.rekey(r, id, 0)
	return a
}

// rekey sets a new key of an account. The old one stays valid for overlap.
func (s *service) rekey(r *rand.Rand, id string, overlap time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.accounts[id]
	a.before, a.until = a.key, s.world.now().Add(overlap)
	a.key = fmt.Sprintf("%s/%s'+%08x", s.name, id, r.Uint32())
	s.world.hide(a.key, s.host())
}

// key returns the key of an account.
func (s *service) key(id string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.accounts[id].key
}

// mark returns the line that identifies a version of a subpage on a screen.
func (s *service) mark(page, subpage, number int) string {
	return fmt.Sprintf("%s-%d-%d-%d-%06x", s.name, page, subpage, number,
		hashOf(s.world.seed, s.name, page, subpage, number)&0xffffff)
}

// publish adds a version of a page.
func (s *service) publish(page int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := &version{number: len(s.pages[page]) + 1, at: s.world.now()}
	doc := &teletext.Page{
		Number: page, Name: s.name, Modified: v.at, SubpageCount: 1 + page%3, Next: s.next[page],
	}
	for n := 1; n <= doc.SubpageCount; n++ {
		text := teletext.Lines{s.mark(page, n, v.number), "some text below it"}
		doc.Subpages = append(doc.Subpages, teletext.Subpage{Number: n, Dwell: 10 * time.Second, Text: &text})
	}
	data, err := doc.EncodeJSON()
	if err != nil {
		panic(err)
	}
	v.digest, v.json = doc.Digest(), api.NewBody(api.TypeJSON, v.at, data)
	s.raw[sha256.Sum256(data)] = page
	if page%20 == 0 {
		data = pictureOf(byte(page), byte(v.number))
		v.picture = api.NewBody(api.TypePNG, v.at, data)
		s.raw[sha256.Sum256(data)] = page
	}
	s.pages[page] = append(s.pages[page], v)
}

// pictureOf returns a picture of two colours.
func pictureOf(red, green byte) []byte {
	p := image.NewPaletted(image.Rect(0, 0, 16, 8), color.Palette{
		color.RGBA{A: 255}, color.RGBA{R: 100 + red, G: green, B: 200, A: 255},
	})
	for i := range p.Pix {
		p.Pix[i] = byte(i / 3 % 2)
	}
	var b bytes.Buffer
	_ = png.Encode(&b, p)
	return b.Bytes()
}

// newest returns the number of the last version of a page, 0 if there is no such page.
func (s *service) newest(page int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.pages[page])
}

// newestDigest returns the digest of the last version of an existing page.
func (s *service) newestDigest(page int) [32]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.pages[page]
	return all[len(all)-1].digest
}

// has reports whether a page ever had a digest.
func (s *service) has(page int, digest [32]byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range s.pages[page] {
		if v.digest == digest {
			return true
		}
	}
	return false
}

// serve counts a request, and answers it or fails.
func (s *service) serve(h http.Handler, w http.ResponseWriter, r *http.Request) {
	s.world.checkRequest(s.host(), r)
	id, known := s.spend(r)
	status := &statusWriter{ResponseWriter: w, status: http.StatusOK}
	defer func() {
		status.spoilt = status.spoilt || r.Context().Err() != nil // the client has disconnected
		s.answered(id, r, status)
		s.world.note("%s answers %s %d for %s", s.name, id, status.status, r.URL.Path)
	}()
	time.Sleep(s.latency(id, r.URL.Path))
	if e := cmp.Or(s.blocking(id), s.failing(r.URL.Path)); e != nil {
		status.spoilt = e.kind != "stale" // a slow answer may not arrive either
		status.says404 = e.kind == "empty"
		if e.answer(s, h, status, r) {
			return
		}
	}
	if !known {
		api.Refuse(status, &api.Refusal{Status: http.StatusUnauthorized})
		return
	}
	h.ServeHTTP(status, r)
}

// latency returns the delay of an answer: about a tenth of a second, and now and then up to four seconds.
func (s *service) latency(id, path string) time.Duration {
	chance := hashOf(s.world.seed, id, path, time.Now().UnixNano())
	if chance%20 == 0 {
		return time.Duration(chance % 4_000_000_000)
	}
	return 40*time.Millisecond + time.Duration(chance%80_000_000)
}

// A statusWriter records the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
	spoilt bool // the body is invalid
	// says404: the body is empty, as some services answer for pages that they do not have.
	says404 bool
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// spend counts a request, and returns its account and whether the key is right.
func (s *service) spend(r *http.Request) (id string, known bool) {
	q := r.URL.Query()
	id = q.Get("app_id")
	s.mu.Lock()
	defer s.mu.Unlock()
	a, now := s.accounts[id], s.world.now()
	if a == nil {
		s.world.fail("%s was asked as %q", s.name, id)
		return id, false
	}
	s.world.machine(id).onSent()
	a.asked = append(a.asked, now)
	for now.Sub(a.asked[0]) >= 24*time.Hour {
		a.asked = a.asked[1:]
	}
	hour := 0
	for i := len(a.asked) - 1; i >= 0 && now.Sub(a.asked[i]) < time.Hour; i-- {
		hour++
	}
	switch inHour, inDay := hour > a.limits.hour, len(a.asked) > a.limits.day; {
	case inHour && !s.world.mayExceed(id, time.Hour), inDay && !s.world.mayExceed(id, 24*time.Hour):
		s.world.fail("%s asked %s for %d in an hour and %d in a day, where %d and %d are allowed; %s", id, s.name, hour,
			len(a.asked), a.limits.hour, a.limits.day, s.world.usages())
	}
	if hour == a.limits.hour {
		s.world.count("requests that use up an hour")
	}
	key := q.Get("app_key")
	return id, key == a.key || key == a.before && now.Before(a.until)
}

// answered records the answer to a request.
func (s *service) answered(id string, r *http.Request, as *statusWriter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.accounts[id]
	if a == nil {
		return
	}
	switch as.status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		a.refused = time.Now()
	}
	if as.says404 {
		as.status = http.StatusNotFound
	}
	if page, ok := pageOf(r.URL.Path); ok {
		if a.absent[r.RemoteAddr] == nil {
			a.absent[r.RemoteAddr] = &absences{}
		}
		a.absent[r.RemoteAddr].record(page, as.status, as.spoilt)
	}
}

// hasRefused reports whether a request was answered with 401, 403 or 429 since a time.
func (s *service) hasRefused(since time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.accounts {
		if a.refused.After(since) {
			return true
		}
	}
	return false
}

// mayLack reports whether a client of an account may take a page for missing.
func (s *service) mayLack(id string, page int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.accounts[id]
	for _, one := range a.absent {
		if one.mayLack(page) {
			return true
		}
	}
	return len(a.absent) == 0
}

// pageOf returns the page of a document's path.
func pageOf(path string) (page int, ok bool) {
	file, ok := strings.CutPrefix(path, "/v1/teletext/pages/")
	page, err := strconv.Atoi(strings.TrimSuffix(file, ".json"))
	return page, ok && err == nil
}

var _ api.Source = (*service)(nil)

// version returns the last version, or an older one during a fault.
func (s *service) version(r *http.Request, page int) (*version, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.pages[page]
	if len(all) == 0 {
		return nil, api.ErrNone
	}
	old, _ := r.Context().Value(staleKey{}).(int)
	return all[max(0, len(all)-1-old)], nil
}

func (s *service) Document(r *http.Request, page int, format string) (api.Answer, error) {
	v, err := s.version(r, page)
	if err != nil || format != "json" {
		return api.Answer{}, api.ErrNone
	}
	return api.Answer{Body: v.json}, nil
}

func (s *service) Picture(r *http.Request, page, subpage int) (api.Answer, error) {
	v, err := s.version(r, page)
	if err != nil || v.picture == nil || subpage != 1 {
		return api.Answer{}, api.ErrNone
	}
	return api.Answer{Body: v.picture}, nil
}

func (s *service) Downloads(*http.Request) (api.Answer, error) {
	return api.Answer{Body: api.NewBody(api.TypeJSON, time.Time{}, []byte("[]"))}, nil
}

func (s *service) Playouts(*http.Request, int, string) (api.Answer, error) {
	return api.Answer{}, api.ErrNone
}

func (s *service) Recording(*http.Request, string) (api.Answer, error) {
	return api.Answer{}, api.ErrNone
}

// close ends the service.
func (s *service) close() {
	_ = s.server.Close()
	synctest.Wait()
}
