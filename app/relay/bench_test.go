package relay

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// A sink is a ResponseWriter that drops the body.
type sink struct{ header http.Header }

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) Write(p []byte) (int, error) { return len(p), nil }
func (s *sink) WriteHeader(int)             {}

// BenchmarkDocument measures answering for a page that is in memory.
func BenchmarkDocument(b *testing.B) {
	r := newRig(b, nil)
	const path = "/v1/teletext/pages/100.json"
	r.get(b, path)
	q := httptest.NewRequest(http.MethodGet, path, nil)
	q.Header.Set("Accept-Encoding", "gzip")
	q.Header.Set("Priority", "u=3")
	b.ReportAllocs()
	for b.Loop() {
		r.ServeHTTP(&sink{http.Header{}}, q)
	}
}
