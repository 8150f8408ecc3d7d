package status

import (
	"bufio"
	"context"
	"fmt"
	"image"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
)

// loggedAddress waits for the address of a server in the log.
func loggedAddress(t *testing.T, r *rig) (address string) {
	t.Helper()
	testkit.Eventually(t, "the address", func() bool {
		_, rest, ok := strings.Cut(r.lines(), "served at http://")
		address, _, _ = strings.Cut(rest, "/")
		return ok
	})
	return address
}

// TestServer checks that the server answers, and no longer listens after Close.
func TestServer(t *testing.T) {
	r := newRig("")
	s := Serve("127.0.0.1:0", r.parts)
	c := &client{t: t, address: "http://" + loggedAddress(t, r)}
	if resp, _ := c.ask("GET", "/healthz", ""); resp.StatusCode != http.StatusOK {
		t.Errorf("%d", resp.StatusCode)
	}
	s.Close()
	if _, err := net.Dial("tcp", strings.TrimPrefix(c.address, "http://")); err == nil {
		t.Error("it still listens")
	}
}

// TestPortIsTaken starts while another program uses the port: that is logged once, and the server starts when it is
// free.
func TestPortIsTaken(t *testing.T) {
	taken := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	r := newRig("")
	s := begin(taken.Addr().String(), r.parts, time.Millisecond)
	defer s.Close()
	testkit.Eventually(t, "a word on the port", func() bool {
		return strings.Contains(r.lines(), "address already in use")
	})
	time.Sleep(50 * time.Millisecond) // it is retried many times meanwhile
	if n := strings.Count(r.lines(), "\n"); n != 0 {
		t.Errorf("logged again:\n%s", r.lines())
	}
	taken.Close()
	loggedAddress(t, r)
}

// TestHealthAmongMany requests the health while many others keep their connections, send nothing, send incomplete
// requests, wait for a picture that does not come, or send wrong tokens.
func TestHealthAmongMany(t *testing.T) {
	r := newRig(token)
	r.parts.Snapshot = func(ctx context.Context) (*image.RGBA, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	s := Serve("127.0.0.1:0", r.parts)
	defer s.Close()
	address := loggedAddress(t, r)
	const healthz = "GET /healthz HTTP/1.1\r\nHost: x\r\n" + bearer + "\r\n\r\n"
	dial := func(text string) net.Conn {
		c := testkit.Must(net.Dial("tcp", address))(t)
		t.Cleanup(func() { c.Close() })
		_ = c.SetDeadline(time.Now().Add(15 * time.Second))
		_, _ = io.WriteString(c, text) // it may be closed already
		return c
	}
	answered := func(text string) int {
		t.Helper()
		resp := testkit.Must(http.ReadResponse(bufio.NewReader(dial(text)), nil))(t)
		return resp.StatusCode
	}
	const login = "POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: " +
		"application/x-www-form-urlencoded\r\nContent-Length: "
	form := "token=" + url.QueryEscape(token)
	for _, crowd := range []struct {
		what, text string
		count      int
	}{
		{"kept open", healthz, 80},
		{"silent", "", 1000},
		{"slow headers", "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ", 300},
		{"half a login", login + "50\r\n\r\ntoken=", 300},
		{"pictures", "GET /now.png HTTP/1.1\r\nHost: x\r\n" + bearer + "\r\n\r\n", 300},
		{"wrong tokens", "GET /state.json HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer wrong\r\n\r\n", 300},
	} {
		for range crowd.count {
			dial(crowd.text)
		}
		if code := answered(healthz); code != http.StatusOK {
			t.Errorf("%s: %d", crowd.what, code)
		}
		if code := answered(login + fmt.Sprintf("%d\r\n\r\n%s", len(form), form)); code != http.StatusSeeOther {
			t.Errorf("login, %s: %d", crowd.what, code)
		}
	}
}
