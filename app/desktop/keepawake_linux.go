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
)

const (
	// awakeAgain is how often it is looked whether blanking and sleep are still held off.
	awakeAgain = time.Minute
	// awakeEnds is for how long the end waits for an X server that does not answer.
	awakeEnds = 2 * time.Second
)

var (
	errNoService = errors.New("there is none")
	errBusGone   = errors.New("the bus has gone away")
)

// An Awake holds off that the screen blanks and the system sleeps because nobody touches it. It asks the desktop and
// logind, and on X the server, whichever are there, and asks again where one of them comes later or restarts. A
// compositor of Wayland without a desktop, such as cage, cannot be asked from here; most of them never blank by
// themselves. What somebody asks for, a timer of the administrator's too, is not held off. Its methods may be called
// from any goroutine.
type Awake struct {
	why   string
	again time.Duration
	life  context.Context // until Release
	end   context.CancelFunc
	work  sync.WaitGroup
	off   atomic.Bool // the screen is off on purpose

	mu   sync.Mutex
	ways map[string]error // what came of each way, nil where it holds
}

// KeepAwake begins to hold off blanking and sleep, and says why to those who ask. It waits for nobody. The toolkit's
// own way is not needed here.
func KeepAwake(why string, _ func(disable bool)) *Awake { return keepAwake(why, awakeAgain) }

func keepAwake(why string, again time.Duration) *Awake {
	a := &Awake{why: why, again: again, ways: map[string]error{}}
	a.life, a.end = context.WithCancel(context.Background())
	a.work.Go(func() { a.onBus(sessionBus, a.ofTheSession()) })
	a.work.Go(func() { a.onBus(systemBus, a.ofTheSystem()) })
	a.work.Go(a.onX)
	return a
}

// State describes which services inhibit blanking and sleep at the moment, and why the others do not.
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

// SetScreenOff lets the X server switch the screen off, or holds that off again. The system does not sleep either way.
func (a *Awake) SetScreenOff(off bool) { a.off.Store(off) }

// record notes what came of a way.
func (a *Awake) record(way string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ways[way] = err
}

// Release lets the screen blank and the system sleep as before. It waits for an X server that does not answer for no
// longer than a moment.
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

// sleep waits until it is time to look again, and reports whether that came before Release.
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

// An inhibitor is a service on a bus that can be asked. It lets go automatically when who asked leaves the bus or
// closes what it was given.
type inhibitor struct {
	way    string // as State has it
	name   string
	path   dbus.ObjectPath
	method string
	args   []any

	held  bool
	given *os.File // by logind, nil elsewhere
}

// ofTheSession are the services of desktops: the one of the Idle Inhibition Service specification, after which nothing
// of what follows idleness happens, and the one by which power managers were asked before there was that.
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

// ofTheSystem is logind, which is asked about idleness alone: a lock on sleep would also refuse what people ask for.
func (a *Awake) ofTheSystem() []*inhibitor {
	const login = "org.freedesktop.login1"
	return []*inhibitor{{
		way: "logind", name: login, path: "/org/freedesktop/login1", method: login + ".Manager.Inhibit",
		args: []any{"idle", "Sextant", a.why, "block"},
	}}
}

// onBus asks services until Release, on one connection to the bus after another.
func (a *Awake) onBus(connect func(context.Context) (*dbus.Conn, error), list []*inhibitor) {
	for {
		bus, err := connect(a.life)
		if err == nil {
			err = a.hold(bus, list)
			_ = bus.Close()
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

// hold asks services until Release or until the bus is gone, each again when it has restarted or has refused.
func (a *Awake) hold(bus *dbus.Conn, list []*inhibitor) error {
	signals := make(chan *dbus.Signal, 16)
	bus.Signal(signals)
	for _, s := range list {
		if err := a.watch(bus, s.name); err != nil {
			return err
		}
	}
	look := time.NewTicker(a.again)
	defer look.Stop()
	for {
		for _, s := range list {
			if !s.held {
				a.record(s.way, s.inhibit(a.life, bus))
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

// lost reports whether a signal says that somebody does not have a name any more. Who only begins to have it may have
// been asked before the signal came.
func lost(signal *dbus.Signal, name string) bool {
	return signal.Name == ownerChanged && len(signal.Body) == 3 && signal.Body[0] == name && signal.Body[1] != ""
}

// watch asks the bus to signal when another program has a name.
func (a *Awake) watch(bus *dbus.Conn, name string) error {
	ctx, cancel := context.WithTimeout(a.life, busAnswers)
	defer cancel()
	return bus.AddMatchSignalContext(ctx, dbus.WithMatchInterface("org.freedesktop.DBus"),
		dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, name))
}

// inhibit asks a service that is there; none is started for this.
func (s *inhibitor) inhibit(ctx context.Context, bus *dbus.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, busAnswers)
	defer cancel()
	call := bus.Object(s.name, s.path).CallWithContext(ctx, s.method, dbus.FlagNoAutoStart, s.args...)
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
			s.given = os.NewFile(uintptr(fd), s.name)
		}
	}
	s.held = true
	return nil
}

// forget forgets what the service gave.
func (s *inhibitor) forget() {
	if s.given != nil {
		_ = s.given.Close()
	}
	s.held, s.given = false, nil
}
