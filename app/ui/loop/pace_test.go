package loop

import (
	"bytes"
	"log"
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	const ms = time.Millisecond
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	p := pace{last: now}
	expect := func(when string, want time.Duration) {
		t.Helper()
		if got := p.wait(now); got != want {
			t.Errorf("%s: %v, not %v", when, got, want)
		}
	}
	expect("nothing happens", idle)
	p.every = frame
	expect("something moves", frame-early)
	now = now.Add(7 * ms)
	expect("a moment later", frame-early-7*ms)
	now = now.Add(30 * ms)
	expect("drawing took long", frame-early-37*ms)
	p.every = blinking
	expect("a text cursor blinks", blinking-early-37*ms)
	p.every = 0
	expect("it has ended", idle)
	p.caused = true
	expect("there was an event", frame-early-37*ms)
}

// TestMissing sets the clock forward and back, and lets the program stand still.
func TestMissing(t *testing.T) {
	now := time.Now()
	var p pace
	if p.missing(now) {
		t.Error("before the first tick")
	}
	p.last = now
	for _, c := range []struct {
		now  time.Time
		want bool
	}{
		{now.Add(time.Second), false},
		{now.Add(time.Minute), true},
		{now.Round(0).Add(time.Hour), true}, // only the wall clock changed
		{now.Round(0).Add(-time.Hour), false},
	} {
		if got := p.missing(c.now); got != c.want {
			t.Errorf("%v later: %v", c.now.Sub(now), got)
		}
	}
}

// TestComplaints writes log messages like the toolkit's, and checks which are left out.
func TestComplaints(t *testing.T) {
	var said bytes.Buffer
	l := log.New(&complaints{to: &said}, "", 0)
	l.Println("Fyne error: ", "failed to watch theme settings")
	l.Println("  Cause:", "no bus")
	l.Println("Fyne error: ", "window creation error")
	l.Println("  Cause:", "no picture formats")
	l.Println("Fyne error: ", "Failed to create app cache space")
	l.Println("  At: cache.go")
	l.Println("*** Error in Fyne call thread ***")
	if got, want := said.String(), "Fyne error:  window creation error\n  Cause: no picture formats\n*** Error in "+
		"Fyne call thread ***\n"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}
