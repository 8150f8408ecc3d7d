package endtoend

import (
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"sextant/app/testkit"
)

// The monitors of newTwoMonitors.
var (
	firstMonitor  = image.Rect(0, 0, 1280, 800)
	secondMonitor = image.Rect(1280, 0, 1280+800, 600)
)

// twoMonitors configures Xorg with monitors that need no hardware.
const twoMonitors = `Section "ServerFlags"
	Option "AutoAddDevices" "false"
EndSection
Section "Device"
	Identifier "device"
	Driver "dummy"
	VideoRam 65536
EndSection
Section "Monitor"
	Identifier "monitor"
	HorizSync 5-1000
	VertRefresh 5-200
	Modeline "1280x800" 83.5 1280 1352 1480 1680 800 803 809 831
EndSection
Section "Screen"
	Identifier "screen"
	Device "device"
	Monitor "monitor"
	DefaultDepth 24
	SubSection "Display"
		Depth 24
		Virtual 2080 800
		Modes "1280x800"
	EndSubSection
EndSection
`

// newTwoMonitors starts an X server with two monitors side by side, which Xvfb cannot have.
func newTwoMonitors(t *testing.T) *display {
	t.Helper()
	need(t)
	if os.Getenv("SEXTANT_NEED_XORG") == "" {
		need(t, "Xorg", "xrandr", "openbox")
	}
	d := &display{dir: shortDir(t), screen: firstMonitor.Union(secondMonitor)}
	config := filepath.Join(d.dir, "xorg.conf")
	if err := os.WriteFile(config, []byte(twoMonitors), 0o600); err != nil {
		t.Fatal(err)
	}
	d.name, d.server = startX(t, "Xorg", "-config", config, "-logfile", filepath.Join(d.dir, "log"))
	for _, args := range [][]string{
		{"--output", "DUMMY1", "--set", "WIDTH_MM", "300", "--set", "HEIGHT_MM", "200"}, // connects it
		{"--newmode", "second", "40", "800", "840", "968", "1056", "600", "601", "605", "628"},
		{"--addmode", "DUMMY1", "second"},
		{"--output", "DUMMY1", "--mode", "second", "--pos", "1280x0"},
		{"--query"}, // detects it
	} {
		c := exec.Command("xrandr", args...)
		c.Env = append(os.Environ(), "DISPLAY="+d.name)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("xrandr %v: %v, %s", args, err, out)
		}
	}
	d.begin(t)
	d.manage(t)
	return d
}

// TestSecondMonitor shows the playlist on the second monitor by the dialog, with keys alone. The window stays on the
// first one with its page. Holding Escape leaves the public screen.
func TestSecondMonitor(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	d := newTwoMonitors(t)
	service, picture := serveDemo(t)
	withSettings(t, d, map[string]any{"knowsDemo": true})
	list := "show = [\"102/1\", \"103/1\"]\n" + dwells + "[screen]\nmargins = 0\n"
	if err := os.WriteFile(filepath.Join(profile(d.dir), "playlist.toml"), []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	k := &kiosk{d.start(t, nil, service.options()...), picture}
	k.untilPicture(picture(100, 1), plain)
	at, window := k.bounds(), k.window
	if !at.In(firstMonitor) {
		t.Fatalf("the window is at %v", at)
	}
	shows := func(page int) bool {
		size := secondMonitor.Size()
		return fits(k.shot(secondMonitor), picture(page, 1), onScreen, size.X, size.Y)
	}
	k.named("show on this screen")
	k.slowly("Shift+Tab", "Left", "Tab", "Tab", "Right", "Return")
	k.until("the playlist on the second monitor", func() bool { return shows(102) || shows(103) })
	k.until("the screen to have the keyboard", k.hasKeyboard)
	if got := k.bounds(); got != secondMonitor {
		t.Errorf("the screen is at %v", got)
	}
	k.window = window
	if got := k.bounds(); got != at {
		t.Errorf("the window is at %v, and was at %v", got, at)
	}
	k.untilPicture(picture(100, 1), plain)
	k.hold("Escape", 2*time.Second)
	k.untilBack(at, 100)
}
