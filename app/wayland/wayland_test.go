package wayland

import (
	"bytes"
	"io"
	"net"
	"runtime"
	"testing"
	"time"

	"sextant/app/testkit/badserver"
)

// TestBadCompositors connects to servers that are silent, end, send garbage or events without end. Reading the
// interfaces must fail in time.
func TestBadCompositors(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there is no Wayland here")
	}
	const patience = 300 * time.Millisecond
	event := []byte{2, 0, 0, 0, 0, 0, 8, 0}
	for name, data := range map[string][]byte{
		"silent": nil, "garbage": bytes.Repeat([]byte{0xEE}, 1<<20), "events": bytes.Repeat(event, 1<<20),
		"half an event": event[:6], "a length of 0": {2, 0, 0, 0, 0, 0, 0, 0},
		"a long event":     {2, 0, 0, 0, 0, 0, 255, 255},
		"an error":         {1, 0, 0, 0, 0, 0, 8, 0},
		"a text that lies": bytes.Repeat([]byte{2, 0, 0, 0, 0, 0, 20, 0, 255}, 99),
	} {
		path := badserver.Listen(t, func(c net.Conn) {
			_, _ = c.Write(data)
			badserver.Read(c)
		})
		began := time.Now()
		c, end, err := Dial(path, patience)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Globals(); err == nil {
			t.Errorf("%s: no error", name)
		}
		end()
		if took := time.Since(began); took > 10*patience {
			t.Errorf("%s: it took %v", name, took)
		}
	}
}

// FuzzEvents reads arbitrary data of a compositor.
func FuzzEvents(f *testing.F) {
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x18\x00\x01\x00\x00\x00\x03\x00\x00\x00wl\x00\x00\x04\x00\x00\x00" +
		"\x03\x00\x00\x00\x00\x00\x08\x00"))
	f.Add([]byte("\x01\x00\x00\x00\x00\x00\x10\x00\x02\x00\x00\x00\x01\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, events []byte) {
		c := New(struct {
			io.Reader
			io.Writer
		}{bytes.NewReader(events), io.Discard})
		all, err := c.Globals()
		if err != nil {
			return
		}
		for _, g := range all {
			if len(g.Interface) > len(events) {
				t.Errorf("an interface of %d bytes in %d", len(g.Interface), len(events))
			}
		}
		_ = c.RoundTrip()
	})
}
