package endtoend

import (
	"fmt"
	"image"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
)

// within waits until one of the pages is on the screen, and logs how long that took.
func (k *kiosk) within(what string, since time.Time, pages ...int) {
	k.t.Helper()
	k.until(fmt.Sprintf("one of %v on the screen, %s", pages, what), func() bool {
		return slices.ContainsFunc(pages, k.shows)
	})
	k.t.Logf("%s: the right page is there after %v", what, time.Since(since).Round(time.Millisecond))
}

// TestKioskProcesses stops the X server, and then the program, like a machine that sleeps, kills it, and kills the X
// server, which also ends the program. Each time the list continues where it was, without the service. A supervisor
// gets the right messages.
func TestKioskProcesses(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "a process that is killed reports no race")
	t.Parallel()
	s, picture := serveDemo(t)
	d := newBareDisplay(t, screenWidth, screenHeight)
	pages := []int{104, 124, 120}
	n := newNotifySocket(t, d.dir)
	k := startKiosk(t, d, s, picture, "show = [\"104\", \"124\", \"120\"]\n"+dwells,
		"NOTIFY_SOCKET="+n.path, "WATCHDOG_USEC=2000000")
	for _, text := range []string{"READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"} {
		if !n.until(text, patience) {
			t.Fatalf("timed out waiting for %s; there came %q\n%s", text, n.came, &k.out)
		}
	}
	k.begin(s, pages...)
	k.step("X server stands still", func() { k.watchdog(n, pages) })
	go n.until("nothing that comes", time.Hour) // reads what comes, until the test ends
	for k.among(pages...) != 1 {
		k.turns(1, pages...)
	}
	k.step("stopped", func() {
		_ = k.cmd.Process.Signal(syscall.SIGSTOP)
		k.until("that it stands still", func() bool { return k.processState() == "T" })
		time.Sleep(3 * time.Second) // while it is stopped, its clock cannot be moved
		if !k.shows(124) {
			k.t.Error("the page did not stay")
		}
		_ = k.cmd.Process.Signal(syscall.SIGCONT)
		k.settled()
		k.turns(4, pages...) // to 120
	})
	k.step("killed", func() {
		k.turns(3, pages...)
		k.settled() // the place is saved
		_ = k.cmd.Process.Kill()
		<-k.ended
		eventually(k.t, "nothing on the screen", func() bool { return !k.shows(120) })
		s.Cut()
	})
	k = k.restarted(d, pages)
	k.step("without X", func() {
		k.turns(3, pages...)
		_ = d.server.Kill()
		select {
		case <-k.ended:
		case <-time.After(patience):
			k.t.Fatalf("the program stays:\n%s", &k.out)
		}
		k.t.Logf("%v:\n%s", k.cmd.ProcessState, &k.out)
		if k.cmd.ProcessState.Success() {
			k.t.Error("a supervisor would think that all is well")
		}
	})
	second := newBareDisplay(t, screenWidth, screenHeight)
	second.dir = d.dir
	k = k.restarted(second, pages)
	k.turns(3, pages...)
	k.end()
}

// restarted starts a public screen again on the same profile, and expects it to continue with the last page of the
// list.
func (k *kiosk) restarted(d *display, pages []int) *kiosk {
	k.t.Helper()
	start := time.Now()
	again := &kiosk{d.run(k.t, nil, k.cmd.Args[3:]...), k.picture}
	again.within("from the store alone", start, pages...)
	if !again.shows(pages[len(pages)-1]) {
		k.t.Errorf("the list does not go on where it was%s", again.keepShot())
	}
	again.settled()
	return again
}

// processState returns the kernel's state of the program's process, "T" if it is stopped.
func (s *session) processState() string {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid)) // it may have ended
	_, after, _ := strings.Cut(string(data), ") ")
	return after[:min(1, len(after))]
}

// xrandr configures the monitor of a virtual screen.
func (d *display) xrandr(t *testing.T, args ...string) {
	t.Helper()
	need(t, "xrandr")
	c := exec.Command("xrandr", args...)
	c.Env = append(os.Environ(), "DISPLAY="+d.name)
	// This server refuses a screen without any monitor.
	if out, err := c.CombinedOutput(); err != nil && !strings.Contains(string(out), "RRSetScreenSize") {
		t.Fatalf("%v: %s", err, out)
	}
}

// TestKioskMonitor resizes the screen and switches it off and on, with and without a window manager: the page fills it.
func TestKioskMonitor(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it waits for real faults to pass")
	t.Parallel()
	for name, newDisplay := range map[string]func(*testing.T) *display{
		"with a window manager": newDisplay,
		"without":               func(t *testing.T) *display { return newBareDisplay(t, screenWidth, screenHeight) },
	} {
		t.Run(name, func(t *testing.T) {
			s, picture := serveDemo(t)
			d := newDisplay(t)
			d.xrandr(t, "--newmode", "small", "64", "1024", "1048", "1184", "1344", "768", "771", "777", "806")
			d.xrandr(t, "--addmode", "screen", "small")
			d.xrandr(t, "--output", "screen", "--off")
			k := startKiosk(t, d, s, picture, "show = [\"104\", \"123\"]\n"+dwells)
			k.until("a request", func() bool { return s.Count(servicetest.DocumentPath(104)) > 0 })
			set := func(mode string, screen image.Rectangle) {
				d.xrandr(t, "--output", "screen", "--mode", mode)
				k.screen = screen
				k.within("at "+mode, time.Now(), 104, 123)
				k.settled()
				k.turns(2, 104, 123)
			}
			large, small := image.Rect(0, 0, screenWidth, screenHeight), image.Rect(0, 0, 1024, 768)
			set("1280x800", large)
			set("small", small)
			d.xrandr(t, "--output", "screen", "--off")
			k.settled()
			set("1280x800", large)
			k.end()
		})
	}
}

// A notifySocket is the socket of a supervisor, with the messages that it received.
type notifySocket struct {
	conn *net.UnixConn
	path string
	came []string
}

func newNotifySocket(t *testing.T, dir string) *notifySocket {
	t.Helper()
	n := &notifySocket{path: filepath.Join(dir, "notify")}
	var err error
	if n.conn, err = net.ListenUnixgram("unixgram", &net.UnixAddr{Name: n.path, Net: "unixgram"}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.conn.Close() })
	return n
}

// until reads until a message contains a text, and reports whether that happened in time.
func (n *notifySocket) until(text string, limit time.Duration) bool {
	_ = n.conn.SetReadDeadline(time.Now().Add(limit))
	for buffer := make([]byte, 4096); ; {
		size, err := n.conn.Read(buffer)
		if err != nil {
			return false
		}
		n.came = append(n.came, string(buffer[:size]))
		if strings.Contains(string(buffer[:size]), text) {
			return true
		}
	}
}

// watchdog expects messages to a supervisor. While nothing can be drawn, because the X server is stopped, the watchdog
// is not fed.
func (k *kiosk) watchdog(n *notifySocket, pages []int) {
	expect := func(text string) {
		k.t.Helper()
		if !n.until(text, patience) {
			k.t.Fatalf("timed out waiting for %s; there came %q\n%s", text, n.came, &k.out)
		}
	}
	k.turns(len(pages), pages...)
	expect("STATUS=page 104")
	goOn := func() { _ = k.server.Signal(syscall.SIGCONT) }
	defer goOn()
	_ = k.server.Signal(syscall.SIGSTOP)
	start := time.Now()
	if !poll(0, patience, func() bool { // some frames may still fit into the connection to the server
		k.advance(stays)
		return n.until("STATUS=nothing has been drawn", time.Second)
	}) {
		k.t.Fatalf("nothing is said of it; there came %q\n%s", n.came, &k.out)
	}
	k.t.Logf("%v after the X server stood still: %q", time.Since(start).Round(time.Second), n.came[len(n.came)-1])
	if n.until("WATCHDOG=1", 3*time.Second) { // longer than systemd would wait, in real time
		k.t.Errorf("the watchdog was fed: %q", n.came)
	}
	goOn()
	expect("WATCHDOG=1")
	k.settled()
	k.turns(3, pages...)
}
