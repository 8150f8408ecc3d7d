package endtoend

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"sextant/app/demo"
)

// A service is a server that remembers what it was asked, and can hold its answers back.
type service struct {
	*httptest.Server
	handler http.Handler

	mu       sync.Mutex
	requests []*http.Request
	answers  []string      // the paths that were answered
	gate     chan struct{} // closed to let answers out
}

// serve starts a service that ends with the test.
func serve(t *testing.T, handler http.Handler) *service {
	t.Helper()
	s := &service{handler: handler}
	s.Server = httptest.NewServer(http.HandlerFunc(s.answer))
	t.Cleanup(s.Close)
	t.Cleanup(s.release)
	return s
}

func (s *service) answer(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests = append(s.requests, r)
	gate := s.gate
	s.mu.Unlock()
	if gate != nil {
		select {
		case <-gate:
		case <-r.Context().Done():
			return
		}
	}
	s.handler.ServeHTTP(w, r)
	s.mu.Lock()
	s.answers = append(s.answers, r.URL.Path)
	s.mu.Unlock()
}

// hold keeps answers back from now on until release. It tells how many requests came before, which are
// still answered.
func (s *service) hold() (before int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gate = make(chan struct{})
	return len(s.requests)
}

func (s *service) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gate != nil {
		close(s.gate)
		s.gate = nil
	}
}

// asked lists the requests so far.
func (s *service) asked() []*http.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// count tells how often a path was asked for.
func (s *service) count(path string) int {
	n := 0
	for _, r := range s.asked() {
		if r.URL.Path == path {
			n++
		}
	}
	return n
}

// answered lists the paths that were answered so far.
func (s *service) answered() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.answers)
}

// options make the program use the service.
func (s *service) options() []string {
	return []string{"--base-url", s.URL, "--media-base-url", s.URL}
}

func documentPath(page int) string { return fmt.Sprintf("/v1/teletext/pages/%d.json", page) }

func picturePath(page, subpage int) string {
	return fmt.Sprintf("/v1/teletext/images/%d/%d.png", page, subpage)
}

// serveDemo starts the demo service, and gives what it would show for a place.
func serveDemo(t *testing.T) (s *service, picture func(page, subpage int) *picture) {
	t.Helper()
	handler, err := demo.New(demo.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, handler), pictures(t, handler)
}

// pictures asks a handler for pictures, past the service's memory of what it was asked.
func pictures(t *testing.T, handler http.Handler) func(page, subpage int) *picture {
	type place struct{ page, subpage int }
	known := map[place]*picture{}
	return func(page, subpage int) *picture {
		t.Helper()
		at := place{page, subpage}
		if known[at] == nil {
			known[at] = newPicture(t, fmt.Sprintf("%d/%d", page, subpage),
				answerOf(t, handler, picturePath(page, subpage)))
		}
		return known[at]
	}
}

// answerOf is what a handler has at a path.
func answerOf(t *testing.T, handler http.Handler, path string) []byte {
	t.Helper()
	body := bodyOf(handler, path)
	if body == nil {
		t.Fatalf("the demo has nothing at %s", path)
	}
	return body
}

// bodyOf is the same, nil where there is nothing.
func bodyOf(handler http.Handler, path string) []byte {
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
	if answer.Code != http.StatusOK {
		return nil
	}
	return answer.Body.Bytes()
}
