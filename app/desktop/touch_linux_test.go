package desktop

import (
	"testing"
	"testing/fstest"
)

// TestTouches searches a touch screen among input devices as the kernel lists them.
func TestTouches(t *testing.T) {
	device := func(properties, abs string) fstest.MapFS {
		return fstest.MapFS{
			"input3/properties":       {Data: []byte("0\n")},
			"input3/capabilities/abs": {Data: []byte("0\n")},
			"input7/properties":       {Data: []byte(properties + "\n")},
			"input7/capabilities/abs": {Data: []byte(abs + "\n")},
		}
	}
	for name, tt := range map[string]struct {
		devices fstest.MapFS
		want    bool
	}{
		"a touch screen":      {device("2", "2e6800000000003"), true},
		"a pad":               {device("5", "2e6800000000003"), false},
		"a tablet with a pen": {device("2", "1000003"), false},
		"nonsense":            {device("x", ""), false},
		"nothing":             {fstest.MapFS{}, false},
	} {
		if got := touches(tt.devices); got != tt.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
