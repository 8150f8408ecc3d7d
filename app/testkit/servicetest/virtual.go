package servicetest

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"syscall"
	"testing"
)

// ServeVirtual is Serve in virtual time: connections are in-process, and block durably in the bubble of
// [testing/synctest] that it is called in. During the test [http.DefaultTransport] connects only to this service.
func ServeVirtual(t testing.TB, handler http.Handler) *Service {
	t.Helper()
	wire := &wire{}
	s := &Service{Handler: handler, listen: wire.listen}
	before, transport := http.DefaultTransport, &http.Transport{DialContext: wire.dial}
	http.DefaultTransport = transport
	t.Cleanup(func() {
		s.Release()
		s.Close()
		transport.CloseIdleConnections()
		http.DefaultTransport = before
	})
	if err := s.begin(); err != nil {
		t.Fatal(err)
	}
	return s
}

// A wire is an in-process network with one service.
type wire struct {
	mu sync.Mutex
	at *listener
}

func (w *wire) listen() (net.Listener, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = &listener{conns: make(chan net.Conn), closed: make(chan struct{})}
	return w.at, nil
}

// dial connects to the service; other addresses are refused.
func (w *wire) dial(ctx context.Context, network, address string) (net.Conn, error) {
	w.mu.Lock()
	at := w.at
	w.mu.Unlock()
	refused := &net.OpError{Op: "dial", Net: network, Addr: place{}, Err: syscall.ECONNREFUSED}
	if address != at.Addr().String() {
		return nil, refused
	}
	here, there := net.Pipe()
	select {
	case at.conns <- there:
		return here, nil
	case <-at.closed:
		return nil, refused
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A listener accepts the connections of dial.
type listener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

var errClosed = errors.New("closed")

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, errClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *listener) Addr() net.Addr { return place{} }

// A place is the address of the service.
type place struct{}

func (place) Network() string { return "tcp" }
func (place) String() string  { return "service.example:80" }
