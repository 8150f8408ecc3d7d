package endtoend

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// A wine is a Wine prefix, whose drive Z: is the root of this machine.
type wine struct {
	prefix string
	path   string // of the program
}

// everywhere is the environment variable that makes all tests use the program for Windows.
const everywhere = "SEXTANT_WINE"

// needWine skips a test if Wine or the compiler for Windows is not installed, unless SEXTANT_NEED_WINE is set. With
// SEXTANT_NEED_WINE=0 it is always skipped.
func needWine(t *testing.T) {
	t.Helper()
	race.Skip(t, "it is about a program that is compiled without")
	need(t)
	must := os.Getenv("SEXTANT_NEED_WINE")
	if must == "0" {
		t.Skip("SEXTANT_NEED_WINE=0")
	}
	for _, p := range []string{"wine", "wineserver", "x86_64-w64-mingw32-gcc"} {
		if _, err := exec.LookPath(p); err != nil && must != "" {
			t.Fatalf("%s is not installed", p)
		} else if err != nil {
			t.Skipf("%s is not installed", p)
		}
	}
}

// madeForWine is the folder that windows created, nil for none.
var madeForWine atomic.Pointer[string]

// leaveWine removes the folder that windows created.
func leaveWine() {
	if dir := madeForWine.Load(); dir != nil {
		_ = os.RemoveAll(*dir)
	}
}

// windows builds the program for Windows, and creates a prefix, of which each test with Wine gets a copy.
var windows = sync.OnceValues(func() (w wine, err error) {
	dir, err := os.MkdirTemp("", "wine")
	if err != nil {
		return w, err
	}
	madeForWine.Store(&dir)
	w = wine{filepath.Join(dir, "prefix"), filepath.Join(dir, "sextant.exe")}
	// with the flags of .ci/package, so that both share the build cache
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-tags", "accessibility",
		"-ldflags", "-s -w -H windowsgui", "-o", w.path, "../../.ci/probed")
	c.Env = append(os.Environ(), "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=1", "CC=x86_64-w64-mingw32-gcc",
		"CGO_CFLAGS=-O2 -g -DAPIENTRY=__stdcall")
	for _, c := range []*exec.Cmd{c, exec.Command("sh", "../../.ci/wine", w.prefix)} {
		if out, wrong := c.CombinedOutput(); wrong != nil {
			err = errors.Join(err, fmt.Errorf("%v: %w, %s", c.Args, wrong, out))
		}
	}
	return w, err
})

// newWine creates a prefix for the test.
func newWine(t *testing.T) *wine {
	t.Helper()
	needWine(t)
	all, err := windows()
	if err != nil {
		t.Fatal(err)
	}
	w := &wine{filepath.Join(shortDir(t), "prefix"), all.path}
	// Hard links are enough: files in it are never changed in place.
	if out, err := exec.Command("cp", "-al", all.prefix, w.prefix).CombinedOutput(); err != nil {
		t.Fatalf("copying a prefix: %v, %s", err, out)
	}
	t.Cleanup(func() {
		c := exec.Command("wineserver", "-k", "-w")
		c.Env = w.environment()
		_ = c.Run() // it fails if no process runs
	})
	return w
}

// outputEnds is the time after a program's end at which its output is closed: Wine's own processes, which run longer,
// have it open too.
const outputEnds = 100 * time.Millisecond

// environment returns the complete environment of programs under Wine.
func (w *wine) environment(more ...string) []string {
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(w.prefix, "home"), "WINEPREFIX=" + w.prefix,
		"WINEDEBUG=-all", "WINEDLLOVERRIDES=mscoree,mshtml,uiautomationcore,winemenubuilder.exe=", "LANG=C.UTF-8",
		"LC_ALL=C.UTF-8", "FYNE_SCALE=1",
	}, more...)
}

// command returns a command that runs the program on a display.
func (w *wine) command(d *display, env []string, args ...string) *exec.Cmd {
	c := exec.Command("wine", append([]string{w.path}, args...)...)
	c.Env = w.environment(append(env, "DISPLAY="+d.name)...)
	c.WaitDelay = outputEnds
	return c
}

// onWine returns the path under Wine of a path on this machine.
func onWine(path string) string { return "Z:" + strings.ReplaceAll(path, "/", `\`) }

// holder opens a file without sharing it, and prints a line. It ends with its input.
const holder = `#include <windows.h>
#include <stdio.h>
int wmain(int count, wchar_t **words) {
	if (CreateFileW(words[1], GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL) == INVALID_HANDLE_VALUE) return 1;
	puts("held");
	fflush(stdout);
	getchar();
	return 0;
}`

// hold opens a file in another program until release is called.
func (w *wine) hold(t *testing.T, path string) (release func()) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "hold.exe")
	compile := exec.Command("x86_64-w64-mingw32-gcc", "-municode", "-o", program, "-x", "c", "-")
	compile.Stdin = strings.NewReader(holder)
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	c := exec.Command("wine", program, onWine(path))
	c.Env = w.environment()
	c.WaitDelay = outputEnds
	var said output
	c.Stdout = &said
	in, err := c.StdinPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	release = sync.OnceFunc(func() {
		_ = in.Close()
		_ = c.Wait()
	})
	t.Cleanup(release)
	eventually(t, "another program to hold "+path, func() bool { return strings.Contains(said.String(), "held") })
	return release
}

// TestWineHeldFile changes a setting while another program has the file of the settings open, in a profile whose path
// is longer than MAX_PATH (260 characters) and has Finnish letters. The program does not end before the setting is
// saved.
func TestWineHeldFile(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	d := newDisplay(t)
	if d.wine == nil {
		d.wine = newWine(t)
	}
	d.dir = filepath.Join(d.dir, strings.Repeat("Hyvää yötä, ", 12)+"hei", strings.Repeat("Åkerö ", 30)+"hej")
	e := newEditor(t)
	s := d.start(t, nil, serve(t, e).options()...)
	s.untilPicture(e.picture(100, 1), plain)
	release := d.wine.hold(t, filepath.Join(profile(d.dir), "settings.json"))
	s.press("Ctrl+K")
	s.untilPicture(e.picture(100, 1), layout{foot: withKeypad.foot, over: withNotice.over})
	s.press("Ctrl+Q")
	s.stays()
	release()
	s.press("Return")
	s.expectEnd()
	if !keypadOf(t, d.dir) {
		t.Error("that the keypad was shown is lost")
	}
}
