package status

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync"
	"time"

	"sextant/app/say"
	"sextant/app/words"
)

// What a connection may cost.
const (
	mostConnections = 64
	mostHeader      = 16 << 10
	headerPatience  = 5 * time.Second
	readPatience    = 10 * time.Second
	writePatience   = 30 * time.Second
	idlePatience    = time.Minute
)

// retryEvery is how often it is tried to listen at an address that another program has, and endPatience how long requests
// are waited for at the end.
const (
	retryEvery  = 30 * time.Second
	endPatience = 2 * time.Second
)

// A Server serves a status until Close.
type Server struct {
	http    *http.Server
	address string
	retry   time.Duration
	tell    func(line string)
	ended   chan struct{}
	work    sync.WaitGroup
}

// Serve begins to serve at an address that Address gave. Where another program listens there, that is told and tried again
// every so often.
func Serve(address string, p Parts) *Server { return serve(address, p, retryEvery) }

func serve(address string, p Parts, retry time.Duration) *Server {
	s := &Server{address: address, retry: retry, tell: p.Tell, ended: make(chan struct{}), http: &http.Server{
		Handler: newHandler(p), ReadHeaderTimeout: headerPatience, ReadTimeout: readPatience, WriteTimeout: writePatience,
		IdleTimeout: idlePatience, MaxHeaderBytes: mostHeader, ErrorLog: log.New(io.Discard, "", 0),
	}}
	s.work.Go(s.run)
	return s
}

// run listens until Close.
func (s *Server) run() {
	for said := ""; ; {
		listener, err := net.Listen("tcp", s.address)
		if err == nil {
			s.tell(say.Text("status.served", "Address", urlOf(listener.Addr())))
			err = s.http.Serve(&limited{Listener: listener, free: make(chan struct{}, mostConnections), closed: s.ended})
		}
		select {
		case <-s.ended:
			return
		default:
		}
		if why := words.Reason(err).Error(); why != said {
			said = why
			s.tell(say.Text("status.unserved", "Address", s.address, "Reason", why, "Wait", s.retry))
		}
		wait := time.NewTimer(s.retry)
		select {
		case <-s.ended:
			wait.Stop()
			return
		case <-wait.C:
		}
	}
}

// Close ends the serving, once the requests that are under way are answered or have taken too long.
func (s *Server) Close() {
	close(s.ended)
	ctx, cancel := context.WithTimeout(context.Background(), endPatience)
	defer cancel()
	if s.http.Shutdown(ctx) != nil {
		_ = s.http.Close() // what is left of it
	}
	s.work.Wait()
}

// urlOf is where a browser finds what listens at an address.
func urlOf(a net.Addr) string {
	at, err := netip.ParseAddrPort(a.String())
	if name, nameErr := os.Hostname(); err == nil && nameErr == nil && at.Addr().IsUnspecified() {
		return fmt.Sprintf("http://%s:%d/", name, at.Port())
	}
	return "http://" + a.String() + "/"
}

// A limited listener lets the connections beyond a number wait.
type limited struct {
	net.Listener
	free   chan struct{} // an element for each connection
	closed chan struct{}
}

// Accept waits for a connection, and for one to end before where there are too many.
func (l *limited) Accept() (net.Conn, error) {
	select {
	case l.free <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.free
		return nil, err
	}
	return &counted{Conn: c, done: sync.OnceFunc(func() { <-l.free })}, nil
}

// A counted connection makes room when it is closed.
type counted struct {
	net.Conn
	done func()
}

// Close closes the connection.
func (c *counted) Close() error {
	defer c.done()
	return c.Conn.Close()
}
