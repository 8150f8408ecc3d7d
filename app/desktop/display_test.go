package desktop

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
}

func withoutDisplay(string) string { return "" }
