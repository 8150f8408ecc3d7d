package httpclient

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/testkit"
)

// A pipe is a network of one TLS server in this process. A cut connection stays open and silent.
type pipe struct {
	conns chan net.Conn
	close sync.Once
	cut   atomic.Pointer[atomic.Bool] // of the last connection
	// closed counts the connections that the client has closed.
	closed atomic.Int32
}

func (p *pipe) dial(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	cut := &atomic.Bool{}
	p.cut.Store(cut)
	p.conns <- there
	return &cuttable{Conn: here, cut: cut, closed: &p.closed}, nil
}

func (p *pipe) Accept() (net.Conn, error) {
	c, ok := <-p.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (p *pipe) Close() error {
	p.close.Do(func() { close(p.conns) })
	return nil
}

func (p *pipe) Addr() net.Addr { return &net.TCPAddr{} }

// A cuttable connection swallows what is written after the cut.
type cuttable struct {
	net.Conn
	cut    *atomic.Bool
	closed *atomic.Int32
	once   sync.Once
}

func (c *cuttable) Close() error {
	c.once.Do(func() { c.closed.Add(1) })
	return c.Conn.Close()
}

func (c *cuttable) Write(p []byte) (int, error) {
	if c.cut.Load() {
		return len(p), nil
	}
	return c.Conn.Write(p)
}

// onWire calls f with a network of a server with HTTP/2, and a client of it, in virtual time. The server answers with
// the version of HTTP, and under /stream with the first line of an answer without end.
func onWire(t *testing.T, elapsed func() time.Duration, f func(t *testing.T, wire *pipe, c *http.Client)) {
	certificate := httptest.NewUnstartedServer(nil)
	certificate.EnableHTTP2 = true
	certificate.StartTLS()
	roots := certificate.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	own := certificate.TLS.Certificates
	certificate.Close()
	synctest.Test(t, func(t *testing.T) {
		wire := &pipe{conns: make(chan net.Conn)}
		server := &http.Server{
			Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				fmt.Fprint(w, r.Proto)
				if r.URL.Path == "/stream" {
					_ = http.NewResponseController(w).Flush()
					<-r.Context().Done()
				}
			}),
			TLSConfig: &tls.Config{Certificates: own}, ErrorLog: log.New(io.Discard, "", 0),
		}
		go func() { _ = server.ServeTLS(wire, "", "") }()
		c := New(Config{Idle: 4, Dial: wire.dial, Elapsed: elapsed})
		c.Transport.(*wakeful).next.TLSClientConfig = &tls.Config{RootCAs: roots}
		f(t, wire, c)
		c.CloseIdleConnections()
		server.Close()
		time.Sleep(closedAgain)
	})
}

// expectAnswer checks that a request over HTTP/2 is answered within a time.
func expectAnswer(t *testing.T, c *http.Client, within time.Duration) {
	t.Helper()
	start := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	r, _ := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com/", nil)
	resp, err := c.Do(r)
	if err != nil {
		t.Errorf("after %v: %v", time.Since(start), err)
		return
	}
	defer resp.Body.Close()
	proto, err := io.ReadAll(resp.Body)
	if took := time.Since(start); string(proto) != "HTTP/2.0" || err != nil || took > within {
		t.Errorf("after %v: %q, %v", took, proto, err)
	}
}

// TestDeadConnectionIsLeft cuts a connection of HTTP/2 silently: the next requests are answered on a new one, the first
// of them soon.
func TestDeadConnectionIsLeft(t *testing.T) {
	for _, idle := range []time.Duration{time.Second, 30 * time.Second} {
		onWire(t, func() time.Duration { return 0 }, func(t *testing.T, wire *pipe, c *http.Client) {
			expectAnswer(t, c, 0)
			wire.cut.Load().Store(true)
			time.Sleep(idle)
			expectAnswer(t, c, pingAfter+pingWithin)
			expectAnswer(t, c, 0)
		})
	}
}

// TestSleepLeavesOpenStreams cuts a connection on which an answer without end is under way while the machine sleeps:
// the first request after that is answered at once.
func TestSleepLeavesOpenStreams(t *testing.T) {
	var slept time.Duration
	start := time.Now()
	elapsed := func() time.Duration { return slept + time.Since(start) }
	onWire(t, elapsed, func(t *testing.T, wire *pipe, c *http.Client) {
		start = time.Now()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com/stream", nil)
		resp := testkit.Must(c.Do(r))(t)
		defer resp.Body.Close()
		expectAnswer(t, c, 0)
		wire.cut.Load().Store(true)
		slept = 8 * time.Hour
		expectAnswer(t, c, 0)
	})
}

// TestClosedClientHasNoConnection closes a client of HTTP/2 right after a request was cancelled.
func TestClosedClientHasNoConnection(t *testing.T) {
	onWire(t, func() time.Duration { return 0 }, func(t *testing.T, wire *pipe, c *http.Client) {
		ctx, cancel := context.WithCancel(t.Context())
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com/stream", nil)
		resp := testkit.Must(c.Do(r))(t)
		closed := wire.closed.Load()
		c.CloseIdleConnections()
		cancel()
		resp.Body.Close()
		if time.Sleep(time.Second); wire.closed.Load() != closed+1 {
			t.Error("its connection is open")
		}
	})
}

// TestIdleConnectionsAreClosedAfterSleep checks that a request after sleep, or in another network, has a new
// connection, and that others keep theirs.
func TestIdleConnectionsAreClosedAfterSleep(t *testing.T) {
	var opened atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	var slept atomic.Int64
	start := time.Now()
	c := New(Config{Idle: 4, Elapsed: func() time.Duration { return time.Since(start) + time.Duration(slept.Load()) }})
	w := c.Transport.(*wakeful)
	addresses := []string{"192.0.2.1"}
	w.addresses, w.last = func() []string { return addresses }, addresses
	for i, step := range []struct {
		before func()
		opened int32
	}{
		{func() {}, 1},
		{func() {}, 1},
		{func() { slept.Add(int64(8 * time.Hour)) }, 2},
		{func() {}, 2},
		{func() { addresses, w.looked = []string{"192.0.2.7"}, start.Add(-lookEvery) }, 3},
		{func() { w.looked = start.Add(-lookEvery) }, 3},
		{func() { slept.Add(int64(-time.Hour)) }, 3},
	} {
		step.before()
		resp := testkit.Must(c.Get(server.URL))(t)
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if opened.Load() != step.opened {
			t.Errorf("step %d: %d connections, want %d", i, opened.Load(), step.opened)
		}
	}
}

// TestRedirects checks what follows a request to another host, and which redirects are not followed.
func TestRedirects(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Referer() != "" || r.Header.Get("Authorization") != "" || r.Header.Get("Cookie") != "" {
			t.Errorf("the other host gets %v", r.Header)
		}
		fmt.Fprint(w, "other")
	}))
	defer other.Close()
	to := ""
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, to, http.StatusFound)
	}))
	defer server.Close()
	follow := func(*http.Request, []*http.Request) error { return nil }
	get := func(c *http.Client, address string) (string, error) {
		r, _ := http.NewRequest(http.MethodGet, address+"/list?token=secret", nil)
		r.Header.Set("Authorization", "Bearer secret")
		r.Header.Set("Cookie", "a=b")
		resp, err := c.Do(r)
		if err != nil {
			return "", err
		}
		defer resp.Body.Close()
		data, err := io.ReadAll(resp.Body)
		return string(data), err
	}
	secure := New(Config{Redirect: follow})
	secure.Transport.(*wakeful).next.TLSClientConfig = server.Client().Transport.(*http.Transport).TLSClientConfig
	for target, want := range map[string]string{
		other.URL: "from https to http", "/again": ErrRedirects.Error(), "file:///etc/hostname": "from https to file",
	} {
		to = target
		if _, err := get(secure, server.URL); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("to %s: %v, want %s", target, err, want)
		}
	}
	plain := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusFound))
	defer plain.Close()
	if body, err := get(New(Config{Redirect: follow}), plain.URL); body != "other" || err != nil {
		t.Errorf("%q, %v", body, err)
	}
	if body, err := get(New(Config{}), plain.URL); !strings.Contains(body, "Found") || err != nil {
		t.Errorf("without Redirect: %q, %v", body, err)
	}
}

// TestAddressHidesSecrets prints addresses in all ways.
func TestAddressHidesSecrets(t *testing.T) {
	for address, want := range map[Address]string{
		"https://user:secret@host.example/list.toml?token=secret#secret": "https://…@host.example/list.toml?…",
		"http://host.example?secret":                                     "http://host.example?…",
		"http://host.example/a#secret":                                   "http://host.example/a#…",
		"https://host.example/list.toml":                                 "https://host.example/list.toml",
		"/home/anna/list?a.toml":                                         "/home/anna/list?a.toml",
	} {
		data, err := json.Marshal(struct{ A Address }{address})
		for _, text := range []string{
			fmt.Sprint(address), fmt.Sprintf("%s", address), fmt.Sprintf("%v %+v %#v", address, address, address),
			fmt.Sprintf("%q", address), fmt.Sprintf("%x", address), fmt.Sprintf("%v", []Address{address}), string(data),
		} {
			if strings.Contains(text, "secret") {
				t.Error(text)
			}
		}
		if got := address.String(); got != want || err != nil {
			t.Errorf("%s, want %s; %v", got, want, err)
		}
	}
}

func TestReadAllIsBounded(t *testing.T) {
	for limit, want := range map[int64]error{4: nil, 5: nil, 3: ErrTooLarge, 0: ErrTooLarge} {
		data, err := ReadAll(strings.NewReader("four"), limit)
		if !errors.Is(err, want) || string(data) != "four"[:min(limit, 4)] {
			t.Errorf("%d: %q, %v", limit, data, err)
		}
	}
}

func TestSameOrigin(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"https://a.example", "https://A.example:443/x"}: true, {"http://a.example:80", "http://a.example"}: true,
		{"https://a.example", "http://a.example"}: false, {"http://a.example", "http://b.example"}: false,
		{"http://a.example:81", "http://a.example"}: false,
	} {
		a, _ := url.Parse(pair[0])
		b, _ := url.Parse(pair[1])
		if SameOrigin(a, b) != want {
			t.Errorf("%v", pair)
		}
	}
}
