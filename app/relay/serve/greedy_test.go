package serve

import (
	"net"
	"net/http"
	"net/netip"
	"os"
	"testing"
	"time"

	"sextant/app/testkit"
)

// hold is a handler that answers /healthz at once, and other requests after release is closed. It sends to going when
// it begins one of these.
func hold(going chan<- bool, release <-chan bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != healthPath {
			going <- true
			select {
			case <-release:
			case <-r.Context().Done():
				return
			}
		}
		echo(w, r)
	})
}

// TestHealthIsAnsweredWhileAllAreBusy asks for the health of a server with an answer under way on each connection, from
// the address that all of them are from. Other newcomers are refused with 503 and a time to come back, or closed if
// they send nothing.
func TestHealthIsAnsweredWhileAllAreBusy(t *testing.T) {
	t.Parallel()
	cert, key, pool := certify(t, t.TempDir(), 1)
	for _, tt := range []struct{ secure, http2 bool }{{}, {secure: true}, {true, true}} {
		going, release := make(chan bool), make(chan bool)
		cfg := Config{MostConnections: 2, Handler: hold(going, release)}
		if tt.secure {
			cfg.CertFile, cfg.KeyFile = cert, key
		}
		r := begin(t, cfg, nil)
		ask := func(path string) (*http.Response, error) {
			b, scheme := browser(t, pool, tt.http2), "http"
			if tt.secure {
				scheme = "https"
			}
			return b.Get(scheme + "://" + r.address + path)
		}
		for range 2 {
			go func() {
				if resp, err := ask("/"); err == nil {
					resp.Body.Close()
				}
			}()
			<-going
		}
		for range 2 * reservedPlaces {
			began := time.Now()
			resp := testkit.Must(ask(healthPath))(t)
			resp.Body.Close()
			if resp.StatusCode != http.StatusOK || (resp.ProtoMajor == 2) != tt.http2 {
				t.Fatalf("%s: %s %d after %v", healthPath, resp.Proto, resp.StatusCode, time.Since(began))
			}
		}
		resp := testkit.Must(ask("/other"))(t)
		resp.Body.Close()
		if resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") == "" {
			t.Errorf("another newcomer: %d %v", resp.StatusCode, resp.Header)
		}
		r.dial().expectClosed("all are busy")
		testkit.Eventually(t, "both to be counted", func() bool { return r.Counts().TurnedAway == 2 })
		if n := r.Counts(); n.Displaced != 0 {
			t.Errorf("%+v", n)
		}
		close(release)
		testkit.Eventually(t, "the places", func() bool { return r.connections.openCount() <= 2 })
	}
}

// A hosted connection comes from an address.
type hosted struct {
	net.Conn
	from netip.Addr
}

func (h hosted) RemoteAddr() net.Addr { return net.TCPAddrFromAddrPort(netip.AddrPortFrom(h.from, 1)) }

// A hosts is a listener whose connections come from addresses in turn.
type hosts struct {
	net.Listener
	from chan netip.Addr
}

func (h *hosts) Accept() (net.Conn, error) {
	c, err := h.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return hosted{c, <-h.from}, nil
}

// TestNewcomerTakesThePlaceOfGreedyAddress fills a server with answers to one address: each other address gets a place
// from the one that has most, until all have as many. An address takes none from another that has fewer, or from
// itself.
func TestNewcomerTakesThePlaceOfGreedyAddress(t *testing.T) {
	t.Parallel()
	going, release := make(chan bool), make(chan bool)
	from := make(chan netip.Addr, 1)
	r := begin(t, Config{MostConnections: 6, Handler: hold(going, release)}, func(s *Server) {
		s.connections.Listener = &hosts{s.connections.Listener, from}
	})
	dial := func(address string) *client {
		from <- netip.MustParseAddr(address)
		c := r.dial()
		c.send("GET / HTTP/1.1\r\nHost: relay\r\n\r\n")
		return c
	}
	var greedy []*client
	for range 6 {
		greedy = append(greedy, dial("10.0.0.1"))
		<-going
	}
	if status, _ := dial("10.0.0.1").answer(); status != http.StatusServiceUnavailable {
		t.Errorf("the greedy address itself: %d", status)
	}
	var others []*client
	for n, address := range []string{"10.0.0.2", "10.0.0.3", "10.0.0.2", "2001:db8::1"} {
		others = append(others, dial(address))
		<-going
		greedy[n].expectClosed("another address has none") // the one that is answered to for longest
		if got := r.Counts().Displaced; got != uint64(n+1) {
			t.Errorf("%d were closed, want %d", got, n+1)
		}
	}
	for _, address := range []string{"10.0.0.1", "10.0.0.2", "10.0.0.3", "2001:db8::2"} { // a /64 is one address
		if status, _ := dial(address).answer(); status != http.StatusServiceUnavailable {
			t.Errorf("%s, while none has two more: %d", address, status)
		}
	}
	close(release)
	for _, c := range append(others, greedy[4:]...) {
		if status, _ := c.answer(); status != http.StatusOK {
			t.Errorf("%d", status)
		}
		c.Close()
	}
	testkit.Eventually(t, "all addresses to be forgotten", func() bool {
		r.connections.mu.Lock()
		defer r.connections.mu.Unlock()
		return len(r.connections.addresses) == 0
	})
}

// TestFailedStartClosesListener checks that nothing listens after New has failed without its key.
func TestFailedStartClosesListener(t *testing.T) {
	listener := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	cert, key, _ := certify(t, t.TempDir(), 1)
	testkit.NoError(t, os.Remove(key))
	if _, err := New(Config{Listener: listener, CertFile: cert, KeyFile: key}); err == nil {
		t.Error("it begins without a key")
	}
	if c, err := net.Dial("tcp", listener.Addr().String()); err == nil {
		c.Close()
		t.Error("something listens")
	}
}
