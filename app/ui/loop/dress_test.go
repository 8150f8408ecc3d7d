package loop

import (
	"os"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sextant/widgets/core"
)

// TestDress sets theme and scale, and resets the scale. A scale that the environment set stays.
func TestDress(t *testing.T) {
	a := test.NewTempApp(t)
	t.Setenv(scaleVariable, "")
	d := NewDress(a, time.Now)
	for _, tt := range []struct {
		percent int
		want    string
	}{{75, "0.75"}, {300, "3.00"}, {0, ""}} {
		d.Wear(core.LightTheme(), tt.percent)
		if got := os.Getenv(scaleVariable); got != tt.want ||
			d.SizeIsGiven() || a.Settings().Theme() != core.LightTheme() {
			t.Errorf("%d %%: %q", tt.percent, got)
		}
	}
	t.Setenv(scaleVariable, "1.5")
	d = NewDress(a, time.Now)
	if d.Wear(core.Theme(), 300); os.Getenv(scaleVariable) != "1.5" ||
		!d.SizeIsGiven() || a.Settings().Theme() != core.Theme() {
		t.Errorf("what was given is now %q", os.Getenv(scaleVariable))
	}
}

// TestFitting checks that a chosen size is limited to the available room, but not below 100 percent.
func TestFitting(t *testing.T) {
	for _, tt := range []struct {
		percent       int
		width, height float32
		want          int
	}{
		{0, 480, 360, 0},
		{75, 480, 360, 75},
		{200, 480, 360, 100},
		{200, 320, 240, 100},
		{200, 1280, 800, 200},
		{300, 1280, 800, 220},
		{200, 1024, 600, 160},
		{300, 3840, 2160, 300},
		{300, 0, 0, 300},
	} {
		if got := fitting(tt.percent, fyne.NewSize(tt.width, tt.height)); got != tt.want {
			t.Errorf("%d %% in %vx%v: %d %%", tt.percent, tt.width, tt.height, got)
		}
	}
}
