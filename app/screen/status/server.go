package status

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync"
	"time"

	"sextant/app/relay/serve"
	"sextant/app/say"
	"sextant/app/words"
)

// What connections may cost. Those that wait for a request make room for others.
const (
	mostConnections = 128
	bodyPatience    = 10 * time.Second
)

// retryEvery is how often it is tried to listen at an address that another program has, and endPatience how long
// requests are waited for at the end.
const (
	retryEvery  = 30 * time.Second
	endPatience = 2 * time.Second
)

// A Server serves a status until Close.
type Server struct {
	handler http.Handler
	address string
	retry   time.Duration
	logLine func(line string)
	end     context.CancelFunc
	work    sync.WaitGroup
}

// Serve begins to serve at an address that Address gave. Where another program listens there, that is reported and
// tried again every so often.
func Serve(address string, p Parts) *Server { return begin(address, p, retryEvery) }

func begin(address string, p Parts, retry time.Duration) *Server {
	ctx, end := context.WithCancel(context.Background())
	s := &Server{handler: newHandler(p), address: address, retry: retry, logLine: p.Log, end: end}
	s.work.Go(func() { s.run(ctx) })
	return s
}

// run listens until ctx ends.
func (s *Server) run(ctx context.Context) {
	for said := ""; ; {
		err := s.listen(ctx)
		if ctx.Err() != nil {
			return
		}
		if why := words.Reason(err).Error(); why != said {
			said = why
			s.logLine(say.Text(
				"status.unserved", "Address", s.address, "Reason", why, "Wait", words.WaitWords(s.retry)))
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(s.retry):
		}
	}
}

// listen serves until ctx ends, or until it cannot any longer.
func (s *Server) listen(ctx context.Context) error {
	listener, err := net.Listen("tcp", s.address)
	if err != nil {
		return err
	}
	s.logLine(say.Text("status.served", "Address", urlOf(listener.Addr())))
	server, err := serve.New(serve.Config{
		Listener: listener, Handler: s.handler, MostConnections: mostConnections,
		BodyPatience: bodyPatience, EndPatience: endPatience, Log: s.logLine,
	})
	if err != nil {
		return err
	}
	return server.Run(ctx)
}

// Close ends the serving, once the requests that are under way are answered or have taken too long.
func (s *Server) Close() {
	s.end()
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
