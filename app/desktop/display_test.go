package desktop

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"

	"sextant/app/testkit"
)

func TestDisplayAddresses(t *testing.T) {
	for display, want := range map[string][]string{
		":0":             {"unix", "/tmp/.X11-unix/X0", "@/tmp/.X11-unix/X0"},
		":12.0":          {"unix", "/tmp/.X11-unix/X12", "@/tmp/.X11-unix/X12"},
		"localhost:10.0": {"tcp", "localhost:6010"},
		"nonsense":       nil,
		":x":             nil,
		":-1":            nil,
	} {
		network, addresses, err := displayAddresses(display)
		if got := append([]string{network}, addresses...); (err == nil) != (want != nil) ||
			err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, %v", display, got, err)
		}
	}
}

func TestCheckDisplay(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only X can be missing")
	}
	if _, err := CheckDisplay(withoutDisplay); !errors.Is(err, errNoDisplay) {
		t.Error(err)
	}
	for _, display := range []string{":9999", "nonsense"} {
		if _, err := CheckDisplay(func(string) string { return display }); err == nil {
			t.Errorf("%s was taken for a display", display)
		}
	}
	dir := t.TempDir()
	wayland := map[string]string{"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": dir}
	env := func(name string) string { return wayland[name] }
	if _, err := CheckDisplay(env); err == nil {
		t.Error("a socket that is missing was taken for a display")
	}
	for name, c := range map[string]struct {
		globals []string
		want    error
	}{
		"wayland-0": {[]string{"wl_compositor", "wl_seat", "wl_output"}, nil},
		"seatless":  {[]string{"wl_compositor", "wl_output", "wl_seat_of_another"}, errNoSeat},
		"empty":     {nil, errNoSeat},
	} {
		compositor(t, filepath.Join(dir, name), c.globals)
		wayland["WAYLAND_DISPLAY"] = name
		if platform, err := CheckDisplay(env); !errors.Is(err, c.want) || err == nil && platform != "wayland" {
			t.Errorf("%s: %s, %v", name, platform, err)
		}
	}
	wayland["DISPLAY"], wayland["WAYLAND_DISPLAY"] = ":9999", "seatless"
	if _, err := CheckDisplay(env); !errors.Is(err, errNoSeat) {
		t.Errorf("with no seat and no X: %v", err)
	}
	wayland["WAYLAND_DISPLAY"] = "wayland-0"
	if platform, err := CheckDisplay(env); err != nil || platform != "wayland" {
		t.Errorf("with a seat and no X: %s, %v", platform, err)
	}
	wayland[PlatformVariable] = "x11"
	if _, err := CheckDisplay(env); err == nil {
		t.Error("Wayland is looked at although X is wanted")
	}
}

// compositor announces interfaces on a socket until the test ends.
func compositor(t *testing.T, path string, globals []string) {
	t.Helper()
	l := testkit.Must(net.Listen("unix", path))(t)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = io.ReadFull(c, make([]byte, 24))
			var events []byte
			event := func(object uint32, words []uint32) {
				events = binary.NativeEndian.AppendUint32(events, object)
				events = binary.NativeEndian.AppendUint32(events, uint32(8+4*len(words))<<16)
				for _, w := range words {
					events = binary.NativeEndian.AppendUint32(events, w)
				}
			}
			for i, g := range globals {
				text := append([]byte(g), 0)
				words := []uint32{uint32(i), uint32(len(text))}
				for text = append(text, make([]byte, 3)...); len(text) >= 4; text = text[4:] {
					words = append(words, binary.NativeEndian.Uint32(text))
				}
				event(2, append(words, 1)) // the registry
			}
			event(3, []uint32{7}) // done
			_, _ = c.Write(events)
			_ = c.Close()
		}
	}()
}

func withoutDisplay(string) string { return "" }
