package atspi

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"sextant/app/testkit"
	"sextant/app/testkit/badserver"
)

// closes closes a service, and fails the test if that takes long.
func (s *screen) closes(t *testing.T) {
	t.Helper()
	began := time.Now()
	if s.Close(); time.Since(began) > busAnswers/2 {
		t.Errorf("closing took %v", time.Since(began))
	}
}

// TestBadRegistries starts a service with registries that are silent, die, answer nonsense or late. The good one in
// their place must know the program.
func TestBadRegistries(t *testing.T) {
	for _, kind := range badserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			session, _ := testkit.StartBus(t)
			address, _ := testkit.StartBus(t)
			stop := badserver.Peer{Name: registryName, Answer: func(_ *dbus.Conn, m *dbus.Message) []any {
				if m.Headers[dbus.FieldMember].Value() == "Embed" {
					return []any{reference{":1.1", embedPath}}
				}
				return []any{[]listener{{":1.99", "object:"}}}
			}, Signals: func(*dbus.Message) (dbus.ObjectPath, []string) {
				return registryPath, []string{
					registryName + ".EventListenerRegistered", registryName + ".EventListenerDeregistered",
					prefix + "DeviceEventListener.KeystrokeListenerRegistered",
					prefix + "DeviceEventListener.KeystrokeListenerDeregistered",
				}
			}}.Start(t, address, kind)
			l := newLauncher(t, session, address)
			s := start(t, session)
			l.set("IsEnabled", true)
			time.Sleep(300 * time.Millisecond) // for the calls
			stop()
			registry := newRegistry(t, address)
			testkit.Eventually(t, "the program is known", func() bool { return registry.programs() > 0 })
			s.closes(t)
			badserver.NoneLeft(t, "sextant/app/access/atspi", "sextant/app/bus")
		})
	}
}

// TestBadLaunchers starts a service with launchers of the accessibility bus that are silent, die, answer nonsense or
// late. The good one in their place must be asked.
func TestBadLaunchers(t *testing.T) {
	for _, kind := range badserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			session, _ := testkit.StartBus(t)
			address, _ := testkit.StartBus(t)
			registry := newRegistry(t, address)
			stop := badserver.Peer{Name: launcher, Answer: func(_ *dbus.Conn, m *dbus.Message) []any {
				if m.Headers[dbus.FieldMember].Value() == "GetAddress" {
					return []any{address}
				}
				return []any{dbus.MakeVariant(true)}
			}, Signals: func(*dbus.Message) (dbus.ObjectPath, []string) {
				return launcherPath, []string{properties + ".PropertiesChanged"}
			}}.Start(t, session, kind)
			s := start(t, session)
			time.Sleep(300 * time.Millisecond) // for the calls
			stop()
			l := newLauncher(t, session, address)
			l.set("IsEnabled", true)
			testkit.Eventually(t, "the program is known", func() bool { return registry.programs() > 0 })
			s.closes(t)
			badserver.NoneLeft(t, "sextant/app/access/atspi", "sextant/app/bus")
		})
	}
}

// TestBadBuses starts services on servers that are no message buses, as the session's and as the accessibility bus.
// Closing must not wait for them.
func TestBadBuses(t *testing.T) {
	session, _ := testkit.StartBus(t)
	l := newLauncher(t, session, "")
	l.set("IsEnabled", true)
	for name, serve := range badserver.Buses() {
		bad := "unix:path=" + badserver.Listen(t, serve)
		for _, address := range []string{bad, session} {
			l.move(bad)
			s := start(t, address)
			time.Sleep(50 * time.Millisecond) // for it to connect
			s.closes(t)
			if t.Failed() {
				t.Fatal(name)
			}
		}
	}
	badserver.NoneLeft(t, "sextant/app/access/atspi", "sextant/app/bus")
}

// TestNonsenseOfReaders calls all methods of all interfaces with random arguments.
func TestNonsenseOfReaders(t *testing.T) {
	t.Parallel()
	o, _ := served()
	o.run = func(f func()) { f() }
	chance := rand.New(rand.NewPCG(5, 6))
	for range 10 {
		for _, f := range o.faces {
			for member, m := range f.calls {
				args := badserver.Values(chance)
				if chance.IntN(2) == 0 {
					args = fitting(chance, m.in)
				}
				for _, path := range []dbus.ObjectPath{
					cachePath, at(page), at(rowOne), at(entry), at(frame), embedPath,
				} {
					_, _ = o.answer(path, f.name, member, args)
				}
			}
		}
	}
}

// fitting returns random values with the types of a signature.
func fitting(chance *rand.Rand, signature string) (args []any) {
	numbers := []int32{0, 1, -1, -2, 7, 1 << 30, -1 << 31, 1<<31 - 1}
	for _, kind := range signature {
		n := numbers[chance.IntN(len(numbers))]
		switch kind {
		case 'i':
			args = append(args, n)
		case 'u':
			args = append(args, uint32(n))
		case 'b':
			args = append(args, n > 0)
		case 's':
			texts := []string{"", "a\u202e\x00\xff", "Name", prefix + "Text", prefix + "Value"}
			args = append(args, texts[chance.IntN(len(texts))])
		case 'v':
			args = append(args, dbus.MakeVariant(badserver.Values(chance)))
		}
	}
	return args
}
