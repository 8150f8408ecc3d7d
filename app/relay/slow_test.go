package relay

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/relay/serve"
	"sextant/app/service"
	"sextant/app/sound/recordings"
	"sextant/app/testkit"
)

// An openDoor admits everybody.
type openDoor struct{}

func (openDoor) Open() bool { return true }

func (openDoor) Know(string, string, string) (name string, kiosk, ok bool, retry time.Duration) {
	return "", false, true, 0
}

func (openDoor) Stamp(string) (stamp, name string, kiosk bool) { return "", "", false }

// inMemory returns a connection to a server with a relay, whose service has recordings and a list of a size. end ends
// them.
func inMemory(t *testing.T, size int) (c net.Conn, end func()) {
	strictly, _ := beforeStrict(t)
	parts := strictly.parts
	parts.Door, parts.Library = openDoor{}, recordings.NewLibrary(t.TempDir(), 1<<30, time.Now)
	var err error
	if parts.Client, err = service.New(service.Config{
		BaseURL: "http://service.example", Now: time.Now,
		Dial: func(context.Context, string, string) (net.Conn, error) {
			here, there := net.Pipe()
			go func() {
				defer there.Close()
				q, err := http.ReadRequest(bufio.NewReader(there))
				if err != nil {
					return
				}
				kind, content := "audio/mpeg", strings.Repeat("\xff\xfbxx", size/4)
				if !strings.HasSuffix(q.URL.Path, ".mp3") {
					kind, content = "application/json", "["+strings.Repeat(" ", size-2)+"]"
				}
				fmt.Fprintf(there, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n"+
					"Connection: close\r\n\r\n%s", kind, size, content)
			}()
			return here, nil
		},
	}); err != nil {
		t.Fatal(err)
	}
	r := New(parts)
	listener := testkit.NewPipes()
	config := serve.Config{Listener: listener, Handler: r, Log: func(line string) { t.Log(line) }}
	server := testkit.Must(serve.New(config))(t)
	ctx, cancel := context.WithCancel(t.Context())
	var work sync.WaitGroup
	work.Go(func() {
		testkit.Check(t, server.Run(ctx))
	})
	here := testkit.Must(listener.Dial(ctx, "", ""))(t)
	return here, func() {
		here.Close()
		cancel()
		work.Wait()
		r.Close()
		endStrict(t, strictly)
	}
}

// TestSlowClientGetsAllOfALongAnswer reads a recording as a player does, for some minutes, by the path of the interface
// and by that of the web pages, from its beginning and from a later byte, and a long list.
func TestSlowClientGetsAllOfALongAnswer(t *testing.T) {
	const size, piece = 1 << 20, 8 << 10
	for _, path := range []string{"/v1/download/7.mp3", "/recordings/7.mp3", "/v1/downloads.json"} {
		for _, from := range []int{0, 4} {
			synctest.Test(t, func(t *testing.T) {
				c, end := inMemory(t, size)
				fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: relay\r\nRange: bytes=%d-\r\n\r\n", path, from)
				answer, err := http.ReadResponse(bufio.NewReaderSize(c, 16), nil)
				if err != nil {
					t.Fatal(err)
				}
				got := 0
				for err = error(nil); err == nil; time.Sleep(time.Second) {
					var n int64
					n, err = io.CopyN(io.Discard, answer.Body, piece)
					got += int(n)
				}
				if err != io.EOF || got != size-from {
					t.Errorf("%s from %d: %d of %d bytes, %v", path, from, got, size-from, err)
				}
				end()
			})
		}
	}
}
