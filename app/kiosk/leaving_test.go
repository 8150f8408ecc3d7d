package kiosk

import (
	"testing"
	"time"
)

// TestQuestionStaysWhilePINIsChecked checks a PIN for longer than the question stays without a key, as a slow machine
// does, and expects the answer in it.
func TestQuestionStaysWhilePINIsChecked(t *testing.T) {
	var now time.Duration
	var check, answer func()
	l := &leaving{
		pin:   func(string) (bool, time.Duration) { return false, 0 },
		leave: func() { t.Error("it was left") }, note: func(string) {}, relabel: func() {},
		elapsed:    func() time.Duration { return now },
		background: func(do, then func()) { check, answer = do, then },
	}
	l.start()
	l.digit(1)
	l.press(Enter)
	now += 2 * pinWait
	if l.tick(); !l.asks {
		t.Fatal("the question is closed while the PIN is checked")
	}
	check()
	answer()
	now += pinWait - 1
	if l.tick(); !l.asks || l.said == "" {
		t.Errorf("it asks: %v, and says %q", l.asks, l.said)
	}
	now++
	if l.tick(); l.asks {
		t.Error("the question stays without a key")
	}
}
