package service

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/testkit"
)

// serveTLS runs a service with TLS, with HTTP/2 or without, and a client that trusts it. onState may be nil.
func serveTLS(t *testing.T, http2 bool, handler http.HandlerFunc,
	gate Gate, onState func(net.Conn, http.ConnState),
) *Client {
	t.Helper()
	s := httptest.NewUnstartedServer(handler)
	s.EnableHTTP2, s.Config.ConnState = http2, onState
	s.StartTLS()
	t.Cleanup(s.Close)
	before := http.DefaultTransport
	http.DefaultTransport = s.Client().Transport
	t.Cleanup(func() { http.DefaultTransport = before })
	c := testkit.Must(New(Config{BaseURL: s.URL, AppID: "id", AppKey: secret, Gate: gate, Now: time.Now}))(t)
	t.Cleanup(c.Close)
	return c
}

// TestGetHasNoBody checks that no request of the client announces a body, in any version of HTTP.
func TestGetHasNoBody(t *testing.T) {
	for _, http2 := range []bool{false, true} {
		var asked atomic.Int32
		c := serveTLS(t, http2, func(w http.ResponseWriter, r *http.Request) {
			asked.Add(1)
			if r.ContentLength != 0 || len(r.TransferEncoding) > 0 || (r.ProtoMajor == 2) != http2 {
				t.Errorf("%s %s: a body of %d bytes, %v", r.Proto, r.URL.Path, r.ContentLength, r.TransferEncoding)
			}
			http.NotFound(w, r)
		}, nil, nil)
		_, _ = c.Page(t.Context(), 100, api.JSON, api.Validators{})
		_, _ = c.Picture(t.Context(), 100, 1, api.Validators{ETag: `"1"`})
		_, _ = c.Downloads(t.Context())
		_, _ = c.Playouts(t.Context(), 6, "7")
		_, _ = c.Download(t.Context(), "7", Resume{From: 5})
		_ = c.Changes(t.Context(), c.base.String()+relayChanges, "", func(api.Notice) {})
		if asked.Load() != 6 {
			t.Errorf("%d requests", asked.Load())
		}
	}
}

// TestRepeatedRequestsAreCounted makes servers that close connections under way, gracefully and not. The gate counts
// what the service sees.
func TestRepeatedRequestsAreCounted(t *testing.T) {
	for _, http2 := range []bool{false, true} {
		g, seen := &countingGate{}, atomic.Int32{}
		var last atomic.Pointer[net.Conn]
		c := serveTLS(t, http2, func(w http.ResponseWriter, r *http.Request) {
			n := seen.Add(1)
			if strings.HasSuffix(r.URL.Path, "/101.json") && n%2 == 0 {
				_ = (*last.Load()).Close() // without an answer
				return
			}
			if strings.HasSuffix(r.URL.Path, "/102.json") {
				w.Header().Set("Connection", "close") // the last on this connection
			}
			data, _ := testPage().EncodeJSON()
			_, _ = w.Write(data)
		}, g, func(c net.Conn, state http.ConnState) {
			if state == http.StateActive {
				last.Store(&c)
			}
		})
		for i := range 12 {
			_, _ = c.Page(t.Context(), 100+i%3, api.JSON, api.Validators{})
			if g.entered.Load() < seen.Load() || g.entered.Load() != g.answered.Load() {
				t.Fatalf("HTTP/2 %v, request %d: the service saw %d, the gate %d and %d",
					http2, i, seen.Load(), g.entered.Load(), g.answered.Load())
			}
		}
		if g.entered.Load() > seen.Load()+3 { // those on a connection that was closed in between
			t.Errorf("HTTP/2 %v: the service saw %d, the gate %d", http2, seen.Load(), g.entered.Load())
		}
		t.Logf("HTTP/2 %v: seen %d, counted %d", http2, seen.Load(), g.entered.Load())
	}
}

// A slowGate lets the first request pass at once, and each other one after a time.
type slowGate struct {
	entered atomic.Int32
	after   time.Duration
}

func (g *slowGate) Enter(context.Context) (func(error), error) {
	if g.entered.Add(1) > 1 {
		time.Sleep(g.after)
	}
	return func(error) {}, nil
}

// TestRedirectWaitsForTheGate checks that a redirect which waits for the gate longer than a request may take is no
// silence of the service.
func TestRedirectWaitsForTheGate(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/new" {
			http.Redirect(w, r, "/new", http.StatusFound)
			return
		}
		data, _ := testPage().EncodeJSON()
		_, _ = w.Write(data)
	}, func(cfg *Config) {
		cfg.Timeout, cfg.Gate = 200*time.Millisecond, &slowGate{after: 500 * time.Millisecond}
	})
	if _, err := c.Page(t.Context(), 123, api.JSON, api.Validators{}); err != nil {
		t.Error(err)
	}
}

// TestUnchangedWithoutConditionsIsNoAnswer checks that a 304 is not believed where nothing was asked that could be
// unchanged, also where the known answer had an age.
func TestUnchangedWithoutConditionsIsNoAnswer(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) })
	for _, known := range []api.Validators{
		{}, {Age: "7"}, {Date: "Thu, 01 Jan 1970 00:00:01 GMT", CacheControl: "max-age=9"},
	} {
		if _, err := c.Page(t.Context(), 123, api.JSON, known); api.KindOf(err) != api.BadContent {
			t.Errorf("%+v: %v", known, err)
		}
	}
	if d, err := c.Page(t.Context(), 123, api.JSON, api.Validators{ETag: `"1"`}); err != nil || !d.Unchanged {
		t.Errorf("%+v, %v", d, err)
	}
}
