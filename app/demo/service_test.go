package demo

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

var start = time.Date(2026, 3, 14, 15, 9, 26, 535, time.UTC)

func newService(t testing.TB, change func(*Options)) *Service {
	t.Helper()
	o := Options{Now: func() time.Time { return start }, Zone: time.FixedZone("isles", 2*60*60)}
	if change != nil {
		change(&o)
	}
	return testkit.Must(New(o))(t)
}

// ask sends a request with headers, which are given as names and values.
func ask(s http.Handler, method, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://demo.example:8080"+path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func get(t testing.TB, s http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := ask(s, http.MethodGet, path)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return w
}

func TestNewNeedsAClock(t *testing.T) {
	if _, err := New(Options{}); err == nil {
		t.Error("a service without a clock was made")
	}
}

func TestEveryPageDocumentDecodesToThePage(t *testing.T) {
	s := newService(t, nil)
	for _, n := range s.pages.numbers {
		want := testkit.Must(s.pageOf(s.pages.entries[n]))(t)
		path := "/v1/teletext/pages/" + teletext.Address(n, 0)
		fromJSON := testkit.Must(teletext.DecodeJSON(get(t, s, path+".json").Body.Bytes()))(t)
		fromXML := testkit.Must(teletext.DecodeXML(get(t, s, path+".xml").Body.Bytes()))(t)
		if !reflect.DeepEqual(fromJSON, want) {
			t.Errorf("page %d is another one in JSON", n)
		}
		if !reflect.DeepEqual(fromXML, want) {
			t.Errorf("page %d is another one in XML", n)
		}
	}
}

// TestLayoutOfXMLDoesNotMatter puts white space, comments and empty elements between the elements of every page.
func TestLayoutOfXMLDoesNotMatter(t *testing.T) {
	s := newService(t, nil)
	for _, n := range s.pages.numbers {
		path := "/v1/teletext/pages/" + teletext.Address(n, 0)
		plain := get(t, s, path+".xml").Body.String()
		fromJSON := testkit.Must(teletext.DecodeJSON(get(t, s, path+".json").Body.Bytes()))(t)
		for _, layout := range []string{"\n", "\r\n\t", "    ", "&#10;", "\n<!-- <run/> -->\n  ", "<![CDATA[\n  ]]>"} {
			between := strings.NewReplacer(
				"<page", layout+"<page", "</page>", layout+"</page>", "<subpage ", layout+"<subpage ",
				"</subpage>", layout+"</subpage>", "<content", layout+"<content", "</content>", layout+"</content>",
				"<line", layout+"<line", "<run", layout+"<run", "</run></line>", "</run>"+layout+"</line>",
				"/></line>", "/>"+layout+"</line>",
			)
			fromXML, err := teletext.DecodeXML([]byte(between.Replace(plain)))
			if err != nil {
				t.Fatalf("page %d with %q: %v", n, layout, err)
			}
			if len(fromXML.Warnings) > 0 {
				t.Errorf("page %d with %q: %v", n, layout, fromXML.Warnings)
			}
			for i := range fromJSON.Subpages {
				if *fromXML.Subpages[i].Grid() != *fromJSON.Subpages[i].Grid() {
					t.Errorf("page %d with %q: subpage %d differs", n, layout, i+1)
				}
			}
		}
	}
}

// TestTimesStayOverStarts starts the service at several times of a day, which must not affect when its pages were
// modified.
func TestTimesStayOverStarts(t *testing.T) {
	zone := time.FixedZone("EET", 2*3600)
	for _, age := range []time.Duration{25 * time.Minute, 11 * time.Hour, 30 * time.Hour} {
		evening := time.Date(2026, 3, 14, 21, 0, 0, 0, zone)
		want := dated(evening, age, zone)
		for _, started := range []time.Time{
			evening.Add(-8 * time.Hour), evening.Add(time.Hour).UTC(), evening.Add(3*time.Hour - time.Second),
		} {
			if got := dated(started, age, zone); !got.Equal(want) || got.After(started) {
				t.Errorf("age %v, started at %v: %v instead of %v", age, started, got, want)
			}
		}
		if morning := evening.Add(-20 * time.Hour); dated(morning, age, zone).After(morning) {
			t.Errorf("age %v: changed in the future", age)
		}
	}
}

func TestPageFields(t *testing.T) {
	s := newService(t, nil)
	p := testkit.Must(teletext.DecodeJSON(get(t, s, "/v1/teletext/pages/110.json").Body.Bytes()))(t)
	if p.Network != network || p.Name != "News in brief" || p.TOPType != "Block" || p.Animated != "yes" {
		t.Errorf("got %+v", p)
	}
	if p.Prev != 105 || p.Next != 111 || p.SubpageCount != 3 || len(p.Warnings) > 0 {
		t.Errorf("got %d, %d, %d, %q", p.Prev, p.Next, p.SubpageCount, p.Warnings)
	}
	// 25 minutes before noon, in the service's zone
	if want := time.Date(2026, 3, 14, 11, 35, 0, 0, time.UTC); !p.Modified.Equal(want) {
		t.Errorf("changed at %v instead of %v", p.Modified, want)
	}
	for _, sub := range p.Subpages {
		if sub.Text == nil || sub.All == nil || sub.Structured == nil {
			t.Errorf("subpage %d lacks a content type", sub.Number)
		}
	}
}

func TestChainEnds(t *testing.T) {
	s := newService(t, nil)
	if body := get(t, s, "/v1/teletext/pages/100.json").Body.String(); strings.Contains(body, "prevpg") {
		t.Error("the first page has one before it")
	}
	last, _ := teletext.DecodeXML(get(t, s, "/v1/teletext/pages/899.xml").Body.Bytes())
	if last.Next != 0 || last.Animated != "" {
		t.Errorf("the last page has %d after it, animated is %q", last.Next, last.Animated)
	}
}

func TestNotFound(t *testing.T) {
	s := newService(t, nil)
	for _, path := range []string{
		"/", "/v1", "/v1/teletext", "/v1/teletext/", "/v1/teletext/pages", "/v2/teletext/pages/100.json",
		"/v1/teletext/pages/106.json", "/v1/teletext/pages/099.json", "/v1/teletext/pages/0100.json",
		"/v1/teletext/pages/+100.json", "/v1/teletext/pages/abc.json",
		"/v1/teletext/pages/100", "/v1/teletext/pages/.json",
		"/v1/teletext/pages/100.html", "/v1/teletext/pages/100.JSON",
		"/v1/teletext/pages/100.json/", "/v1/teletext/pages/100.json.xml",
		"/v1/teletext/images/100/0.png", "/v1/teletext/images/100/9.png", "/v1/teletext/images/804/1.png",
		"/v1/teletext/images/100/01.png", "/v1/teletext/images/100/1.gif", "/v1/teletext/images/100/1",
		"/v1/teletext/images/106/1.png", "/v1/teletext/images/100.png", "/v1/teletext/pages/..%2f100.json",
		"/v1/download/none.mp3", "/v1/download/7-1001", "/v1/downloads.xml", "/v1/none/playouts.json",
		"/v7/7-1001/playouts.json", "/v0/7-1001/playouts.json", "/v1/7-1001/playouts.xml", "/v1/playlist/none.m3u8",
	} {
		w := ask(s, http.MethodGet, path)
		if w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
		if got := w.Header().Get("Content-Type"); got != api.TypePlain || w.Body.Len() == 0 {
			t.Errorf("%s: body %q of type %s", path, w.Body, got)
		}
	}
}

func TestMethods(t *testing.T) {
	s := newService(t, nil)
	w := ask(s, http.MethodHead, "/v1/teletext/pages/100.json")
	if w.Code != http.StatusOK || w.Body.Len() != 0 || w.Header().Get("Content-Length") == "" {
		t.Errorf("HEAD: %d with %d bytes", w.Code, w.Body.Len())
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
		w := ask(s, method, "/v1/teletext/pages/100.json")
		if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d, allowed %q", method, w.Code, w.Header().Get("Allow"))
		}
	}
}

func TestCredentials(t *testing.T) {
	s := newService(t, func(o *Options) { o.AppID, o.AppKey = "id", "secret" })
	for query, want := range map[string]int{
		"":                          http.StatusForbidden,
		"?app_id=id":                http.StatusForbidden,
		"?app_id=id&app_key=wrong":  http.StatusForbidden,
		"?app_id=di&app_key=secret": http.StatusForbidden,
		"?app_id=id&app_key=secret": http.StatusOK,
	} {
		for _, path := range []string{"/v1/teletext/pages/100.json", "/v1/teletext/images/100/1.png"} {
			if got := ask(s, http.MethodGet, path+query).Code; got != want {
				t.Errorf("%s%s: %d instead of %d", path, query, got, want)
			}
		}
	}
	get(t, s, "/v1/downloads.json")
}

func TestQuota(t *testing.T) {
	now := start
	s := newService(t, func(o *Options) { o.Quota, o.Now = 2, func() time.Time { return now } })
	const path = "/v1/teletext/pages/100.json"
	for i, want := range []int{http.StatusOK, http.StatusOK, http.StatusUnauthorized} {
		if got := ask(s, http.MethodGet, path).Code; got != want {
			t.Errorf("request %d: %d instead of %d", i+1, got, want)
		}
		now = now.Add(10 * time.Minute)
	}
	now = start.Add(time.Hour - time.Second)
	if got := ask(s, http.MethodGet, path).Code; got != http.StatusUnauthorized {
		t.Errorf("at the end of the hour: %d", got)
	}
	now = start.Add(time.Hour)
	get(t, s, path)
}

func TestLatency(t *testing.T) {
	s := newService(t, func(o *Options) { o.Latency = 20 * time.Millisecond })
	began := time.Now()
	get(t, s, "/v1/teletext/pages/100.json")
	if took := time.Since(began); took < 20*time.Millisecond {
		t.Errorf("the response came after %v", took)
	}
}

func TestLatencyEndsWithTheRequest(t *testing.T) {
	s := newService(t, func(o *Options) { o.Latency = time.Hour })
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/v1/teletext/pages/100.json", nil)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Body.Len() > 0 {
		t.Error("a client that had gone was answered")
	}
}

func TestNotModified(t *testing.T) {
	s := newService(t, nil)
	for _, path := range []string{
		"/v1/teletext/pages/100.json", "/v1/teletext/pages/100.xml",
		"/v1/teletext/images/100/1.png", "/v1/download/1003.mp3",
	} {
		h := get(t, s, path).Header()
		tag, modified := h.Get("ETag"), h.Get("Last-Modified")
		if tag == "" || modified == "" {
			t.Errorf("%s: ETag %q, Last-Modified %q", path, tag, modified)
		}
		for _, condition := range [][]string{{"If-None-Match", tag}, {"If-Modified-Since", modified}} {
			w := ask(s, http.MethodGet, path, condition...)
			if w.Code != http.StatusNotModified || w.Body.Len() > 0 {
				t.Errorf("%s with %v: %d", path, condition, w.Code)
			}
		}
	}
}

func TestGzip(t *testing.T) {
	s := newService(t, nil)
	const path = "/v1/teletext/pages/100.json"
	plain := get(t, s, path)
	packed := ask(s, http.MethodGet, path, "Accept-Encoding", "deflate, gzip;q=0.5")
	if packed.Header().Get("Content-Encoding") != "gzip" || packed.Body.Len()*2 > plain.Body.Len() {
		t.Fatalf("%d bytes, coded %q", packed.Body.Len(), packed.Header().Get("Content-Encoding"))
	}
	if packed.Header().Get("ETag") == plain.Header().Get("ETag") {
		t.Error("two codings share a tag")
	}
	z := testkit.Must(gzip.NewReader(packed.Body))(t)
	if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, plain.Body.Bytes()) {
		t.Errorf("the document differs: %v", err)
	}
	for _, accept := range []string{"", "br", "gzip;q=0", "gzip; q=0.0"} {
		if got := ask(s, http.MethodGet, path, "Accept-Encoding", accept).Header().Get("Content-Encoding"); got != "" {
			t.Errorf("accepting %q: %q", accept, got)
		}
	}
	if got := ask(s, http.MethodGet, "/v1/teletext/images/100/1.png",
		"Accept-Encoding", "gzip").Header().Get("Content-Encoding"); got != "" {
		t.Error("a picture was compressed")
	}
}

func TestPicturesAreOfTheSpecifiedForm(t *testing.T) {
	s := newService(t, nil)
	for _, path := range []string{
		"/v1/teletext/images/100/1.png", "/v1/teletext/images/804/7.png", "/v1/teletext/images/888/2.png",
	} {
		w := get(t, s, path)
		body := w.Body.Bytes()
		if got := w.Header().Get("Content-Type"); got != api.TypePNG {
			t.Errorf("%s is of type %s", path, got)
		}
		ihdr := body[16:29]
		if w, h := binary.BigEndian.Uint32(ihdr), binary.BigEndian.Uint32(ihdr[4:]); w != 720 || h != 456 {
			t.Errorf("%s is %d x %d", path, w, h)
		}
		if depth, kind, interlace := ihdr[8], ihdr[9], ihdr[12]; depth != 8 || kind != 3 || interlace != 0 {
			t.Errorf("%s has depth %d, colour type %d, interlace %d", path, depth, kind, interlace)
		}
		img := testkit.Must(png.Decode(bytes.NewReader(body)))(t)
		if img.Bounds() != image.Rect(0, 0, 720, 456) {
			t.Errorf("%s decodes to %v", path, img.Bounds())
		}
	}
}

func TestNoExtraHeaders(t *testing.T) {
	s := newService(t, nil)
	for _, path := range []string{"/v1/teletext/pages/100.json", "/v1/teletext/pages/106.json", "/v1/downloads.json"} {
		for name := range ask(s, http.MethodGet, path).Header() {
			if strings.HasPrefix(name, "X-") {
				t.Errorf("%s has %s", path, name)
			}
		}
	}
}

func TestManyAtOnce(t *testing.T) {
	s := newService(t, nil)
	done := make(chan int)
	for i := range 16 {
		go func() {
			path := []string{
				"/v1/teletext/pages/100.json", "/v1/teletext/images/100/1.png",
				"/v1/downloads.json", "/v1/download/1004.mp3",
			}[i%4]
			done <- ask(s, http.MethodGet, path, "Accept-Encoding", "gzip").Code
		}()
	}
	for range 16 {
		if code := <-done; code != http.StatusOK {
			t.Errorf("got %d", code)
		}
	}
}
