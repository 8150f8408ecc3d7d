package relay

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/testkit"
)

// TestNoCacheOfFollowedPage sends no-cache requests for a page whose changes are announced. The relay requests it from
// the service only for readers, and only until their share is used up.
func TestNoCacheOfFollowedPage(t *testing.T) {
	source := newRig(t, nil)
	r := &rig{upstream: &upstream{demo: source.Relay}, dir: t.TempDir()}
	r.service = httptest.NewServer(r.upstream)
	t.Cleanup(r.service.Close)
	r.start(t, func(_ *Parts, s *settings.Service) { s.PerSecond, s.PerHour = 100, 40 })
	t.Cleanup(func() {
		source.EndStreams()
		r.stop()
	})
	r.station.Attend(station.NoEvents())
	testkit.Eventually(t, "changes being announced", func() bool {
		r.pass(2 * time.Minute)
		r.get(t, page100, asking...)
		return r.documents.isFollowed(100)
	})
	r.pass(time.Hour) // earlier requests no longer count
	before := r.upstream.requests(page100)
	// A reader is answered before the service is where the service is slow.
	isAsked := func() bool { return r.upstream.requests(page100) > before }
	r.get(t, page100, "Cache-Control", "no-cache", "Priority", "u=1")
	testkit.Eventually(t, "the first request to the service", isAsked)
	r.pass(2 * noCacheAge)
	before = r.upstream.requests(page100)
	r.get(t, page100, asking...)
	r.get(t, page100, "Cache-Control", "no-cache", "Priority", "u=3")
	if n := r.upstream.requests(page100) - before; n != 0 {
		t.Errorf("the service was asked %d times although the page is followed", n)
	}
	began := time.Now()
	for range 3 {
		if a := r.get(t, page100, "Cache-Control", "no-cache", "Priority", "u=1"); a.status != 200 {
			t.Errorf("%d, %v", a.status, a.header)
		}
	}
	testkit.Eventually(t, "the request to the service", isAsked)
	most := 1 + int(time.Since(began)/noCacheAge)
	if n := r.upstream.requests(page100) - before; n > most {
		t.Errorf("the service was asked %d times in %v", n, time.Since(began))
	}
	for range 40 {
		r.pass(2 * noCacheAge)
		if a := r.get(t, page100, "Cache-Control", "no-cache", "Priority", "u=1"); a.status != 200 {
			t.Errorf("%d", a.status)
		}
	}
	if n := r.upstream.requests(page100) - before; n > 25 {
		t.Errorf("one client had the service asked %d times", n)
	}
}

// TestOnlyIfCached checks that only-if-cached returns what is known, however old, and otherwise 504, without a request
// to the service.
func TestOnlyIfCached(t *testing.T) {
	r := newRig(t, nil)
	paths := []string{
		page100, "/v1/teletext/images/100/1.png", "/v1/downloads.json",
		"/v1/1003/playouts.json", "/v1/download/1003.mp3",
	}
	only := append([]string{"Cache-Control", "max-stale, only-if-cached"}, asking...)
	for _, path := range paths {
		if a := r.get(t, path, only...); a.status != http.StatusGatewayTimeout || r.upstream.total.Load() != 0 {
			t.Errorf("%s: %d, and the service was asked %d times", path, a.status, r.upstream.total.Load())
		}
	}
	for _, path := range paths {
		r.get(t, path)
	}
	testkit.Eventually(t, "the recording to be kept", func() bool {
		return r.get(t, "/v1/download/1003.mp3", only...).status == 200
	})
	r.pass(2 * time.Hour)
	before := r.upstream.total.Load()
	for _, path := range paths {
		if a := r.get(t, path, only...); a.status != 200 || r.upstream.total.Load() != before {
			t.Errorf("%s: %d, and the service was asked %d times", path, a.status, r.upstream.total.Load()-before)
		}
	}
}

// TestGreeting checks that the root path says what the relay is, without a key.
func TestGreeting(t *testing.T) {
	r := newRig(t, func(p *Parts, _ *settings.Service) {
		p.Know = func(string, string, string) (string, bool, bool, time.Duration) { return "", false, false, 0 }
	})
	if a := r.get(t, "/"); a.status != 200 || !strings.Contains(a.body, "Sextant relay") ||
		!strings.HasPrefix(a.header.Get("Content-Type"), "text/plain") {
		t.Errorf("%d, %v: %s", a.status, a.header, a.body)
	}
	if a := r.get(t, page100); a.status != 403 {
		t.Errorf("%d", a.status)
	}
}

// TestValidatorsOfRecordings checks that recordings have the service's ETag, Last-Modified and Cache-Control, at first,
// an hour later and after a restart, and that If-Range works.
func TestValidatorsOfRecordings(t *testing.T) {
	const path, tag, modified = "/v1/download/1003.mp3", `"take-7"`, "Sat, 14 Mar 2026 15:09:26 GMT"
	r := newRig(t, nil)
	demo := r.upstream.demo
	r.upstream.demo = http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		sound := httptest.NewRecorder()
		demo.ServeHTTP(sound, httptest.NewRequest(http.MethodGet, path, nil))
		for name, value := range map[string]string{
			"Content-Type": "audio/mpeg", "ETag": tag, "Cache-Control": "max-age=600",
		} {
			w.Header().Set(name, value)
		}
		at, _ := http.ParseTime(modified)
		http.ServeContent(w, q, "", at, bytes.NewReader(sound.Body.Bytes()))
	})
	check := func(when, age string) {
		t.Helper()
		a := r.get(t, path)
		h := a.header
		if a.status != 200 || h.Get("ETag") != tag || h.Get("Last-Modified") != modified ||
			h.Get("Cache-Control") != "max-age=600" || h.Get("Age") != age {
			t.Errorf("%s: %d, %v", when, a.status, h)
		}
		for sent, want := range map[string]int{tag: 206, modified: 206, `"take-6"`: 200} {
			if b := r.get(t, path, "Range", "bytes=100-199", "If-Range", sent); b.status != want ||
				want == 206 && b.body != a.body[100:200] {
				t.Errorf("%s, If-Range: %s: %d", when, sent, b.status)
			}
		}
		if b := r.get(t, path, "If-None-Match", tag); b.status != 304 {
			t.Errorf("%s: %d", when, b.status)
		}
	}
	check("at first", "0")
	r.pass(time.Hour)
	check("later", "3600")
	r.stop()
	r.start(t, nil)
	check("after a restart", "3600")
}
