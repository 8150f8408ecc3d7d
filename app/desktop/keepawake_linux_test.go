package desktop

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"sextant/app/testkit"
	"sextant/app/testkit/xserver"
)

const whyAwake = "a public screen"

// A fakeDesktop is a screen saver and logind, and records the calls.
type fakeDesktop struct {
	bus *dbus.Conn

	mu    sync.Mutex
	asked []string
	lock  *os.File // the lock that logind returns
}

const (
	fakeSaver = "org.freedesktop.ScreenSaver"
	fakeLogin = "org.freedesktop.login1"
)

// newFakeDesktop connects to the session's bus.
func newFakeDesktop(t *testing.T) *fakeDesktop {
	t.Helper()
	bus := testkit.Must(dbus.ConnectSessionBus())(t)
	d := &fakeDesktop{bus: bus}
	t.Cleanup(func() { _ = bus.Close() })
	for _, err := range []error{
		bus.ExportMethodTable(map[string]any{"Inhibit": d.inhibit}, "/org/freedesktop/ScreenSaver", fakeSaver),
		bus.ExportMethodTable(map[string]any{"Inhibit": d.login}, "/org/freedesktop/login1", fakeLogin+".Manager"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// own acquires a name on the bus.
func (d *fakeDesktop) own(t *testing.T, name string) {
	t.Helper()
	if r, err := d.bus.RequestName(name, dbus.NameFlagDoNotQueue); err != nil ||
		r != dbus.RequestNameReplyPrimaryOwner {
		t.Fatalf("%v, %v", r, err)
	}
}

func (d *fakeDesktop) inhibit(sender dbus.Sender, app, why string) (uint32, *dbus.Error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked = append(d.asked, fmt.Sprintf("saver %s: %s", app, why))
	return 7, nil
}

func (d *fakeDesktop) login(what, app, why, mode string) (dbus.UnixFD, *dbus.Error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked = append(d.asked, fmt.Sprintf("logind %s %s %s: %s", what, mode, app, why))
	return dbus.UnixFD(d.lock.Fd()), nil
}

// expect waits until the recorded calls are as wanted, and clears them.
func (d *fakeDesktop) expect(t *testing.T, want ...string) {
	t.Helper()
	testkit.Eventually(t, fmt.Sprintf("%q to be asked", want), func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		if fmt.Sprint(d.asked) != fmt.Sprint(want) {
			return false
		}
		d.asked = nil
		return true
	})
}

// states waits until a state contains all parts.
func states(t *testing.T, a *Awake, parts ...string) {
	t.Helper()
	testkit.Eventually(t, fmt.Sprintf("%q", parts), func() bool {
		for _, p := range parts {
			if !strings.Contains(a.State(), p) {
				return false
			}
		}
		return true
	})
}

// TestKeepAwakeDesktop uses a desktop that starts late, restarts, and then appears on another bus.
func TestKeepAwakeDesktop(t *testing.T) {
	end := privateBus(t)
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	a := keepAwake(whyAwake, time.Hour) // the interval does not matter, because the bus announces the desktop
	states(t, a, "held off by nobody", "the X server: there is none",
		"screen saver: there is none", "power manager: there is none", "logind: there is none")
	d := newFakeDesktop(t)
	d.own(t, fakeSaver)
	d.expect(t, "saver Sextant: "+whyAwake)
	states(t, a, "held off by the desktop's screen saver (")
	if _, err := d.bus.ReleaseName(fakeSaver); err != nil {
		t.Fatal(err)
	}
	states(t, a, "held off by nobody", "screen saver: there is none")
	d.own(t, fakeSaver)
	d.expect(t, "saver Sextant: "+whyAwake)
	a.Release()

	a = keepAwake(whyAwake, 20*time.Millisecond)
	defer a.Release()
	d.expect(t, "saver Sextant: "+whyAwake)
	end()
	states(t, a, "held off by nobody")
	privateBus(t)
	again := newFakeDesktop(t)
	again.own(t, fakeSaver)
	again.expect(t, "saver Sextant: "+whyAwake)
	states(t, a, "held off by the desktop's screen saver (")
}

// TestKeepAwakeLogind checks that logind's lock is held until the release.
func TestKeepAwakeLogind(t *testing.T) {
	privateBus(t)
	t.Setenv("DISPLAY", "")
	d := newFakeDesktop(t)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	d.lock = w
	d.own(t, fakeLogin)
	a := KeepAwake(whyAwake, nil)
	d.expect(t, "logind idle block Sextant: "+whyAwake)
	states(t, a, "held off by logind (")
	_ = w.Close()
	testkit.NoError(t, r.SetReadDeadline(time.Now().Add(50*time.Millisecond)))
	if _, err := r.Read(make([]byte, 1)); err == io.EOF {
		t.Error("the lock is not held")
	}
	a.Release()
	_ = r.SetReadDeadline(time.Now().Add(2 * time.Minute))
	if _, err := r.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the lock is still held: %v", err)
	}
}

// saver returns the settings of the X server's screen saver from xset.
func saver(t *testing.T) string {
	t.Helper()
	out := testkit.Must(exec.Command("xset", "q").Output())(t)
	_, rest, _ := strings.Cut(string(out), "Screen Saver:\n")
	text, _, _ := strings.Cut(rest, "Colors:")
	return strings.Join(strings.Fields(text), " ")
}

// TestKeepAwakeX turns off the blanking of an X server, also after another program has turned it on, until the release.
func TestKeepAwakeX(t *testing.T) {
	privateDisplay(t, "xset")
	t.Setenv("WAYLAND_DISPLAY", "")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
	set := func(args ...string) {
		if out, err := exec.Command("xset", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	set("s", "321", "123")
	set("s", "noblank")
	const before, after = "prefer blanking: no allow exposures: yes timeout: 321 cycle: 123",
		"prefer blanking: no allow exposures: yes timeout: 0 cycle: 123"
	if s := saver(t); s != before {
		t.Fatal(s)
	}
	a := keepAwake(whyAwake, 30*time.Millisecond)
	states(t, a, "held off by the X server (")
	if s := saver(t); s != after {
		t.Error(s)
	}
	set("s", "60", "123")
	testkit.Eventually(t, "no blanking again", func() bool { return saver(t) == after })
	a.Release()
	if s := saver(t); s != before {
		t.Error(s)
	}
	// killed, and started again
	testkit.NoError(t, converseOn(endBlanking))
	a = keepAwake(whyAwake, 30*time.Millisecond)
	states(t, a, "held off by the X server (")
	a.Release()
	if s := saver(t); s != before {
		t.Errorf("after a kill: %s", s)
	}
	set("s", "77", "123") // the next run has this to restore
	a = keepAwake(whyAwake, 30*time.Millisecond)
	states(t, a, "held off by the X server (")
	a.Release()
	if s := saver(t); !strings.Contains(s, "timeout: 77 ") {
		t.Errorf("after another setting: %s", s)
	}
}

// TestKeepAwakeWayland checks that an X server that a compositor runs for old programs is not changed.
func TestKeepAwakeWayland(t *testing.T) {
	privateDisplay(t, "xset")
	compositor := testkit.Must(net.Listen("unix", filepath.Join(t.TempDir(), "wayland")))(t)
	defer compositor.Close()
	t.Setenv("WAYLAND_DISPLAY", compositor.Addr().String())
	before := saver(t)
	a := KeepAwake(whyAwake, nil)
	defer a.Release()
	states(t, a, "the X server: the window is on Wayland")
	if s := saver(t); s != before {
		t.Errorf("%s, and before %s", s, before)
	}
}

// TestKeepAwakeMonitor checks that an X server's power management is turned off until the release.
func TestKeepAwakeMonitor(t *testing.T) {
	x := xserver.Start(t, 600)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
	a := KeepAwake(whyAwake, nil)
	states(t, a, "held off by the X server (")
	a.Release()
	if got, want := fmt.Sprint(x.Did()), "[saver 0 reset power false saver 600 power true]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestDeafX uses an X server that accepts connections and never answers. The release must not wait for it.
func TestDeafX(t *testing.T) {
	l := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	t.Setenv("DISPLAY", fmt.Sprintf("127.0.0.1:%d", l.Addr().(*net.TCPAddr).Port-6000))
	t.Setenv("WAYLAND_DISPLAY", "")
	done := make(chan struct{})
	go func() {
		defer close(done)
		KeepAwake(whyAwake, nil).Release()
	}()
	select {
	case <-done:
	case <-time.After(10 * awakeEnds):
		t.Fatal("the end waits for the X server")
	}
}
