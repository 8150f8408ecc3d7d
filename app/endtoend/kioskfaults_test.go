package endtoend

import (
	"fmt"
	"image"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"sextant/app/demo"
	"sextant/app/testkit/race"
)

// within measures how long a page takes to be on the screen, which is logged, and must be there at all.
func (k *kiosk) within(what string, since time.Time, pages ...int) {
	k.t.Helper()
	k.until(fmt.Sprintf("one of %v on the screen, %s", pages, what), func() bool {
		return slices.ContainsFunc(pages, k.shows)
	})
	k.t.Logf("%s: the right page is there after %v", what, time.Since(since).Round(time.Millisecond))
}

// TestKioskKilled kills the program while its list is in the middle, and restarts it without the service: the same
// place of the list is on the screen.
func TestKioskKilled(t *testing.T) {
	race.Skip(t, "a process that is killed reports no race")
	t.Parallel()
	s, picture := serveDemo(t)
	d := newDisplay(t)
	const list = `show = ["104", "124", "120"]
dwell = { fixed = "4s" }`
	k := startKiosk(t, d, s, picture, list)
	k.untilPage(124)
	k.end()
	k = startKiosk(t, d, s, picture, list) // at 124, of which the place is kept; that of 120 is another one
	k.untilPage(120)
	k.settled() // the place is on the disk
	_ = k.cmd.Process.Kill()
	<-k.ended
	eventually(t, "nothing on the screen", func() bool { return !k.shows(120) })
	s.cut()
	start := time.Now()
	k = startKiosk(t, d, s, picture, list)
	k.within("after a kill, from the store alone", start, 104, 124, 120)
	if !k.shows(120) {
		t.Error("the list does not go on where it was")
	}
	k.untilPage(104)
	k.end()
}

// TestKioskStopped stops the program for a while, as a machine does that sleeps: the list goes on behind that.
func TestKioskStopped(t *testing.T) {
	race.Skip(t, "it waits for real faults to pass")
	t.Parallel()
	s, picture := serveDemo(t)
	d := newDisplay(t)
	k := startKiosk(t, d, s, picture, `show = ["104", "123"]
dwell = { fixed = "2s" }`)
	stopped := 3 * time.Second
	if os.Getenv("SEXTANT_LONG") != "" {
		stopped = time.Minute
	}
	k.untilPage(123)
	k.untilPage(104)
	_ = k.cmd.Process.Signal(syscall.SIGSTOP)
	time.Sleep(stopped) // as long as it stands still
	if !k.shows(104) {
		t.Error("the page did not stay")
	}
	_ = k.cmd.Process.Signal(syscall.SIGCONT)
	k.within(fmt.Sprintf("after %v without running", stopped), time.Now(), 123)
	k.goneThrough(3, 104, 123)
	k.end()
}

// xrandr sets the monitor of a virtual screen.
func (d *display) xrandr(t *testing.T, args ...string) {
	t.Helper()
	need(t, "xrandr")
	c := exec.Command("xrandr", args...)
	c.Env = append(os.Environ(), "DISPLAY="+d.name)
	// That nothing is left of the screen when its only monitor is off, this server does not want.
	if out, err := c.CombinedOutput(); err != nil && !strings.Contains(string(out), "RRSetScreenSize") {
		t.Fatalf("%v: %s", err, out)
	}
}

// TestKioskMonitor gives the screen another size and switches it off and on, with a window manager and without: the
// page fills it.
func TestKioskMonitor(t *testing.T) {
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
			k := startKiosk(t, d, s, picture, `show = ["104", "123"]
dwell = { fixed = "1s" }`)
			k.until("a request", func() bool { return s.count(documentPath(104)) > 0 })
			set := func(mode string, screen image.Rectangle) {
				d.xrandr(t, "--output", "screen", "--mode", mode)
				k.screen = screen
				k.within("at "+mode, time.Now(), 104, 123)
				k.goneThrough(2, 104, 123)
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

// TestKioskWithoutX kills the X server, with which the program ends. On another one the same place is shown.
func TestKioskWithoutX(t *testing.T) {
	race.Skip(t, "it waits for real faults to pass")
	t.Parallel()
	s, picture := serveDemo(t)
	const list = `show = ["104", "124", "120"]
dwell = { fixed = "4s" }`
	first := newBareDisplay(t, screenWidth, screenHeight)
	k := startKiosk(t, first, s, picture, list)
	k.untilPage(124)
	k.end()
	k = startKiosk(t, first, s, picture, list) // at 124, of which the place is kept; that of 120 is another one
	k.untilPage(120)
	k.settled() // the place is on the disk
	_ = first.server.Kill()
	select {
	case <-k.ended:
	case <-time.After(patience):
		t.Fatalf("the program stays:\n%s", &k.out)
	}
	t.Logf("%v:\n%s", k.cmd.ProcessState, &k.out)
	if k.cmd.ProcessState.Success() {
		t.Error("a supervisor would think that all is well")
	}
	second := newBareDisplay(t, screenWidth, screenHeight)
	second.dir = first.dir
	start := time.Now()
	k = startKiosk(t, second, s, picture, list)
	k.within("on another X server", start, 104, 124, 120)
	if !k.shows(120) {
		t.Error("the list does not go on where it was")
	}
	k.end()
}

// TestKioskFailures lets pages fail in all ways while a list runs. What is known goes on, the screen is never black,
// and what comes later is shown.
func TestKioskFailures(t *testing.T) {
	race.Skip(t, "it waits for real faults to pass")
	t.Parallel()
	healthy, err := demo.New(demo.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	ways := map[int]http.HandlerFunc{
		111: refuse(http.StatusNotFound),
		113: refuse(http.StatusInternalServerError),
		120: lobby,
		123: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		124: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		300: func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"teletext": {"page": `) },
	}
	var mended atomic.Bool
	s := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for page, fail := range ways {
			if r.URL.Path == documentPath(page) && !mended.Load() {
				fail(w, r)
				return
			}
		}
		healthy.ServeHTTP(w, r)
	}))
	d := newDisplay(t)
	writeSettings(t, d, map[string]any{"timeoutSeconds": 2})
	k := startKiosk(t, d, s, pictures(t, healthy), `show = ["104", "203", "111", "120", "300", "113", "123", "124"]
dwell = { fixed = "1s" }`)
	k.goneThrough(2, 104, 203)
	lit := func() {
		if isBlack(k.shot(k.screen).Pix) {
			t.Fatalf("the screen is black%s", k.keepShot())
		}
	}
	for page := range ways {
		k.until(fmt.Sprintf("a request for %d", page), func() bool {
			lit()
			return s.count(documentPath(page)) > 0
		})
	}
	k.goneThrough(2, 104, 203)
	mended.Store(true) // before any page fails for a third time: the backoff of that is longer than the test waits
	start := time.Now()
	left := slices.Collect(maps.Keys(ways))
	// Of page 111 it may have been said twice that there is none, which is believed for ten minutes.
	left = slices.DeleteFunc(left, func(page int) bool { return page == 111 })
	k.until("all pages", func() bool {
		lit()
		left = slices.DeleteFunc(left, func(page int) bool {
			seen := k.shows(page)
			if seen {
				t.Logf("page %d is there %v after it was mended", page, time.Since(start).Round(time.Second))
			}
			return seen
		})
		return len(left) == 0
	})
	k.end()
}

// A notifySocket is a supervisor's, with what came there.
type notifySocket struct {
	conn *net.UnixConn
	path string
	came []string
}

func newNotifySocket(t *testing.T, d *display) *notifySocket {
	t.Helper()
	n := &notifySocket{path: filepath.Join(d.dir, "notify")}
	var err error
	if n.conn, err = net.ListenUnixgram("unixgram", &net.UnixAddr{Name: n.path, Net: "unixgram"}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.conn.Close() })
	return n
}

// until reads until a message has a text, and reports whether that came in time.
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

// TestKioskWatchdog looks at what a supervisor gets to know. While nothing can be drawn, as the X server stands still,
// the watchdog is not fed.
func TestKioskWatchdog(t *testing.T) {
	race.Skip(t, "systemd waits only so long")
	t.Parallel()
	s, picture := serveDemo(t)
	d := newBareDisplay(t, screenWidth, screenHeight)
	n := newNotifySocket(t, d)
	k := startKiosk(t, d, s, picture, `show = ["104", "123"]
dwell = { fixed = "1s" }`, "NOTIFY_SOCKET="+n.path, "WATCHDOG_USEC=2000000")
	expect := func(text string) {
		t.Helper()
		if !n.until(text, patience) {
			t.Fatalf("timed out waiting for %s; there came %q\n%s", text, n.came, &k.out)
		}
	}
	expect("READY=1")
	for range 3 {
		expect("WATCHDOG=1")
	}
	expect("STATUS=page 104")
	goOn := func() { _ = d.server.Signal(syscall.SIGCONT) }
	defer goOn()
	_ = d.server.Signal(syscall.SIGSTOP)
	start := time.Now()
	expect("STATUS=nothing was drawn")
	t.Logf("%v after the X server stood still: %q", time.Since(start).Round(time.Second), n.came[len(n.came)-1])
	if n.until("WATCHDOG=1", 3*time.Second) {
		t.Errorf("the watchdog was fed: %q", n.came)
	}
	goOn()
	start = time.Now()
	expect("WATCHDOG=1")
	t.Logf("fed again %v after the X server went on", time.Since(start).Round(10*time.Millisecond))
	k.goneThrough(3, 104, 123)
	k.end()
	expect("STOPPING=1")
}

// A screenSaver is a desktop's, as the bus sees it.
type screenSaver struct{ asked chan [2]string }

// Inhibit takes who holds blanking off and why.
func (s screenSaver) Inhibit(who, why string) (uint32, *dbus.Error) {
	s.asked <- [2]string{who, why}
	return 1, nil
}

// TestKioskHoldsOffBlanking sees that the X server does not blank while a public screen runs, but does again behind
// that, and that a desktop is asked.
func TestKioskHoldsOffBlanking(t *testing.T) {
	race.Skip(t, "it waits for real faults to pass")
	t.Parallel()
	need(t, "xset")
	s, picture := serveDemo(t)
	bus := newDesktop(t)
	saver := screenSaver{make(chan [2]string, 10)}
	const name = "org.freedesktop.ScreenSaver"
	if err := bus.conn.Export(saver, "/org/freedesktop/ScreenSaver", name); err != nil {
		t.Fatal(err)
	}
	if reply, err := bus.conn.RequestName(name, dbus.NameFlagDoNotQueue); err != nil ||
		reply != dbus.RequestNameReplyPrimaryOwner {
		t.Fatal(reply, err)
	}
	d := newDisplay(t)
	xset := func(args ...string) string {
		c := exec.Command("xset", args...)
		c.Env = append(os.Environ(), "DISPLAY="+d.name)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		_, rest, _ := strings.Cut(string(out), "Screen Saver:")
		text, _, _ := strings.Cut(rest, "Colors:")
		return strings.Join(strings.Fields(text), " ")
	}
	xset("s", "600", "300")
	before := xset("q")
	k := startKiosk(t, d, s, picture, `show = ["104"]`, bus.environment()...)
	k.untilPage(104)
	k.until("no blanking", func() bool { return strings.Contains(xset("q"), "timeout: 0 ") })
	select {
	case asked := <-saver.asked:
		t.Logf("the desktop was asked by %q; %s", asked, xset("q"))
	case <-time.After(patience):
		t.Error("the desktop was not asked")
	}
	k.end()
	if after := xset("q"); after != before {
		t.Errorf("%s, and before %s", after, before)
	}
}
