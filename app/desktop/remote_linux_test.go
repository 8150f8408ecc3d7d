package desktop

import (
	"fmt"
	"math"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"sextant/app/testkit"
)

// privateBus starts a bus for the test, as the session's and the system's. It returns a function that ends it.
func privateBus(t *testing.T) (end func()) {
	t.Helper()
	address, end := testkit.StartBus(t)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
	return end
}

// A testClock stands still until the test lets time pass.
type testClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *testClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *testClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// show shows a state and waits until it is on the bus.
func show(t *testing.T, r *Remote, s RemoteState) {
	t.Helper()
	r.Show(s)
	testkit.Eventually(t, "the state to be shown", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.shown == s && len(r.wake) == 0
	})
	time.Sleep(20 * time.Millisecond) // for its signals
}

// TestRemote controls playback over a bus as a desktop does.
func TestRemote(t *testing.T) {
	privateBus(t)
	var mu sync.Mutex
	var asked []string
	ask := func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, fmt.Sprintf(format, args...))
	}
	does := func(name string) func() { return func() { ask("%s", name) } }
	clock := &testClock{now: time.Now()}
	r := NewRemote(RemoteActions{
		Play: does("play"), Pause: does("pause"), Toggle: does("toggle"),
		Stop: does("stop"), Next: does("next"), Previous: does("previous"),
		SeekBy: func(d time.Duration) { ask("by %v", d) },
		SeekTo: func(id string, d time.Duration) { ask("%s to %v", id, d) },
		Volume: func(v float64) { ask("volume %v", v) },
		Speed:  func(v float64) { ask("speed %v", v) }, Raise: does("raise"), Quit: does("quit"),
	}, clock.Now)
	defer r.Close()
	bus := testkit.Must(dbus.ConnectSessionBus())(t)
	defer bus.Close()
	show(t, r, RemoteState{})
	if owned := owners(t, bus); owned {
		t.Error("it appears before anything is played")
	}
	state := RemoteState{
		Loaded: true, Playing: true, ID: "id 1", Title: "Harbour news", Artist: "The harbour",
		Length: time.Minute, At: 3 * time.Second, Volume: 0.5, Next: true, Seekable: true,
	}
	show(t, r, state)
	o := bus.Object(mprisName, mprisPath)
	for name, want := range map[string]any{
		"PlaybackStatus": "Playing", "Position": int64(3e6), "Volume": 0.5,
		"CanGoNext": true, "CanGoPrevious": false, "CanSeek": true,
	} {
		if v, err := o.GetProperty(mprisPlayer + "." + name); err != nil || !reflect.DeepEqual(v.Value(), want) {
			t.Errorf("%s is %v, want %v; %v", name, v, want, err)
		}
	}
	track, _ := o.GetProperty(mprisPlayer + ".Metadata")
	data, _ := track.Value().(map[string]dbus.Variant)
	if artist, _ := data["xesam:artist"].Value().([]string); len(artist) != 1 || artist[0] != "The harbour" {
		t.Errorf("by %v", data["xesam:artist"])
	}
	if data["xesam:title"].Value() != "Harbour news" || data["mpris:length"].Value() != int64(60e6) {
		t.Errorf("%v", track)
	}
	id, _ := data["mpris:trackid"].Value().(dbus.ObjectPath)
	for _, call := range []struct {
		method string
		args   []any
	}{
		{mprisPlayer + ".Play", nil},
		{mprisPlayer + ".Pause", nil},
		{mprisPlayer + ".PlayPause", nil},
		{mprisPlayer + ".Stop", nil},
		{mprisPlayer + ".Next", nil},
		{mprisPlayer + ".Previous", nil},
		{mprisPlayer + ".Seek", []any{int64(-5e6)}},
		{mprisPlayer + ".SetPosition", []any{id, int64(7e6)}},
		{mprisPlayer + ".SetPosition", []any{noTrack, int64(9e6)}},
		{mprisRoot + ".Raise", nil},
		{mprisRoot + ".Quit", nil},
	} {
		if err := o.Call(call.method, 0, call.args...).Err; err != nil {
			t.Errorf("%s: %v", call.method, err)
		}
	}
	testkit.Check(t, o.SetProperty(mprisPlayer+".Volume", dbus.MakeVariant(0.25)))
	testkit.Check(t, o.SetProperty(mprisPlayer+".Rate", dbus.MakeVariant(1.5)))
	testkit.Check(t, o.SetProperty(mprisPlayer+".Rate", dbus.MakeVariant(0.0)))
	for name, want := range map[string]float64{"MinimumRate": 0.5, "MaximumRate": 3} {
		if v, err := o.GetProperty(mprisPlayer + "." + name); err != nil || v.Value() != want {
			t.Errorf("%s is %v, want %v; %v", name, v, want, err)
		}
	}
	want := []string{
		"play", "pause", "toggle", "stop", "next", "previous", "by -5s",
		"id 1 to 7s", "raise", "quit", "volume 0.25", "speed 1.5", "pause",
	}
	mu.Lock()
	if !reflect.DeepEqual(asked, want) {
		t.Errorf("%q, want %q", asked, want)
	}
	mu.Unlock()
	seeked(t, bus, r, clock, state)
}

func owners(t *testing.T, bus *dbus.Conn) (owned bool) {
	t.Helper()
	testkit.Check(t, bus.BusObject().Call("org.freedesktop.DBus.NameHasOwner", 0, mprisName).Store(&owned))
	return owned
}

// seeked checks that each seek is signalled, but not the passing of time, or silence that is left out.
func seeked(t *testing.T, bus *dbus.Conn, r *Remote, clock *testClock, s RemoteState) {
	testkit.NoError(t, bus.AddMatchSignal(dbus.WithMatchInterface(mprisPlayer), dbus.WithMatchMember("Seeked")))
	signals := make(chan *dbus.Signal, 8)
	bus.Signal(signals)
	at := func(place time.Duration) {
		s.At = place
		show(t, r, s)
	}
	clock.pass(time.Second)
	at(4 * time.Second)
	at(30 * time.Second)
	s.Seeks++
	at(31 * time.Second)
	at(31250 * time.Millisecond)
	s.Seeks++
	at(31 * time.Second)
	s.ID, s.Title = "id 2", "Tide"
	at(0)
	s.Seeks++
	s.ID, s.Title = "id 3", "Winds"
	at(20 * time.Second)
	for _, want := range []int64{31e6, 31e6, 20e6} {
		select {
		case g := <-signals:
			if len(g.Body) != 1 || g.Body[0] != want {
				t.Errorf("%v, want %d", g.Body, want)
			}
		case <-time.After(2 * time.Minute):
			t.Errorf("the seek to %d was not signalled", want)
		}
	}
	if err := bus.BusObject().Call("org.freedesktop.DBus.GetId", 0).Err; err != nil { // all signals have come then
		t.Error(err)
	}
	if len(signals) > 0 {
		t.Errorf("%v", <-signals)
	}
}

// TestNextRecording shows alternating recordings while the desktop reads all properties. None of an earlier recording
// may stay.
func TestNextRecording(t *testing.T) {
	privateBus(t)
	r := NewRemote(RemoteActions{}, time.Now)
	defer r.Close()
	bus := testkit.Must(dbus.ConnectSessionBus())(t)
	defer bus.Close()
	long := RemoteState{
		Loaded: true, ID: "1", Title: "Harbour news", Artist: "The harbour", Album: "News", Length: time.Minute,
	}
	short := RemoteState{Loaded: true, ID: "2", Title: "Sea"}
	show(t, r, long)
	o := bus.Object(mprisName, mprisPath)
	var reading sync.WaitGroup
	for range 4 {
		reading.Go(func() {
			for range 50 {
				testkit.Check(t, o.Call(propertiesInterface+".GetAll", 0, mprisPlayer).Err)
			}
		})
	}
	for range 5 {
		show(t, r, long)
		show(t, r, short)
	}
	reading.Wait()
	track, err := o.GetProperty(mprisPlayer + ".Metadata")
	data, _ := track.Value().(map[string]dbus.Variant)
	if err != nil || len(data) != 2 || data["xesam:title"].Value() != "Sea" {
		t.Errorf("%v, %v", track, err)
	}
}

// TestRefusedByTheRemote sets invalid values, which must be refused and never shown.
func TestRefusedByTheRemote(t *testing.T) {
	privateBus(t)
	asked := make(chan float64, 8)
	r := NewRemote(RemoteActions{Volume: func(v float64) { asked <- v }, Speed: func(v float64) { asked <- v }},
		time.Now)
	defer r.Close()
	state := RemoteState{Loaded: true, ID: "id 1", Volume: 0.5, Speed: 1}
	show(t, r, state)
	bus := testkit.Must(dbus.ConnectSessionBus())(t)
	defer bus.Close()
	o := bus.Object(mprisName, mprisPath)
	for property, values := range map[string][]float64{"Rate": {0.49, -1, 9, math.NaN()}, "Volume": {math.NaN()}} {
		for _, v := range values {
			if err := o.SetProperty(mprisPlayer+"."+property, dbus.MakeVariant(v)); err == nil {
				t.Errorf("%s may be %v", property, v)
			}
		}
	}
	if len(asked) > 0 {
		t.Errorf("playback was asked for %v", <-asked)
	}
	if v, err := o.GetProperty(mprisPlayer + ".Rate"); err != nil || v.Value() != 1.0 {
		t.Errorf("the rate is shown as %v, %v", v, err)
	}
	testkit.NoError(t, o.SetProperty(mprisPlayer+".Volume", dbus.MakeVariant(7.0)))
	<-asked
	state.Volume = 1 // the player's value
	show(t, r, state)
	if v, err := o.GetProperty(mprisPlayer + ".Volume"); err != nil || v.Value() != 1.0 {
		t.Errorf("the volume is shown as %v, %v", v, err)
	}
}

// TestDeafBus uses a bus that accepts connections and never answers. Nothing may wait for it, not even Close.
func TestDeafBus(t *testing.T) {
	dir := testkit.Must(os.MkdirTemp("", "bus"))(t)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	socket := filepath.Join(dir, "bus")
	l := testkit.Must(net.Listen("unix", socket))(t)
	defer l.Close()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+socket)
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path="+socket)
	t.Setenv("DISPLAY", "")
	done := make(chan struct{})
	go func() {
		defer close(done)
		a := KeepAwake("a public screen", nil)
		n := NewNotifier()
		n.Send("100", "Page 100 has changed", "Tide", func() {}, func() {})
		r := NewRemote(RemoteActions{}, time.Now)
		r.Show(RemoteState{Loaded: true})
		time.Sleep(50 * time.Millisecond) // for them to connect
		n.Close()
		r.Close()
		a.Release()
	}()
	select {
	case <-done:
	case <-time.After(busAnswers):
		t.Fatal("the end waits for the bus")
	}
}

// TestNoBus checks that no bus is started if there is none.
func TestNoBus(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	failed := make(chan struct{})
	n := NewNotifier()
	defer n.Close()
	n.Send("100", "Page 100 has changed", "Tide", func() {}, func() { close(failed) })
	<-failed
}

// TestRemoteOutlivesTheBus closes the connection to the bus while a state is shown, as also happens when the program
// ends. Later states must be shown on a new connection.
func TestRemoteOutlivesTheBus(t *testing.T) {
	privateBus(t)
	r := NewRemote(RemoteActions{}, time.Now)
	defer r.Close()
	show(t, r, RemoteState{Loaded: true, ID: "id 1", Title: "One"})
	_ = r.bus.Close()
	show(t, r, RemoteState{Loaded: true, ID: "id 2", Title: "Two"})
	show(t, r, RemoteState{Loaded: true, ID: "id 3", Title: "Three"})
	bus := testkit.Must(dbus.ConnectSessionBus())(t)
	defer bus.Close()
	track, err := bus.Object(mprisName, mprisPath).GetProperty(mprisPlayer + ".Metadata")
	if err != nil || track.Value().(map[string]dbus.Variant)["xesam:title"].Value() != "Three" {
		t.Errorf("%v, %v", track, err)
	}
}
