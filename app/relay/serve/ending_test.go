package serve

import (
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"sextant/app/testkit"
)

// TestServerEndsAfterAnswersUnderWay stops the server while an answer is under way: the answer is completed, idle
// connections are closed, and new ones are refused.
func TestServerEndsAfterAnswersUnderWay(t *testing.T) {
	t.Parallel()
	going, release := make(chan bool), make(chan bool)
	r := begin(t, Config{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/long" {
			going <- true
			<-release
			if err := r.Context().Err(); err != nil {
				t.Errorf("the request has ended: %v", err)
			}
		}
		echo(w, r)
	})}, nil)
	waits, long := r.dial(), r.dial()
	waits.get("/")
	long.send("GET /long HTTP/1.1\r\nHost: relay\r\n\r\n")
	<-going
	r.stop()
	waits.expectClosed("the server ends")
	testkit.Eventually(t, "no one to be let in", func() bool {
		c, err := net.Dial("tcp", r.address)
		if err == nil {
			c.Close()
		}
		return err != nil
	})
	select {
	case err := <-r.ended:
		t.Fatalf("it has ended before the answer: %v", err)
	default:
	}
	close(release)
	if status, body := long.answer(); status != http.StatusOK || body != "/long" {
		t.Errorf("%d %q", status, body)
	}
	r.end()
}

// TestEndOfStreams checks that OnShutdown ends streams without waiting for the timeout.
func TestEndOfStreams(t *testing.T) {
	t.Parallel()
	over := make(chan bool)
	r := begin(t,
		Config{
			OnShutdown: func() { close(over) },
			Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				out := Writer(w, time.Now)
				_, _ = io.WriteString(out, "open\n")
				<-over
				_, _ = io.WriteString(out, "end\n")
			}),
		}, func(s *Server) { s.endPatience = time.Hour })
	c := r.dial()
	c.send("GET / HTTP/1.1\r\nHost: relay\r\n\r\n")
	testkit.Eventually(t, "the stream", func() bool { return c.in.Buffered() > 0 || first(c) })
	r.stop()
	if status, body := c.answer(); status != http.StatusOK || body != "open\nend\n" {
		t.Errorf("%d %q", status, body)
	}
	r.end()
}

// first waits for the first byte of an answer, without consuming it.
func first(c *client) bool {
	_, err := c.in.Peek(1)
	return err == nil
}

// TestNeverEnds checks that the connection of an answer that never ends is closed after endPatience.
func TestNeverEnds(t *testing.T) {
	t.Parallel()
	going, gone := make(chan bool), make(chan bool)
	r := begin(t, Config{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		going <- true
		<-r.Context().Done()
		close(gone)
	})}, func(s *Server) { s.endPatience = 50 * time.Millisecond })
	c := r.dial()
	c.send("GET / HTTP/1.1\r\nHost: relay\r\n\r\n")
	<-going
	r.stop()
	c.expectClosed("the time is over")
	r.end()
	<-gone
}
