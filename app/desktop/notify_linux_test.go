package desktop

import (
	"slices"
	"sync"
	"testing"

	"sextant/app/testkit"

	"github.com/godbus/dbus/v5"
)

// A board accepts notifications as a desktop does, and records which ones they replace.
type board struct {
	bus      *dbus.Conn
	mu       sync.Mutex
	replaced []uint32
	bodies   []string
	can      []string // its capabilities, nil if it has no such method
}

// GetCapabilities is a method of the D-Bus interface.
func (b *board) GetCapabilities() ([]string, *dbus.Error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.can == nil {
		return nil, dbus.NewError("org.freedesktop.DBus.Error.UnknownMethod", nil)
	}
	return b.can, nil
}

// Notify is the method of the D-Bus interface.
func (b *board) Notify(_ string, replaces uint32, _, _, body string,
	_ []string, _ map[string]dbus.Variant, _ int32,
) (uint32, *dbus.Error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.replaced, b.bodies = append(b.replaced, replaces), append(b.bodies, body)
	if replaces > 0 {
		return replaces, nil
	}
	return uint32(40 + len(b.replaced)), nil
}

func (b *board) all() []uint32 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.replaced)
}

// boardOn exports a board on the session's bus.
func boardOn(t *testing.T) *board {
	t.Helper()
	bus := testkit.Must(dbus.ConnectSessionBus())(t)
	t.Cleanup(func() { _ = bus.Close() })
	b := &board{bus: bus}
	testkit.NoError(t, bus.Export(b, notificationsPath, notifications))
	if _, err := bus.RequestName(notifications, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	return b
}

// TestNotificationsReplaceEachOther sends notifications about two pages. A second one about a page replaces the first,
// unless that was closed.
func TestNotificationsReplaceEachOther(t *testing.T) {
	privateBus(t)
	b := boardOn(t)
	n := NewNotifier()
	defer n.Close()
	send := func(subject string) {
		t.Helper()
		before := len(b.all())
		n.Send(subject, "Page "+subject+" has changed", "Tide", func() {}, func() { t.Error("not shown") })
		testkit.Eventually(t, "a notification", func() bool { return len(b.all()) > before })
		testkit.Eventually(t, "its number", func() bool {
			n.mu.Lock()
			defer n.mu.Unlock()
			return n.last[subject] != 0
		})
	}
	send("100")
	send("200")
	send("100")
	testkit.Eventually(t, "the answer to the third", func() bool {
		if err := b.bus.Emit(notificationsPath, notifications+".NotificationClosed",
			uint32(41), uint32(2)); err != nil {
			t.Fatal(err)
		}
		n.mu.Lock()
		defer n.mu.Unlock()
		return n.last["100"] == 0
	})
	send("100")
	if want := []uint32{0, 0, 41, 0}; !slices.Equal(b.all(), want) {
		t.Errorf("replaced %v, want %v", b.all(), want)
	}
}

// TestNotificationsOfAnotherServer restarts the server. Its numbers may be another program's now, so none may be
// replaced.
func TestNotificationsOfAnotherServer(t *testing.T) {
	privateBus(t)
	b := boardOn(t)
	n := NewNotifier()
	defer n.Close()
	send := func() {
		t.Helper()
		testkit.NoError(t, n.send("100", "Page 100", "Tide", func() {}))
	}
	send()
	if _, err := b.bus.ReleaseName(notifications); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the end of the server to be noticed", func() bool {
		n.mu.Lock()
		defer n.mu.Unlock()
		return len(n.last)+len(n.open) == 0
	})
	b = boardOn(t)
	send()
	if want := []uint32{0}; !slices.Equal(b.all(), want) {
		t.Errorf("replaced %v, want %v", b.all(), want)
	}
}

// TestNotificationsAtOnce sends four notifications about a page at once. The desktop must show only one.
func TestNotificationsAtOnce(t *testing.T) {
	privateBus(t)
	b := boardOn(t)
	n := NewNotifier()
	defer n.Close()
	for range 4 {
		n.Send("100", "Page 100 has changed", "Tide", func() {}, func() { t.Error("not shown") })
	}
	testkit.Eventually(t, "four notifications", func() bool { return len(b.all()) == 4 })
	if want := []uint32{0, 41, 41, 41}; !slices.Equal(b.all(), want) {
		t.Errorf("replaced %v, want %v", b.all(), want)
	}
}

// TestMarkupOfNotifications checks that a line of a page arrives as it is: escaped where the desktop takes the body as
// markup, also after it was replaced by one that does.
func TestMarkupOfNotifications(t *testing.T) {
	privateBus(t)
	b := boardOn(t)
	n := NewNotifier()
	defer n.Close()
	const line = `R & D <3 <b>x</b> <a href="http://a.example">y</a>`
	for _, tt := range []struct {
		can  []string
		want string
	}{
		{nil, line},
		{[]string{"body", "actions"}, line},
		{
			[]string{"actions", "body", "body-markup"},
			`R &amp; D &lt;3 &lt;b&gt;x&lt;/b&gt; &lt;a href="http://a.example"&gt;y&lt;/a&gt;`,
		},
	} {
		b.mu.Lock()
		b.can = tt.can
		b.mu.Unlock()
		before := len(b.all())
		n.Send("100", "Page 100", line, func() {}, func() { t.Error("not shown") })
		testkit.Eventually(t, "a notification", func() bool { return len(b.all()) > before })
		b.mu.Lock()
		if got := b.bodies[len(b.bodies)-1]; got != tt.want {
			t.Errorf("with %q the body is %q", tt.can, got)
		}
		b.mu.Unlock()
	}
}
