package diagnose

import (
	"bytes"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
)

// standardLog makes the standard logger write to a buffer, and the default one of slog to another, for a test.
func standardLog(t *testing.T) (to, said *bytes.Buffer) {
	before, flags, logger := log.Writer(), log.Flags(), slog.Default()
	t.Cleanup(func() {
		slog.SetDefault(logger)
		log.SetOutput(before)
		log.SetFlags(flags)
	})
	to, said = &bytes.Buffer{}, &bytes.Buffer{}
	slog.SetDefault(slog.New(slog.NewTextHandler(said, &slog.HandlerOptions{Level: slog.LevelDebug})))
	log.SetOutput(to)
	log.SetFlags(flags)
	QuietHTTP()
	QuietHTTP() // once is enough
	return to, said
}

// TestHTTPNoiseIsQuiet writes lines of net/http, and others, to the standard logger.
func TestHTTPNoiseIsQuiet(t *testing.T) {
	to, said := standardLog(t)
	binary := bytes.Repeat([]byte("\xff\xfb\x90\"\\"), 1000)
	log.Printf("Unsolicited response received on idle HTTP channel starting with %q; err=%v", binary, nil)
	log.Printf("http: superfluous response.WriteHeader call for /v1/a?app_id=me&app_key=s3cret&x=1")
	log.Printf("http2: %s", strings.Repeat("long ", 1000))
	log.Printf("Fyne error:  no such theme")
	log.Printf("http: panic serving pipe: oh")
	for _, line := range []string{"Fyne error", "panic serving"} {
		if !strings.Contains(to.String(), line) {
			t.Errorf("%q lacks %q", to, line)
		}
	}
	if lines := strings.Count(to.String(), "\n"); lines != 2 {
		t.Errorf("%d lines: %q", lines, to)
	}
	for _, never := range []string{"s3cret", "xff", "level=INFO"} {
		if strings.Contains(said.String(), never) {
			t.Errorf("%q has %q", said, never)
		}
	}
	for line := range strings.Lines(said.String()) {
		if len(line) > 2*mostNoise {
			t.Errorf("%d bytes: %s", len(line), line)
		}
	}
	if lines := strings.Count(said.String(), "\n"); lines != 3 || !strings.Contains(said.String(), "level=DEBUG") {
		t.Errorf("%d lines: %s", lines, said)
	}
}

// TestUnsolicitedResponseIsQuiet has a server that sends more than it says on a connection that stays open.
func TestUnsolicitedResponseIsQuiet(t *testing.T) {
	to, said := standardLog(t)
	l := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		_, _ = c.Read(make([]byte, 4096))
		fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		time.Sleep(50 * time.Millisecond) // until the client has read it
		_, _ = c.Write(bytes.Repeat([]byte{0xff, 0xfb, '"'}, 1000))
		_ = c.Close()
	}()
	transport := &http.Transport{}
	resp := testkit.Must((&http.Client{Transport: transport}).Get("http://" + l.Addr().String()))(t)
	_ = resp.Body.Close()
	transport.CloseIdleConnections()
	time.Sleep(200 * time.Millisecond)
	log.SetOutput(to) // what is still to come is not looked at
	if to.Len() > 0 || strings.Contains(said.String(), "xff") {
		t.Errorf("%q, %q", to, said)
	}
}
