// Package servicetest is a service for tests of several rooms, whose pages can be changed and whose answers can be held
// back. Nothing but tests imports it.
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

// A Service is a server that remembers what it was asked, and can hold its answers back.
type Service struct {
	*httptest.Server
	Handler http.Handler // what it answers with
	listen  func() (net.Listener, error)

	mu       sync.Mutex
	requests []*http.Request
	answers  []string      // the paths that were answered
	gate     chan struct{} // closed to let answers out
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

// begin listens, in the place of the server before.
func (s *Service) begin() error {
	l, err := s.listen()
	if err != nil {
		return err
	}
	s.Server = &httptest.Server{Listener: l, Config: &http.Server{Handler: http.HandlerFunc(s.answer)}}
	s.Start()
	return nil
}

// Cut closes the service's port and breaks what is connected to it.
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

// Hold keeps answers back from now on until Release. It returns how many requests came before, which are
// still answered.
func (s *Service) Hold() (before int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gate = make(chan struct{})
	return len(s.requests)
}

// Release lets answers out.
func (s *Service) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gate != nil {
		close(s.gate)
		s.gate = nil
	}
}

// Asked lists the requests so far.
func (s *Service) Asked() []*http.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Count returns how often a path was asked for.
func (s *Service) Count(path string) int {
	n := 0
	for _, r := range s.Asked() {
		if r.URL.Path == path {
			n++
		}
	}
	return n
}

// Answered lists the paths that were answered so far.
func (s *Service) Answered() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.answers)
}

// DocumentPath is where a page is asked for.
func DocumentPath(page int) string { return fmt.Sprintf("/v1/teletext/pages/%d.json", page) }

// PicturePath is where the picture of a subpage is.
func PicturePath(page, subpage int) string {
	return fmt.Sprintf("/v1/teletext/images/%d/%d.png", page, subpage)
}

// Demo is the demo's handler.
func Demo(t testing.TB) http.Handler {
	t.Helper()
	handler, err := demo.New(demo.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

// Answer is what a handler has at a path.
func Answer(t testing.TB, handler http.Handler, path string) []byte {
	t.Helper()
	body := Body(handler, path)
	if body == nil {
		t.Fatalf("there is nothing at %s", path)
	}
	return body
}

// Body is the same, nil where there is nothing.
func Body(handler http.Handler, path string) []byte {
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
	if answer.Code != http.StatusOK {
		return nil
	}
	return answer.Body.Bytes()
}

// Page is the document that a handler has of a page.
func Page(t testing.TB, handler http.Handler, page int) *teletext.Page {
	t.Helper()
	doc, err := teletext.DecodeJSON(Answer(t, handler, DocumentPath(page)))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// Picture is the picture that a handler has of a subpage.
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
