// Package probe answers from within a program whether it is settled: whether it has done all that was asked of it, and
// shows it. The tests of the whole program wait for that.
package probe

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"sextant/app/testkit"
	"sextant/app/ui/loop"
)

// Variable is set in the environment of the program to the path of a socket on which it says when it is settled.
const Variable = "SEXTANT_ENDTOEND_PROBE"

// A probe is in the process of the program. It reads from each connection what is to be settled, says once that it is,
// and before that each second why it is not yet.
//
// A window is drawn when all that the X server sent before is handled, what that posted has run, and what it changed
// is on the screen (loop.Loop.Idle). The program is settled when, besides, no goroutine computes or uses the disk, and
// nothing is under way to the service that somebody waits for; all of it twice in a row. Timers may run: a test that is
// about one waits for what it does.
//
// Asked to advance by a time, it moves the clock of a public screen forward, and says so.
type probe struct {
	ui    *loop.Loop
	clock *testkit.Clock
}

// What is asked of the probe, and what it answers.
const (
	Drawn   = "drawn"
	Settled = "settled"
	Advance = "advance " // by a time, as in "advance 8s"
)

// Serve listens on a socket, unless it has no path, until the function that it returns is called.
func Serve(path string, ui *loop.Loop, clock *testkit.Clock) (stop func(), err error) {
	if path == "" {
		return func() {}, nil
	}
	l, err := listen(path)
	if err != nil {
		return nil, err
	}
	p := &probe{ui, clock}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return // it was closed
			}
			go p.answer(c)
		}
	}()
	return func() { _ = l.Close() }, nil
}

// lookEvery is how often it is looked whether the program is settled: twice a frame.
const lookEvery = time.Second / 120

// answer ends with the connection, or when what it reads is so.
func (p *probe) answer(c net.Conn) {
	defer c.Close()
	r := bufio.NewScanner(c)
	if !r.Scan() {
		return
	}
	wanted, said, before := r.Text(), time.Now(), unknown
	if by, is := strings.CutPrefix(wanted, Advance); is {
		d, _ := time.ParseDuration(by) // which a duration has written
		p.clock.Advance(d)
		fmt.Fprintln(c, wanted)
		return
	}
	for ; ; time.Sleep(lookEvery) {
		ticks, why := p.look(wanted)
		if why == "" {
			ticks, why = p.look(wanted)
		}
		if before == unknown {
			before = ticks
		}
		if why == "" && ticks > before {
			fmt.Fprintln(c, wanted)
			return
		}
		if time.Since(said) < time.Second {
			continue
		}
		said = time.Now()
		if _, err := fmt.Fprintln(c, why); err != nil {
			return
		}
	}
}

// unknown is how many ticks there were while the UI goroutine does not say.
const unknown = -1

// look returns how many ticks there were, and why something is not so, "" where it is.
func (p *probe) look(wanted string) (ticks int, why string) {
	type idle struct {
		ticks int
		is    bool
	}
	answer := make(chan idle, 1)
	p.ui.Post(func() {
		ticks, is := p.ui.Idle()
		answer <- idle{ticks, is}
	})
	select {
	case i := <-answer:
		if !i.is {
			return i.ticks, "the window"
		}
		ticks = i.ticks
	case <-time.After(time.Second):
		return unknown, "the UI goroutine"
	}
	if wanted == Drawn {
		return ticks, ""
	}
	for _, stack := range strings.Split(Stacks(), "\n\n") {
		if isBusy(stack) {
			return ticks, strings.ReplaceAll(stack, "\n", " | ")
		}
	}
	return ticks, ""
}

// awaited are the frames of goroutines that wait for what will come soon, unless they have the other frame too: answers
// of the service, but for news of changes, which may never come; pages, also those that have to wait for their turn in
// the budget, but for what is asked for in the background; and a second click (fyne.io/fyne/v2, v2.8.1).
var awaited = []struct{ frame, but string }{
	{"sextant/app/service.(*Client).send(", "sextant/app/service.(*Client).Changes("},
	{"sextant/app/service.(*Client).receive(", ""},
	{"sextant/app/service.(*Client).fetchMediaDocument(", ""},
	{"sextant/app/acquire.(*Pages).Fetch(", "sextant/app/acquire.(*Scheduler)."},
	{".waitForDoubleTap(", ""},
}

// goesOn are the frames of goroutines that may compute as long as they like: the UI goroutine is asked itself, and
// sound is heard, and a program that was started is another one.
var goesOn = []string{"goroutine 1 [", "sextant/app/endtoend", "sextant/app/player.", "os.(*Process)."}

// isBusy reports whether a goroutine of the program is at work, by its stack.
func isBusy(stack string) bool {
	stack, _, _ = strings.Cut(stack, "\ncreated by ")
	has := func(frame string) bool { return strings.Contains(stack, frame) }
	for _, a := range awaited {
		if has(a.frame) && (a.but == "" || !has(a.but)) {
			return true
		}
	}
	_, state, _ := strings.Cut(stack, " [")
	state = state[:max(0, strings.IndexAny(state, ",]"))] // it may say for how long
	return slices.Contains([]string{"running", "runnable", "syscall"}, state) && has("\nsextant/") &&
		!slices.ContainsFunc(goesOn, has)
}

// listen listens at the path of a socket. On Windows it listens at a port of the own machine, which a file at the path
// names: Wine has no such sockets.
func listen(path string) (net.Listener, error) {
	if runtime.GOOS != "windows" {
		return net.Listen("unix", path)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	// Under another name first, so that who finds it finds all of it.
	err = os.WriteFile(path+".new", []byte(l.Addr().String()), 0o600)
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		_ = l.Close()
	}
	return l, err
}

// Stacks returns the stacks of all goroutines.
func Stacks() string {
	for size := 1 << 20; ; size *= 2 {
		b := make([]byte, size)
		if n := runtime.Stack(b, true); n < size {
			return string(b[:n])
		}
	}
}
