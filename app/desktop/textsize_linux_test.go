package desktop

import (
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"sextant/app/testkit"
)

// TestFollowTextSize sets the size of the desktop's text, as its settings do, while the program runs.
func TestFollowTextSize(t *testing.T) {
	privateDisplay(t, "xrdb")
	set := func(resources string) {
		t.Helper()
		load := exec.Command("xrdb", "-merge")
		load.Stdin = strings.NewReader(resources)
		if out, err := load.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	set("Xft.dpi: 96\n")
	var size atomic.Uint64
	stop := FollowTextSize(func(dpi float64) { size.Store(uint64(dpi)) })
	testkit.Eventually(t, "the first size", func() bool {
		set("Xft.dpi: 96\n")
		set("Xft.dpi: 144\n")
		return size.Load() == 144
	})
	set("Xft.dpi: many\n")
	set("Xft.dpi: 192\n")
	testkit.Eventually(t, "the second size", func() bool { return size.Load() == 192 })
	stop()
}

func FuzzTextSize(f *testing.F) {
	f.Add("Xft.antialias:\t1\nXft.dpi:\t144\n")
	f.Add("Xft.dpi: -1")
	f.Fuzz(func(t *testing.T, resources string) {
		if dpi, ok := textSizeOf(resources); ok && (dpi < 24 || dpi > 960) {
			t.Errorf("%q: %v", resources, dpi)
		}
	})
}
