package app

import (
	"errors"
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
		t.Skip("only X and Wayland can be missing")
	}
	env := func(values map[string]string) func(string) string {
		return func(name string) string { return values[name] }
	}
	if err := checkDisplay(noEnv); !errors.Is(err, errNoDisplay) {
		t.Error(err)
	}
	if err := checkDisplay(env(map[string]string{"DISPLAY": ":9999"})); err == nil {
		t.Error("a dead display was taken for a living one")
	}
	if err := checkDisplay(env(map[string]string{"WAYLAND_DISPLAY": "wayland-0"})); err != nil {
		t.Error(err)
	}
}
