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
	var p pace
	tick := func(after time.Duration, draws bool) {
		now = now.Add(after)
		p.ticked(now, draws)
	}
	tickFor := func(during time.Duration) {
		for ; during > frame; during -= frame {
			tick(frame, false)
		}
		tick(during, false)
	}
	expect := func(when string, want time.Duration) {
		t.Helper()
		if got := p.wait(now); got != want {
			t.Errorf("%s: %v, not %v", when, got, want)
		}
	}
	tick(0, false)
	expect("nothing happens", idle)

	p.caused = true
	tick(0, false)
	expect("something was posted that may move", frame-early)
	tick(frame, false)
	expect("and does not", idle)

	p.caused = true
	tick(0, true)
	expect("something was drawn", frame-early)
	now = now.Add(7 * ms)
	expect("a moment later", frame-early-7*ms)
	now = now.Add(30 * ms)
	expect("drawing took long", frame-early-37*ms)
	tick(0, false)
	expect("and nothing more", idle)

	p.woke(true, false)
	tick(0, false)
	tick(frame, true)
	expect("something moves", frame-early)
	tickFor(moving - ms)
	expect("it may go on", frame-early)
	tick(ms, false)
	expect("it has ended", idle)

	p.woke(true, true)
	tick(0, true)
	tickFor(typing - ms)
	expect("the text cursor may go on", frame-early)
	tick(ms, false)
	expect("it has ended", idle)

	for range 3 { // each causes the next one, as on some systems
		p.woke(true, false)
		tick(frame, true)
	}
	tickFor(moving - ms)
	expect("something moves that wakes", frame-early)
	tick(frame, false)
	expect("it has ended", idle)

	tick(idle, true)
	tickFor(400 * ms)
	tick(time.Second, false)
	expect("it moves, and the machine was busy for a second", frame-early)
	tickFor(moving - 400*ms - longest)
	expect("it has ended", idle)
}

// TestMissing sets the clock forward and back, and lets the program stand still.
func TestMissing(t *testing.T) {
	now := time.Now()
	var p pace
	if p.missing(now) {
		t.Error("before the first tick")
	}
	p.ticked(now, false)
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
