package relay

import (
	"bufio"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

const page100 = "/v1/teletext/pages/100.json"

// asking is the header of a reader's requests.
var asking = []string{"Priority", "u=1"}

// TestRelayServesDocumentsUnchanged checks that a document is served as the service sent it, and requested once.
func TestRelayServesDocumentsUnchanged(t *testing.T) {
	r := newRig(t, nil)
	if w := r.from("direct", "/pages"); w.Code != http.StatusNotFound { // no endpoint
		t.Errorf("%d", w.Code)
	}
	first := r.get(t, page100)
	h := first.header
	if first.status != 200 || !first.aged(0) || !strings.HasPrefix(h.Get("Cache-Control"), "max-age=60,") ||
		h.Get("Link") != `<../../relay/changes>; rel="monitor-group"` {
		t.Fatalf("%d %v", first.status, h)
	}
	for range 20 {
		if again := r.get(t, page100); again.body != first.body || again.header.Get("ETag") != h.Get("ETag") {
			t.Error("another document comes the second time")
		}
	}
	if n := r.upstream.requests(page100); n != 1 {
		t.Errorf("the service was asked %d times", n)
	}
	if same := r.get(t, page100, "If-None-Match", h.Get("ETag")); same.status != http.StatusNotModified ||
		same.body != "" {
		t.Errorf("the known one: %d", same.status)
	}
	xml := r.get(t, "/v1/teletext/pages/100.xml")
	fromJSON := testkit.Must(teletext.DecodeJSON([]byte(first.body)))(t)
	if fromXML, err := teletext.DecodeXML([]byte(xml.body)); err != nil ||
		fromXML.Digest() != fromJSON.Digest() || !fromXML.Modified.Equal(fromJSON.Modified) {
		t.Errorf("XML: %v", err)
	}
	if r.upstream.requests("/v1/teletext/pages/100.xml") != 0 {
		t.Error("the service was asked for the other format")
	}
}

// TestRelayAsksOnceForMissingPage checks that the service gets one request for a missing page.
func TestRelayAsksOnceForMissingPage(t *testing.T) {
	r := newRig(t, nil)
	for range 5 {
		if a := r.get(t, "/v1/teletext/pages/106.json", asking...); a.status != 404 {
			t.Errorf("%d", a.status)
		}
	}
	for _, path := range []string{
		"/v1/teletext/pages/99.json", "/v1/teletext/pages/900.json", "/v1/teletext/images/100/9.png",
		"/v1/teletext/images/106/1.png", "/v1/none/playouts.json", "/v1/download/none.mp3",
	} {
		if a := r.get(t, path); a.status != 404 {
			t.Errorf("%s: %d", path, a.status)
		}
	}
	if n := r.upstream.requests("/v1/teletext/pages/106.json"); n != 1 {
		t.Errorf("the service was asked %d times", n)
	}
}

// TestKnownPageStaysAfterOneNotFound checks that a known page is served after one 404, also after a restart, is
// requested again after 20 s, and removed after a second 404. It comes back when the service has it again.
func TestKnownPageStaysAfterOneNotFound(t *testing.T) {
	for _, restarted := range []bool{false, true} {
		r := newRig(t, nil)
		r.get(t, page100)
		if restarted {
			r.stop()
			r.start(t, nil)
		}
		r.upstream.lacks(page100)
		before := r.upstream.requests(page100)
		r.pass(2 * time.Minute)
		for range 3 {
			if a := r.get(t, page100, asking...); a.status != 200 || a.header.Get("Age") == "0" {
				t.Errorf("after one 404: %d, %v", a.status, a.header)
			}
		}
		if n := r.upstream.requests(page100) - before; n != 1 {
			t.Errorf("the service was asked %d times", n)
		}
		r.pass(acquire.SecondLook)
		r.get(t, "/v1/teletext/pages/101.json", asking...)
		if a := r.get(t, page100, asking...); a.status != 404 {
			t.Errorf("a page that is gone: %d", a.status)
		}
		if a := r.get(t, page100); a.status != 404 {
			t.Errorf("a page that is gone, for a screen: %d", a.status)
		}
		r.upstream.always(0)
		r.pass(acquire.MissingFor + time.Minute)
		if a := r.get(t, page100); a.status != 200 || !a.aged(0) {
			t.Errorf("a page that is back: %d, %v", a.status, a.header)
		}
	}
}

// TestRelayServesStalePageWithItsAge requests a stale page: a reader gets a newer one, or the stale one with its age
// while the service is away; a screen gets the stale one at once.
func TestRelayServesStalePageWithItsAge(t *testing.T) {
	r := newRig(t, nil)
	r.get(t, page100)
	r.pass(10 * time.Minute)
	r.upstream.replace("HELM", "KEEL")
	if date, err := http.ParseTime(r.get(t, page100, "Priority", "u=3").header.Get("Date")); err != nil ||
		r.now().Sub(date) < 10*time.Minute {
		t.Errorf("it is dated %v (%v), although the service confirmed it ten minutes before %v", date, err, r.now())
	}
	if a := r.get(t, page100, "Priority", "u=3"); !a.aged(600) || strings.Contains(a.body, "KEEL") {
		t.Errorf("a screen: %v", a.header)
	}
	if a := r.get(t, page100, asking...); !a.aged(0) || !strings.Contains(a.body, "KEEL") {
		t.Errorf("a reader: %v", a.header)
	}
	r.pass(10 * time.Minute)
	r.upstream.down.Store(true)
	for range 3 {
		if a := r.get(t, page100, asking...); a.status != 200 || !a.aged(600) ||
			!strings.Contains(a.header.Get("Cache-Control"), "stale-if-error=86400") {
			t.Errorf("the service is away: %d %v", a.status, a.header)
		}
	}
	if a := r.get(t, "/v1/teletext/pages/101.json"); a.status != 503 || a.header.Get("Retry-After") == "" {
		t.Errorf("a page that is not known while the service is away: %d, %v", a.status, a.header)
	}
	r.upstream.down.Store(false)
	r.pass(2 * time.Minute)
	if a := r.get(t, page100, asking...); !a.aged(0) {
		t.Errorf("it is back: %v", a.header)
	}
}

// TestSlowService checks that a reader does not wait long for a page that is known.
func TestSlowService(t *testing.T) {
	r := newRig(t, nil)
	r.get(t, page100)
	r.pass(10 * time.Minute)
	r.upstream.slow.Store(int64(4 * time.Second))
	began := time.Now()
	if a := r.get(t, page100, asking...); a.status != 200 || !a.aged(600) {
		t.Errorf("%d, %v", a.status, a.header)
	}
	if took := time.Since(began); took > 3500*time.Millisecond {
		t.Errorf("it took %v", took)
	}
	testkit.Eventually(t, "the page that was asked for meanwhile", func() bool { return r.get(t, page100).aged(0) })
}

// TestRestart checks that a relay answers from its store after a restart.
func TestRestart(t *testing.T) {
	r := newRig(t, nil)
	first := r.get(t, page100)
	picture := r.get(t, "/v1/teletext/images/100/1.png")
	list := r.get(t, "/v1/downloads.json")
	r.get(t, "/v1/teletext/pages/106.json")
	r.stop()
	r.upstream.down.Store(true)
	r.pass(time.Hour)
	r.start(t, nil)
	again := r.get(t, page100, asking...)
	if again.body != first.body || again.header.Get("ETag") != first.header.Get("ETag") || !again.aged(3600) {
		t.Errorf("%d %v", again.status, again.header)
	}
	if a := r.get(t, "/v1/teletext/images/100/1.png"); a.body != picture.body ||
		a.header.Get("ETag") != picture.header.Get("ETag") {
		t.Errorf("picture: %d %v", a.status, a.header)
	}
	if a := r.get(t, "/v1/downloads.json"); strings.ReplaceAll(a.body, r.server.URL, "") == "" ||
		a.status != 200 || len(a.body) < len(list.body)/2 {
		t.Errorf("list: %d", a.status)
	}
	if a := r.get(t, "/v1/teletext/pages/106.json"); a.status != 404 {
		t.Errorf("a page that there was not: %d", a.status)
	}
}

// TestPictures checks that the service's pictures are served and requested once each, and that missing ones are drawn
// if Draw is set.
func TestPictures(t *testing.T) {
	for _, draw := range []bool{false, true} {
		t.Run(fmt.Sprint("drawn here ", draw), func(t *testing.T) {
			r := newRig(t, func(p *Parts, _ *settings.Service) { p.Draw = draw })
			const path = "/v1/teletext/images/100/1.png"
			testkit.Eventually(t, "the service's picture", func() bool { // a slow one is drawn meanwhile
				return r.get(t, path).header.Get("Sextant-Picture") == ""
			})
			for range 3 {
				if a := r.get(t, path); a.status != 200 || a.header.Get("Sextant-Picture") != "" ||
					a.header.Get("Content-Type") != "image/png" {
					t.Errorf("%d %v", a.status, a.header)
				}
			}
			if n := r.upstream.requests(path); n != 1 {
				t.Errorf("the service was asked %d times", n)
			}
			r.get(t, "/v1/teletext/pages/101.json")
			r.upstream.lacks(".png")
			a := r.get(t, "/v1/teletext/images/101/1.png")
			if !draw && a.status == 200 || draw && a.header.Get("Sextant-Picture") != "drawn" {
				t.Fatalf("%d %v", a.status, a.header)
			}
			if draw {
				img, err := png.DecodeConfig(strings.NewReader(a.body))
				if err != nil || img.Width != 720 || img.Height != 456 {
					t.Errorf("%+v, %v", img, err)
				}
			}
		})
	}
}

// TestMedia checks that the list and the playouts have the relay's addresses of the recordings.
func TestMedia(t *testing.T) {
	r := newRig(t, nil)
	list := r.get(t, "/v1/downloads.json")
	if list.status != 200 || strings.Contains(list.body, r.service.URL) ||
		!strings.Contains(list.body, r.server.URL+"/v1/download/1003.mp3") || !json.Valid([]byte(list.body)) {
		t.Errorf("%d %s", list.status, list.body)
	}
	for version := 1; version <= 6; version++ {
		path := fmt.Sprintf("/v%d/7-1002/playouts.json", version)
		for range 2 {
			a := r.get(t, path)
			if a.status != 200 || !strings.Contains(a.body, r.server.URL+"/v1/download/7-1002.mp3") ||
				a.header.Get("Cache-Control") == "" {
				t.Errorf("%s: %d %s", path, a.status, a.body)
			}
		}
		if n := r.upstream.requests(path); n != 1 {
			t.Errorf("%s was asked for %d times", path, n)
		}
	}
}

// TestRecordings makes several clients request a recording, whole and in parts, while it arrives. It is downloaded
// once.
func TestRecordings(t *testing.T) {
	r := newRig(t, nil)
	const path = "/v1/download/1003.mp3"
	answer := testkit.Must(http.Get(r.service.URL + path))(t)
	whole, _ := io.ReadAll(answer.Body)
	answer.Body.Close()
	before := r.upstream.requests(path)
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			if n%2 == 0 {
				if a := r.get(t, path); a.body != string(whole) || a.header.Get("Content-Type") != "audio/mpeg" {
					t.Errorf("%d bytes of %d", len(a.body), len(whole))
				}
				return
			}
			if a := r.get(t, path, "Range", "bytes=1000-1999"); a.status != 206 || a.body != string(whole[1000:2000]) {
				t.Errorf("a part: %d, %d bytes", a.status, len(a.body))
			}
		})
	}
	all.Wait()
	if n := r.upstream.requests(path) - before; n > 2 { // a range request may start a second download at its offset
		t.Errorf("it was asked for %d times", n)
	}
	r.upstream.down.Store(true)
	var a reply
	testkit.Eventually(t, "the recording to be known as whole", func() bool {
		if a = r.get(t, path); a.body != string(whole) {
			t.Fatalf("from the library: %d, %d bytes, %v", a.status, len(a.body), a.header)
		}
		return a.header.Get("ETag") != ""
	})
	if a := r.get(t, path, "Range", "bytes=5-9", "If-Range", a.header.Get("ETag")); a.status != 206 ||
		a.body != string(whole[5:10]) {
		t.Errorf("If-Range: %d", a.status)
	}
	if a := r.get(t, "/v1/download/1004.mp3"); a.status != 503 {
		t.Errorf("one that cannot be had: %d", a.status)
	}
}

// TestRelayStreamsChanges checks that a stream has changes, resumes at a position, and gets a reset event if changes
// may be missing.
func TestRelayStreamsChanges(t *testing.T) {
	r := newRig(t, nil)
	r.get(t, page100)
	events := r.listen(t, "")
	if e := events.next(t); e.name != "open" || e.id == "" {
		t.Fatalf("%+v", e)
	}
	r.pass(2 * time.Minute)
	r.upstream.replace("Town clock", "Tower clock")
	r.get(t, page100, asking...)
	e := events.next(t)
	var c change
	if err := json.Unmarshal([]byte(e.data), &c); err != nil || e.name != "change" ||
		c.Page != 100 || len(c.Digest) != 64 || c.Time.IsZero() {
		t.Errorf("%+v, %v", e, err)
	}
	p := testkit.Must(teletext.DecodeJSON([]byte(r.get(t, page100).body)))(t)
	if s, _ := p.Subpage(c.Subpage); s == nil || fmt.Sprintf("%x", s.Digest()) != c.Digest {
		t.Errorf("the digest is %s", c.Digest)
	}
	events.close()
	r.pass(2 * time.Minute)
	r.upstream.replace("Town clock", "Church clock")
	r.get(t, page100, asking...)
	back := r.listen(t, "?since="+e.id)
	if e := back.next(t); e.name != "open" {
		t.Errorf("%+v", e)
	}
	if e := back.next(t); e.name != "change" {
		t.Errorf("%+v", e)
	}
	for _, since := range []string{"?since=nonsense", "?since=x-9", "?since=2001-01-01T00:00:00Z"} {
		if e := r.listen(t, since).next(t); e.name != "reset" {
			t.Errorf("%s: %+v", since, e)
		}
	}
	r.EndStreams()
	if _, ok := <-back.events; ok {
		t.Error("it goes on after the end")
	}
}

type receivedEvent struct{ name, id, data string }

type events struct {
	events chan receivedEvent
	close  func()
}

func (e *events) next(t testing.TB) receivedEvent {
	t.Helper()
	select {
	case next := <-e.events:
		return next
	case <-time.After(2 * time.Minute):
		t.Fatal("nothing was received")
		return receivedEvent{}
	}
}

// listen opens a stream of changes.
func (r *rig) listen(t testing.TB, query string) *events {
	t.Helper()
	answer := testkit.Must(http.Get(r.server.URL + "/v1/relay/changes" + query))(t)
	if got := answer.Header.Get("Content-Type"); answer.StatusCode != 200 || got != "text/event-stream" {
		t.Fatalf("%d of type %s", answer.StatusCode, got)
	}
	e := &events{make(chan receivedEvent, 100), func() { answer.Body.Close() }}
	t.Cleanup(e.close)
	go func() {
		defer close(e.events)
		var now receivedEvent
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			field, value, _ := strings.Cut(lines.Text(), ": ")
			switch field {
			case "event":
				now.name = value
			case "id":
				now.id = value
			case "data":
				now.data = value
			case "":
				if now.name != "" {
					e.events <- now
				}
				now = receivedEvent{}
			}
		}
	}()
	return e
}

// TestRecheck checks that Recheck ends the streams, and that they resume at their position.
func TestRecheck(t *testing.T) {
	r := newRig(t, nil)
	events := r.listen(t, "")
	at := events.next(t)
	r.Recheck()
	if e, ok := <-events.events; ok {
		t.Errorf("it goes on: %+v", e)
	}
	if e := r.listen(t, "?since="+at.id).next(t); e.name != "open" {
		t.Errorf("%+v", e)
	}
}

// TestKeyRevokedWhileStreamBegins revokes a key right after it was compared: the stream ends, and the next one is
// refused.
func TestKeyRevokedWhileStreamBegins(t *testing.T) {
	var revoke func()
	r := newRig(t, func(p *Parts, _ *settings.Service) {
		revoked := false
		p.Know = func(string, string, string) (string, bool, bool, time.Duration) {
			was := revoked
			if revoked = true; !was {
				revoke()
			}
			return "desk", false, !was, 0
		}
	})
	revoke = r.Recheck
	patience := time.AfterFunc(20*time.Second, func() {
		t.Error("the stream goes on")
		r.EndStreams()
	})
	if answer := r.get(t, "/v1/relay/changes?app_id=desk&app_key=right"); answer.status != http.StatusOK {
		t.Errorf("%d", answer.status)
	}
	patience.Stop()
	if answer := r.get(t, "/v1/relay/changes?app_id=desk&app_key=right"); answer.status != http.StatusForbidden {
		t.Errorf("later %d", answer.status)
	}
}
