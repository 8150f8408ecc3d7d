package desktop

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"sextant/app/testkit"
	"sextant/app/testkit/badserver"
)

// A client is an adapter of a service on a bus.
type client struct {
	peer badserver.Peer // without a name if it is that of another adapter
	// limit is the timeout that the adapter states for a call.
	limit time.Duration
	// open returns a function that calls the service and reports whether that succeeded, and one that closes the
	// adapter.
	open func() (call func() bool, end func())
}

// clients returns the adapters.
func clients(t *testing.T) map[string]client {
	never := func() {}
	return map[string]client{
		"notifier": {
			peer: badserver.Peer{Name: notifications, Answer: func(_ *dbus.Conn, m *dbus.Message) []any {
				if m.Headers[dbus.FieldMember].Value() == "Notify" {
					return []any{uint32(7)}
				}
				return []any{[]string{"body-markup"}}
			}, Signals: func(*dbus.Message) (dbus.ObjectPath, []string) {
				return notificationsPath, []string{
					notifications + ".ActionInvoked", notifications + ".NotificationClosed",
				}
			}},
			limit: 2 * busAnswers,
			open: func() (func() bool, func()) {
				n := NewNotifier()
				return func() bool { return n.send("100", "Page 100", "Tide", never) == nil }, n.Close
			},
		},
		"portal": {
			peer: badserver.Peer{Name: portal, Answer: func(c *dbus.Conn, m *dbus.Message) []any {
				if m.Headers[dbus.FieldMember].Value() == "ReadOne" {
					return []any{dbus.MakeVariant(uint32(1))}
				}
				path := requestOf(m)
				time.AfterFunc(20*time.Millisecond, func() {
					_ = c.Emit(path, "org.freedesktop.portal.Request.Response", uint32(0),
						map[string]dbus.Variant{"uris": dbus.MakeVariant([]string{"file:///tmp/x"})})
				})
				return []any{path}
			}, Signals: func(m *dbus.Message) (dbus.ObjectPath, []string) {
				return requestOf(m), []string{"org.freedesktop.portal.Request.Response"}
			}},
			limit: busAnswers + portalAnswers,
			open: func() (func() bool, func()) {
				return func() bool {
					ctx, cancel := context.WithTimeout(t.Context(), portalAnswers)
					defer cancel()
					path, err := ChooseFile(ctx, "", FileRequest{Save: true})
					return path == "/tmp/x" && err == nil
				}, never
			},
		},
		"motion": {
			limit: motionAnswers,
			open:  func() (func() bool, func()) { return ReducedMotion, never },
		},
		"screen saver": {
			peer: badserver.Peer{Name: fakeSaver, Answer: func(*dbus.Conn, *dbus.Message) []any {
				return []any{uint32(7)}
			}},
			limit: busAnswers,
			open:  func() (func() bool, func()) { return inhibited("the desktop's screen saver") },
		},
		"logind": {
			peer: badserver.Peer{Name: fakeLogin, Answer: func(*dbus.Conn, *dbus.Message) []any {
				return []any{dbus.UnixFD(os.Stdin.Fd())}
			}},
			limit: busAnswers,
			open:  func() (func() bool, func()) { return inhibited("logind") },
		},
	}
}

// inhibited returns functions that report whether a service inhibits sleep, and that end that.
func inhibited(way string) (call func() bool, end func()) {
	a := keepAwake(whyAwake, 10*time.Millisecond)
	return func() bool {
		time.Sleep(20 * time.Millisecond)
		held, _, _ := strings.Cut(a.State(), "(")
		return strings.Contains(held, way)
	}, a.Release
}

// requestOf returns the path of the request that a call to the portal makes.
func requestOf(m *dbus.Message) dbus.ObjectPath {
	sender, _ := m.Headers[dbus.FieldSender].Value().(string)
	name := strings.NewReplacer(":", "", ".", "_").Replace(sender)
	return dbus.ObjectPath(portalPath + "/request/" + name + "/sextant" + strings.ReplaceAll(name, "_", ""))
}

// calls is the number of calls to a server of a kind.
func calls(kind badserver.Kind) int {
	if kind == badserver.Nonsense {
		return 12
	}
	return 1
}

// TestBadServices calls services that are silent, die, answer nonsense or late. The calls must end in time, and must
// succeed when a good service has taken the place of the bad one. No goroutine may stay.
func TestBadServices(t *testing.T) {
	for _, kind := range badserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			privateBus(t)
			t.Setenv("DISPLAY", "")
			address := os.Getenv("DBUS_SESSION_BUS_ADDRESS")
			var work sync.WaitGroup
			all := clients(t)
			calling := map[string]func() bool{}
			for name, c := range all {
				stop := func() {}
				if c.peer.Name != "" {
					stop = c.peer.Start(t, address, kind)
				}
				call, end := c.open()
				defer end()
				calling[name] = call
				work.Go(func() {
					defer stop()
					for range calls(kind) {
						began := time.Now()
						call()
						if took := time.Since(began); took > 2*c.limit {
							t.Errorf("%s: a call took %v", name, took)
						}
					}
				})
			}
			work.Wait()
			for _, c := range all {
				if c.peer.Name != "" {
					c.peer.Start(t, address, badserver.Good)
				}
			}
			for name, call := range calling {
				testkit.Eventually(t, name+" to work with a good server", call)
			}
		})
		badserver.NoneLeft(t, "sextant/app/desktop", "sextant/app/bus")
	}
}

// TestBadBuses uses all adapters on servers that are no message buses. None may wait for them for long, nor their ends.
func TestBadBuses(t *testing.T) {
	t.Setenv("DISPLAY", "")
	for name, serve := range badserver.Buses() {
		path := "unix:path=" + badserver.Listen(t, serve)
		t.Setenv("DBUS_SESSION_BUS_ADDRESS", path)
		t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
		began := time.Now()
		r := NewRemote(RemoteActions{}, time.Now)
		r.Show(RemoteState{Loaded: true, Title: "\x00\xff"})
		var work sync.WaitGroup
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		work.Go(func() { _, _ = ChooseFile(ctx, "", FileRequest{}) })
		n := NewNotifier()
		n.Send("100", "\x00", "\xff", func() {}, func() {})
		a := keepAwake(whyAwake, 10*time.Millisecond)
		time.Sleep(100 * time.Millisecond) // for them to connect
		n.Close()
		r.Close()
		a.Release()
		work.Wait()
		cancel()
		if took := time.Since(began); took > busAnswers/2 {
			t.Errorf("%s: it took %v", name, took)
		}
	}
	badserver.NoneLeft(t, "sextant/app/desktop", "sextant/app/bus")
}

// TestNonsenseForTheRemote calls the methods of the media controls with random arguments, and with numbers of
// microseconds that overflow.
func TestNonsenseForTheRemote(t *testing.T) {
	privateBus(t)
	var mu sync.Mutex
	var by, to []time.Duration
	next := 0
	nothing := func() {}
	r := NewRemote(RemoteActions{
		Play: nothing, Pause: nothing, Toggle: nothing, Stop: nothing, Previous: nothing, Raise: nothing, Quit: nothing,
		Next:   func() { mu.Lock(); next++; mu.Unlock() },
		SeekBy: func(d time.Duration) { mu.Lock(); by = append(by, d); mu.Unlock() },
		SeekTo: func(_ string, d time.Duration) { mu.Lock(); to = append(to, d); mu.Unlock() },
		Volume: func(float64) {}, Speed: func(float64) {},
	}, time.Now)
	defer r.Close()
	state := RemoteState{Loaded: true, ID: "1", Title: "a\x00b\xff", Length: time.Minute, Exact: true, Seekable: true}
	show(t, r, state)
	conn := testkit.Must(dbus.ConnectSessionBus())(t)
	defer conn.Close()
	o := conn.Object(mprisName, mprisPath)
	for _, us := range []int64{math.MaxInt64, 60e6 + 1} {
		o.Call(mprisPlayer+".SetPosition", 0, trackOf("1"), us)
		o.Call(mprisPlayer+".Seek", 0, us)
	}
	o.Call(mprisPlayer+".SetPosition", 0, trackOf("1"), int64(-1))
	mu.Lock()
	if next != 2 || len(by)+len(to) > 0 {
		t.Errorf("next %d times, by %v, to %v", next, by, to)
	}
	mu.Unlock()
	o.Call(mprisPlayer+".Seek", 0, int64(math.MinInt64))
	mu.Lock()
	if len(by) != 1 || by[0] != -farthest {
		t.Errorf("back by %v", by)
	}
	mu.Unlock()
	state.Exact = false // it may go on beyond its end
	show(t, r, state)
	o.Call(mprisPlayer+".Seek", 0, int64(70e6))
	state.Length = 0
	show(t, r, state)
	o.Call(mprisPlayer+".Seek", 0, int64(5e6))
	o.Call(mprisPlayer+".SetPosition", 0, trackOf("1"), int64(7e6))
	mu.Lock()
	if next != 2 || !slices.Equal(by, []time.Duration{-farthest, 70 * time.Second, 5 * time.Second}) ||
		!slices.Equal(to, []time.Duration{7 * time.Second}) {
		t.Errorf("without a known end: next %d times, by %v, to %v", next, by, to)
	}
	mu.Unlock()
	chance := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		for _, method := range []string{
			mprisPlayer + ".Seek", mprisPlayer + ".SetPosition", mprisPlayer + ".OpenUri", mprisPlayer + ".Play",
			propertiesInterface + ".Set", propertiesInterface + ".Get", propertiesInterface + ".GetAll",
			mprisRoot + ".Raise",
		} {
			o.Go(method, 0, make(chan *dbus.Call, 1), badserver.Values(chance)...)
		}
		_ = o.Call(propertiesInterface+".Set", 0, mprisPlayer, "Rate",
			dbus.MakeVariant(badserver.Values(chance))).Err
	}
	if v, err := o.GetProperty(mprisPlayer + ".Metadata"); err != nil ||
		v.Value().(map[string]dbus.Variant)["xesam:title"].Value() != "a\uFFFDb\uFFFD" {
		t.Errorf("%v, %v", v, err)
	}
}

// TestSecondInstance shows two programs. The second one must be visible as a further instance.
func TestSecondInstance(t *testing.T) {
	privateBus(t)
	conn := testkit.Must(dbus.ConnectSessionBus())(t)
	defer conn.Close()
	if _, err := conn.RequestName(mprisName, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	r := NewRemote(RemoteActions{}, time.Now)
	defer r.Close()
	show(t, r, RemoteState{Loaded: true, ID: "1", Title: "One"})
	var names []string
	testkit.NoError(t, conn.BusObject().Call(busInterface+".ListNames", 0).Store(&names))
	if all := strings.Join(names, " "); !strings.Contains(all, mprisName+".instance") {
		t.Error(all)
	}
}

// TestRemoteAppearsLate shows a state while the bus does not answer properly, and once later when it does.
func TestRemoteAppearsLate(t *testing.T) {
	end := privateBus(t)
	address := os.Getenv("DBUS_SESSION_BUS_ADDRESS")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+badserver.Listen(t, badserver.Buses()["closes"]))
	r := NewRemote(RemoteActions{}, time.Now)
	defer r.Close()
	r.Show(RemoteState{Loaded: true, ID: "1", Title: "One"})
	time.Sleep(50 * time.Millisecond) // for the failure
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
	conn := testkit.Must(dbus.Connect(address))(t)
	defer conn.Close()
	testkit.Eventually(t, "the program to appear", func() bool { return owners(t, conn) })
	end()
}
