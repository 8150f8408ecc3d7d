package relay

import (
	"encoding/json"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"sync"
	"time"

	"sextant/app/api"
	"sextant/app/relay/site"
	"sextant/app/store"
)

const (
	// screensKey is the store's state with the names of all screens.
	screensKey = "screens"
	// silentAfter is the time without a request, a report or a stream after which a screen is silent. It reports each
	// minute.
	silentAfter = 150 * time.Second
	// pictureLasts is how long the last picture of a screen is shown.
	pictureLasts = 5 * time.Minute
	// mostReport and mostPicture bound a screen's report and picture, in bytes.
	mostReport  = 64 << 10
	mostPicture = 2 << 20
	// screenPath is where public screens put their reports, and screenPicture their pictures.
	screenPath    = "/v1/relay/screen"
	screenPicture = "/v1/relay/screen.png"
)

// A Screen is a public screen among the clients that reports its state.
type Screen struct {
	Name string
	// LastSeen is zero where it has not been seen since the relay started. Silent: that is longer ago than silentAfter.
	LastSeen time.Time
	Silent   bool
	// Report is the object of its /state.json, nil for none yet.
	Report json.RawMessage
	// Picture is a PNG of its window, nil where it does not send any, and PictureAt when that came.
	Picture   []byte
	PictureAt time.Time
}

// A screenTable has all screens. It is safe for concurrent use.
type screenTable struct {
	store *store.Store
	now   func() time.Time

	mu    sync.Mutex
	began time.Time // when the relay started
	all   map[string]*Screen
}

func newScreens(s *store.Store, now func() time.Time) *screenTable {
	sc := &screenTable{store: s, now: now, began: now(), all: map[string]*Screen{}}
	var names []string
	kept, _ := s.State(screensKey)
	_ = json.Unmarshal([]byte(kept), &names) // names that cannot be read are learned again
	for _, name := range names {
		sc.all[name] = &Screen{Name: name}
	}
	return sc
}

// markSeen sets LastSeen of a screen. One that never reported is no Screen: it may be silent at any time.
func (s *screenTable) markSeen(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if screen := s.all[name]; screen != nil {
		screen.LastSeen = s.now()
	}
}

// report changes what is known of a screen, and adds it where it is new.
func (s *screenTable) report(name string, change func(*Screen)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	screen := s.all[name]
	if screen == nil {
		screen = &Screen{Name: name}
		s.all[name] = screen
		s.saveLocked()
	}
	screen.LastSeen = s.now()
	change(screen)
}

func (s *screenTable) saveLocked() {
	names, _ := json.Marshal(slices.Sorted(maps.Keys(s.all))) // texts
	s.store.SetState(screensKey, string(names))
}

// keep forgets all screens but those with these names.
func (s *screenTable) keep(names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := len(s.all)
	maps.DeleteFunc(s.all, func(name string, _ *Screen) bool { return !slices.Contains(names, name) })
	if len(s.all) < before {
		s.saveLocked()
	}
}

// list returns all screens, sorted by name.
func (s *screenTable) list() []Screen {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Screen
	for _, name := range slices.Sorted(maps.Keys(s.all)) {
		screen := *s.all[name]
		since := screen.LastSeen
		if since.Before(s.began) {
			since = s.began
		}
		screen.Silent = s.now().Sub(since) > silentAfter
		if s.now().Sub(screen.PictureAt) > pictureLasts {
			screen.Picture = nil
		}
		all = append(all, screen)
	}
	return all
}

// Screens are the public screens among the clients, by the names of their keys.
func (r *Relay) Screens() []Screen { return r.screens.list() }

// KeepScreens forgets all screens but those with these names, as after keys were removed.
func (r *Relay) KeepScreens(names []string) { r.screens.keep(names) }

// screenName is the context key of a public screen's name in its requests.
type screenName struct{}

// onAlive returns a function to be called whenever a client is known to be connected.
func (r *Relay) onAlive(q *http.Request) func() {
	name, is := q.Context().Value(screenName{}).(string)
	return func() {
		if is {
			r.screens.markSeen(name)
		}
	}
}

// TakesBody reports whether a request may have a body: a public screen's report, or a form.
func TakesBody(q *http.Request) bool { return isReport(q) || site.TakesBody(q) }

// isReport reports whether a request is a screen's report or picture.
func isReport(q *http.Request) bool {
	return q.Method == http.MethodPut && (q.URL.Path == screenPath || q.URL.Path == screenPicture)
}

// takeReport handles a screen's report or picture, unless too many of it are under way.
func (r *Relay) takeReport(w http.ResponseWriter, q *http.Request, who identity) {
	cost := int64(reportCost)
	if q.URL.Path == screenPicture {
		cost = pictureCost
	}
	leave, err := r.join(who, cost)
	if err != nil {
		api.Refuse(w, err)
		return
	}
	defer leave()
	r.putScreen(w, q, who.name)
}

// putScreen handles a screen's report or picture.
func (r *Relay) putScreen(w http.ResponseWriter, q *http.Request, name string) {
	most, kind := int64(mostReport), "application/json"
	if q.URL.Path == screenPicture {
		most, kind = mostPicture, "image/png"
	}
	given, _, err := mime.ParseMediaType(q.Header.Get("Content-Type"))
	body, tooLarge := io.ReadAll(http.MaxBytesReader(w, q.Body, most))
	switch {
	case err != nil || given != kind:
		http.Error(w, "This is not what a screen says of itself.", http.StatusUnsupportedMediaType)
		return
	case tooLarge != nil:
		http.Error(w, "This is too much.", http.StatusRequestEntityTooLarge)
		return
	case q.URL.Path == screenPath && !json.Valid(body):
		http.Error(w, "This is no JSON.", http.StatusBadRequest)
		return
	}
	r.screens.report(name, func(s *Screen) {
		if q.URL.Path == screenPath {
			s.Report = body
		} else {
			s.Picture, s.PictureAt = body, r.parts.Now()
		}
	})
	w.WriteHeader(http.StatusNoContent)
}
