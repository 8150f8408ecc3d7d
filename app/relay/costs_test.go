package relay

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/settings"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// TestGuesses makes a client request recordings, playouts and pages that do not exist. It uses up its own share and no
// more.
func TestGuesses(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	for path, lacks := range map[string]string{
		"/v1/download/guess-%d.mp3": "guess", "/v2/guess-%d/playouts.json": "guess",
		"/v1/teletext/pages/%d.json": "/pages/8",
	} {
		r := newRig(t, func(_ *Parts, s *settings.Service) { s.PerSecond, s.PerHour = 1000, 40 })
		r.upstream.lacks(lacks)
		for n := range 60 {
			if w := r.from("10.0.0.1", fmt.Sprintf(path, 800+n), asking...); w.Code != 404 && w.Code != 503 {
				t.Errorf("%d", w.Code)
			}
		}
		if n := r.upstream.total.Load(); n > 25 {
			t.Errorf("%s: %d of 40 went to the service", path, n)
		}
		if w := r.from("10.0.0.2", page100, asking...); w.Code != 200 {
			t.Errorf("another one: %d", w.Code)
		}
	}
}

// TestRelayAsksOnceForWhatFails checks that the service gets one request for a missing resource, and for one that fails
// at the moment.
func TestRelayAsksOnceForWhatFails(t *testing.T) {
	for status, want := range map[int]int{404: 404, 502: 503} {
		r := newRig(t, nil)
		r.get(t, page100)
		r.upstream.always(status)
		for _, path := range []string{
			"/v1/download/1003.mp3", "/v1/7-1002/playouts.json", "/v1/downloads.json", "/v1/teletext/images/100/1.png",
		} {
			if status == 502 && strings.HasSuffix(path, ".png") {
				continue // the next request may succeed
			}
			for range 4 {
				if a := r.get(t, path, asking...); a.status != want {
					t.Errorf("%s: %d for %d", path, a.status, status)
				}
			}
			if n := r.upstream.requests(path); n != 1 && !(status == 502 && strings.HasSuffix(path, ".mp3") && n == 2) {
				t.Errorf("%s was asked for %d times for %d", path, n, status)
			}
		}
		r.upstream.always(0)
		r.pass(missingMedia + time.Minute)
		for _, path := range []string{"/v1/download/1003.mp3", "/v1/downloads.json", "/v1/teletext/images/100/1.png"} {
			if a := r.get(t, path, asking...); a.status != 200 {
				t.Errorf("%s later: %d", path, a.status)
			}
		}
	}
}

// A tapes is a service that sends recordings slowly.
type tapes struct {
	sent    atomic.Int64
	version atomic.Int32
	broken  atomic.Bool // the next answer breaks off in the middle
	bare    atomic.Bool // recordings have no ETag
	gate    chan struct{}
}

// tapeLength is the size of a recording, in bytes.
const tapeLength = 1 << 20

func tapeOf(version int32) string {
	return strings.Repeat(string(rune('a'+version)), tapeLength)
}

func (t *tapes) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	version := t.version.Load()
	if !t.bare.Load() {
		w.Header().Set("ETag", fmt.Sprintf(`"%d"`, version))
	}
	if t.broken.CompareAndSwap(true, false) {
		w.Header().Set("Content-Length", fmt.Sprint(tapeLength))
		n, _ := io.WriteString(w, tapeOf(version)[:tapeLength/2])
		t.sent.Add(int64(n))
		w.(http.Flusher).Flush()
		<-t.gate
		panic(http.ErrAbortHandler)
	}
	http.ServeContent(counting{w, t}, q, "", time.Time{}, strings.NewReader(tapeOf(version)))
}

// A counting response counts the bytes sent, and is slow.
type counting struct {
	http.ResponseWriter
	tapes *tapes
}

func (c counting) Write(p []byte) (n int, err error) {
	for len(p) > 0 && err == nil {
		m := 0
		m, err = c.ResponseWriter.Write(p[:min(len(p), 4<<10)])
		c.tapes.sent.Add(int64(m))
		n, p = n+m, p[m:]
		time.Sleep(time.Millisecond)
	}
	return n, err
}

// newTapes starts a relay in front of a service of recordings.
func newTapes(t *testing.T) (*rig, *tapes) {
	s := &tapes{gate: make(chan struct{})}
	r := &rig{upstream: &upstream{demo: s}, dir: t.TempDir()}
	r.service = httptest.NewServer(r.upstream)
	t.Cleanup(r.service.Close)
	r.start(t, nil)
	t.Cleanup(r.stop)
	return r, s
}

// TestHeadOfRecording checks that HEAD returns the headers of a recording without downloading it.
func TestHeadOfRecording(t *testing.T) {
	r, s := newTapes(t)
	answer := testkit.Must(http.Head(r.server.URL + "/v1/download/7.mp3"))(t)
	answer.Body.Close()
	if answer.StatusCode != 200 || answer.ContentLength != tapeLength {
		t.Errorf("%d, %d bytes", answer.StatusCode, answer.ContentLength)
	}
	if sent := s.sent.Load(); sent > tapeLength/2 {
		t.Errorf("%d bytes were fetched for nothing", sent)
	}
}

// TestAnotherRecording replaces a recording while a client downloads it. No client gets parts of both.
func TestAnotherRecording(t *testing.T) {
	r, s := newTapes(t)
	s.broken.Store(true)
	answer := testkit.Must(http.Get(r.server.URL + "/v1/download/7.mp3"))(t)
	defer answer.Body.Close()
	half := make([]byte, tapeLength/2)
	if _, err := io.ReadFull(answer.Body, half); err != nil || string(half) != tapeOf(0)[:len(half)] {
		t.Fatal(err)
	}
	s.version.Store(1)
	close(s.gate)
	if rest, err := io.ReadAll(answer.Body); err == nil || len(rest) > 0 {
		t.Errorf("%d bytes of another recording came behind, %v", len(rest), err)
	}
	if a := r.get(t, "/v1/download/7.mp3"); a.body != tapeOf(1) {
		t.Errorf("the next listener: %d bytes", len(a.body))
	}
}

// TestListeners makes 100 clients request parts of a recording while it arrives.
func TestListeners(t *testing.T) {
	r, _ := newTapes(t)
	var all sync.WaitGroup
	for n := range 100 {
		all.Go(func() {
			from := n * tapeLength / 100
			a := r.get(t, "/v1/download/7.mp3", "Range", fmt.Sprintf("bytes=%d-%d", from, from+999))
			if a.status != 206 || a.body != tapeOf(0)[:1000] {
				t.Errorf("from %d: %d, %d bytes", from, a.status, len(a.body))
			}
		})
	}
	all.Wait()
	if n := r.upstream.requests("/v1/download/7.mp3"); n > 10 {
		t.Errorf("the service was asked %d times", n)
	}
}

// TestAfterClose sends requests to a relay while and after it closes: it serves known pages and lists, and starts
// nothing.
func TestAfterClose(t *testing.T) {
	r := newRig(t, nil)
	r.get(t, page100)
	r.get(t, "/v1/downloads.json")
	r.pass(time.Hour)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 20 {
				for _, path := range []string{page100, "/v1/downloads.json"} {
					if a := r.get(t, path, asking...); a.status != 200 {
						t.Errorf("%s: %d", path, a.status)
					}
				}
			}
		})
	}
	r.Close()
	all.Wait()
}

// TestPictureOfChange requests a picture as soon as a change was found, and expects the one of the service.
func TestPictureOfChange(t *testing.T) {
	for _, draw := range []bool{false, true} {
		r := newRig(t, func(p *Parts, _ *settings.Service) { p.Draw = draw })
		r.get(t, page100)
		r.pass(10 * time.Minute)
		r.upstream.replace("Town clock", "Tower clock")
		before := r.documents.get(100).digest
		r.Begin()
		testkit.Eventually(t, "the changed page", func() bool { return r.documents.get(100).digest != before })
		if a := r.get(t, "/v1/teletext/images/100/1.png"); a.status != 200 || a.header.Get("Sextant-Picture") != "" {
			t.Errorf("%d, %v", a.status, a.header)
		}
	}
}

// TestLongRecording checks that the digest of a recording without an ETag from the service is computed in the
// background.
func TestLongRecording(t *testing.T) {
	r, s := newTapes(t)
	s.bare.Store(true)
	tag := r.get(t, "/v1/download/7.mp3").header.Get("ETag")
	if tag != "" {
		t.Error("it has a tag before it is whole")
	}
	tag = r.get(t, "/v1/download/7.mp3").header.Get("ETag")
	key := noteOf("7").Key
	r.sounds.tags.drop(key)
	r.sounds.digestLong(key, tapeLength+1)
	if _, ok := r.sounds.tags.get(key); ok {
		t.Error("one of another length has a tag")
	}
	r.sounds.digestLong(key, tapeLength)
	if made, _ := r.sounds.tags.get(key); made.tag != tag {
		t.Errorf("%s and %s", made.tag, tag)
	}
	if n := r.upstream.requests("/v1/download/7.mp3"); n != 1 {
		t.Errorf("the service was asked %d times", n)
	}
}
