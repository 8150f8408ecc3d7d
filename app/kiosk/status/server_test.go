package status

import (
	"bufio"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// patient waits for something that will come.
func patient(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// addressTold is where a server listens, by what it told.
func addressTold(t *testing.T, r *rig) (address string) {
	t.Helper()
	patient(t, "the address", func() bool {
		_, rest, ok := strings.Cut(r.lines(), "served at http://")
		address, _, _ = strings.Cut(rest, "/")
		return ok
	})
	return address
}

// TestServer serves, and ends with nothing left.
func TestServer(t *testing.T) {
	r := newRig("")
	s := Serve("127.0.0.1:0", r.parts)
	c := &client{t: t, address: "http://" + addressTold(t, r)}
	if resp, _ := c.ask("GET", "/healthz", ""); resp.StatusCode != http.StatusOK {
		t.Errorf("%d", resp.StatusCode)
	}
	s.Close()
	if _, err := net.Dial("tcp", strings.TrimPrefix(c.address, "http://")); err == nil {
		t.Error("it still listens")
	}
}

// TestPortIsTaken begins while another program has the port, tells so once, and serves when it is free.
func TestPortIsTaken(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := newRig("")
	s := serve(taken.Addr().String(), r.parts, time.Millisecond)
	defer s.Close()
	patient(t, "a word on the port", func() bool { return strings.Contains(r.lines(), "address already in use") })
	time.Sleep(50 * time.Millisecond) // in which it is tried many times
	if n := strings.Count(r.lines(), "\n"); n != 0 {
		t.Errorf("told again:\n%s", r.lines())
	}
	taken.Close()
	addressTold(t, r)
}

// TestConnectionsAreBounded opens more connections than there may be: the last one is answered when another one ends.
func TestConnectionsAreBounded(t *testing.T) {
	r := newRig("")
	s := Serve("127.0.0.1:0", r.parts)
	defer s.Close()
	address := addressTold(t, r)
	var all []net.Conn
	for range mostConnections + 1 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		all = append(all, c)
		if len(all) <= mostConnections { // it is accepted
			_, _ = c.Write([]byte("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"))
			if resp, err := http.ReadResponse(bufio.NewReader(c), nil); err != nil || resp.StatusCode != http.StatusOK {
				t.Fatal(err)
			}
		}
	}
	last := all[mostConnections]
	_, _ = last.Write([]byte("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"))
	_ = last.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
	if _, err := last.Read(make([]byte, 1)); err == nil {
		t.Error("one too many is answered")
	}
	all[0].Close()
	_ = last.SetReadDeadline(time.Now().Add(20 * time.Second))
	if _, err := last.Read(make([]byte, 1)); err != nil {
		t.Errorf("not answered when there is room: %v", err)
	}
}
