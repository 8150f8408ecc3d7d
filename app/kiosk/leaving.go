package kiosk

import (
	"fmt"
	"strings"
	"time"

	"sextant/app/say"
)

// pinWait is how long the question for the PIN stays without a key, and mostDigits how many digits it takes.
const (
	pinWait    = 20 * time.Second
	mostDigits = 12
)

// leaving is the question for the PIN, without which nobody ends the program where one is set.
type leaving struct {
	visit   *visit
	asks    bool
	digits  string
	said    string
	trying  bool
	touched time.Duration
}

// begin ends the program, or asks for the PIN.
func (l *leaving) begin(v *visit) {
	l.visit = v
	d := v.director
	if d.parts.PIN == nil {
		d.parts.Note("left by a key")
		d.parts.Leave()
		return
	}
	l.asks, l.digits, l.said = true, "", ""
	l.changed()
}

func (l *leaving) changed() {
	l.touched = l.visit.director.parts.Elapsed()
	l.visit.director.running.relabel()
}

// digit takes a digit, and tells whether that was for the PIN.
func (l *leaving) digit(n int) bool {
	if l.asks && !l.trying && len(l.digits) < mostDigits {
		l.digits, l.said = l.digits+fmt.Sprint(n), ""
		l.changed()
	}
	return l.asks
}

// press takes a key, and tells whether that was for the PIN.
func (l *leaving) press(k Key) bool {
	switch {
	case !l.asks || l.trying:
		return l.asks
	case k == Backspace && l.digits != "":
		l.digits = l.digits[:len(l.digits)-1]
	case k == Escape:
		l.asks = false
	case k == Enter && l.digits != "":
		l.try()
	}
	l.changed()
	return true
}

// try compares the digits, which takes a while.
func (l *leaving) try() {
	d, digits := l.visit.director, l.digits
	l.trying, l.digits = true, ""
	d.background.Go(func() {
		ok, wait := d.parts.PIN(digits)
		d.Post(func() {
			l.trying = false
			switch {
			case ok:
				l.asks = false
				d.parts.Note("left by PIN")
				d.parts.Leave()
			case wait > 0:
				l.said = say.Text("pin.wait", "Seconds", int(wait.Seconds()+1))
			default:
				l.said = say.Text("pin.wrong")
			}
			l.changed()
		})
	})
}

// beat gives the question up when nobody answers.
func (l *leaving) beat() {
	if l.asks && l.visit.director.parts.Elapsed()-l.touched >= pinWait {
		l.asks = false
		l.changed()
	}
}

// lines are the question as it is shown, empty where there is none.
func (l *leaving) lines() string {
	if !l.asks {
		return ""
	}
	said := l.said
	if said == "" {
		said = say.Text("pin.keys")
	}
	return say.Text("pin.leave") + " " + strings.Repeat("*", len(l.digits)) + "\n" + said
}
