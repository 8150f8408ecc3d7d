package serve

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/testkit"
)

// A deaf listener never accepts a connection, though the system does.
type deaf struct {
	net.Listener
	closed chan struct{}
	asked  chan bool
}

func (d *deaf) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept() // the server does not see it
	if err == nil {
		d.asked <- true
		<-d.closed
		c.Close()
	}
	return nil, net.ErrClosed
}

func (d *deaf) Close() error {
	close(d.closed)
	return d.Listener.Close()
}

// TestProbeAsksThroughTheListener probes servers with and without TLS, while they answer, refuse, hang, are full, and
// have a listener that hangs.
func TestProbeAsksThroughTheListener(t *testing.T) {
	t.Parallel()
	cert, key, _ := certify(t, t.TempDir(), 1)
	for _, cfg := range []Config{{}, {CertFile: cert, KeyFile: key}} {
		var status atomic.Int32
		asked := make(chan bool, 100)
		status.Store(http.StatusOK)
		cfg.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked <- true
			if status.Load() == 0 {
				<-r.Context().Done()
				panic(http.ErrAbortHandler)
			}
			w.WriteHeader(int(status.Load()))
		})
		r := begin(t, cfg, nil)
		if err := r.Probe(t.Context()); err != nil || len(asked) != 1 {
			t.Errorf("it answers: %v, after %d requests", err, len(asked))
		}
		<-asked
		for _, s := range []int32{http.StatusServiceUnavailable, 0} {
			status.Store(s)
			ctx, cancel := context.WithCancel(t.Context())
			go func() { <-asked; cancel() }()
			if err := r.Probe(ctx); err == nil {
				t.Errorf("a server that answers with %d is well", s)
			}
		}
		heard := make(chan bool, 1)
		dead := begin(t, cfg, func(s *Server) {
			s.connections.Listener = &deaf{s.connections.Listener, make(chan struct{}), heard}
		})
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-heard; cancel() }()
		if err := dead.Probe(ctx); err == nil {
			t.Error("a server that accepts no connection is well")
		}
	}
}

// TestProbeTriesAgain probes a server that is not well at first.
func TestProbeTriesAgain(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	r := begin(t, Config{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})}, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	testkit.Check(t, r.Probe(ctx))
}
