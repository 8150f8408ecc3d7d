package servicetest

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"sextant/app/teletext"
)

// An Announcer is an Editor that sends change notices.
type Announcer struct {
	*Editor
	mu        sync.Mutex
	listening map[chan string]bool
	notices   int
	silent    bool
}

// ChangesPath is the path of the stream of change notices.
const ChangesPath = "/v1/relay/changes"

// NewAnnouncer returns an Announcer with the pages of the demo service.
func NewAnnouncer(t testing.TB) *Announcer {
	return &Announcer{Editor: NewEditor(t), listening: map[chan string]bool{}}
}

func (a *Announcer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == ChangesPath {
		a.listen(w, r)
		return
	}
	var page int
	if IsPath(r.URL.Path, "/v1/teletext/pages/%d.json", &page) {
		w.Header().Set("Link", `<../../relay/changes>; rel="monitor-group"`)
		w.Header().Set("Cache-Control", "max-age=1, stale-while-revalidate=60")
		w.Header().Set("Age", "1")
	}
	a.Editor.ServeHTTP(w, r)
}

// listen sends change notices to a client until it disconnects.
func (a *Announcer) listen(w http.ResponseWriter, r *http.Request) {
	notices := make(chan string, 100)
	a.mu.Lock()
	silent := a.silent
	if !silent {
		a.listening[notices] = true
	}
	a.mu.Unlock()
	if silent {
		http.NotFound(w, r)
		return
	}
	defer func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.listening, notices)
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprint(w, "event: open\nid: 0\ndata: {\"time\":\"2026-11-22T10:00:00Z\"}\n\n")
	for http.NewResponseController(w).Flush() == nil {
		select {
		case text, is := <-notices:
			if !is {
				return
			}
			fmt.Fprint(w, text)
		case <-time.After(15 * time.Second):
			fmt.Fprint(w, ": ping\n\n")
		case <-r.Context().Done():
			return
		}
	}
}

// Listeners returns the number of connected clients.
func (a *Announcer) Listeners() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.listening)
}

// Change rewrites a page and announces the subpages that changed.
func (a *Announcer) Change(page int, change func(*teletext.Page)) {
	a.t.Helper()
	before := a.Page(page)
	a.Rewrite(page, change)
	after := a.Page(page)
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := range after.Subpages {
		s := &after.Subpages[i]
		if old, _ := before.Subpage(s.Number); old != nil && old.Digest() == s.Digest() {
			continue
		}
		a.notices++
		for c := range a.listening {
			c <- fmt.Sprintf("event: change\nid: %d\ndata: {\"page\":%d,\"subpage\":%d,\"digest\":\"%x\"}\n\n",
				a.notices, page, s.Number, s.Digest())
		}
	}
}

// Silence ends the change notices for good.
func (a *Announcer) Silence() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.silent = true
	for c := range a.listening {
		close(c)
		delete(a.listening, c)
	}
}
