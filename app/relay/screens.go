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

	"sextant/app/relay/site"
	"sextant/app/store"
)

const (
	// screensKey is the state under which the store has which screens there are.
	screensKey = "screens"
	// silentAfter is after how long without a request, a report or a stream a screen is silent. It reports each minute.
	silentAfter = 150 * time.Second
	// pictureLasts is how long a picture is shown that does not come again.
	pictureLasts = 5 * time.Minute
	// mostReport and mostPicture bound what a screen says of itself and its picture, in bytes.
	mostReport  = 64 << 10
	mostPicture = 2 << 20
	// screenPath is where public screens report how they are, and screenPicture what is on them.
	screenPath    = "/v1/relay/screen"
	screenPicture = "/v1/relay/screen.png"
)

// A Screen is a public screen among the clients, which reports how it is.
type Screen struct {
	Name string
	// LastSeen is zero where it has not been seen since the relay started. Silent reports whether that is too long ago.
	LastSeen time.Time
	Silent   bool
	// Report is what it says of itself: the object of its /state.json, nil for nothing yet.
	Report json.RawMessage
	// Picture is what is on it, as PNG, nil where it does not show that, and PictureAt since when.
	Picture   []byte
	PictureAt time.Time
}

// A screenTable has the screens that there are. It is safe for concurrent use.
type screenTable struct {
	store *store.Store
	now   func() time.Time

	mu    sync.Mutex
	began time.Time // before which none could be seen
	all   map[string]*Screen
}

func newScreens(s *store.Store, now func() time.Time) *screenTable {
	sc := &screenTable{store: s, now: now, began: now(), all: map[string]*Screen{}}
	var names []string
	kept, _ := s.State(screensKey)
	_ = json.Unmarshal([]byte(kept), &names) // what cannot be read starts from nothing
	for _, name := range names {
		sc.all[name] = &Screen{Name: name}
	}
	return sc
}

// markSeen notes that a screen is there. One that never reported is not counted, for it may be silent at any time.
func (s *screenTable) markSeen(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if screen := s.all[name]; screen != nil {
		screen.LastSeen = s.now()
	}
}

// report keeps what a screen says of itself, or its picture.
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

// keep forgets all screens but some.
func (s *screenTable) keep(names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := len(s.all)
	maps.DeleteFunc(s.all, func(name string, _ *Screen) bool { return !slices.Contains(names, name) })
	if len(s.all) < before {
		s.saveLocked()
	}
}

// list returns all screens, by their names.
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

// KeepScreens forgets the screens whose keys there are no more.
func (r *Relay) KeepScreens(names []string) { r.screens.keep(names) }

// screenName is the key of a public screen's name in the context of its requests.
type screenName struct{}

// onAlive returns what is to be called whenever a client is known to be there.
func (r *Relay) onAlive(q *http.Request) func() {
	name, is := q.Context().Value(screenName{}).(string)
	return func() {
		if is {
			r.screens.markSeen(name)
		}
	}
}

// TakesBody reports whether a request may have a body: that of a public screen which says how it is, or a form.
func TakesBody(q *http.Request) bool { return isReport(q) || site.TakesBody(q) }

// isReport reports whether a screen says how it is.
func isReport(q *http.Request) bool {
	return q.Method == http.MethodPut && (q.URL.Path == screenPath || q.URL.Path == screenPicture)
}

// putScreen takes what a public screen says of itself.
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
