package desktop

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/godbus/dbus/v5"

	"sextant/app/bus"
)

const (
	// awakeAgain is the interval at which the inhibition of blanking and sleep is checked.
	awakeAgain = time.Minute
	// awakeEnds is how long Release waits for an X server that does not answer.
	awakeEnds = 2 * time.Second
)

var (
	errNoService = errors.New("there is none")
	errBusGone   = errors.New("the bus has gone away")
)

// An Awake inhibits blanking of the screen and sleep of the system when idle. It asks the desktop, logind, and on X the
// server, and again if one of them starts later or restarts. A Wayland compositor without a desktop, such as cage,
// cannot be asked; most of them do not blank on their own. Explicit requests to sleep, also by an administrator's
// timer, are not inhibited. Its methods may be called on any goroutine.
type Awake struct {
	why   string
	again time.Duration
	life  context.Context // until Release
	end   context.CancelFunc
	work  sync.WaitGroup
	off   atomic.Bool // the screen is off on purpose

	mu   sync.Mutex
	ways map[string]error // the result of each way, nil if it is in effect
}

// KeepAwake starts to inhibit blanking and sleep, with a reason for the desktop to show. It returns at once. The
// toolkit's function is not needed on this system.
func KeepAwake(why string, _ func(disable bool)) *Awake { return keepAwake(why, awakeAgain) }

func keepAwake(why string, again time.Duration) *Awake {
	a := &Awake{why: bus.Clean(why), again: again, ways: map[string]error{}}
	a.life, a.end = context.WithCancel(context.Background())
	a.work.Go(func() { a.onBus(sessionBus, a.ofTheSession()) })
	a.work.Go(func() { a.onBus(systemBus, a.ofTheSystem()) })
	a.work.Go(a.onX)
	return a
}

// State describes which services inhibit blanking and sleep, and why the others do not.
func (a *Awake) State() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	var held, others []string
	for way, err := range a.ways {
		if err == nil {
			held = append(held, way)
		} else {
			others = append(others, fmt.Sprintf("%s: %v", way, err))
		}
	}
	slices.Sort(held)
	slices.Sort(others)
	state := "held off by " + cmp.Or(strings.Join(held, ", "), "nobody")
	if len(others) > 0 {
		state += " (" + strings.Join(others, "; ") + ")"
	}
	return state
}

// SetScreenOff lets the X server switch the screen off, or inhibits that again. The system does not sleep either way.
func (a *Awake) SetScreenOff(off bool) { a.off.Store(off) }

// record stores the result of a way.
func (a *Awake) record(way string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ways[way] = err
}

// Release ends the inhibition. It waits for an X server that does not answer for at most awakeEnds.
func (a *Awake) Release() {
	a.end()
	done := make(chan struct{})
	go func() {
		a.work.Wait()
		close(done)
	}()
	enough := time.NewTimer(awakeEnds)
	defer enough.Stop()
	select {
	case <-done:
	case <-enough.C:
	}
}

// sleep waits until the next check, and reports false on Release.
func (a *Awake) sleep() bool {
	t := time.NewTimer(a.again)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-a.life.Done():
		return false
	}
}

// An inhibitor is a service on a bus that inhibits blanking or sleep, until the client disconnects or closes the file
// that it got.
type inhibitor struct {
	way    string // its name in State
	name   string
	path   dbus.ObjectPath
	method string
	args   []any

	held  bool
	given *os.File // by logind, nil elsewhere
}

// ofTheSession returns the services of desktops: the one of the Idle Inhibition Service specification, which covers all
// consequences of idleness, and the older one of power managers.
func (a *Awake) ofTheSession() []*inhibitor {
	const saver, power = "org.freedesktop.ScreenSaver", "org.freedesktop.PowerManagement"
	args := []any{"Sextant", a.why}
	return []*inhibitor{
		{
			way: "the desktop's screen saver", name: saver,
			path: "/org/freedesktop/ScreenSaver", method: saver + ".Inhibit", args: args,
		},
		{
			way: "the desktop's power manager", name: power, path: "/org/freedesktop/PowerManagement/Inhibit",
			method: power + ".Inhibit.Inhibit", args: args,
		},
	}
}

// ofTheSystem returns logind, which is asked to inhibit idle only: a lock on sleep would also refuse explicit requests.
func (a *Awake) ofTheSystem() []*inhibitor {
	const login = "org.freedesktop.login1"
	return []*inhibitor{{
		way: "logind", name: login, path: "/org/freedesktop/login1", method: login + ".Manager.Inhibit",
		args: []any{"idle", "Sextant", a.why, "block"},
	}}
}

// onBus asks services until Release, and reconnects to the bus when it is lost.
func (a *Awake) onBus(connect func(context.Context) (*bus.Conn, error), list []*inhibitor) {
	for {
		conn, err := connect(a.life)
		if err == nil {
			err = a.hold(conn, list)
			_ = conn.Close()
		}
		for _, s := range list {
			s.forget()
			a.record(s.way, err)
		}
		if !a.sleep() {
			return
		}
	}
}

// hold asks services until Release or until the bus is lost, each again after it has restarted or refused.
func (a *Awake) hold(conn *bus.Conn, list []*inhibitor) error {
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals)
	for _, s := range list {
		if err := a.watch(conn, s.name); err != nil {
			return err
		}
	}
	look := time.NewTicker(a.again)
	defer look.Stop()
	for {
		for _, s := range list {
			if !s.held {
				a.record(s.way, s.inhibit(a.life, conn))
			}
		}
		select {
		case <-a.life.Done():
			return a.life.Err()
		case <-look.C:
		case signal, ok := <-signals:
			if !ok {
				return errBusGone
			}
			for _, s := range list {
				if lost(signal, s.name) {
					s.forget()
				}
			}
		}
	}
}

const ownerChanged = "org.freedesktop.DBus.NameOwnerChanged"

// lost reports whether a signal says that a name has lost its owner. A new owner without an old one does not count: it
// may have been asked before the signal arrived.
func lost(signal *dbus.Signal, name string) bool {
	return signal.Name == ownerChanged && len(signal.Body) == 3 && signal.Body[0] == name && signal.Body[1] != ""
}

// watch subscribes to changes of a name's owner.
func (a *Awake) watch(conn *bus.Conn, name string) error {
	ctx, cancel := context.WithTimeout(a.life, busAnswers)
	defer cancel()
	return conn.AddMatchSignalContext(ctx, dbus.WithMatchInterface("org.freedesktop.DBus"),
		dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, name))
}

// inhibit asks a service, without starting it.
func (i *inhibitor) inhibit(ctx context.Context, conn *bus.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, busAnswers)
	defer cancel()
	call := conn.Object(i.name, i.path).CallWithContext(ctx, i.method, dbus.FlagNoAutoStart, i.args...)
	if e := (dbus.Error{}); errors.As(call.Err, &e) {
		switch e.Name {
		case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
			return errNoService
		}
	}
	if call.Err != nil {
		return call.Err
	}
	if len(call.Body) > 0 {
		if fd, ok := call.Body[0].(dbus.UnixFD); ok {
			i.given = os.NewFile(uintptr(fd), i.name)
		}
	}
	i.held = true
	return nil
}

// forget records that the service no longer inhibits, and closes its file.
func (i *inhibitor) forget() {
	if i.given != nil {
		_ = i.given.Close()
	}
	i.held, i.given = false, nil
}
