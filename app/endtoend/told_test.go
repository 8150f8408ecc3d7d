package endtoend

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// A teller is an editor that announces the changes that it makes.
type teller struct {
	*editor
	mu        sync.Mutex
	listening map[chan string]bool
	notices   int
	silent    chan struct{} // closed when nothing is announced any more
}

const changesPath = "/v1/relay/changes"

func newTeller(t *testing.T) *teller {
	return &teller{editor: newEditor(t), listening: map[chan string]bool{}, silent: make(chan struct{})}
}

func (e *teller) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == changesPath {
		e.listen(w, r)
		return
	}
	var page int
	if servicetest.IsPath(r.URL.Path, "/v1/teletext/pages/%d.json", &page) {
		w.Header().Set("Link", `<../../relay/changes>; rel="monitor-group"`)
		w.Header().Set("Cache-Control", "max-age=1, stale-while-revalidate=60")
		w.Header().Set("Age", "1")
	}
	e.editor.ServeHTTP(w, r)
}

// listen announces changes as long as somebody listens.
func (e *teller) listen(w http.ResponseWriter, r *http.Request) {
	select {
	case <-e.silent:
		http.NotFound(w, r)
		return
	default:
	}
	notices := make(chan string, 100)
	e.mu.Lock()
	e.listening[notices] = true
	e.mu.Unlock()
	defer func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		delete(e.listening, notices)
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprint(w, "event: open\nid: 0\ndata: {\"time\":\"2026-11-22T10:00:00Z\"}\n\n")
	for http.NewResponseController(w).Flush() == nil {
		select {
		case text := <-notices:
			fmt.Fprint(w, text)
		case <-time.After(15 * time.Second):
			fmt.Fprint(w, ": ping\n\n")
		case <-e.silent:
			return
		case <-r.Context().Done():
			return
		}
	}
}

// listeners counts those who listen.
func (e *teller) listeners() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.listening)
}

// change rewrites a page and announces the subpages that have changed by that.
func (e *teller) change(page int, change func(*teletext.Page)) {
	e.t.Helper()
	before := e.Page(page)
	e.Rewrite(page, change)
	after := e.Page(page)
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := range after.Subpages {
		s := &after.Subpages[i]
		if old, _ := before.Subpage(s.Number); old != nil && old.Digest() == s.Digest() {
			continue
		}
		e.notices++
		for c := range e.listening {
			c <- fmt.Sprintf("event: change\nid: %d\ndata: {\"page\":%d,\"subpage\":%d,\"digest\":\"%x\"}\n\n",
				e.notices, page, s.Number, s.Digest())
		}
	}
}

// untilQuiet waits until nothing is asked for any more, although the page on screen is looked at each second.
func untilQuiet(s *session, of *service) {
	s.t.Helper()
	s.until("that nothing is asked for", func() bool {
		before := len(of.Asked())
		return !poll(pollEvery, 3*time.Second, func() bool { return len(of.Asked()) != before })
	})
}

// askedSince lists what was asked for after so many requests, and how urgently.
func askedSince(of *service, before int) (paths []string) {
	for _, r := range of.Asked()[before:] {
		paths = append(paths, r.URL.Path+" "+r.Header.Get("Priority"))
	}
	return paths
}

// TestTold changes the page on screen of two programs with one profile. It is replaced in its place, with no key
// pressed and nothing else asked for. When changes are announced no more, it is looked at as anywhere else.
func TestTold(t *testing.T) {
	t.Parallel()
	e := newTeller(t)
	service := serve(t, e)
	d, other := newDisplay(t), newDisplay(t)
	other.dir = d.dir
	withSettings(t, d, quick())
	s := d.start(t, nil, service.options()...)
	s.untilPicture(e.picture(100, 1), plain)
	s.typed("103")
	s.untilPicture(e.picture(103, 1), plain)
	s.press("Down")
	s.untilPicture(e.picture(103, 2), plain)
	beside := other.start(t, nil, append(service.options(), "--separate", "103/2")...)
	beside.untilPicture(e.picture(103, 2), plain)
	s.until("two who listen", func() bool { return e.listeners() == 2 })
	untilQuiet(s, service)
	for i, line := range []string{"{Cyan}The choice fell on nobody at all", "{Cyan}The choice fell on somebody"} {
		before, start := len(service.Asked()), time.Now()
		e.change(103, func(doc *teletext.Page) { servicetest.Write(doc, 2, 13, line) })
		s.untilPicture(e.picture(103, 2), plain)
		t.Logf("on the screen after %v", time.Since(start).Round(time.Millisecond))
		beside.untilPicture(e.picture(103, 2), plain)
		untilQuiet(s, service)
		documents, pictures := 0, 0
		for _, path := range askedSince(service, before) {
			switch path {
			case servicetest.DocumentPath(103) + " u=4":
				documents++
			case servicetest.PicturePath(103, 2) + " u=5":
				pictures++
			default:
				t.Errorf("change %d: %s was asked for", i, path)
			}
		}
		if documents != 2 || pictures < 1 || pictures > 2 { // one may find it in the store
			t.Errorf("change %d: %d documents and %d pictures were asked for by two programs", i, documents, pictures)
		}
		s.untilTitle("103/2")
	}
	s.press("Alt+Left")
	s.untilPicture(e.picture(100, 1), plain)
	close(e.silent)
	e.Rewrite(100, func(doc *teletext.Page) {
		servicetest.Write(doc, 1, 19, "{Blue}{NB}{White}The ferries stay in harbour")
	})
	s.untilPicture(e.picture(100, 1), plain)
	s.quit()
	beside.quit()
}
