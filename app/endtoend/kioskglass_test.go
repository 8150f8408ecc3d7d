package endtoend

import (
	"encoding/json"
	"fmt"
	"image/color"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/app/webhook"
)

// A checkedKiosk is a public screen that serves its status.
type checkedKiosk struct{ *kiosk }

// startChecked starts a public screen with a page, which serves its status. more is the end of its playlist.
func startChecked(t *testing.T, d *display, more string) *checkedKiosk {
	t.Helper()
	s, picture := serveDemo(t)
	knows(t, d)
	list := writePlaylist(t, d, "show = [\"104\"]\ndwell = { fixed = \"2s\" }\n"+more)
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	return &checkedKiosk{
		&kiosk{d.run(t, nil, append(s.options(), "--kiosk", list, "--status", "127.0.0.1:0")...), picture},
	}
}

var servedAt = regexp.MustCompile(`served at (http://127\.0\.0\.1:\d+/)\n`)

// isHealthy requests /healthz, if it is already served.
func (k *checkedKiosk) isHealthy() bool {
	at := servedAt.FindStringSubmatch(k.out.String())
	if at == nil {
		return false
	}
	resp, err := http.Get(at[1] + "healthz")
	if err != nil {
		return false
	}
	_ = resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

// untilHealthy waits until the page fills the screen, and /healthz is healthy.
func (k *checkedKiosk) untilHealthy() {
	k.t.Helper()
	start := time.Now()
	k.untilPage(104)
	k.t.Logf("the page is there after %v", time.Since(start).Round(10*time.Millisecond))
	k.until("health", func() bool { return k.isHealthy() && k.shows(104) })
}

// faults returns the count of a fault in /metrics.
func (k *checkedKiosk) faults(fault string) (n int) {
	k.t.Helper()
	at := servedAt.FindStringSubmatch(k.out.String())
	resp, err := http.Get(at[1] + "metrics")
	if err != nil {
		k.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		k.t.Fatal(err)
	}
	_, count, _ := strings.Cut(string(body), fmt.Sprintf("\nsextant_screen_faults_total{fault=%q} ", fault))
	_, _ = fmt.Sscan(count, &n) // 0 if it is missing
	return n
}

// recovers calls a function that disturbs the window, and waits until the fault is counted and the page is shown again.
// It uses the count, because a fault can be over before the next request for /healthz, and is only logged once a
// minute.
func (k *checkedKiosk) recovers(what, fault string, do func()) {
	k.step(what, func() {
		before := k.faults(fault)
		do()
		k.until(fault, func() bool { return k.faults(fault) > before })
		k.untilHealthy()
	})
}

// startManager starts a window manager, and returns a function that ends it before the test does.
func startManager(t *testing.T, d *display) (end func(sig os.Signal)) {
	t.Helper()
	c := exec.Command("openbox")
	launch(t, c, "PATH="+os.Getenv("PATH"), "HOME="+d.dir, "DISPLAY="+d.name, "LANG=C.UTF-8")
	return func(sig os.Signal) {
		_ = c.Process.Signal(sig)
		_, _ = c.Process.Wait()
	}
}

// glance is the interval in which a public screen checks its window while it is being restored.
const glance = 50 * time.Millisecond

// TestKioskWindow disturbs the window of a public screen like other programs.
func TestKioskWindow(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	t.Run("a window manager comes and goes", windowManagerComesAndGoes)
	t.Run("with a window manager", windowIsRestored)
	t.Run("without a window manager", windowIsRestoredWithoutManager)
}

// windowManagerComesAndGoes starts a window manager just after a public screen, ends it, kills it, and starts it again:
// the page fills the screen each time.
func windowManagerComesAndGoes(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	need(t, "openbox")
	for _, delay := range []time.Duration{50, 200, 400} {
		d := newBareDisplay(t, screenWidth, screenHeight)
		k := startChecked(t, d, "")
		time.Sleep(delay * time.Millisecond) // each at another time of the start
		end := startManager(t, d)
		k.untilHealthy()
		if delay == 400 {
			for _, sig := range []os.Signal{os.Interrupt, os.Kill} {
				k.until("the keyboard", k.hasKeyboard)
				end(sig)
				k.untilHealthy()
				end = startManager(t, d)
				k.untilHealthy()
			}
		}
		k.end()
	}
}

// windowIsRestored minimises, covers, moves and hides the window of a public screen by other programs.
func windowIsRestored(t *testing.T) {
	t.Parallel()
	need(t, "xdotool")
	d := newDisplay(t)
	k := startChecked(t, d, "")
	k.untilHealthy()
	k.until("the keyboard", k.hasKeyboard)
	xdotool := func(args ...string) {
		k.t.Helper()
		c := exec.Command("xdotool", args...)
		c.Env = append(os.Environ(), "DISPLAY="+d.name)
		if out, err := c.CombinedOutput(); err != nil {
			k.t.Fatalf("%v: %s", err, out)
		}
	}
	own := fmt.Sprint(uint32(k.window))
	k.recovers("minimised", "hidden", func() { xdotool("windowminimize", own) })
	k.recovers("unmapped twice in a moment", "hidden", func() {
		before := k.faults("hidden")
		xdotool("windowunmap", own)
		k.until("the first", func() bool { return k.faults("hidden") > before && k.shows(104) })
		poll(3*glance, patience, func() bool { // two faults in consecutive checks count as one
			xdotool("windowunmap", own)
			return k.faults("hidden") > before+1
		})
	})
	k.recovers("out of full screen", "misplaced", func() { d.leaveFullScreen(k.t, k.window) })
	k.recovers("on another desktop", "hidden", func() {
		before := k.faults("hidden")
		poll(time.Second, patience, func() bool { // an earlier restoration may still switch the desktop back
			xdotool("set_desktop_for_window", own, "0") // or put the window on all desktops
			xdotool("set_desktop", "1")
			return k.faults("hidden") > before
		})
	})
	k.recovers("covered", "covered", func() { d.newWindow(k.t, d.root, false) })
	k.recovers("covered by what no manager lowers", "covered", func() {
		d.newWindow(k.t, d.root, true)
	})
	var inside xproto.Window
	k.recovers("drawn over", "different", func() {
		inside = d.newWindow(k.t, k.window, true)
		go func() { // only the program that drew it can remove it
			poll(pollEvery, patience, func() bool { return !k.isHealthy() })
			_ = xproto.DestroyWindowChecked(d.conn, inside).Check()
		}()
	})
	k.end()
}

// windowIsRestoredWithoutManager covers, moves and hides the window without a window manager. While it is covered for
// good a webhook is called, and again when it is not any more. In its off hours the screen is black and healthy.
func windowIsRestoredWithoutManager(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	d := newBareDisplay(t, screenWidth, screenHeight)
	calls := make(chan string, 16)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		var m webhook.Message
		err := json.NewDecoder(q.Body).Decode(&m)
		calls <- fmt.Sprint(m.Screen, " ", m.State, " ", m.Kind, " ", err)
	}))
	t.Cleanup(receiver.Close)
	k := startChecked(t, d, "[screen]\n[tell]\nname = \"Lobby\"\nurl = \""+receiver.URL+"/secret\"\n")
	k.untilHealthy()
	var own xproto.Window
	tree, err := xproto.QueryTree(d.conn, d.root).Reply()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range tree.Children {
		if g, err := xproto.GetGeometry(d.conn, xproto.Drawable(w)).Reply(); err == nil && int(g.Width) == screenWidth {
			own = w
		}
	}
	k.recovers("covered", "covered", func() { d.newWindow(k.t, d.root, false) })
	k.recovers("moved", "misplaced", func() {
		xproto.ConfigureWindow(d.conn, own, xproto.ConfigWindowX|xproto.ConfigWindowWidth, []uint32{100, 100})
	})
	k.recovers("unmapped", "hidden", func() { xproto.UnmapWindow(d.conn, own) })
	k.step("covered for good", func() { k.callsFor(calls) })
	if strings.Contains(k.out.String(), "secret") {
		t.Errorf("it writes the webhook's address:\n%s", &k.out)
	}
	k.step("off hours", k.sleeps)
	k.end()
}

// callsFor covers the screen until the webhook is called, and expects another call after that.
func (k *checkedKiosk) callsFor(calls <-chan string) {
	hears := func(want string) {
		k.t.Helper()
		k.until(want, func() bool {
			k.advance(5 * time.Second) // the interval of checks
			select {
			case said := <-calls:
				if said != want {
					k.t.Errorf("%s, want %s", said, want)
				}
				return true
			default:
				return false
			}
		})
	}
	inside := k.newWindow(k.t, k.root, true)
	stop := make(chan struct{})
	var work sync.WaitGroup
	work.Go(func() { // it is raised again whenever the screen is
		poll(pollEvery, patience, func() bool {
			_ = xproto.ConfigureWindowChecked(k.conn, inside, xproto.ConfigWindowStackMode,
				[]uint32{xproto.StackModeAbove}).Check()
			return isClosed(stop)
		})
	})
	hears("Lobby down window <nil>")
	close(stop)
	work.Wait()
	_ = xproto.DestroyWindowChecked(k.conn, inside).Check()
	k.untilHealthy()
	hears("Lobby well window <nil>")
}

// sleeps turns the screen off by another playlist: it is black and healthy, a key wakes it for a minute, and the list
// continues when the playlist no longer turns it off.
func (k *checkedKiosk) sleeps() {
	isBlack := func() bool {
		colours := distinct(k.shot(k.screen))
		return len(colours) == 1 && colours[color.RGBA{A: 0xFF}]
	}
	goesOff := func() {
		k.until("black", func() bool {
			k.advance(30 * time.Second)
			k.settled()
			return isBlack()
		})
		if !k.isHealthy() || !isBlack() {
			k.t.Error("it is not well while it is off")
		}
	}
	const list = "show = [\"104\"]\n" + dwells
	writePlaylist(k.t, k.display, list+"off = [\"00:00-11:59\", \"12:00-23:59\"]\n") // it must be on at some time
	goesOff()
	k.press("F11") // any key
	k.untilPage(104)
	goesOff()
	writePlaylist(k.t, k.display, list)
	k.untilHealthy()
}

// leaveFullScreen makes the window manager end a window's full screen.
func (d *display) leaveFullScreen(t *testing.T, w xproto.Window) {
	t.Helper()
	const remove, asPager = 0, 2
	fullScreen := uint32(d.atom("_NET_WM_STATE_FULLSCREEN"))
	if err := d.message(w, "_NET_WM_STATE", remove, fullScreen, 0, asPager); err != nil {
		t.Fatal(err)
	}
}

// newWindow creates a red window in parent. It covers a large part of the screen, or all of it if there is a window
// manager that does not ignore it (override-redirect).
func (d *display) newWindow(t *testing.T, parent xproto.Window, ignored bool) xproto.Window {
	t.Helper()
	w, err := xproto.NewWindowId(d.conn)
	if err != nil {
		t.Fatal(err)
	}
	override := uint32(0)
	if ignored {
		override = 1
	}
	setup := xproto.Setup(d.conn).DefaultScreen(d.conn)
	const width, height = screenWidth - 20, screenHeight - 60
	err = xproto.CreateWindowChecked(d.conn, setup.RootDepth, w, parent,
		10, 10, width, height, 0, xproto.WindowClassInputOutput,
		setup.RootVisual, xproto.CwBackPixel|xproto.CwBorderPixel|xproto.CwOverrideRedirect|xproto.CwColormap,
		[]uint32{0xFF0000, 0, override, uint32(setup.DefaultColormap)}).Check()
	if err == nil {
		state := make([]byte, 4)
		xgb.Put32(state, uint32(d.atom("_NET_WM_STATE_FULLSCREEN")))
		name := d.atom("_NET_WM_STATE")
		err = xproto.ChangePropertyChecked(d.conn, xproto.PropModeReplace,
			w, name, xproto.AtomAtom, 32, 1, state).Check()
	}
	if err == nil {
		err = xproto.MapWindowChecked(d.conn, w).Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}
