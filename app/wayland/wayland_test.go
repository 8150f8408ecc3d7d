package wayland

import (
	"bytes"
	"io"
	"testing"
)

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
