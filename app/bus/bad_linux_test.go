package bus

import (
	"bytes"
	"context"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"sextant/app/testkit/badserver"
)

// TestBadBuses connects at once to servers that are no message buses, calls a method and closes the connection. Nothing
// may take longer than the connecting and the call, and no goroutine may stay.
func TestBadBuses(t *testing.T) {
	const patience = time.Second
	var work sync.WaitGroup
	for name, serve := range badserver.Buses() {
		path := badserver.Listen(t, serve)
		work.Go(func() {
			began := time.Now()
			c, err := Dial(t.Context(), "unix:path="+path)
			if err == nil {
				c.Signal(make(chan *dbus.Signal, 1))
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				_ = c.AddMatchSignalContext(ctx, dbus.WithMatchInterface("a.b"))
				_ = c.Emit("/a", "a.b.C", "x")
				cancel()
				_ = c.Close()
			}
			if took := time.Since(began); took > 2*(Answers+patience) {
				t.Errorf("%s: it took %v", name, took)
			}
		})
	}
	work.Wait()
	badserver.NoneLeft(t, "sextant/app/bus", "godbus/dbus/v5")
}

// TestStuckBus sends to a bus that no longer reads. Sending fails, and closing does not wait for it.
func TestStuckBus(t *testing.T) {
	path := badserver.Listen(t, badserver.Buses()["stuck"])
	for _, closes := range []bool{true, false} {
		c, err := Dial(t.Context(), "unix:path="+path)
		if err != nil {
			t.Fatal(err)
		}
		if closes {
			time.AfterFunc(200*time.Millisecond, func() { _ = c.Close() })
		}
		began := time.Now()
		for text := make([]byte, 64<<10); err == nil; {
			err = c.Emit("/a", "a.b.C", text)
		}
		if took := time.Since(began); took > 2*Answers || closes && took > Answers/2 {
			t.Errorf("sending fails after %v", took)
		}
		_ = c.Close()
	}
	badserver.NoneLeft(t, "sextant/app/bus", "godbus/dbus/v5")
}

// FuzzMessages reads arbitrary messages. Those that are let through must not end the program in the library, nor make
// it read on behind their end, because it first allocates what a length claims.
func FuzzMessages(f *testing.F) {
	for _, data := range badserver.Messages() {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := bytes.NewReader(data)
		for {
			message, err := readMessage(r)
			if err != nil {
				return
			}
			rest := bytes.NewReader(message)
			_, err = dbus.DecodeMessage(rest)
			if err == nil && rest.Len() > 0 || err == dbus.FormatError("unexpected EOF") {
				t.Fatalf("%d bytes are left of %q: %v", rest.Len(), message, err)
			}
		}
	})
}
