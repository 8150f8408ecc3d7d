package atspi

import (
	"fmt"
	"net"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
	"sextant/app/testkit"
	"sextant/app/testkit/badserver"
)

// A screen is a program that a service exposes to readers.
type screen struct {
	*Service
	window *windowful

	mu     sync.Mutex
	wanted []bool
	keys   []bool // the notifications whether readers listen for keys
	ui     chan func()
}

// start starts a service on a session bus. It shows the windowful each time that a reader starts.
func start(t *testing.T, address string) *screen {
	t.Helper()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
	t.Setenv("AT_SPI_BUS_ADDRESS", "")
	s := &screen{window: newWindowful(), ui: make(chan func(), 1000)}
	began := make(chan struct{})
	s.Service = Start(
		Options{Name: "Sextant test", Version: "1.2", Run: func(f func()) { s.ui <- f }, Wanted: func(wanted bool) {
			<-began
			s.mu.Lock()
			s.wanted = append(s.wanted, wanted)
			s.mu.Unlock()
			if wanted {
				s.Show(access.NewTree(s.window.root))
			}
		}, Keys: func(wanted bool) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.keys = append(s.keys, wanted)
		}})
	close(began)
	t.Cleanup(s.Close)
	return s
}

// notified returns the numbers of notifications that readers have started and ended.
func (s *screen) notified() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprint(s.wanted)
}

// TestServiceFollowsReaders tests readers that start and end, a restart of the registry, and the end of both buses.
func TestServiceFollowsReaders(t *testing.T) {
	session, endSession := testkit.StartBus(t)
	s := start(t, session)
	first, endFirst := testkit.StartBus(t)
	registry := newRegistry(t, first)
	l := newLauncher(t, session, first)
	notified := func(want string) {
		t.Helper()
		testkit.Eventually(t, want, func() bool { return s.notified() == want })
	}
	for i, name := range []string{"IsEnabled", "ScreenReaderEnabled"} {
		l.set(name, true)
		testkit.Eventually(t, "the program is known", func() bool { return registry.programs() == i+1 })
		notified([]string{"[true]", "[true false true]"}[i])
		l.set(name, false)
		notified([]string{"[true false]", "[true false true false]"}[i])
	}
	l.set("IsEnabled", true)
	notified("[true false true false true]")
	if _, err := registry.conn.ReleaseName(registryName); err != nil {
		t.Fatal(err)
	}
	registry = newRegistry(t, first)
	testkit.Eventually(t, "the new registry knows the program", func() bool { return registry.programs() == 1 })

	second, _ := testkit.StartBus(t)
	registry = newRegistry(t, second)
	l.move(second)
	endFirst()
	notified("[true false true false true false true]")
	if registry.programs() != 1 {
		t.Errorf("%d programs are known", registry.programs())
	}
	endSession()
	notified("[true false true false true false true false]")
	s.Close()
	if got := s.notified(); got != "[true false true false true false true false]" {
		t.Errorf("after the end: %s", got)
	}
}

// TestServiceRestsWithoutBus starts a service without a bus, and on one without readers. No program is started by bus
// activation.
func TestServiceRestsWithoutBus(t *testing.T) {
	for _, address := range []string{"", "autolaunch:", "unix:path=/nowhere/bus"} {
		s := start(t, address)
		s.Show(access.NewTree(s.window.root))
		s.Close()
		s.Show(access.NewTree(s.window.root))
	}
	session, _ := testkit.StartBus(t)
	s := start(t, session)
	l := newLauncher(t, session, "unix:path=/nowhere/bus")
	l.set("IsEnabled", true)
	testkit.Eventually(t, "the address is asked for", func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return l.asked > 0
	})
	s.Close()
	if got := s.notified(); got != "[]" {
		t.Errorf("notified %s", got)
	}
}

// joined returns a program that is exposed on buses with a registry.
func joined(t *testing.T, events ...string) (s *screen, address, program string) {
	t.Helper()
	session, _ := testkit.StartBus(t)
	address, _ = testkit.StartBus(t)
	registry := newRegistry(t, address, events...)
	l := newLauncher(t, session, address)
	s = start(t, session)
	l.set("IsEnabled", true)
	testkit.Eventually(t, "the program is known", func() bool { return registry.programs() == 1 })
	return s, address, registry.last()
}

// TestFloodOfCallsBlocksNobody floods the service with calls of one client while trees change, which another client
// still receives.
func TestFloodOfCallsBlocksNobody(t *testing.T) {
	s, address, program := joined(t, "object:")
	client, other := connect(t, address), connect(t, address)
	testkit.Eventually(t, "the window", func() bool {
		return other.Object(program, at(frame)).Call(prefix+"Accessible.GetRole", 0).Err == nil
	})
	stop := make(chan struct{})
	var work sync.WaitGroup
	work.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			flags := dbus.Flags(0)
			if n%2 == 0 {
				flags = dbus.FlagNoReplyExpected
			}
			client.Object(program, cachePath).Go(prefix+"Cache.GetItems", flags, make(chan *dbus.Call, 1))
			client.Object(program, at(link101)).Go(prefix+"Action.DoAction", flags, make(chan *dbus.Call, 1), int32(0))
			client.Object(program, at(99)).Go("x.y.Z", flags, make(chan *dbus.Call, 1), "a")
			time.Sleep(time.Millisecond) // a bus queues any number of calls, and would fill the memory
		}
	})
	for n := range 200 {
		w := newWindowful()
		w.root.Children[0].Name = fmt.Sprint("Tree ", n)
		w.root.Children[0].Children = w.root.Children[0].Children[n%8:]
		s.Show(access.NewTree(w.root))
		var name dbus.Variant
		if err := other.Object(program, at(frame)).Call(properties+".Get",
			0, prefix+"Accessible", "Name").Store(&name); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	work.Wait()
	testkit.Eventually(t, "the last tree", func() bool {
		var name dbus.Variant
		_ = other.Object(program, at(frame)).Call(properties+".Get", 0, prefix+"Accessible", "Name").Store(&name)
		return name.Value() == "Tree 199"
	})
	if n := len(s.ui); n > mostWaiting {
		t.Errorf("%d wait for the user interface", n)
	}
}

// TestStuckBus tests a bus that no longer reads. Neither Show nor Close waits for it.
func TestStuckBus(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "bus")
	server, err := net.Listen("unix", socket)
	if err != nil && runtime.GOOS == "windows" {
		t.Skip("there is no such socket here: ", err)
	} else if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	stuck := make(chan net.Conn, 1)
	go func() {
		c, err := server.Accept()
		if err == nil {
			badserver.Greet(c, nil)
			stuck <- c
		}
	}()
	o, _ := served()
	bus := testkit.Must(dial(t.Context(), "unix:path="+socket))(t)
	defer (<-stuck).Close()
	l := &link{
		line: bus, objects: o, end: func() {}, tree: empty(), registry: "x", listeners: []listener{{"", "object"}},
	}
	shown := make(chan struct{})
	go func() {
		for n := range 100 {
			t := many(500)
			t.Root.Children[0].Name = fmt.Sprint(n)
			l.tree = empty()
			l.showTree(t)
		}
		close(shown)
	}()
	select {
	case <-shown:
		t.Fatal("the bus took everything")
	case <-time.After(200 * time.Millisecond):
	}
	l.hangUp()
	<-shown
}

// TestHandlerBoundsCallsAtOnce sends more calls than are answered in parallel.
func TestHandlerBoundsCallsAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		done := make(chan struct{})
		h := &handler{free: make(chan struct{}, mostAnswered), done: done}
		admitted := 0
		go func() {
			for range 3 * mostAnswered {
				h.admit(&dbus.Message{Type: dbus.TypeMethodCall, Headers: map[dbus.HeaderField]dbus.Variant{}})
				admitted++
			}
		}()
		for _, want := range []int{mostAnswered, mostAnswered + 1, 3 * mostAnswered} {
			synctest.Wait()
			if admitted != want {
				t.Fatalf("%d are admitted, not %d", admitted, want)
			}
			if want == mostAnswered {
				<-h.free
			} else if want == mostAnswered+1 {
				close(done)
			}
		}
	})
}
