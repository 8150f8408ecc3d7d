// Package serve is the server around what a relay answers. It is for many clients that keep their connections, on a
// machine that may be small, and for some that mean no good: a client that sends nothing, or its request letter by
// letter, or takes no answer, costs a connection until another client needs it, and no more. Whatever they do, there is
// a place for a request for /healthz.
//
// A request costs no lock and no allocation here. It has half a minute to be answered; what takes longer, or has no
// end, is written through Writer.
package serve

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// What a connection may cost.
const (
	usualConnections = 4096
	mostHeader       = 16<<10 - 4<<10 // the package net/http allows four kilobytes more
	mostStreams      = 64             // of a connection of HTTP/2
	mostFrame        = 16 << 10
	leastWindow      = 64 << 10 // for bodies in HTTP/2, of which there are none
	headerPatience   = 10 * time.Second
	idlePatience     = 2 * time.Minute
	writePatience    = 30 * time.Second
	endPatience      = 10 * time.Second
	takenWithin      = 10 * time.Second // a body that may be there
)

// Config is what is to be served, and how.
type Config struct {
	Listener net.Listener
	Handler  http.Handler
	// CertFile and KeyFile are in PEM. With them TLS is spoken, and HTTP/2.
	CertFile, KeyFile string
	// MostConnections may be open at a time; 0 stands for 4,096.
	MostConnections int
	// BodyPatience is within what time a request with a body must have come as a whole; 0 stands for none that has one.
	BodyPatience time.Duration
	// TakesBody reports whether a request may have a body although others may not. Nil is none.
	TakesBody func(*http.Request) bool
	// EndPatience is how long answers that are under way may take at the end; 0 stands for ten seconds.
	EndPatience time.Duration
	// OnShutdown is called in a goroutine of its own when the server is about to end, so that answers without an end
	// do.
	OnShutdown func()
	// Log gets what the operator should know. It may be called from any goroutine.
	Log func(line string)
}

// A Server serves once, by Run.
type Server struct {
	cfg         Config
	http        *http.Server
	connections *connections
	certificate atomic.Pointer[tls.Certificate]
	endPatience time.Duration

	handshakes atomic.Uint64 // that failed
	acceptOnce sync.Once
}

// New reads the certificate, where there is to be one. After an error it has closed the listener.
func New(cfg Config) (*Server, error) {
	s := &Server{cfg: cfg, endPatience: cmp.Or(cfg.EndPatience, endPatience)}
	s.connections = newConnections(cfg.Listener, cmp.Or(cfg.MostConnections, usualConnections))
	if err := s.Reload(); err != nil {
		_ = cfg.Listener.Close()
		return nil, err
	}
	s.http = &http.Server{
		Handler: http.HandlerFunc(s.answer), ReadHeaderTimeout: headerPatience, ReadTimeout: cfg.BodyPatience,
		WriteTimeout: writePatience, IdleTimeout: idlePatience,
		MaxHeaderBytes: mostHeader, ConnState: s.connections.onState, ConnContext: withReserve,
		ErrorLog: log.New(trouble{s}, "", 0),
		TLSConfig: &tls.Config{
			MinVersion: tls.VersionTLS12,
			GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
				return s.certificate.Load(), nil
			},
		},
		HTTP2: &http.HTTP2Config{
			MaxConcurrentStreams: mostStreams, MaxReadFrameSize: mostFrame,
			MaxReceiveBufferPerConnection: leastWindow, MaxReceiveBufferPerStream: leastWindow,
			SendPingTimeout: writePatience, WriteByteTimeout: writePatience,
		},
	}
	if cfg.OnShutdown != nil {
		s.http.RegisterOnShutdown(cfg.OnShutdown)
	}
	return s, nil
}

// Reload reloads the certificate and its key, for the connections to come. After an error they stay those that they
// were. Without TLS it does nothing.
func (s *Server) Reload() error {
	if s.cfg.CertFile == "" && s.cfg.KeyFile == "" {
		return nil
	}
	pair, err := tls.LoadX509KeyPair(s.cfg.CertFile, s.cfg.KeyFile)
	if err != nil {
		return fmt.Errorf("reading the certificate: %w", err)
	}
	s.certificate.Store(&pair)
	return nil
}

// Run serves until ctx ends, and closes the listener. Then answers that are under way have some seconds to end, whose
// requests do not end with ctx; what is left is closed, and its handlers may go on for a moment. The error is why it
// could not serve any longer.
func (s *Server) Run(ctx context.Context) error {
	ended := make(chan error, 1)
	go func() {
		if s.certificate.Load() != nil {
			ended <- s.http.ServeTLS(s.connections, "", "")
		} else {
			ended <- s.http.Serve(s.connections)
		}
	}()
	select {
	case err := <-ended:
		_ = s.http.Close() // the connections that are left
		return fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
	}
	enough, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.endPatience)
	defer cancel()
	if s.http.Shutdown(enough) != nil {
		_ = s.http.Close()
	}
	<-ended
	return nil
}

// healthPath is answered even while all usual places are busy.
const healthPath = "/healthz"

// refusedWait is when a newcomer may ask again that has been refused since all places are busy.
const refusedWait = 5 * time.Second

// answer answers a request, which may have a body only where that is wanted.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	if c, ok := r.Context().Value(reservedKey{}).(*connection); ok {
		w.Header().Set("Connection", "close")
		if r.URL.Path != healthPath {
			w.Header().Set("Retry-After", strconv.Itoa(int(refusedWait.Seconds())))
			http.Error(w, "There are too many others.", http.StatusServiceUnavailable)
			return
		}
		c.reserve.asked.Store(true)
	}
	if r.ContentLength < 0 && s.cfg.BodyPatience == 0 && isEmpty(w, r) {
		r.Body, r.ContentLength = http.NoBody, 0
	}
	if r.ContentLength == 0 || s.cfg.BodyPatience > 0 {
		s.cfg.Handler.ServeHTTP(w, r)
		return
	}
	if s.cfg.TakesBody != nil && s.cfg.TakesBody(r) {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(takenWithin)) // else the handler notices
		w.Header().Set("Connection", "close")                                          // the deadline would stay
		s.cfg.Handler.ServeHTTP(w, r)
		return
	}
	// Nothing of the body is waited for.
	_ = http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0))
	w.Header().Set("Connection", "close")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Method not allowed.", http.StatusMethodNotAllowed)
		return
	}
	http.Error(w, "Nothing is taken with a request here.", http.StatusRequestEntityTooLarge)
}

// isEmpty reports whether a GET has a body without content: some clients announce one that they do not send, which
// HTTP/2 has as an empty frame.
func isEmpty(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(takenWithin))
	if n, err := io.ReadFull(r.Body, make([]byte, 1)); n > 0 || !errors.Is(err, io.EOF) {
		return false
	}
	_ = control.SetReadDeadline(time.Time{})
	if r.ProtoMajor == 1 {
		w.Header().Set("Connection", "close") // the next request has its time from the beginning
	}
	return true
}

// Counts say what went wrong since the beginning, and how things stand.
type Counts struct {
	Open       int    // connections
	Handshakes uint64 // of TLS, that failed
	Displaced  uint64 // connections that were closed for newcomers
	TurnedAway uint64 // newcomers without a place, while every connection was answered to
}

func (s *Server) Counts() Counts {
	c := s.connections
	return Counts{
		Open: c.openCount(), Handshakes: s.handshakes.Load(),
		Displaced: c.displaced.Load(), TurnedAway: c.turnedAway.Load(),
	}
}

// trouble takes what the package net/http would log, which has addresses with credentials in it: hardly any of it is
// logged.
type trouble struct{ s *Server }

// Write takes a message, which comes as a whole.
func (t trouble) Write(message []byte) (int, error) {
	switch {
	case bytes.Contains(message, []byte("TLS handshake error")):
		t.s.handshakes.Add(1)
	case bytes.Contains(message, []byte(": panic serving ")):
		// before it is what panicked, which may have an address
		if _, stack, ok := bytes.Cut(message, []byte("\ngoroutine ")); ok {
			t.s.cfg.Log("an answer failed by a mistake in the program:\ngoroutine " + string(stack))
		}
	case bytes.Contains(message, []byte(": Accept error: ")):
		t.s.acceptOnce.Do(func() {
			t.s.cfg.Log("connections cannot be accepted at times: " + string(bytes.TrimSpace(message)))
		})
	}
	return len(message), nil
}
