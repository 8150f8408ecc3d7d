package desktop

import (
	"sync"

	"github.com/godbus/dbus/v5"

	"sextant/app/about"
)

const (
	notifications     = "org.freedesktop.Notifications"
	notificationsPath = "/org/freedesktop/Notifications"
)

// A notifier tells things on the desktop, which a click can open. It connects when it is first used.
type Notifier struct {
	mu   sync.Mutex
	bus  *dbus.Conn
	open map[uint32]func()
}

// Send tells something. clicked and failed are called from other goroutines.
func (n *Notifier) Send(title, text string, clicked, failed func()) {
	go func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		if n.bus == nil && !n.connect() {
			failed()
			return
		}
		var id uint32
		call := n.bus.Object(notifications, notificationsPath).Call(notifications+".Notify", 0,
			"Sextant", uint32(0), about.ID, title, text, []string{"default", "Open"}, map[string]dbus.Variant{"desktop-entry": dbus.MakeVariant(about.ID)}, int32(-1))
		if call.Store(&id) != nil {
			failed()
			return
		}
		n.open[id] = clicked
	}()
}

func (n *Notifier) connect() bool {
	bus, err := dbus.ConnectSessionBus()
	if err != nil {
		return false
	}
	if err := bus.AddMatchSignal(dbus.WithMatchInterface(notifications)); err != nil {
		_ = bus.Close()
		return false
	}
	signals := make(chan *dbus.Signal, 16)
	bus.Signal(signals)
	n.bus, n.open = bus, map[uint32]func(){}
	go n.listen(signals)
	return true
}

// listen acts on clicks, and forgets notifications that are closed.
func (n *Notifier) listen(signals <-chan *dbus.Signal) {
	for s := range signals {
		if len(s.Body) == 0 {
			continue
		}
		id, ok := s.Body[0].(uint32)
		if !ok {
			continue
		}
		n.mu.Lock()
		clicked := n.open[id]
		if s.Name == notifications+".NotificationClosed" {
			delete(n.open, id)
		}
		n.mu.Unlock()
		if s.Name == notifications+".ActionInvoked" && clicked != nil {
			clicked()
		}
	}
}

func (n *Notifier) Close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.bus != nil {
		_ = n.bus.Close()
		n.bus = nil
	}
}
