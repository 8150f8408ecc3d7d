package endtoend

import (
	"slices"
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"

	"sextant/app/testkit"
)

const (
	notifications     = "org.freedesktop.Notifications"
	notificationsPath = "/org/freedesktop/Notifications"
)

// A desktop is a private session bus with a notification server, which only records notifications.
type desktop struct {
	address string
	conn    *dbus.Conn

	mu    sync.Mutex
	notes []note
}

// A note is a notification.
type note struct {
	id, replaces uint32
	from         dbus.Sender
	title, text  string
	actions      []string
}

// newDesktop starts a session bus that ends with the test.
func newDesktop(t *testing.T) *desktop {
	t.Helper()
	need(t, "dbus-daemon")
	address, _ := testkit.StartBus(t)
	d := &desktop{address: address}
	eventually(t, "the session bus", func() bool {
		var err error
		d.conn, err = dbus.Connect(d.address)
		return err == nil
	})
	t.Cleanup(func() { _ = d.conn.Close() })
	if err := d.conn.Export(notifier{d}, notificationsPath, notifications); err != nil {
		t.Fatal(err)
	}
	if reply, err := d.conn.RequestName(notifications, dbus.NameFlagDoNotQueue); err != nil ||
		reply != dbus.RequestNameReplyPrimaryOwner {
		t.Fatalf("the bus gives the name to nobody: %v, %v", reply, err)
	}
	return d
}

// environment returns the variables that lead the program to the bus.
func (d *desktop) environment() []string { return []string{"DBUS_SESSION_BUS_ADDRESS=" + d.address} }

// notifier has the methods that a desktop exports on the bus.
type notifier struct{ desktop *desktop }

// Notify implements the method of the Desktop Notifications Specification.
func (n notifier) Notify(from dbus.Sender, _ string, replaces uint32, _, title, text string,
	actions []string, _ map[string]dbus.Variant, _ int32,
) (uint32, *dbus.Error) {
	d := n.desktop
	d.mu.Lock()
	defer d.mu.Unlock()
	id := uint32(len(d.notes) + 1)
	d.notes = append(d.notes, note{id, replaces, from, title, text, actions})
	return id, nil
}

// all returns the notifications so far.
func (d *desktop) all() []note {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.notes)
}

// titled returns the first notification with a title.
func (d *desktop) titled(title string) (n note, ok bool) {
	for _, n := range d.all() {
		if n.title == title {
			return n, true
		}
	}
	return note{}, false
}

// click clicks on a notification.
func (d *desktop) click(t *testing.T, n note) {
	t.Helper()
	for _, signal := range []struct {
		name string
		args []any
	}{{"ActionInvoked", []any{n.id, "default"}}, {"NotificationClosed", []any{n.id, uint32(2)}}} {
		if err := d.conn.Emit(notificationsPath, notifications+"."+signal.name, signal.args...); err != nil {
			t.Fatal(err)
		}
	}
}
