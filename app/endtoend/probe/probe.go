// Package probe reports from within a program whether it is settled: whether it has handled all input and drawn the
// result. The tests of the whole program wait for that.
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

// Variable is the environment variable with the path of the socket on which the program reports when it is settled.
const Variable = "SEXTANT_ENDTOEND_PROBE"

// A probe is in the process of the program. It reads a request from each connection, and answers once it is fulfilled;
// until then it answers each second why not.
//
// A window is drawn when all earlier events of the X server are handled, the functions that they posted have run, and
// their result is on the screen (loop.Loop.Idle). The program is settled if, in addition, no goroutine computes or uses
// the disk, and no request that something waits for is in flight; all of it twice in a row. Timers may be pending: a
// test of a timer waits for its result.
//
// A request to advance moves the clock of a public screen forward.
type probe struct {
	ui    *loop.Loop
	clock *testkit.Clock
}

// The requests and answers.
const (
	Drawn   = "drawn"
	Settled = "settled"
	Advance = "advance " // by a time, as in "advance 8s"
)

// Serve listens on the socket at a path until stop is called. With an empty path it does nothing.
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

// lookEvery is the interval of checks whether the program is settled: half a frame.
const lookEvery = time.Second / 120

// answer handles a connection, until its request is fulfilled or it is closed.
func (p *probe) answer(c net.Conn) {
	defer c.Close()
	r := bufio.NewScanner(c)
	if !r.Scan() {
		return
	}
	wanted, said, before := r.Text(), time.Now(), unknown
	if by, is := strings.CutPrefix(wanted, Advance); is {
		d, _ := time.ParseDuration(by) // cannot fail: it is written by Duration.String
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

// unknown is the number of ticks while the UI goroutine does not answer.
const unknown = -1

// look returns the number of ticks, and why the request is not fulfilled, "" if it is.
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

// awaited are stack frames of goroutines whose wait ends soon, unless they have the frame in but too: for answers of
// the service, but not for change notices, which may never come; for pages, also in the budget's queue, but not in the
// background; and for a second click (fyne.io/fyne/v2, v2.8.1).
var awaited = []struct{ frame, but string }{
	{"sextant/app/service.(*Client).send(", "sextant/app/service.(*Client).Changes("},
	{"sextant/app/service.(*Client).receive(", ""},
	{"sextant/app/service.(*Client).fetchMediaDocument(", ""},
	{"sextant/app/acquire.(*Pages).Fetch(", "sextant/app/acquire.(*Scheduler)."},
	{".waitForDoubleTap(", ""},
}

// goesOn are stack frames of goroutines that may run while the program is settled: the UI goroutine, which is asked
// separately, sound, and waiting for other processes.
var goesOn = []string{"goroutine 1 [", "sextant/app/endtoend", "sextant/app/player.", "os.(*Process)."}

// isBusy reports whether a goroutine of the program is working, by its stack.
func isBusy(stack string) bool {
	stack, _, _ = strings.Cut(stack, "\ncreated by ")
	has := func(frame string) bool { return strings.Contains(stack, frame) }
	for _, a := range awaited {
		if has(a.frame) && (a.but == "" || !has(a.but)) {
			return true
		}
	}
	_, state, _ := strings.Cut(stack, " [")
	state = state[:max(0, strings.IndexAny(state, ",]"))] // a wait of minutes follows the state
	return slices.Contains([]string{"running", "runnable", "syscall"}, state) && has("\nsextant/") &&
		!slices.ContainsFunc(goesOn, has)
}

// listen listens on the socket at a path. On Windows it listens on a loopback port and writes its address to a file at
// the path, because Wine has no Unix sockets.
func listen(path string) (net.Listener, error) {
	if runtime.GOOS != "windows" {
		return net.Listen("unix", path)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	// Renamed once it is complete.
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
