// Package power turns a computer's screen off and on: a television by HDMI-CEC, the outputs of a Wayland compositor, or
// the monitors of an X server.
package power

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"sextant/app/backoff"
)

// A State is the state of the screen.
type State struct {
	// Way is the name of the way that turned it off or on, empty if none answered: then the screen only shows black.
	Way string
	// Err is why it is not in the state that was set, nil while it is, or while Pending.
	Err error
	// Pending reports whether it is being turned off or on.
	Pending bool
}

// ErrStaysOff is the error if a screen does not turn on.
var ErrStaysOff = errors.New("the screen does not come on")

// errNone is the error of a way that the computer does not have.
var errNone = errors.New("there is none")

// A way turns a screen off and on. Its methods wait for the screen, and connect each time, because cables are pulled
// and compositors restart.
type way interface {
	name() string
	// turn turns the screen on or off. The error is errNone if nothing answers.
	turn(on bool) error
	// isOn reports whether the screen is on.
	isOn() (bool, error)
}

// errSilent is the error of a way that does not answer.
var errSilent = errors.New("there is no answer")

// A knownWay is a way with what was learned of it.
type knownWay struct {
	way
	used bool          // it has turned the screen off, or may have
	says bool          // its isOn has succeeded
	busy chan struct{} // has an element while a call is under way
}

// turn is the way's turn, within a time.
func (w *knownWay) turn(on bool) error {
	_, err := w.call(func() (bool, error) { return on, w.way.turn(on) })
	return err
}

// look is isOn within a time, and updates says.
func (w *knownWay) look() (on bool, err error) {
	on, err = w.call(w.isOn)
	w.says = w.says || err == nil
	return on, err
}

// call calls f on another goroutine, since an X server that is stopped never answers, and its library has no
// timeout. It waits for answersWithin at most. No other call of the way is made before f has returned.
func (w *knownWay) call(f func() (on bool, err error)) (on bool, err error) {
	type result struct {
		on  bool
		err error
	}
	patience := time.NewTimer(answersWithin)
	defer patience.Stop()
	select {
	case w.busy <- struct{}{}:
	case <-patience.C:
		return false, errSilent
	}
	done := make(chan result, 1)
	go func() {
		on, err := f()
		<-w.busy
		done <- result{on, err}
	}()
	select {
	case r := <-done:
		return r.on, r.err
	case <-patience.C:
		return false, errSilent
	}
}

const (
	// tryFor is how long turning a screen on is retried before it counts as an error.
	tryFor = 10 * time.Minute
	// answersWithin is the timeout of a call of a way, and closeWithin that of Close.
	answersWithin = 10 * time.Second
	closeWithin   = 5 * time.Second
	// offFor is how long a way may take to turn a screen off before the next way is tried.
	offFor = 15 * time.Second
	// firstTry and lastTry are the first and the longest delay between retries.
	firstTry, lastTry = time.Second, 30 * time.Second
	// lookEvery is the interval of checks that the screen is still in the state that was set.
	lookEvery = time.Minute
)

// cecName is the name of HDMI-CEC.
const cecName = "HDMI-CEC"

// A Switch turns a screen off and on in the background. Its methods may be called on any goroutine.
type Switch struct {
	ways   []*knownWay // belong to the goroutine
	ctx    context.Context
	end    context.CancelFunc
	done   chan struct{}
	wanted chan bool // has an element when another state was set

	mu    sync.Mutex
	state State
}

// New returns a switch, which does nothing before Set.
func New() *Switch { return newSwitch(ways()) }

func newSwitch(ways []way) *Switch {
	s := &Switch{wanted: make(chan bool, 1), done: make(chan struct{})}
	for _, w := range ways {
		s.ways = append(s.ways, &knownWay{way: w, busy: make(chan struct{}, 1)})
	}
	s.ctx, s.end = context.WithCancel(context.Background())
	go s.run()
	return s
}

// Set turns the screen on or off in the background.
func (s *Switch) Set(on bool) {
	s.setState(State{Pending: true})
	for {
		select {
		case s.wanted <- on:
			return
		case <-s.wanted: // the state set before
		}
	}
}

// State returns the state of the screen.
func (s *Switch) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

func (s *Switch) setState(state State) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = state
}

// Close ends the work. Monitors that are off are turned on again, because other programs would not do it; a television
// stays off. It does not wait for one that does not answer.
func (s *Switch) Close() {
	s.end()
	patience := time.NewTimer(closeWithin)
	defer patience.Stop()
	select {
	case <-s.done:
	case <-patience.C:
	}
}

func (s *Switch) run() {
	defer close(s.done)
	var on bool
	select {
	case on = <-s.wanted:
	case <-s.ctx.Done():
		return
	}
	for {
		next, more := s.keep(on)
		if !more {
			break
		}
		on = next
	}
	for _, w := range s.ways {
		if w.used && w.name() != cecName {
			_ = w.turn(true) // at the end there is no one to report to
		}
	}
}

// keep keeps the screen on or off until another state is set, which it returns.
func (s *Switch) keep(on bool) (next, more bool) {
	begin := time.Now()
	for tries := 1; ; tries++ {
		state := s.turn(on, time.Since(begin))
		if len(s.wanted) == 0 {
			s.setState(state)
		}
		var again <-chan time.Time // never once the screen is on: viewers may turn it off
		switch {
		case state.Pending:
			again = time.After(backoff.After(tries, firstTry, lastTry))
		case !on || state.Err != nil:
			again = time.After(lookEvery)
		}
		select {
		case next = <-s.wanted:
			return next, true
		case <-s.ctx.Done():
			return false, false
		case <-again:
		}
	}
}

// turn tries once to turn the screen on or off, and returns its state. since is the time since the first try.
func (s *Switch) turn(on bool, since time.Duration) State {
	if on {
		return s.turnOn(since)
	}
	return s.turnOff(since)
}

// turnOff tries the ways in order, each for offFor.
func (s *Switch) turnOff(since time.Duration) State {
	used := State{}
	for i, w := range s.ways {
		if is, err := w.look(); err == nil && !is || err != nil && w.used && w.says {
			w.used = true // a screen that is off may not answer
			return State{Way: w.name()}
		}
		if w.turn(false) == nil {
			w.used = true
			is, err := w.look()
			switch {
			case err == nil && !is:
				return State{Way: w.name()}
			case since < time.Duration(i+1)*offFor:
				return State{Way: w.name(), Pending: true}
			}
		}
		if w.used && used.Way == "" { // it succeeded, and cannot report the state
			used.Way = w.name()
		}
	}
	return used
}

// turnOn turns on what was turned off, or if that is not known everything that answers, until all of it reports that it
// is on.
func (s *Switch) turnOn(since time.Duration) State {
	isUsed := func(w *knownWay) bool { return w.used }
	known := slices.ContainsFunc(s.ways, isUsed)
	state := State{}
	for _, w := range s.ways {
		if known && !w.used {
			continue
		}
		failed := w.turn(true)
		if failed != nil && !known {
			continue
		}
		is, err := w.look()
		state.Way = w.name()
		state.Pending = state.Pending || failed != nil || !is && (err == nil || w.says)
	}
	switch {
	case !state.Pending:
		for _, w := range s.ways {
			w.used = false
		}
	case since >= tryFor:
		return State{Way: state.Way, Err: ErrStaysOff}
	}
	return state
}
