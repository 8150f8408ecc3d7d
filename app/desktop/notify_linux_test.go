package desktop

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

// A board takes notifications as a desktop does, and notes which each replaces.
type board struct {
	bus      *dbus.Conn
	mu       sync.Mutex
	replaced []uint32
}

// Notify takes a notification.
func (b *board) Notify(_ string, replaces uint32, _, _, _ string,
	_ []string, _ map[string]dbus.Variant, _ int32,
) (uint32, *dbus.Error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.replaced = append(b.replaced, replaces)
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

// boardOn makes a board on the session's bus.
func boardOn(t *testing.T) *board {
	t.Helper()
	bus, err := dbus.ConnectSessionBus()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bus.Close() })
	b := &board{bus: bus}
	if err := bus.Export(b, notificationsPath, notifications); err != nil {
		t.Fatal(err)
	}
	if _, err := bus.RequestName(notifications, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	return b
}

// TestNotificationsReplaceEachOther notifies twice of a page and once of another one: the second takes the first's
// place, until that is closed.
func TestNotificationsReplaceEachOther(t *testing.T) {
	privateBus(t)
	b := boardOn(t)
	n := NewNotifier()
	defer n.Close()
	send := func(subject string) {
		t.Helper()
		before := len(b.all())
		n.Send(subject, "Page "+subject+" has changed", "Tide", func() {}, func() { t.Error("not shown") })
		wait(t, func() bool { return len(b.all()) > before })
		wait(t, func() bool { n.mu.Lock(); defer n.mu.Unlock(); return n.last[subject] != 0 })
	}
	send("100")
	send("200")
	send("100")
	wait(t, func() bool { // until the answer to the third is known too
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

// TestNotificationsAtOnce notifies twice of a page at the same moment: the desktop shows one of them.
func TestNotificationsAtOnce(t *testing.T) {
	privateBus(t)
	b := boardOn(t)
	n := NewNotifier()
	defer n.Close()
	for range 4 {
		n.Send("100", "Page 100 has changed", "Tide", func() {}, func() { t.Error("not shown") })
	}
	wait(t, func() bool { return len(b.all()) == 4 })
	if want := []uint32{0, 41, 41, 41}; !slices.Equal(b.all(), want) {
		t.Errorf("replaced %v, want %v", b.all(), want)
	}
}

// wait waits for something that will come.
func wait(t *testing.T, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("waited in vain")
		}
	}
}
