package kiosk

import (
	"testing"
	"time"

	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

const howToLeave = "how to leave"

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

// TestHintOfLeaving presses what does nothing else: how to leave is shown for about three seconds. Keys that do
// something do not show it.
func TestHintOfLeaving(t *testing.T) {
	inBubble(t, `show = ["100", "200"]`+sharp, time.Minute, func(t *testing.T, r *rig) {
		says := func(when, want string) {
			t.Helper()
			time.Sleep(50 * time.Millisecond) // it is drawn
			if got := r.labelled(); got != want {
				t.Errorf("%s: %q, not %q", when, got, want)
			}
		}
		for _, k := range []Key{Other, Escape} {
			r.Press(k)
			says("pressed", howToLeave)
			time.Sleep(hintFor - 1100*time.Millisecond)
			says("soon after", howToLeave)
			time.Sleep(2 * time.Second)
			says("later", "")
		}
		r.Press(Hold)
		says("held", say.Text("turning.held"))
		r.Press(Escape) // goes on
		says("after that", "")
		r.Press(Reveal)
		r.Press(Escape) // conceals
		says("after that", "")
		r.Press(Other)
		r.Digit(1)
		says("typing", "1--")
	})
}

// TestHintFitsTheCorner checks that how to leave is not cut off in any language.
func TestHintFitsTheCorner(t *testing.T) {
	for _, l := range say.Languages() {
		testkit.NoError(t, say.Use(l.Tag))
		if text := say.Text("kiosk.howToLeave"); len([]rune(text)) > teletext.Columns-2 {
			t.Errorf("%s: %q is too long", l.Tag, text)
		}
	}
	testkit.NoError(t, say.Use("en"))
}
