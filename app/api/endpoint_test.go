package api

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

var changed = time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)

// A fakeSource is a source with page 100 and a recording. It fails if a test sets err.
type fakeSource struct {
	page   *Body
	err    error
	stream *Stream
	asked  string
}

func (s *fakeSource) Document(r *http.Request, page int, format string) (Answer, error) {
	s.asked = r.URL.Path
	if page != 100 && s.err == nil {
		return Answer{}, ErrNone
	}
	return Answer{
		Body:      s.page,
		Freshness: Freshness{Age: 90 * time.Second, Lifetime: time.Minute, Stale: 5 * time.Minute, Broken: time.Hour},
		Headers:   http.Header{"Link": {"<x>"}},
	}, s.err
}

func (s *fakeSource) Picture(r *http.Request, _, _ int) (Answer, error) {
	return s.Document(r, 100, "")
}

func (s *fakeSource) Downloads(r *http.Request) (Answer, error) { return s.Document(r, 100, "") }

func (s *fakeSource) Playouts(r *http.Request, _ int, _ string) (Answer, error) {
	return s.Document(r, 100, "")
}

func (s *fakeSource) Recording(r *http.Request, _ string) (Answer, error) {
	s.asked = r.URL.Path
	return Answer{Stream: s.stream}, s.err
}

// A tape is a recording that can break off.
type tape struct {
	*strings.Reader
	closed bool
	broken io.Reader
}

func (t *tape) Close() error {
	t.closed = true
	return nil
}

func (t *tape) Read(p []byte) (int, error) {
	if t.broken != nil {
		return t.broken.Read(p)
	}
	return t.Reader.Read(p)
}

func (t *tape) WriteTo(w io.Writer) (int64, error) { return io.Copy(w, struct{ io.Reader }{t}) }

func newFakeSource() *fakeSource {
	return &fakeSource{page: NewBody(TypeJSON, changed, []byte(`{"teletext":`+strings.Repeat(" ", 5000)+`{}}`))}
}

func ask(s *fakeSource, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	(&Handler{Source: s}).ServeHTTP(w, r)
	return w
}

// TestAnswersSayAge checks the headers of age, also of a 304.
func TestAnswersSayAge(t *testing.T) {
	s := newFakeSource()
	tag := ask(s, "/v1/teletext/pages/100.json").Header().Get("ETag")
	for _, w := range []*httptest.ResponseRecorder{
		ask(s, "/v1/teletext/pages/100.json"), ask(s, "/v1/teletext/pages/100.json", "If-None-Match", tag),
	} {
		h := w.Header()
		if h.Get("Age") != "90" ||
			h.Get("Cache-Control") != "max-age=60, stale-while-revalidate=300, stale-if-error=3600" ||
			h.Get("Link") != "<x>" ||
			h.Get("Last-Modified") != "Sat, 14 Mar 2026 15:09:26 GMT" || h.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%d: %v", w.Code, h)
		}
	}
}

// TestConditions tests conditional requests (RFC 9110, section 13) and ranges.
func TestConditions(t *testing.T) {
	s := newFakeSource()
	const path = "/v1/teletext/pages/100.json"
	tag := ask(s, path).Header().Get("ETag")
	packed := ask(s, path, "Accept-Encoding", "gzip").Header().Get("ETag")
	if tag == packed || !strings.HasPrefix(tag, `"`) {
		t.Fatalf("tags %s and %s", tag, packed)
	}
	same, old := changed.Format(http.TimeFormat), changed.Add(-time.Hour).Format(http.TimeFormat)
	for _, c := range []struct {
		headers []string
		want    int
	}{
		{[]string{"If-None-Match", tag}, 304},
		{[]string{"If-None-Match", "W/" + tag}, 304},
		{[]string{"If-None-Match", `"other", ` + tag}, 304},
		{[]string{"If-None-Match", "*"}, 304},
		{[]string{"If-None-Match", packed}, 200},
		{[]string{"If-None-Match", packed, "Accept-Encoding", "gzip"}, 304},
		{[]string{"If-None-Match", `"other"`, "If-Modified-Since", same}, 200},
		{[]string{"If-Modified-Since", same}, 304},
		{[]string{"If-Modified-Since", old}, 200},
		{[]string{"If-Modified-Since", "yesterday"}, 200},
		{[]string{"Range", "bytes=0-3"}, 206},
		{[]string{"Range", "bytes=0-3", "If-Range", tag}, 206},
		{[]string{"Range", "bytes=0-3", "If-Range", packed, "Accept-Encoding", "gzip"}, 200},
		{[]string{"Range", "bytes=9999999-"}, 416},
		{[]string{"Range", "bytes=x"}, 416},
		{[]string{"Range", "pages=1-2"}, 200},
		{[]string{"Range", "bytes"}, 416},
	} {
		w := ask(s, path, c.headers...)
		if w.Code != c.want || w.Code == 304 && w.Body.Len() > 0 {
			t.Errorf("%q: %d with %d bytes, want %d", c.headers, w.Code, w.Body.Len(), c.want)
		}
	}
}

// TestGzipOnlyForClientsThatAcceptIt checks which values of Accept-Encoding accept gzip.
func TestGzipOnlyForClientsThatAcceptIt(t *testing.T) {
	for codings, want := range map[string]bool{
		"gzip": true, "br, GZIP": true, "gzip;q=0": false, "gzip; Q=0.0": false,
		"gzip; q=0.5": true, "": false, "br": false, "xgzip": false,
	} {
		if acceptsGzip([]string{codings}) != want {
			t.Error(codings)
		}
	}
}

// TestPacked checks that a compressed answer has the same contents, also the second time.
func TestPacked(t *testing.T) {
	s := newFakeSource()
	for range 2 {
		w := ask(s, "/v1/teletext/pages/100.json", "Accept-Encoding", "br, gzip;q=0.1")
		z, err := gzip.NewReader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		if data, err := io.ReadAll(z); err != nil || !bytes.Equal(data, s.page.Data()) {
			t.Errorf("%d bytes, %v", len(data), err)
		}
	}
}

func TestRefusals(t *testing.T) {
	s := newFakeSource()
	for _, c := range []struct {
		err   error
		want  int
		retry string
		keeps string
	}{
		{ErrNone, 404, "", "max-age=30"},
		{errors.New("unreadable"), 404, "", "max-age=30"},
		{&Refusal{Status: 503, RetryAfter: 90500 * time.Millisecond}, 503, "91", "no-store"},
		{&Refusal{Status: 401}, 401, "", "no-store"},
	} {
		s.err = c.err
		w := ask(s, "/v1/teletext/pages/100.json")
		if w.Code != c.want || w.Header().Get("Retry-After") != c.retry ||
			w.Header().Get("Content-Type") != TypePlain || w.Header().Get("Age") != "" ||
			w.Header().Get("Cache-Control") != c.keeps {
			t.Errorf("%v: %d, %v", c.err, w.Code, w.Header())
		}
	}
}

// TestBrokenStreamIsNotTakenForWhole sends recordings of known and unknown length. If one breaks off, the client must
// get an error.
func TestBrokenStreamIsNotTakenForWhole(t *testing.T) {
	s := newFakeSource()
	text := strings.Repeat("sound", 1000)
	known := &tape{Reader: strings.NewReader(text)}
	s.stream = &Stream{Content: known, Size: int64(len(text)), Tag: `"x"`}
	if w := ask(s, "/v1/download/7.mp3", "Range", "bytes=5-9"); w.Code != 206 ||
		w.Body.String() != "sound" || w.Header().Get("ETag") != `"x"` || !known.closed {
		t.Errorf("%d %q, closed %v", w.Code, w.Body, known.closed)
	}
	known = &tape{Reader: strings.NewReader(text)}
	s.stream = &Stream{Content: known, Size: int64(len(text))}
	if w := ask(s, "/v1/download/7.mp3", "Range", "seconds=5-9"); w.Code != 200 || w.Body.String() != text {
		t.Errorf("an unknown unit of ranges: %d, %d bytes", w.Code, w.Body.Len())
	}
	unknown := &tape{Reader: strings.NewReader(text)}
	s.stream = &Stream{Content: unknown, Size: -1}
	if w := ask(s, "/v1/download/7.mp3", "Range", "bytes=5-9"); w.Code != 200 ||
		w.Body.String() != text || w.Header().Get("Content-Length") != "" || !unknown.closed {
		t.Errorf("%d, %d bytes", w.Code, w.Body.Len())
	}
	s.stream = &Stream{
		Content: &tape{broken: io.MultiReader(strings.NewReader("sou"), iotest.ErrReader(io.ErrUnexpectedEOF))},
		Size:    -1,
	}
	server := httptest.NewServer(&Handler{Source: s})
	defer server.Close()
	answer, err := http.Get(server.URL + "/v1/download/7.mp3")
	if err == nil {
		defer answer.Body.Close()
		_, err = io.ReadAll(answer.Body)
	}
	if err == nil {
		t.Error("a recording that breaks off seems whole")
	}
}

func TestPriority(t *testing.T) {
	for value, want := range map[string]int{
		"": 3, "u=1": 1, "i, u=7": 7, "u=8": 3, "u=12": 3, "urgent": 3, "U=1": 3, "u=5, i, u=1": 1, "u=2;x": 2,
	} {
		if got := Priority(http.Header{"Priority": {value}}); got != want {
			t.Errorf("%q: %d", value, got)
		}
	}
	if !AsksNoCache(http.Header{"Cache-Control": {"max-age=0, no-cache"}}) ||
		!AsksNoCache(http.Header{"Cache-Control": {"No-Cache"}}) ||
		AsksNoCache(http.Header{"Cache-Control": {"max-age=0, x-no-cache"}}) || AsksNoCache(http.Header{}) {
		t.Error("AsksNoCache")
	}
}

// FuzzHandler sends requests with random paths and headers: the status is a valid one, and the source gets only paths
// of the API.
func FuzzHandler(f *testing.F) {
	for _, path := range []string{
		"/v1/teletext/pages/100.json", "/v1/teletext/images/100/1.png", "/v6/7-1/playouts.json",
		"/v1/download/7.mp3", "/v1/downloads.json", "/v1/teletext/pages/..%2f100.json", "//v1/",
	} {
		f.Add(path, "bytes=0-3,7-9", `"x", W/"y"`, "gzip;q=0")
	}
	f.Fuzz(func(t *testing.T, path, ranges, tags, codings string) {
		r, err := http.NewRequest(http.MethodGet, "http://relay.example/"+strings.TrimPrefix(path, "/"), nil)
		if err != nil {
			t.Skip()
		}
		r.Header = http.Header{
			"Range": {ranges}, "If-None-Match": {tags}, "Accept-Encoding": {codings},
			"If-Range": {tags}, "If-Modified-Since": {ranges}, "Priority": {tags},
		}
		s := newFakeSource()
		s.stream = &Stream{Content: &tape{Reader: strings.NewReader("sound")}, Size: 5}
		w := httptest.NewRecorder()
		(&Handler{Source: s}).ServeHTTP(w, r)
		switch w.Code {
		case 200, 206, 304, 404, 416:
		default:
			t.Errorf("%q: %d", path, w.Code)
		}
		if s.asked != "" && !strings.HasPrefix(s.asked, "/v") {
			t.Errorf("%q led to %q", path, s.asked)
		}
	})
}

func BenchmarkServe(b *testing.B) {
	s := newFakeSource()
	h := &Handler{Source: s}
	r := httptest.NewRequest(http.MethodGet, "/v1/teletext/pages/100.json", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	w := &sink{header: http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		clear(w.header)
		h.ServeHTTP(w, r)
	}
}

// A sink is a ResponseWriter that drops the body.
type sink struct{ header http.Header }

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) Write(p []byte) (int, error) { return len(p), nil }
func (s *sink) WriteHeader(int)             {}
