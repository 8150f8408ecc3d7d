package endtoend

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"sextant/app/testkit"
	"sextant/app/ui/loop"
)

// probeVariable is set in the environment of the program to the path of a socket on which it says when it is settled.
const probeVariable = "SEXTANT_ENDTOEND_PROBE"

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
	isDrawn   = "drawn"
	isSettled = "settled"
	doAdvance = "advance " // by a time, as in "advance 8s"
)

// serveProbe listens on a socket, unless it has no path, until the function that it returns is called.
func serveProbe(path string, ui *loop.Loop, clock *testkit.Clock) (stop func(), err error) {
	if path == "" {
		return func() {}, nil
	}
	l, err := net.Listen("unix", path)
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

// forever is longer than any test.
const forever = time.Hour

// lookEvery is how often it is looked whether the program is settled.
const lookEvery = frame / 2

// answer ends with the connection, or when what it reads is so.
func (p *probe) answer(c net.Conn) {
	defer c.Close()
	r := bufio.NewScanner(c)
	if !r.Scan() {
		return
	}
	wanted, said, before := r.Text(), time.Now(), unknown
	if by, is := strings.CutPrefix(wanted, doAdvance); is {
		d, _ := time.ParseDuration(by) // which a duration has written
		p.clock.Advance(d)
		fmt.Fprintln(c, wanted)
		return
	}
	poll(lookEvery, forever, func() bool {
		ticks, why := p.look(wanted)
		if why == "" {
			ticks, why = p.look(wanted)
		}
		if before == unknown {
			before = ticks
		}
		if why == "" && ticks > before {
			fmt.Fprintln(c, wanted)
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
	if wanted == isDrawn {
		return ticks, ""
	}
	for _, stack := range strings.Split(allStacks(), "\n\n") {
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
var goesOn = []string{"goroutine 1 [", "sextant/app/endtoend.", "sextant/app/player.", "os.(*Process)."}

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

// settled waits until the program is: what was pressed or clicked before is done, and seen.
func (s *session) settled() {
	s.t.Helper()
	s.await(isSettled)
}

// drawn waits until what was pressed or clicked before is seen, whatever else goes on.
func (s *session) drawn() {
	s.t.Helper()
	s.await(isDrawn)
}

// advance moves the clock of a public screen.
func (s *session) advance(by time.Duration) {
	s.t.Helper()
	asked := doAdvance + by.String()
	if said, err := s.askProbe(asked); said != asked {
		s.t.Fatalf("the clock is not moved: %s, %v", said, err)
	}
}

func (s *session) await(wanted string) {
	s.t.Helper()
	s.passManager()
	var said string
	var err error
	if !poll(pollEvery, patience, func() bool {
		said, err = s.askProbe(wanted)
		return said == wanted || isClosed(s.ended) // which what was pressed may be for
	}) {
		s.t.Fatalf("not %s: %s, %v%s\n%s", wanted, said, err, s.keepShot(), &s.out)
	}
}

// askProbe gives the last that the probe said.
func (s *session) askProbe(wanted string) (said string, err error) {
	c, err := net.Dial("unix", s.probe)
	if err != nil {
		return "", err
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	if _, err = fmt.Fprintln(c, wanted); err != nil {
		return "", err
	}
	r := bufio.NewScanner(c)
	for said != wanted && r.Scan() {
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
	const kind = xproto.WindowClassInputOnly
	return w, xproto.CreateWindowChecked(d.conn, 0, w, d.root, 0, 0, 1, 1, 0, kind, 0, 0, nil).Check()
}

// TestProbe types numbers of pages of a service that takes its time, clicks, and opens a list: when the program is
// settled, all that is to be seen of it is on the screen, and none of it need be waited for.
func TestProbe(t *testing.T) {
	t.Parallel()
	e := newEditor(t)
	service := serve(t, after(300*time.Millisecond, e))
	d := newDisplay(t)
	s := d.start(t, nil, service.options()...)
	for _, page := range []int{102, 120, 300, 100} {
		s.typed(fmt.Sprint(page))
		if s.settled(); !s.shows(e.picture(page, 1), plain) {
			t.Errorf("settled without page %d%s", page, s.keepShot())
		}
	}
	s.clickAt(27, s.bounds().Dy()-22) // the button of the menu
	if s.settled(); s.shows(e.picture(100, 1), plain) {
		t.Errorf("settled without the menu%s", s.keepShot())
	}
	s.press("Escape")
	s.pointAway()
	if s.settled(); !s.shows(e.picture(100, 1), plain) {
		t.Errorf("settled with the menu%s", s.keepShot())
	}
	s.slowly("Ctrl+Q")
	s.expectEnd()
}

// TestBusy knows goroutines by their stacks.
func TestBusy(t *testing.T) {
	for _, tt := range []struct {
		stack string
		want  bool
	}{
		{"goroutine 7 [running]:\nsextant/app/store.(*database).transact(0x1)\n\t/store.go:1\ncreated by main", true},
		{"goroutine 7 [syscall, 2 minutes]:\nsyscall.fsync()\nsextant/app/store.(*database).transact(0x1)", true},
		{"goroutine 7 [select, 2 minutes]:\nsextant/app/store.(*database).wait(0x1)", false},
		{"goroutine 7 [runnable]:\nnet/http.(*persistConn).readLoop()\ncreated by sextant/app/service.New", false},
		{"goroutine 7 [select]:\nnet/http.send()\nsextant/app/service.(*Client).send(0x1)", true},
		{"goroutine 7 [select]:\nsextant/app/service.(*Client).send()\nsextant/app/service.(*Client).Changes()", false},
		{"goroutine 7 [select]:\nsextant/app/acquire.(*Pages).Fetch(0x1)\nsextant/app/navigate.fetch()", true},
		{"goroutine 7 [select]:\nsextant/app/acquire.(*Pages).Fetch()\nsextant/app/acquire.(*Scheduler).step()", false},
		{"goroutine 7 [runnable]:\nsextant/app/player.(*pump).run(0x1)", false},
		{"goroutine 1 [syscall]:\nsextant/app/ui/loop.waitForEvents(0x1)", false},
	} {
		if got := isBusy(tt.stack); got != tt.want {
			t.Errorf("%v of %q", got, tt.stack)
		}
	}
}

// after answers as another does, but only after a time.
func after(d time.Duration, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(d):
			h.ServeHTTP(w, r)
		case <-r.Context().Done():
		}
	})
}
