package serve

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/testkit"
)

// TestServerKeepsConnection sends several requests on one connection.
func TestServerKeepsConnection(t *testing.T) {
	t.Parallel()
	r := begin(t, Config{Handler: http.HandlerFunc(echo)}, nil)
	c := r.dial()
	for _, path := range []string{"/", "/v1/teletext/pages/100.json"} {
		if status, body := c.get(path); status != http.StatusOK || body != path {
			t.Errorf("%d %q", status, body)
		}
	}
	if n := r.Counts(); n != (Counts{Open: 1}) {
		t.Errorf("%+v", n)
	}
	c.Close()
	testkit.Eventually(t, "the place of a closed connection", func() bool { return r.Counts().Open == 0 })
}

// TestBodies sends bodies in all ways, complete or not: they are refused at once, and nothing after them is answered.
func TestBodies(t *testing.T) {
	t.Parallel()
	r := begin(t,
		Config{
			Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the handler is called") }),
		}, nil)
	for name, request := range map[string]string{
		"with GET":         "GET / HTTP/1.1\r\nHost: relay\r\nContent-Length: 4\r\n\r\nbody",
		"never":            "POST / HTTP/1.1\r\nHost: relay\r\nContent-Length: 1000\r\n\r\n",
		"in chunks":        "PUT / HTTP/1.1\r\nHost: relay\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
		"a chunk with GET": "GET / HTTP/1.1\r\nHost: relay\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
		"endless": "POST / HTTP/1.1\r\nHost: relay\r\nContent-Length: 1000000000\r\n\r\n" +
			strings.Repeat("x", 1000),
		"on request": "POST / HTTP/1.1\r\nHost: relay\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			c := r.dial()
			c.t = t
			c.send("%sGET /smuggled HTTP/1.1\r\nHost: relay\r\n\r\n", request)
			want := http.StatusMethodNotAllowed
			if strings.HasPrefix(request, "GET") {
				want = http.StatusRequestEntityTooLarge
			}
			if status, _ := c.answer(); status != want {
				t.Errorf("%d, want %d", status, want)
			}
			c.expectClosed("a body follows")
		})
	}
}

// TestEmptyBodies checks that a GET is answered whose body turns out to have nothing in it: one chunk without content,
// or a frame without content in HTTP/2.
func TestEmptyBodies(t *testing.T) {
	t.Parallel()
	plain := begin(t, Config{Handler: http.HandlerFunc(echo)}, nil)
	c := plain.dial()
	c.send("GET /chunked HTTP/1.1\r\nHost: relay\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
	if status, body := c.answer(); status != http.StatusOK || body != "/chunked" {
		t.Errorf("%d %q", status, body)
	}
	c.expectClosed("the body had no length")

	cert, key, pool := certify(t, t.TempDir(), 1)
	secure := begin(t, Config{Handler: http.HandlerFunc(echo), CertFile: cert, KeyFile: key}, nil)
	b := browser(t, pool, true)
	for path, want := range map[string]int{
		"/a": http.StatusOK, "/b": http.StatusOK, "/full": http.StatusRequestEntityTooLarge,
	} {
		content := ""
		if path == "/full" {
			content = "body"
		}
		body := io.NopCloser(strings.NewReader(content)) // of unknown length
		q := testkit.Must(http.NewRequest(http.MethodGet, "https://"+secure.address+path, body))(t)
		resp := testkit.Must(b.Do(q))(t)
		resp.Body.Close()
		if resp.StatusCode != want || resp.ProtoMajor != 2 {
			t.Errorf("%s: %s %d", path, resp.Proto, resp.StatusCode)
		}
	}
}

// TestTakenBody checks that the body of a request for which TakesBody returns true reaches the handler, and that the
// connection is closed after it.
func TestTakenBody(t *testing.T) {
	t.Parallel()
	r := begin(t, Config{
		TakesBody: func(q *http.Request) bool { return q.Method == http.MethodPut && q.URL.Path == "/taken" },
		Handler: http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			body, _ := io.ReadAll(q.Body)
			_, _ = w.Write(append([]byte("took "), body...))
		}),
	}, nil)
	for path, want := range map[string]string{"/taken": "took body", "/other": "Method not allowed.\n"} {
		c := r.dial()
		c.send("PUT %s HTTP/1.1\r\nHost: relay\r\nContent-Length: 4\r\n\r\nbody"+
			"GET /smuggled HTTP/1.1\r\nHost: relay\r\n\r\n", path)
		if _, said := c.answer(); said != want {
			t.Errorf("%s: %q", path, said)
		}
		c.expectClosed(path)
	}
}

// TestGiantHeaders checks that a header of 8 KiB is accepted, and larger ones are refused.
func TestGiantHeaders(t *testing.T) {
	t.Parallel()
	r := begin(t, Config{Handler: http.HandlerFunc(echo)}, nil)
	for kilobytes, want := range map[int]int{
		8: http.StatusOK, 17: http.StatusRequestHeaderFieldsTooLarge, 100: http.StatusRequestHeaderFieldsTooLarge,
	} {
		for _, where := range []string{"/?%s HTTP/1.1\r\nHost: relay", "/ HTTP/1.1\r\nHost: relay\r\nX: %s"} {
			c := r.dial()
			c.send("GET "+where+"\r\n\r\n", strings.Repeat("x", kilobytes<<10))
			if status, _ := c.answer(); status != want {
				t.Errorf("%d kB: %d", kilobytes, status)
			}
		}
	}
}

// TestTakesTooLong uses connections in memory and virtual time: a client that sends one byte of its header each second,
// on a new connection and after an answer, and one that sends nothing.
func TestTakesTooLong(t *testing.T) {
	for _, tt := range []struct {
		name  string
		first string // a request that is answered
		each  string // is sent each second
		want  time.Duration
	}{
		{"letter by letter", "", "x", headerPatience},
		// net/http starts to read a header after four bytes
		{
			"letter by letter after an answer", "GET / HTTP/1.1\r\nHost: relay\r\n\r\n",
			"x", headerPatience + 4*time.Second,
		},
		{"nothing", "", "", headerPatience},
		{"nothing after an answer", "GET / HTTP/1.1\r\nHost: relay\r\n\r\n", "", idlePatience},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := inMemory(t, http.HandlerFunc(echo))
				if tt.first != "" {
					c.send("%s", tt.first)
					if status, _ := c.answer(); status != http.StatusOK {
						t.Errorf("%d", status)
					}
				}
				before := time.Now()
				var sending sync.WaitGroup
				sending.Go(func() {
					for err := error(nil); err == nil && tt.each != ""; {
						time.Sleep(time.Second)
						_, err = io.WriteString(c, tt.each)
					}
				})
				_, _ = io.Copy(io.Discard, c.in)
				if got := time.Since(before); got > tt.want+time.Second || got < tt.want {
					t.Errorf("closed after %v, not %v", got, tt.want)
				}
				c.Close()
				sending.Wait()
			})
		})
	}
}

// TestTakesNothing sends an answer to a client that does not read: the handler's write fails after writePatience, and
// later with Writer if the client has read some of it.
func TestTakesNothing(t *testing.T) {
	for name, write := range map[string]func(w http.ResponseWriter) error{
		"plainly":   func(w http.ResponseWriter) error { return endlessly(w) },
		"by Writer": func(w http.ResponseWriter) error { return endlessly(Writer(w, time.Now)) },
	} {
		for _, reads := range []time.Duration{0, 20 * time.Second} {
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					failed := make(chan time.Time, 1)
					c := inMemory(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
						if write(w) == nil {
							t.Error("all of it was taken")
						}
						failed <- time.Now()
					}))
					before := time.Now()
					c.send("GET / HTTP/1.1\r\nHost: relay\r\n\r\n")
					want := writePatience
					if reads > 0 {
						time.Sleep(reads)
						if _, err := io.CopyN(io.Discard, c.in, 40<<10); err != nil {
							t.Error(err)
						}
						if name == "by Writer" {
							want += reads
						}
					}
					if got := (<-failed).Sub(before); got != want {
						t.Errorf("it failed after %v, not %v", got, want)
					}
					c.Close()
				})
			})
		}
	}
}

// endlessly writes a megabyte in pieces that are not the pieces of Writer.
func endlessly(w io.Writer) error {
	for range 10 {
		if _, err := w.Write(make([]byte, 100_000)); err != nil {
			return err
		}
	}
	return nil
}

// inMemory returns a client of a server without sockets.
func inMemory(t *testing.T, h http.Handler) *client {
	t.Helper()
	server, mine := net.Pipe()
	s := testkit.Must(New(Config{Listener: &once{c: server, closed: make(chan struct{})}, Handler: h}))(t)
	var work sync.WaitGroup
	work.Go(func() {
		testkit.Check(t, s.Run(t.Context()))
	})
	t.Cleanup(func() {
		mine.Close()
		work.Wait()
	})
	return newClient(t, mine)
}

// A once is a listener with a single connection.
type once struct {
	c      net.Conn
	closed chan struct{}
	end    sync.Once
}

func (o *once) Accept() (c net.Conn, err error) {
	if c, o.c = o.c, nil; c != nil {
		return c, nil
	}
	<-o.closed
	return nil, net.ErrClosed
}

func (o *once) Close() error {
	o.end.Do(func() { close(o.closed) })
	return nil
}

func (o *once) Addr() net.Addr { return &net.TCPAddr{} }

// TestUnacknowledged sends small pieces to a client that does not read: the system's buffers have room for a long time,
// so no write blocks, but the system ends the connection.
func TestUnacknowledged(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux bounds how long sent bytes wait to be acknowledged (TCP_USER_TIMEOUT)")
	}
	t.Parallel()
	failed := make(chan struct{})
	r := begin(t, Config{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		defer close(failed)
		for out := Writer(w, time.Now); ; time.Sleep(time.Millisecond) {
			if _, err := out.Write(make([]byte, 4<<10)); err != nil {
				return
			}
		}
	})}, func(s *Server) { s.connections.patience = 100 * time.Millisecond })
	c := r.dial()
	_ = c.Conn.(*net.TCPConn).SetReadBuffer(4 << 10)
	c.send("GET / HTTP/1.1\r\nHost: relay\r\n\r\n")
	select {
	case <-failed:
	case <-time.After(20 * time.Second): // before Writer times out
		t.Error("the connection is still there")
	}
}

// TestServerFlushesEachWrite checks that each write is sent at once, however long the whole answer takes.
func TestServerFlushesEachWrite(t *testing.T) {
	t.Parallel()
	next := make(chan string)
	r := begin(t, Config{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		out := Writer(w, time.Now)
		for text := range next {
			if n, err := io.WriteString(out, text); n != len(text) || err != nil {
				t.Errorf("%d, %v", n, err)
			}
		}
	})}, func(s *Server) { s.http.WriteTimeout = 50 * time.Millisecond })
	c := r.dial()
	c.send("GET / HTTP/1.1\r\nHost: relay\r\n\r\n")
	next <- "first\n"
	resp := testkit.Must(http.ReadResponse(c.in, nil))(t)
	got := make([]byte, 6)
	if _, err := io.ReadFull(resp.Body, got); err != nil || string(got) != "first\n" {
		t.Errorf("%q, %v", got, err)
	}
	time.Sleep(100 * time.Millisecond) // longer than WriteTimeout
	long := strings.Repeat("0123456789", 20_000)
	go func() { next <- long; close(next) }()
	rest, err := io.ReadAll(resp.Body)
	if err != nil || string(rest) != long {
		t.Errorf("%d bytes, %v", len(rest), err)
	}
}

// TestPanic expects a log line that says where the handler failed, without an address or a key.
func TestPanic(t *testing.T) {
	t.Parallel()
	r := begin(t, Config{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		panic("it failed\nfor " + r.URL.String())
	})}, nil)
	c := r.dial()
	c.send("GET /?app_key=secret HTTP/1.1\r\nHost: relay\r\n\r\n")
	c.expectClosed("the handler failed")
	testkit.Eventually(t, "a word on it", func() bool { return r.lines() != "" })
	if s := r.lines(); strings.Contains(s, "secret") ||
		strings.Contains(s, "127.0.0.1") || !strings.Contains(s, "TestPanic") {
		t.Errorf("logged: %s", s)
	}
}

// TestServeSaysWhyItCannot expects an error from a server whose listener is closed.
func TestServeSaysWhyItCannot(t *testing.T) {
	t.Parallel()
	listener := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	s := testkit.Must(New(Config{Listener: listener, Handler: http.HandlerFunc(echo)}))(t)
	listener.Close()
	if err := s.Run(t.Context()); err == nil {
		t.Error("it served")
	}
}

// BenchmarkAnswers measures requests on as many connections as there are processors.
func BenchmarkAnswers(b *testing.B) {
	body := bytes.Repeat([]byte("x"), 4<<10)
	r := begin(b,
		Config{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) })}, nil)
	b.ReportAllocs()
	b.RunParallel(func(p *testing.PB) {
		c := r.dial()
		for p.Next() {
			c.get("/")
		}
	})
}
