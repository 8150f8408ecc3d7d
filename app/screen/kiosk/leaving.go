package kiosk

import (
	"fmt"
	"strings"
	"time"

	"sextant/app/say"
	"sextant/app/words"
)

// pinWait is how long the question for the PIN stays without a key, and mostDigits how many digits it takes.
const (
	pinWait    = 20 * time.Second
	mostDigits = 12
)

// leaving is the question for the PIN, which is required to end the program where one is set.
type leaving struct {
	pin     func(digits string) (ok bool, wait time.Duration) // nil where none is set
	leave   func()
	note    func(event string)
	elapsed func() time.Duration
	relabel func()

	background background
	asks       bool
	digits     string
	said       string
	trying     bool
	touched    time.Duration
}

// start ends the program, or asks for the PIN.
func (l *leaving) start() {
	if l.pin == nil {
		l.note("left by a key")
		l.leave()
		return
	}
	l.asks, l.digits, l.said = true, "", ""
	l.update()
}

func (l *leaving) update() {
	l.touched = l.elapsed()
	l.relabel()
}

// digit takes a digit, and reports whether that was for the PIN.
func (l *leaving) digit(n int) bool {
	if l.asks && !l.trying && len(l.digits) < mostDigits {
		l.digits, l.said = l.digits+fmt.Sprint(n), ""
		l.update()
	}
	return l.asks
}

// press takes a key, and reports whether that was for the PIN.
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
	l.update()
	return true
}

// try compares the digits, which takes a while.
func (l *leaving) try() {
	digits := l.digits
	l.trying, l.digits = true, ""
	var ok bool
	var wait time.Duration
	l.background(func() { ok, wait = l.pin(digits) }, func() {
		l.trying = false
		switch {
		case ok:
			l.asks = false
			l.note("left by PIN")
			l.leave()
		case wait > 0:
			l.said = say.Text("pin.wait", "Wait", words.WaitWords(wait+time.Second))
		default:
			l.said = say.Text("pin.wrong")
		}
		l.update()
	})
}

// tick closes the question when it is not answered for pinWait. It stays while a PIN is checked.
func (l *leaving) tick() {
	if l.asks && !l.trying && l.elapsed()-l.touched >= pinWait {
		l.asks = false
		l.update()
	}
}

// text are the question as it is shown, empty where there is none.
func (l *leaving) text() string {
	if !l.asks {
		return ""
	}
	said := l.said
	if said == "" {
		said = say.Text("pin.keys")
	}
	return say.Text("pin.leave") + " " + strings.Repeat("*", len(l.digits)) + "\n" + said
}
