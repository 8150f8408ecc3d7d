package desktop

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/godbus/dbus/v5"

	"sextant/app/bus"
	"sextant/assets"
)

const (
	notifications     = "org.freedesktop.Notifications"
	notificationsPath = "/org/freedesktop/Notifications"
)

// A Notifier shows notifications on the desktop, and handles clicks on them. It connects when it is first used. Its
// methods may be called on any goroutine, and do not wait for the desktop.
type Notifier struct {
	life context.Context // until Close
	end  context.CancelFunc
	work sync.WaitGroup

	connecting sync.Mutex // held while a connection is made
	sending    sync.Mutex // held while a notification is sent, so that the next one knows what to replace
	mu         sync.Mutex
	bus        *bus.Conn
	open       map[uint32]func() // what clicks do, by notification
	last       map[string]uint32 // the notification that is still shown, by subject
}

// NewNotifier makes a notifier.
func NewNotifier() *Notifier {
	n := &Notifier{open: map[uint32]func(){}, last: map[string]uint32{}}
	n.life, n.end = context.WithCancel(context.Background())
	return n
}

// Send shows a notification, in place of the one before with the same subject. It returns at once. clicked is called
// when the user clicks on it, and failed if the desktop does not show it or does not answer; both on other goroutines.
func (n *Notifier) Send(subject, title, text string, clicked, failed func()) {
	n.work.Go(func() {
		if n.send(subject, title, text, clicked) != nil && n.life.Err() == nil {
			failed()
		}
	})
}

func (n *Notifier) send(subject, title, text string, clicked func()) error {
	conn, err := n.connected()
	if err != nil {
		return err
	}
	n.sending.Lock()
	defer n.sending.Unlock()
	ctx, cancel := context.WithTimeout(n.life, busAnswers)
	defer cancel()
	n.mu.Lock()
	before := n.last[subject]
	n.mu.Unlock()
	title, text = bus.Clean(title), bus.Clean(text)
	if takesMarkup(ctx, conn) {
		text = markup.Replace(text)
	}
	var id uint32
	call := conn.Object(notifications, notificationsPath).CallWithContext(ctx, notifications+".Notify", 0,
		"Sextant", before, assets.ID, title, text, []string{"default", "Open"},
		map[string]dbus.Variant{"desktop-entry": dbus.MakeVariant(assets.ID)}, int32(-1))
	if err := call.Store(&id); err != nil {
		return err
	}
	n.mu.Lock()
	n.open[id], n.last[subject] = clicked, id
	n.mu.Unlock()
	return nil
}

// markup escapes a text for a server that takes the body of a notification as markup.
var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// takesMarkup reports whether the server, which may be another one than before, takes bodies as markup.
func takesMarkup(ctx context.Context, conn *bus.Conn) bool {
	var capabilities []string
	call := conn.Object(notifications, notificationsPath).CallWithContext(ctx, notifications+".GetCapabilities", 0)
	return call.Store(&capabilities) == nil && slices.Contains(capabilities, "body-markup")
}

// connected returns the connection to the desktop, and connects if there is none.
func (n *Notifier) connected() (*bus.Conn, error) {
	n.connecting.Lock()
	defer n.connecting.Unlock()
	if n.bus != nil && n.bus.Connected() {
		return n.bus, nil
	}
	conn, err := sessionBus(n.life)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(n.life, busAnswers)
	defer cancel()
	err = conn.AddMatchSignalContext(ctx, dbus.WithMatchInterface(notifications))
	if err == nil {
		err = conn.AddMatchSignalContext(ctx, dbus.WithMatchInterface(busInterface),
			dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, notifications))
	}
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals)
	n.forgetAll()
	n.bus = conn
	n.work.Go(func() { n.listen(signals) })
	return conn, nil
}

// forgetAll forgets the notifications that are shown: those of another server have other numbers.
func (n *Notifier) forgetAll() {
	n.mu.Lock()
	defer n.mu.Unlock()
	clear(n.open)
	clear(n.last)
}

// listen handles clicks, and drops notifications that are closed.
func (n *Notifier) listen(signals <-chan *dbus.Signal) {
	for s := range signals {
		if lost(s, notifications) {
			n.forgetAll()
			continue
		}
		if len(s.Body) == 0 {
			continue
		}
		id, ok := s.Body[0].(uint32)
		if !ok {
			continue
		}
		n.sending.Lock() // an early click may come before Send has stored the notification
		n.mu.Lock()
		clicked := n.open[id]
		if s.Name == notifications+".NotificationClosed" {
			delete(n.open, id)
			maps.DeleteFunc(n.last, func(_ string, shown uint32) bool { return shown == id })
		}
		n.mu.Unlock()
		n.sending.Unlock()
		if s.Name == notifications+".ActionInvoked" && clicked != nil {
			clicked()
		}
	}
}

// Close cancels what is in progress, and waits for its end.
func (n *Notifier) Close() {
	n.end()
	n.work.Wait()
}
