// Package servicetest has services for tests of several packages, whose pages can be changed and whose answers can be
// delayed. Only tests import it.
package servicetest

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"sextant/app/demo"
	"sextant/app/teletext"
)

// A Service is an HTTP server that records its requests and can delay its answers.
type Service struct {
	*httptest.Server
	Handler http.Handler // answers requests
	listen  func() (net.Listener, error)

	mu       sync.Mutex
	requests []*http.Request
	answers  []string      // the paths of answered requests
	gate     chan struct{} // closed by Release, nil unless answers are delayed
}

// Serve starts a service that ends with the test.
func Serve(t testing.TB, handler http.Handler) *Service {
	t.Helper()
	s := &Service{Handler: handler}
	address := "127.0.0.1:0"
	s.listen = func() (net.Listener, error) { return net.Listen("tcp", address) }
	if err := s.begin(); err != nil {
		t.Fatal(err)
	}
	address = s.Listener.Addr().String()
	t.Cleanup(func() {
		s.Release()
		s.Close()
	})
	return s
}

// begin starts to listen, at the address of the server before if there was one.
func (s *Service) begin() error {
	l, err := s.listen()
	if err != nil {
		return err
	}
	s.Server = &httptest.Server{Listener: l, Config: &http.Server{Handler: http.HandlerFunc(s.answer)}}
	s.Start()
	return nil
}

// Cut closes the service's port and all connections.
func (s *Service) Cut() {
	s.CloseClientConnections()
	s.Server.Close()
}

// Restore listens on the same port again.
func (s *Service) Restore(t testing.TB) {
	t.Helper()
	if err := s.begin(); err != nil {
		t.Fatal(err)
	}
}

func (s *Service) answer(w http.ResponseWriter, r *http.Request) {
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
	s.Handler.ServeHTTP(w, r)
	s.mu.Lock()
	s.answers = append(s.answers, r.URL.Path)
	s.mu.Unlock()
}

// Hold delays the answers to all later requests until Release. It returns the number of requests so far.
func (s *Service) Hold() (before int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gate = make(chan struct{})
	return len(s.requests)
}

// Release sends the delayed answers.
func (s *Service) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gate != nil {
		close(s.gate)
		s.gate = nil
	}
}

// Asked returns the requests so far.
func (s *Service) Asked() []*http.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Count returns the number of requests for a path.
func (s *Service) Count(path string) int {
	n := 0
	for _, r := range s.Asked() {
		if r.URL.Path == path {
			n++
		}
	}
	return n
}

// Answered returns the paths of the requests answered so far.
func (s *Service) Answered() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.answers)
}

// DocumentPath returns the path of a page document.
func DocumentPath(page int) string { return fmt.Sprintf("/v1/teletext/pages/%d.json", page) }

// PicturePath returns the path of a subpage's picture.
func PicturePath(page, subpage int) string {
	return fmt.Sprintf("/v1/teletext/images/%d/%d.png", page, subpage)
}

// Demo returns the handler of the demo service.
func Demo(t testing.TB) http.Handler {
	t.Helper()
	handler, err := demo.New(demo.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

// Answer returns the body of a handler's answer at a path. The test fails if there is none.
func Answer(t testing.TB, handler http.Handler, path string) []byte {
	t.Helper()
	body := Body(handler, path)
	if body == nil {
		t.Fatalf("there is nothing at %s", path)
	}
	return body
}

// Body is Answer, but returns nil if there is none.
func Body(handler http.Handler, path string) []byte {
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
	if answer.Code != http.StatusOK {
		return nil
	}
	return answer.Body.Bytes()
}

// Page returns a handler's document of a page.
func Page(t testing.TB, handler http.Handler, page int) *teletext.Page {
	t.Helper()
	doc, err := teletext.DecodeJSON(Answer(t, handler, DocumentPath(page)))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// Picture returns a handler's picture of a subpage.
func Picture(t testing.TB, handler http.Handler, page, subpage int) image.Image {
	t.Helper()
	return DecodePicture(t, Answer(t, handler, PicturePath(page, subpage)))
}

// DecodePicture decodes a PNG.
func DecodePicture(t testing.TB, data []byte) image.Image {
	t.Helper()
	p, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
