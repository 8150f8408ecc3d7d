package service

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/media"
	"sextant/app/teletext"
)

const secret = "s3cret/k+y"

// serve starts a server and a client for it whose credentials are set.
func serve(t *testing.T, h http.HandlerFunc, change ...func(*Config)) *Client {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	cfg := Config{BaseURL: s.URL + "/api", AppID: "me", AppKey: secret, UserAgent: "Sextant/test", Now: time.Now}
	for _, f := range change {
		f(&cfg)
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func testPage() *teletext.Page {
	return &teletext.Page{Number: 123, Name: "Harbour", Subpages: []teletext.Subpage{{Number: 1, All: &teletext.Lines{"{Red}Tide"}}}, SubpageCount: 1}
}

func testPNG(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.Black, color.White})); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPageInBothFormats(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if q := r.URL.Query(); q.Get("app_id") != "me" || q.Get("app_key") != secret {
			t.Errorf("credentials %q", r.URL.RawQuery)
		}
		var data []byte
		switch r.URL.Path {
		case "/api/v1/teletext/pages/123.json":
			data, _ = testPage().EncodeJSON()
		case "/api/v1/teletext/pages/123.xml":
			data, _ = testPage().EncodeXML()
		}
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer z.Close()
		_, _ = z.Write(data)
	})
	for _, format := range []Format{JSON, XML} {
		p, err := c.Page(t.Context(), 123, format, Served{})
		if err != nil || p.Page.Name != "Harbour" || len(p.Page.Warnings) > 0 {
			t.Errorf("%s: %+v, %v", format, p, err)
		}
	}
}

// TestPageUnderAnotherNumber refuses a document of another page, and takes one that does not say of which
// page it is.
func TestPageUnderAnotherNumber(t *testing.T) {
	number := 123
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		p := testPage()
		p.Number = number
		data, _ := p.EncodeJSON()
		if strings.HasSuffix(r.URL.Path, ".xml") {
			data, _ = p.EncodeXML()
		}
		_, _ = w.Write(data)
	})
	for _, format := range []Format{JSON, XML} {
		number = 123
		p, err := c.Page(t.Context(), 456, format, Served{})
		if KindOf(err) != BadContent || !strings.Contains(err.Error(), "123") || !strings.Contains(err.Error(), "456") {
			t.Errorf("%s: %+v, %v", format, p, err)
		}
		number = 0
		p, err = c.Page(t.Context(), 456, format, Served{})
		if err != nil || p.Page.Number != 456 || !slices.Contains(p.Page.Warnings, "the page has no number") {
			t.Errorf("%s without a number: %+v, %v", format, p, err)
		}
	}
}

func TestStatusesAreToldApart(t *testing.T) {
	for _, tt := range []struct {
		status int
		header string
		kind   Kind
		wait   time.Duration
	}{
		{404, "", NotFound, 0},
		{403, "", Refused, 0},
		{401, "", QuotaUsed, 0},
		{429, "7", RateLimited, 7 * time.Second},
		{429, "-7", RateLimited, 0},
		{429, "99999999", RateLimited, maxRetryAfter},
		{503, "Thu, 01 Jan 2026 00:00:30 GMT", Trouble, 30 * time.Second},
		{500, "soon", Trouble, 0},
		{400, "", BadContent, 0},
		{204, "", BadContent, 0},
	} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", tt.header)
			w.WriteHeader(tt.status)
		}, func(cfg *Config) {
			cfg.Now = func() time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) }
		})
		_, err := c.Page(t.Context(), 100, JSON, Served{})
		var e *Error
		if !errors.As(err, &e) || e.Kind != tt.kind || e.RetryAfter != tt.wait || e.Status != tt.status {
			t.Errorf("status %d: %#v", tt.status, err)
		}
	}
}

func TestOtherFailures(t *testing.T) {
	big := strings.Repeat("x", 2000)
	for _, tt := range []struct {
		name    string
		handler http.HandlerFunc
		kind    Kind
	}{
		{"no JSON", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") }, BadContent},
		{"too large", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, big) }, TooLarge},
		{"small when packed", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			fmt.Fprint(z, big)
			z.Close()
		}, TooLarge},
		{"broken off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "500")
			fmt.Fprint(w, "{")
		}, NoNetwork},
		{"no answer", func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-r.Context().Done():
			case <-time.After(5 * time.Second):
			}
		}, NoNetwork},
		{"hung up", func(w http.ResponseWriter, _ *http.Request) {
			conn, _, _ := http.NewResponseController(w).Hijack()
			conn.Close()
		}, NoNetwork},
		{"round and round", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.String(), http.StatusFound)
		}, BadContent},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := serve(t, tt.handler, func(cfg *Config) { cfg.MaxDocument, cfg.Timeout = 1000, 200*time.Millisecond })
			_, err := c.Page(t.Context(), 100, JSON, Served{})
			if KindOf(err) != tt.kind {
				t.Errorf("%v, want %v", err, tt.kind)
			}
			checkSecret(t, fmt.Sprintf("%v %+v %#v", err, err, err))
		})
	}
}

func checkSecret(t *testing.T, s string) {
	t.Helper()
	for _, form := range []string{secret, "s3cret%2Fk%2By", "s3cret%2Fk+y"} {
		if strings.Contains(s, form) {
			t.Errorf("the key is in %q", s)
		}
	}
}

func TestNobodyListens(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	c, err := New(Config{BaseURL: s.URL, AppKey: secret, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Page(t.Context(), 100, JSON, Served{})
	if KindOf(err) != NoNetwork {
		t.Errorf("%v", err)
	}
	checkSecret(t, err.Error())
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	if _, err := c.Page(ctx, 100, JSON, Served{}); KindOf(err) != Cancelled {
		t.Errorf("%v", err)
	}
}

// TestCredentialsStayHome follows redirects to another host, which must see neither the credentials
// nor where the request came from, even if the first host writes them into the new address.
func TestCredentialsStayHome(t *testing.T) {
	var seen []string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.URL.String()+" "+fmt.Sprint(r.Header))
		data, _ := testPage().EncodeJSON()
		_, _ = w.Write(data)
	}))
	defer other.Close()
	targets := []string{"/a", "/a?app_id=me&app_key=s3cret%2Fk%2By", "/a?k=s3cret%2Fk%2By&x=1", "/b/s3cret%2Fk+y/c"}
	for _, target := range targets {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", other.URL+target)
			w.WriteHeader(http.StatusFound)
		})
		if _, err := c.Page(t.Context(), 123, JSON, Served{}); err != nil {
			t.Errorf("%s: %v", target, err)
		}
	}
	if len(seen) != len(targets) {
		t.Fatalf("%d requests arrived", len(seen))
	}
	for _, s := range seen {
		checkSecret(t, s)
		if strings.Contains(s, "Referer") || strings.Contains(s, "app_id") {
			t.Errorf("the other host saw %s", s)
		}
	}
}

func TestCredentialsFollowAtHome(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/new" {
			http.Redirect(w, r, "/new", http.StatusMovedPermanently)
			return
		}
		if r.URL.Query().Get("app_key") != secret || r.Header.Get("Referer") != "" {
			t.Errorf("%s, Referer %q", r.URL, r.Header.Get("Referer"))
		}
		data, _ := testPage().EncodeJSON()
		_, _ = w.Write(data)
	})
	if _, err := c.Page(t.Context(), 123, JSON, Served{}); err != nil {
		t.Error(err)
	}
}

func TestPicture(t *testing.T) {
	good, wide := testPNG(t, 720, 456), testPNG(t, maxSide+1, 1)
	answers := map[string][]byte{"1": good, "2": wide, "3": []byte("no picture"), "4": good[:60]}
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/api/v1/teletext/images/100/"), ".png")
		_, _ = w.Write(answers[n])
	})
	p, err := c.Picture(t.Context(), 100, 1, Served{})
	if err != nil || p.Image.Bounds().Dx() != 720 || !bytes.Equal(p.PNG, good) {
		t.Errorf("%v, %v", p, err)
	}
	for n, kind := range map[int]Kind{2: TooLarge, 3: BadContent, 4: BadContent} {
		if _, err := c.Picture(t.Context(), 100, n, Served{}); KindOf(err) != kind {
			t.Errorf("picture %d: %v", n, err)
		}
	}
}

func TestPlayouts(t *testing.T) {
	answers := map[string]string{"/api/v4/1-5/playouts.json": `{"data":[{"url":"http://h/x.mp3"}]}`, "/api/v5/1-5/playouts.json": "oops"}
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery != "" {
			t.Errorf("a media request carries %q", r.URL.RawQuery)
		}
		if a, ok := answers[r.URL.Path]; ok {
			fmt.Fprint(w, a)
			return
		}
		http.NotFound(w, r)
	})
	if doc, err := c.Playouts(t.Context(), 4, "1-5"); len(doc.Members) != 1 || err != nil {
		t.Errorf("%v, %v", doc, err)
	}
	if _, err := c.Playouts(t.Context(), 5, "1-5"); KindOf(err) != BadContent {
		t.Error(err)
	}
	if _, err := c.Playouts(t.Context(), 6, "1-5"); KindOf(err) != NotFound {
		t.Error(err)
	}
	for _, tt := range []struct {
		version int
		id      string
	}{{0, "x"}, {7, "x"}, {1, ""}, {1, ".."}} {
		if _, err := c.Playouts(t.Context(), tt.version, tt.id); KindOf(err) != Misused {
			t.Errorf("%v: %v", tt, err)
		}
	}
}

func TestMediaIDsCannotLeaveTheirPlace(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if want := "/api/v1/a%2F..%2Fb%3Fc/playouts.json"; r.URL.EscapedPath() != want {
			t.Errorf("asked for %s", r.URL.EscapedPath())
		}
		fmt.Fprint(w, "{}")
	})
	if _, err := c.Playouts(t.Context(), 1, "a/../b?c"); err != nil {
		t.Error(err)
	}
}

func TestDownload(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/v1/download/1-5.mp3", "/direct.mp3":
			if got, want := r.URL.Query().Get("app_key"), secret; got != want {
				t.Errorf("%s: app_key %q", r.URL.Path, got)
			}
			w.Header().Set("Content-Length", "5")
			fmt.Fprint(w, "sound")
		default:
			http.NotFound(w, r)
		}
	}, func(cfg *Config) { cfg.MediaCredentials = true })
	byID, err := c.Download(t.Context(), "1-5", Resume{})
	checkDownload(t, byID, err)
	direct, err := c.DownloadFrom(t.Context(), c.media.Scheme+"://"+c.media.Host+"/direct.mp3", Resume{})
	checkDownload(t, direct, err)
	if _, err := c.Download(t.Context(), "other", Resume{}); KindOf(err) != NotFound {
		t.Error(err)
	}
	if _, err := c.DownloadFrom(t.Context(), "file:///etc/passwd", Resume{}); KindOf(err) != Misused {
		t.Error(err)
	}
}

func checkDownload(t *testing.T, d *Download, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer d.Body.Close()
	if data, err := io.ReadAll(d.Body); string(data) != "sound" || err != nil || d.Size != 5 {
		t.Errorf("%q, size %d, %v", data, d.Size, err)
	}
}

func TestDownloadStallsAndBreaks(t *testing.T) {
	release := make(chan struct{})
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "10")
		fmt.Fprint(w, "ab")
		_ = http.NewResponseController(w).Flush()
		if strings.Contains(r.URL.Path, "stall") {
			<-release
		}
	}, func(cfg *Config) { cfg.Stall = 50 * time.Millisecond })
	defer close(release)
	for _, id := range []string{"stall", "break"} {
		d, err := c.Download(t.Context(), id, Resume{})
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(d.Body)
		if string(data) != "ab" || KindOf(err) != NoNetwork {
			t.Errorf("%s: %q, %v", id, data, err)
		}
		d.Body.Close()
	}
}

func TestBaseAddresses(t *testing.T) {
	for _, address := range []string{"", "example", "ftp://example.org", "http://", "http://u:p@example.org", "http://example.org/?a=b", "http://exa mple"} {
		if _, err := New(Config{BaseURL: address}); err == nil {
			t.Errorf("%q was taken", address)
		}
	}
	if _, err := New(Config{BaseURL: "http://example.org", MediaBaseURL: "x"}); err == nil {
		t.Error("a bad media address was taken")
	}
}

func FuzzDecodePNG(f *testing.F) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewPaletted(image.Rect(0, 0, 7, 5), color.Palette{color.Black, color.White})); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			t.Skip("larger than any fuzzing needs")
		}
		img, err := decodePNG(data)
		if err == nil && (img.Bounds().Dx() > maxSide || img.Bounds().Dy() > maxSide) {
			t.Errorf("%v", img.Bounds())
		}
	})
}

func BenchmarkDecodePNG(b *testing.B) {
	var buf bytes.Buffer
	if err := png.Encode(&buf, image.NewPaletted(image.Rect(0, 0, 720, 456), color.Palette{color.Black, color.White})); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := decodePNG(buf.Bytes()); err != nil {
			b.Fatal(err)
		}
	}
}

func TestConditions(t *testing.T) {
	const changed = "Wed, 21 Oct 2026 07:28:00 GMT"
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"e1"`)
		w.Header().Set("Cache-Control", "max-age=60")
		if r.Header.Get("If-None-Match") == `"e1"` && r.Header.Get("If-Modified-Since") == changed {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("Last-Modified", changed)
		if strings.HasSuffix(r.URL.Path, ".png") {
			_, _ = w.Write(testPNG(t, 4, 2))
			return
		}
		data, _ := testPage().EncodeJSON()
		_, _ = w.Write(data)
	})
	doc, err := c.Page(t.Context(), 123, JSON, Served{})
	if want := (Served{ETag: `"e1"`, LastModified: changed, CacheControl: "max-age=60", Date: doc.Served.Date}); err != nil || doc.Unchanged || doc.Served != want || len(doc.Raw) == 0 {
		t.Fatalf("%+v, %v", doc, err)
	}
	if again, err := c.Page(t.Context(), 123, JSON, doc.Served); err != nil || !again.Unchanged || again.Page != nil {
		t.Errorf("%+v, %v", again, err)
	}
	if p, err := c.Picture(t.Context(), 123, 1, doc.Served); err != nil || !p.Unchanged {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := c.Picture(t.Context(), 123, 1, Served{}); err != nil || p.Unchanged || p.Served.ETag != `"e1"` {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestUnaskedNotModified sees that an answer of nothing at all is not taken for one.
func TestUnaskedNotModified(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) })
	if doc, err := c.Page(t.Context(), 123, JSON, Served{}); KindOf(err) != BadContent {
		t.Errorf("%+v, %v", doc, err)
	}
}

// testGate counts requests and refuses them once it is shut.
type testGate struct {
	shut     bool
	answered []Kind
}

func (g *testGate) Enter(context.Context) (func(error), error) {
	if g.shut {
		return nil, &Error{Kind: QuotaUsed, Op: "the gate"}
	}
	return func(err error) { g.answered = append(g.answered, KindOf(err)) }, nil
}

// TestGate sees that nothing gets past the gate, whatever is asked for.
func TestGate(t *testing.T) {
	requests := 0
	gate := &testGate{}
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		requests++
		w.WriteHeader(http.StatusTooManyRequests)
	}, func(cfg *Config) { cfg.Gate = gate })
	for _, shut := range []bool{false, true} {
		gate.shut = shut
		for name, ask := range map[string]func() error{
			"page":      func() error { _, err := c.Page(t.Context(), 100, JSON, Served{}); return err },
			"picture":   func() error { _, err := c.Picture(t.Context(), 100, 1, Served{}); return err },
			"downloads": func() error { _, err := c.Downloads(t.Context()); return err },
			"playouts":  func() error { _, err := c.Playouts(t.Context(), 1, "x"); return err },
			"download":  func() error { _, err := c.Download(t.Context(), "x", Resume{}); return err },
		} {
			want := map[bool]Kind{false: RateLimited, true: QuotaUsed}[shut]
			if err := ask(); KindOf(err) != want {
				t.Errorf("%s, gate shut %v: %v", name, shut, err)
			}
		}
	}
	if requests != 5 || len(gate.answered) != 5 || gate.answered[0] != RateLimited {
		t.Errorf("%d requests, answered %v", requests, gate.answered)
	}
}

// TestKeyGivenBack sees that an answer with the key in it is marked, so that it is not kept.
func TestKeyGivenBack(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"`+secret+`"`)
		w.Header().Set("Last-Modified", "today")
		p := testPage()
		p.Name = r.URL.Query().Get("app_key")
		data, _ := p.EncodeJSON()
		_, _ = w.Write(data)
	})
	doc, err := c.Page(t.Context(), 123, JSON, Served{})
	if err != nil || !doc.Private || doc.Served.ETag != "" || doc.Served.LastModified != "today" {
		t.Errorf("%+v, %v", doc, err)
	}
}

// TestResume asks for parts of a recording.
func TestResume(t *testing.T) {
	data := bytes.Repeat([]byte("0123456789"), 100)
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"e1"`)
		w.Header().Set("Content-MD5", "1B2M2Y8AsgTpgAmY7PhCfg==")
		http.ServeContent(w, r, "x.mp3", time.Unix(1, 0), bytes.NewReader(data))
	})
	for name, tt := range map[string]struct {
		resume Resume
		from   int64
	}{
		"all":       {Resume{}, 0},
		"a part":    {Resume{From: 500}, 500},
		"the known": {Resume{From: 500, Known: Served{ETag: `"e1"`}}, 500},
		"by date":   {Resume{From: 500, Known: Served{ETag: `W/"x"`, LastModified: "Thu, 01 Jan 1970 00:00:01 GMT"}}, 500},
		"another":   {Resume{From: 500, Known: Served{ETag: `"e0"`}}, 0},
	} {
		d, err := c.Download(t.Context(), "x", tt.resume)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := io.ReadAll(d.Body)
		d.Body.Close()
		if err != nil || d.From != tt.from || d.Size != int64(len(data)) || !d.Ranges || !bytes.Equal(got, data[tt.from:]) || (d.MD5 != nil) != (tt.from == 0) {
			t.Errorf("%s: from %d of %d, ranges %v, %d bytes, MD5 %x, %v", name, d.From, d.Size, d.Ranges, len(got), d.MD5, err)
		}
	}
	var e *Error
	if _, err := c.Download(t.Context(), "x", Resume{From: 5000}); !errors.As(err, &e) || e.Status != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("beyond the end: %v", err)
	}
}

func TestContentRange(t *testing.T) {
	for s, want := range map[string][2]int64{
		"bytes 100-199/1000": {100, 1000}, "bytes 0-0/*": {0, -1},
		"": {}, "bytes */1000": {}, "bytes 5-9/3": {}, "bytes -5-9/30": {}, "bytes x-9/30": {}, "bytes 1-2": {},
	} {
		from, size, err := contentRange(s)
		if bad := want == [2]int64{}; bad != (err != nil) || !bad && (from != want[0] || size != want[1]) {
			t.Errorf("%q: %d of %d, %v", s, from, size, err)
		}
	}
}

// TestMediaDocumentsKnowTheirAddress makes relative addresses in playouts and lists playable, also behind a
// redirect, and takes no credentials along.
func TestMediaDocumentsKnowTheirAddress(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/v2/7/playouts.json":
			fmt.Fprint(w, `{"media_url":"/v1/x.mp3","alternative":{"url":"x.mp3"}}`)
		case "/api/v1/downloads.json":
			http.Redirect(w, r, "/moved/list.json?"+r.URL.RawQuery, http.StatusFound)
		case "/moved/list.json":
			fmt.Fprint(w, `{"7":{"title":"Tide","file":"sounds/7.mp3"}}`)
		}
	}, func(cfg *Config) { cfg.MediaCredentials = true })
	host := c.media.Scheme + "://" + c.media.Host
	doc, err := c.Playouts(t.Context(), 2, "7")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, p := range media.Playables(doc) {
		found = append(found, p.URL)
	}
	if want := []string{host + "/v1/x.mp3", host + "/api/v2/7/x.mp3"}; !slices.Equal(found, want) {
		t.Errorf("playouts offer %q, want %q", found, want)
	}
	list, err := c.Downloads(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if items := media.Items(list, nil); len(items) != 1 || items[0].URL != host+"/moved/sounds/7.mp3" || items[0].ID != "7" {
		t.Errorf("the list has %+v", items)
	}
	if strings.Contains(fmt.Sprint(doc.Base, list.Base, found), secret) {
		t.Error("the key is in an address")
	}
}
