package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// A rig is a running server.
type rig struct {
	*Server
	t       testing.TB
	address string
	stop    context.CancelFunc
	ended   chan error // the result of Run

	mu     sync.Mutex
	logged []string
}

// begin runs a server until the test ends. change may change it before; nil leaves it.
func begin(t testing.TB, cfg Config, change func(s *Server)) *rig {
	t.Helper()
	r := &rig{t: t, ended: make(chan error, 1)}
	var err error
	if cfg.Listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	r.address = cfg.Listener.Addr().String()
	cfg.Log = func(line string) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.logged = append(r.logged, line)
	}
	if r.Server, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(r.Server)
	}
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	go func() { r.ended <- r.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if r.ended != nil {
			r.end()
		}
	})
	return r
}

// end waits until Run returns, and fails if it returns an error.
func (r *rig) end() {
	r.t.Helper()
	select {
	case err := <-r.ended:
		if err != nil {
			r.t.Error(err)
		}
	case <-time.After(2 * time.Minute):
		r.t.Error("it does not end")
	}
	r.ended = nil
}

func (r *rig) lines() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.logged, "\n")
}

// dial opens a connection that is closed at the end of the test, with a deadline of 20 s.
func (r *rig) dial() *client {
	r.t.Helper()
	c, err := net.Dial("tcp", r.address)
	if err != nil {
		r.t.Fatal(err)
	}
	_ = c.SetDeadline(time.Now().Add(20 * time.Second))
	r.t.Cleanup(func() { _ = c.Close() })
	return newClient(r.t, c)
}

// A client is a connection with HTTP/1.1 written by hand.
type client struct {
	net.Conn
	t  testing.TB
	in *bufio.Reader
}

func newClient(t testing.TB, c net.Conn) *client { return &client{c, t, bufio.NewReader(c)} }

// send sends bytes, which need not be a whole request. If the server has closed the connection, a later read fails.
func (c *client) send(format string, args ...any) { fmt.Fprintf(c, format, args...) }

// answer reads an answer.
func (c *client) answer() (status int, body string) {
	c.t.Helper()
	resp, err := http.ReadResponse(c.in, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return resp.StatusCode, string(data)
}

// get sends a GET request and reads the answer.
func (c *client) get(path string) (status int, body string) {
	c.t.Helper()
	c.send("GET %s HTTP/1.1\r\nHost: relay\r\n\r\n", path)
	return c.answer()
}

// expectClosed fails unless the server closes the connection. What it sends before is ignored.
func (c *client) expectClosed(why string) {
	c.t.Helper()
	if _, err := io.Copy(io.Discard, c.in); isTimeout(err) {
		c.t.Errorf("the connection is not closed: %s", why)
	}
}

func isTimeout(err error) bool {
	n := net.Error(nil)
	return errors.As(err, &n) && n.Timeout()
}

// echo answers with the path.
func echo(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.URL.Path) }
