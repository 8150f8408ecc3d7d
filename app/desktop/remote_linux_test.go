package desktop

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

const busConfig = `<busconfig><type>session</type><listen>unix:path=%s</listen>
<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>`

// privateBus starts a bus of the test's own, and makes it the session's.
func privateBus(t *testing.T) {
	t.Helper()
	program, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("dbus-daemon is not installed")
	}
	dir, err := os.MkdirTemp("", "bus") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	socket, config := filepath.Join(dir, "bus"), filepath.Join(dir, "config")
	if err := os.WriteFile(config, fmt.Appendf(nil, busConfig, socket), 0o600); err != nil {
		t.Fatal(err)
	}
	daemon := exec.Command(program, "--nofork", "--nopidfile", "--config-file="+config)
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = daemon.Process.Kill()
		_ = daemon.Wait()
	})
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(socket); err == nil {
			break
		} else if time.Now().After(end) {
			t.Fatal("the bus did not come up")
		}
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+socket)
}

// TestRemote controls playback as a desktop does, over a real bus.
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
	now := time.Now()
	r := NewRemote(RemoteActions{
		Play: does("play"), Pause: does("pause"), Toggle: does("toggle"), Stop: does("stop"), Next: does("next"), Previous: does("previous"),
		SeekBy: func(d time.Duration) { ask("by %v", d) }, SeekTo: func(d time.Duration) { ask("to %v", d) },
		Volume: func(v float64) { ask("volume %v", v) }, Speed: func(v float64) { ask("speed %v", v) }, Raise: does("raise"), Quit: does("quit"),
	}, func() time.Time { return now })
	defer r.Close()
	bus, err := dbus.ConnectSessionBus()
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close()
	r.Show(RemoteState{})
	if owned := owners(t, bus); owned {
		t.Error("it appears before anything is played")
	}
	state := RemoteState{Loaded: true, Playing: true, Id: "id 1", Title: "Harbour news", Artist: "The harbour", Length: time.Minute, At: 3 * time.Second, Volume: 0.5, Next: true, Seekable: true}
	r.Show(state)
	o := bus.Object(mprisName, mprisPath)
	for name, want := range map[string]any{
		"PlaybackStatus": "Playing", "Position": int64(3e6), "Volume": 0.5, "CanGoNext": true, "CanGoPrevious": false, "CanSeek": true,
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
	if err := o.SetProperty(mprisPlayer+".Volume", dbus.MakeVariant(0.25)); err != nil {
		t.Error(err)
	}
	if err := o.SetProperty(mprisPlayer+".Rate", dbus.MakeVariant(1.5)); err != nil {
		t.Error(err)
	}
	want := []string{"play", "pause", "toggle", "stop", "next", "previous", "by -5s", "to 7s", "raise", "quit", "volume 0.25", "speed 1.5"}
	mu.Lock()
	if !reflect.DeepEqual(asked, want) {
		t.Errorf("%q, want %q", asked, want)
	}
	mu.Unlock()
	seeked(t, bus, r, state)
}

func owners(t *testing.T, bus *dbus.Conn) (owned bool) {
	t.Helper()
	if err := bus.BusObject().Call("org.freedesktop.DBus.NameHasOwner", 0, mprisName).Store(&owned); err != nil {
		t.Error(err)
	}
	return owned
}

// seeked sees that a jump is told, and that time going by is not.
func seeked(t *testing.T, bus *dbus.Conn, r *Remote, s RemoteState) {
	if err := bus.AddMatchSignal(dbus.WithMatchInterface(mprisPlayer), dbus.WithMatchMember("Seeked")); err != nil {
		t.Fatal(err)
	}
	signals := make(chan *dbus.Signal, 4)
	bus.Signal(signals)
	start := r.now()
	r.now = func() time.Time { return start.Add(time.Second) }
	s.At = 4 * time.Second
	r.Show(s)
	s.At = 30 * time.Second
	r.Show(s)
	select {
	case g := <-signals:
		if len(g.Body) != 1 || g.Body[0] != int64(30e6) {
			t.Errorf("%v", g)
		}
	case <-time.After(20 * time.Second):
		t.Error("the jump was not told")
	}
}
