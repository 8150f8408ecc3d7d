package endtoend

import (
	"bufio"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jezek/xgb/xproto"

	"sextant/app/ui/loop"
)

// probeVariable is set in the environment of the program to the path of a socket on which it says when it is settled.
const probeVariable = "SEXTANT_ENDTOEND_PROBE"

// A probe is in the process of the program. It says to each connection once that the program is settled, and before
// that each second why it is not yet.
//
// Settled is a program whose windows have handled all that the X server sent, ran what was posted to them, and drew
// what that changed (loop.Loop.Idle); where no goroutine computes or writes to the disk, and no request is under way;
// and where that is so twice in a row. Timers may be running: how long they do is theirs to say, and a test that is
// about one waits for what it does.
type probe struct{ ui *loop.Loop }

// serveProbe listens on a socket, unless it has no path, until the function that it returns is called.
func serveProbe(path string, ui *loop.Loop) (stop func(), err error) {
	if path == "" {
		return func() {}, nil
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	p := &probe{ui: ui}
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

// forever is longer than any test.
const forever = time.Hour

// lookEvery is how often it is looked whether the program is settled: twice for each frame.
const lookEvery = time.Second / 120

const isSettled = "settled"

// answer ends with the connection, or when the program is settled.
func (p *probe) answer(c net.Conn) {
	defer c.Close()
	said := time.Now()
	poll(lookEvery, forever, func() bool {
		why := p.why()
		if why == "" {
			why = p.why()
		}
		if why == "" {
			fmt.Fprintln(c, isSettled)
			return true
		}
		if time.Since(said) < time.Second {
			return false
		}
		said = time.Now()
		_, err := fmt.Fprintln(c, why)
		return err != nil
	})
}

// why says why the program is not settled, "" where it is.
func (p *probe) why() string {
	idle := make(chan bool, 1)
	p.ui.Post(func() { idle <- p.ui.Idle() })
	select {
	case is := <-idle:
		if !is {
			return "the window"
		}
	case <-time.After(time.Second):
		return "the UI goroutine"
	}
	for _, stack := range strings.Split(allStacks(), "\n\n") {
		if isBusy(stack) {
			return strings.ReplaceAll(stack, "\n", " | ")
		}
	}
	return ""
}

// Frames of goroutines that are at work although they wait, and of those that may go on as long as they like: the UI
// goroutine is asked, sound is heard, a program that was started is another one, the service is listened to for
// changes, and a request may have to wait for its turn in the budget.
var (
	atWork = []string{
		"sextant/app/service.(*Client).send(", "sextant/app/service.(*Client).receive(", ".waitForDoubleTap(",
	}
	goesOn = []string{
		"goroutine 1 [", "sextant/app/endtoend.", "sextant/app/player.", "os.(*Process).",
		"sextant/app/service.(*Client).Changes(", "sextant/app/budget.(*Budget).stand(",
	}
)

// isBusy reports whether a goroutine of the program is at work, by its stack.
func isBusy(stack string) bool {
	has := func(frame string) bool { return strings.Contains(stack, frame) }
	stack, _, _ = strings.Cut(stack, "\ncreated by ")
	if slices.ContainsFunc(goesOn, has) {
		return false
	}
	if slices.ContainsFunc(atWork, has) {
		return true
	}
	_, state, _ := strings.Cut(stack, " [")
	state, _, _ = strings.Cut(state, "]")
	state, _, _ = strings.Cut(state, ",") // for how long
	return slices.Contains([]string{"running", "runnable", "syscall"}, state) && has("\nsextant/")
}

// settled waits until the program is: what was pressed or clicked before is done, and seen.
func (s *session) settled() {
	s.t.Helper()
	s.passManager()
	why, err := s.askProbe()
	switch {
	case why == isSettled:
	case poll(pollEvery, patience, func() bool { return isClosed(s.ended) }): // as what was pressed may have it do
	default:
		s.t.Fatalf("not settled: %s, %v%s\n%s", why, err, s.keepShot(), &s.out)
	}
}

// askProbe gives the last that the probe said.
func (s *session) askProbe() (said string, err error) {
	c, err := net.Dial("unix", s.probe)
	if err != nil {
		return "", err
	}
	defer c.Close()
	_ = c.SetReadDeadline(time.Now().Add(patience))
	r := bufio.NewScanner(c)
	for said != isSettled && r.Scan() {
		said = r.Text()
	}
	return said, r.Err()
}

// passManager returns when the window manager has handled what the X server sent to it before. It takes each press of
// a button for itself at first, and lets no event through to the program until it has looked at that one. That a window
// is to be put elsewhere the X server hands on to it too, behind what came before, and where there is none does it.
func (d *display) passManager() {
	d.passes++
	at := d.passes % screenWidth
	_ = xproto.ConfigureWindowChecked(d.conn, d.moved, xproto.ConfigWindowX, []uint32{uint32(at)}).Check()
	poll(time.Millisecond, patience, func() bool {
		g, err := xproto.GetGeometry(d.conn, xproto.Drawable(d.moved)).Reply()
		return err != nil || int(g.X) == at // an error is that of a display that has ended
	})
}

// newMoved makes a window for passManager, which is never shown.
func (d *display) newMoved() (w xproto.Window, err error) {
	if w, err = xproto.NewWindowId(d.conn); err != nil {
		return 0, err
	}
	return w, xproto.CreateWindowChecked(d.conn, 0, w, d.root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0, 0, nil).Check()
}
