package atspi

import (
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"sextant/app/testkit"
)

// patience is the timeout of waits.
const patience = 30 * time.Second

// missing skips a test because something is not installed, unless SEXTANT_NEED_ATSPI is set.
func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("SEXTANT_NEED_ATSPI") != "" {
		t.Fatalf("there is no %s", what)
	}
	t.Skipf("there is no %s", what)
}

// launch starts a program that ends with the test, and returns a function that ends it earlier.
func launch(t *testing.T, c *exec.Cmd) (end func()) {
	t.Helper()
	testkit.NoError(t, c.Start())
	end = sync.OnceFunc(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	t.Cleanup(end)
	return end
}

// connect connects to a bus like another program.
func connect(t *testing.T, address string) *dbus.Conn {
	t.Helper()
	c := testkit.Must(dbus.Connect(address))(t)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// A fakeLauncher announces screen readers on a session bus.
type fakeLauncher struct {
	mu      sync.Mutex
	conn    *dbus.Conn
	enabled map[string]bool
	address string
	asked   int
}

func newLauncher(t *testing.T, session, address string) *fakeLauncher {
	t.Helper()
	l := &fakeLauncher{conn: connect(t, session), enabled: map[string]bool{}, address: address}
	for in, v := range map[string]any{launcher: launcherBus{l}, properties: launcherStatus{l}} {
		testkit.NoError(t, l.conn.Export(v, launcherPath, in))
	}
	if _, err := l.conn.RequestName(launcher, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	return l
}

func (l *fakeLauncher) set(name string, is bool) {
	l.mu.Lock()
	l.enabled[name] = is
	l.mu.Unlock()
	_ = l.conn.Emit(launcherPath, properties+".PropertiesChanged", status,
		map[string]dbus.Variant{name: dbus.MakeVariant(is)}, []string{})
}

func (l *fakeLauncher) move(address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.address = address
}

type launcherBus struct{ *fakeLauncher }

func (l launcherBus) GetAddress() (string, *dbus.Error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	return l.address, nil
}

type launcherStatus struct{ *fakeLauncher }

func (l launcherStatus) Get(_, name string) (dbus.Variant, *dbus.Error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return dbus.MakeVariant(l.enabled[name]), nil
}

// A fakeRegistry is the registry of programs on an accessibility bus.
type fakeRegistry struct {
	mu    sync.Mutex
	conn  *dbus.Conn
	known []reference
	event []listener
}

func newRegistry(t *testing.T, address string, events ...string) *fakeRegistry {
	t.Helper()
	r := &fakeRegistry{conn: connect(t, address)}
	for _, e := range events {
		r.event = append(r.event, listener{":1.99", e})
	}
	testkit.NoError(t, r.conn.Export(registrySocket{r}, embedPath, prefix+"Socket"))
	testkit.NoError(t, r.conn.Export(registryEvents{r}, registryPath, registryName))
	if _, err := r.conn.RequestName(registryName, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	return r
}

// programs returns the number of programs that have registered.
func (r *fakeRegistry) programs() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.known)
}

// last returns the program that registered last.
func (r *fakeRegistry) last() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known[len(r.known)-1].Name
}

type registrySocket struct{ *fakeRegistry }

func (r registrySocket) Embed(p reference) (reference, *dbus.Error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known = append(r.known, p)
	return reference{r.conn.Names()[0], embedPath}, nil
}

type registryEvents struct{ *fakeRegistry }

func (r registryEvents) GetRegisteredEvents() ([]listener, *dbus.Error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.event), nil
}
