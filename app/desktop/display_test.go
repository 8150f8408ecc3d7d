package desktop

import (
	"errors"
	"net"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
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
		if got := append([]string{network}, addresses...); (err == nil) != (want != nil) || err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, %v", display, got, err)
		}
	}
}

func TestCheckDisplay(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only X can be missing")
	}
	if err := CheckDisplay(withoutDisplay); !errors.Is(err, errNoDisplay) {
		t.Error(err)
	}
	for _, display := range []string{":9999", "nonsense"} {
		if err := CheckDisplay(func(string) string { return display }); err == nil {
			t.Errorf("%s was taken for a display", display)
		}
	}
	dir := t.TempDir()
	wayland := map[string]string{"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": dir}
	env := func(name string) string { return wayland[name] }
	if err := CheckDisplay(env); err == nil {
		t.Error("a socket that is missing was taken for a display")
	}
	socket, err := net.Listen("unix", filepath.Join(dir, "wayland-0"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	if err := CheckDisplay(env); err != nil {
		t.Errorf("with a display for Wayland alone: %v", err)
	}
}

func withoutDisplay(string) string { return "" }
