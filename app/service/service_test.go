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

	"sextant/app/api"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

const secret = "s3cret/k+y"

// serve starts a server and returns a client for it, with credentials.
func serve(t *testing.T, h http.HandlerFunc, change ...func(*Config)) *Client {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	cfg := Config{BaseURL: s.URL + "/api", AppID: "me", AppKey: secret, UserAgent: "Sextant/test", Now: time.Now}
	for _, f := range change {
		f(&cfg)
	}
	c := testkit.Must(New(cfg))(t)
	t.Cleanup(c.Close)
	return c
}

func testPage() *teletext.Page {
	return &teletext.Page{
		Number: 123, Name: "Harbour",
		Subpages: []teletext.Subpage{{Number: 1, All: &teletext.Lines{"{Red}Tide"}}}, SubpageCount: 1,
	}
}

func testPNG(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b,
		image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.Black, color.White})); err != nil {
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
	for _, format := range []api.Format{api.JSON, api.XML} {
		p, err := c.Page(t.Context(), 123, format, api.Validators{})
		if err != nil || p.Page.Name != "Harbour" || len(p.Page.Warnings) > 0 {
			t.Errorf("%s: %+v, %v", format, p, err)
		}
	}
}

// TestPageUnderAnotherNumber checks that a document of another page is refused, and one without a number accepted.
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
	for _, format := range []api.Format{api.JSON, api.XML} {
		number = 123
		p, err := c.Page(t.Context(), 456, format, api.Validators{})
		if api.KindOf(err) != api.BadContent || !strings.Contains(err.Error(), "123") ||
			!strings.Contains(err.Error(), "456") {
			t.Errorf("%s: %+v, %v", format, p, err)
		}
		number = 0
		p, err = c.Page(t.Context(), 456, format, api.Validators{})
		if err != nil || p.Page.Number != 456 || !slices.ContainsFunc(p.Page.Warnings, noNumber) {
			t.Errorf("%s without a number: %+v, %v", format, p, err)
		}
	}
}

func noNumber(w teletext.Warning) bool { return w.Kind == teletext.WarnNoNumber }

func TestStatusesAreDistinguished(t *testing.T) {
	for _, tt := range []struct {
		status int
		header string
		kind   api.Kind
		wait   time.Duration
	}{
		{404, "", api.NotFound, 0},
		{403, "", api.Refused, 0},
		{401, "", api.QuotaUsed, 0},
		{429, "7", api.RateLimited, 7 * time.Second},
		{429, "-7", api.RateLimited, 0},
		{429, "99999999", api.RateLimited, maxRetryAfter},
		{503, "Thu, 01 Jan 2026 00:00:30 GMT", api.Trouble, 30 * time.Second},
		{500, "soon", api.Trouble, 0},
		{400, "", api.BadContent, 0},
		{204, "", api.NotFound, 0},
		{410, "", api.NotFound, 0},
		{408, "", api.Trouble, 0},
		{511, "", api.NoNetwork, 0},
		{429, "9999999999999999999999", api.RateLimited, maxRetryAfter},
		{429, "10000000000", api.RateLimited, maxRetryAfter},
	} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", tt.header)
			w.WriteHeader(tt.status)
		}, func(cfg *Config) {
			cfg.Now = func() time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) }
		})
		_, err := c.Page(t.Context(), 100, api.JSON, api.Validators{})
		var e *api.Error
		if !errors.As(err, &e) || e.Kind != tt.kind || e.RetryAfter != tt.wait || e.Status != tt.status {
			t.Errorf("status %d: %#v", tt.status, err)
		}
	}
}

// TestFaultsAreNamed checks the errors of unreadable answers, none of which has the key.
func TestFaultsAreNamed(t *testing.T) {
	raw := func(answer string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			conn, _, _ := http.NewResponseController(w).Hijack()
			defer conn.Close()
			_, _ = io.WriteString(conn, answer)
		}
	}
	page := func(head, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", head)
			_, _ = io.WriteString(w, body)
		}
	}
	untilGone := func(r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-time.After(5 * time.Second):
		}
	}
	big := strings.Repeat("x", 2000)
	for name, tt := range map[string]struct {
		handler http.HandlerFunc
		kind    api.Kind
		fault   error // nil for any
	}{
		"no JSON":    {page("", "Hello"), api.BadContent, nil},
		"a web page": {page("", "<html>"), api.Trouble, nil},
		"no content": {page("", ""), api.NotFound, nil},
		"too large":  {page("", big), api.TooLarge, nil},
		"small when packed": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			fmt.Fprint(z, big)
			z.Close()
		}, api.TooLarge, nil},
		"round and round": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.String(), http.StatusFound)
		}, api.BadContent, nil},
		"mail":            {raw("220 mail.example.org ESMTP\r\n"), api.Trouble, api.ErrNotHTTP},
		"endless headers": {raw("HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 11<<20)), api.Trouble, api.ErrNotHTTP},
		"cut off header":  {raw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"), api.Trouble, api.ErrBrokenOff},
		"cut off body":    {raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"), api.Trouble, api.ErrBrokenOff},
		"nothing":         {raw(""), api.NoNetwork, api.ErrHungUp},
		"silent": {
			func(_ http.ResponseWriter, r *http.Request) { untilGone(r) }, api.NoNetwork, api.ErrSilent,
		},
		"slow": {func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusOK)
			_ = http.NewResponseController(w).Flush()
			untilGone(r)
		}, api.Trouble, api.ErrSlow},
		"to a file": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/hostname", http.StatusFound)
		}, api.BadContent, api.ErrRedirect},
		"no page": {page("application/json", "{}"), api.BadContent, teletext.ErrNoPage},
	} {
		t.Run(name, func(t *testing.T) {
			timeout := DefaultTimeout
			if tt.fault == api.ErrSilent || tt.fault == api.ErrSlow {
				timeout = 300 * time.Millisecond
			}
			c := serve(t, tt.handler, func(cfg *Config) { cfg.MaxDocument, cfg.Timeout = 1000, timeout })
			_, err := c.Page(t.Context(), 100, api.JSON, api.Validators{})
			if api.KindOf(err) != tt.kind || tt.fault != nil && !errors.Is(err, tt.fault) {
				t.Errorf("%v, want %v: %v", err, tt.kind, tt.fault)
			}
			checkSecret(t, fmt.Sprintf("%v %+v %#v", err, err, err))
		})
	}
	s := httptest.NewTLSServer(nil)
	t.Cleanup(s.Close)
	c := testkit.Must(New(Config{BaseURL: s.URL, AppKey: secret, Now: time.Now}))(t)
	if _, err := c.Page(t.Context(), 100, api.JSON, api.Validators{}); !errors.Is(err, api.ErrCertificate) {
		t.Error(err)
	}
}

func TestNobodyListens(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	c, err := New(Config{BaseURL: s.URL, AppKey: secret, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Page(t.Context(), 100, api.JSON, api.Validators{})
	if api.KindOf(err) != api.NoNetwork {
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
	if _, err := c.Page(ctx, 100, api.JSON, api.Validators{}); api.KindOf(err) != api.Cancelled {
		t.Errorf("%v", err)
	}
}

func TestPicture(t *testing.T) {
	good, wide := testPNG(t, 720, 456), testPNG(t, api.MaxSide+1, 1)
	answers := map[string][]byte{"1": good, "2": wide, "3": []byte("no picture"), "4": good[:60]}
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/api/v1/teletext/images/100/"), ".png")
		_, _ = w.Write(answers[n])
	})
	p, err := c.Picture(t.Context(), 100, 1, api.Validators{})
	if err != nil || p.Image.Bounds().Dx() != 720 || !bytes.Equal(p.PNG, good) {
		t.Errorf("%v, %v", p, err)
	}
	for n, kind := range map[int]api.Kind{2: api.TooLarge, 3: api.BadContent, 4: api.BadContent} {
		if _, err := c.Picture(t.Context(), 100, n, api.Validators{}); api.KindOf(err) != kind {
			t.Errorf("picture %d: %v", n, err)
		}
	}
}

func TestBaseAddresses(t *testing.T) {
	for _, address := range []string{
		"", "example", "ftp://example.org", "http://", "http://u:p@example.org",
		"http://example.org/?a=b", "http://exa mple",
	} {
		if _, err := New(Config{BaseURL: address}); err == nil {
			t.Errorf("%q was taken", address)
		}
	}
	if _, err := New(Config{BaseURL: "http://example.org", MediaBaseURL: "x"}); err == nil {
		t.Error("a bad media address was taken")
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
	doc, err := c.Page(t.Context(), 123, api.JSON, api.Validators{})
	if want := (api.Validators{
		ETag: `"e1"`, LastModified: changed, CacheControl: "max-age=60", Date: doc.Validators.Date,
	}); err != nil || doc.Unchanged || doc.Validators != want || len(doc.Raw) == 0 {
		t.Fatalf("%+v, %v", doc, err)
	}
	if again, err := c.Page(t.Context(), 123, api.JSON, doc.Validators); err != nil ||
		!again.Unchanged || again.Page != nil {
		t.Errorf("%+v, %v", again, err)
	}
	if p, err := c.Picture(t.Context(), 123, 1, doc.Validators); err != nil || !p.Unchanged {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := c.Picture(t.Context(), 123, 1, api.Validators{}); err != nil ||
		p.Unchanged || p.Validators.ETag != `"e1"` {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestUnaskedNotModified checks that a 304 to a request without validators is an error.
func TestUnaskedNotModified(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) })
	if doc, err := c.Page(t.Context(), 123, api.JSON, api.Validators{}); api.KindOf(err) != api.BadContent {
		t.Errorf("%+v, %v", doc, err)
	}
}

// testGate counts requests and refuses them when it is shut.
type testGate struct {
	shut     bool
	answered []api.Kind
}

func (g *testGate) Enter(context.Context) (func(error), error) {
	if g.shut {
		return nil, &api.Error{Kind: api.QuotaUsed, Op: "the gate"}
	}
	return func(err error) { g.answered = append(g.answered, api.KindOf(err)) }, nil
}

// TestEveryRequestPassesTheGate checks that every kind of request passes the gate.
func TestEveryRequestPassesTheGate(t *testing.T) {
	requests := 0
	gate := &testGate{}
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		requests++
		w.WriteHeader(http.StatusTooManyRequests)
	}, func(cfg *Config) { cfg.Gate = gate })
	for _, shut := range []bool{false, true} {
		gate.shut = shut
		for name, ask := range map[string]func() error{
			"page":      func() error { _, err := c.Page(t.Context(), 100, api.JSON, api.Validators{}); return err },
			"picture":   func() error { _, err := c.Picture(t.Context(), 100, 1, api.Validators{}); return err },
			"downloads": func() error { _, err := c.Downloads(t.Context()); return err },
			"playouts":  func() error { _, err := c.Playouts(t.Context(), 1, "x"); return err },
			"download":  func() error { _, err := c.Download(t.Context(), "x", Resume{}); return err },
		} {
			want := api.RateLimited
			if shut {
				want = api.QuotaUsed
			}
			if err := ask(); api.KindOf(err) != want {
				t.Errorf("%s, gate shut %v: %v", name, shut, err)
			}
		}
	}
	if requests != 5 || len(gate.answered) != 5 || gate.answered[0] != api.RateLimited {
		t.Errorf("%d requests, answered %v", requests, gate.answered)
	}
}
