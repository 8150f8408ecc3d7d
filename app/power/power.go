// Package power turns the screen that a computer is connected to off and on: a television by HDMI-CEC, the outputs of a
// Wayland compositor, the monitors of an X server.
package power

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"sextant/app/backoff"
)

// A State is how the screen stands.
type State struct {
	// Way is what turned it off or on, empty where nothing answered: then what is shown is only black.
	Way string
	// Err is why it is not as it is to be, nil while it is or is still being turned.
	Err error
	// Pending reports whether it is still being turned off or on.
	Pending bool
}

// ErrStaysOff is the error where a screen does not come on.
var ErrStaysOff = errors.New("the screen does not come on")

// errNone is the error of a way that there is not.
var errNone = errors.New("there is none")

// A way turns a screen off and on. Its methods wait for the screen, and connect each time: cables are pulled, and
// compositors restart.
type way interface {
	name() string
	// turn asks the screen. The error is errNone where nothing answers.
	turn(on bool) error
	// isOn asks the screen how it is.
	isOn() (bool, error)
}

// A knownWay is one of which some things are known.
type knownWay struct {
	way
	used bool // it has turned the screen off, or may have
	says bool // it can say how the screen is
}

// look asks the screen how it is.
func (w *knownWay) look() (on bool, err error) {
	on, err = w.isOn()
	w.says = w.says || err == nil
	return on, err
}

const (
	// tryFor is how long turning a screen on is repeated before that counts as an error.
	tryFor = 10 * time.Minute
	// offFor is how long a way may take to turn a screen off before the next way is tried.
	offFor = 15 * time.Second
	// firstTry and lastTry bound the time between two tries.
	firstTry, lastTry = time.Second, 30 * time.Second
	// lookEvery is how often it is looked whether the screen is still as it is to be.
	lookEvery = time.Minute
)

// cecName is the name of HDMI-CEC.
const cecName = "HDMI-CEC"

// A Switch turns a screen off and on in the background. Its methods may be called from any goroutine.
type Switch struct {
	ways   []*knownWay // of the goroutine
	ctx    context.Context
	end    context.CancelFunc
	done   chan struct{}
	wanted chan bool // has an element when something else is wanted

	mu    sync.Mutex
	state State
}

// New makes a switch that does nothing before Set.
func New() *Switch { return newSwitch(ways()) }

func newSwitch(ways []way) *Switch {
	s := &Switch{wanted: make(chan bool, 1), done: make(chan struct{})}
	for _, w := range ways {
		s.ways = append(s.ways, &knownWay{way: w})
	}
	s.ctx, s.end = context.WithCancel(context.Background())
	go s.run()
	return s
}

// Set has the screen turned on or off. It returns at once.
func (s *Switch) Set(on bool) {
	s.setState(State{Pending: true})
	for {
		select {
		case s.wanted <- on:
			return
		case <-s.wanted: // what was wanted before
		}
	}
}

// State is how the screen stands.
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

// Close ends the work. A monitor that is off is turned on again, or else nobody would see what comes next; a television
// stays off.
func (s *Switch) Close() {
	s.end()
	<-s.done
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
			_ = w.turn(true) // nobody can be notified any more
		}
	}
}

// keep has the screen on or off until something else is wanted, which it returns.
func (s *Switch) keep(on bool) (next, more bool) {
	begin := time.Now()
	for tries := 1; ; tries++ {
		state := s.turn(on, time.Since(begin))
		if len(s.wanted) == 0 {
			s.setState(state)
		}
		var again <-chan time.Time // never where the screen is on: then it is the viewers'
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

// turn tries once to have the screen on or off, for so long already, and returns how that is.
func (s *Switch) turn(on bool, since time.Duration) State {
	if on {
		return s.turnOn(since)
	}
	return s.turnOff(since)
}

// turnOff tries the ways in their order, each for a while.
func (s *Switch) turnOff(since time.Duration) State {
	used := State{}
	for i, w := range s.ways {
		if is, err := w.look(); err == nil && !is || err != nil && w.used && w.says {
			w.used = true // one that is off may not answer
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
		if w.used && used.Way == "" { // it did what it was asked for, and does not say how the screen is
			used.Way = w.name()
		}
	}
	return used
}

// turnOn turns on what was turned off, or where that is not known all that answers, until the last of it says that it
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
