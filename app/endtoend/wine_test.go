package endtoend

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/testkit/race"
)

// A wine is a machine of its own with Windows, as far as Wine is that, whose drive Z: is this one's.
type wine struct {
	prefix string
	path   string // of the program
}

// everywhere is set in the environment of the tests to have all windows be those of the program for Windows.
const everywhere = "SEXTANT_WINE"

// needWine skips a test where Wine or the compiler for Windows is not installed, unless SEXTANT_NEED_WINE is set. With
// SEXTANT_NEED_WINE=0 it is skipped anyway.
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

// windows is what all tests under Wine begin with: the program for Windows, and a prefix of which each gets a copy.
var windows = sync.OnceValues(func() (w wine, err error) {
	dir, err := os.MkdirTemp("", "wine")
	if err != nil {
		return w, err
	}
	w = wine{filepath.Join(dir, "prefix"), filepath.Join(dir, "sextant.exe")}
	// as .ci/package builds it, so that little is compiled for the two
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-tags", "accessibility",
		"-ldflags", "-s -w -H windowsgui", "-o", w.path, "./wine")
	c.Env = append(os.Environ(), "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=1", "CC=x86_64-w64-mingw32-gcc",
		"CGO_CFLAGS=-O2 -g -DAPIENTRY=__stdcall")
	for _, c := range []*exec.Cmd{c, exec.Command("sh", "../../.ci/wine", w.prefix)} {
		if out, wrong := c.CombinedOutput(); wrong != nil {
			err = errors.Join(err, fmt.Errorf("%v: %w, %s", c.Args, wrong, out))
		}
	}
	return w, err
})

// newWine makes a machine with Windows that ends with the test.
func newWine(t *testing.T) *wine {
	t.Helper()
	needWine(t)
	all, err := windows()
	if err != nil {
		t.Fatal(err)
	}
	w := &wine{filepath.Join(shortDir(t), "prefix"), all.path}
	// What is in it is never changed in place.
	if out, err := exec.Command("cp", "-al", all.prefix, w.prefix).CombinedOutput(); err != nil {
		t.Fatalf("copying a prefix: %v, %s", err, out)
	}
	t.Cleanup(func() {
		c := exec.Command("wineserver", "-k", "-w")
		c.Env = w.environment()
		_ = c.Run() // it has ended already where nothing runs
	})
	return w
}

// environment is all that programs get to know under Wine.
func (w *wine) environment(more ...string) []string {
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(w.prefix, "home"), "WINEPREFIX=" + w.prefix,
		"WINEDEBUG=-all", "WINEDLLOVERRIDES=mscoree,mshtml,uiautomationcore,winemenubuilder.exe=", "LANG=en_GB.UTF-8",
		"LC_ALL=en_GB.UTF-8", "FYNE_SCALE=1",
	}, more...)
}

// command is one of the program, which sees a display.
func (w *wine) command(d *display, env []string, args ...string) *exec.Cmd {
	c := exec.Command("wine", append([]string{w.path}, args...)...)
	c.Env = w.environment(append(env, "DISPLAY="+d.name)...)
	c.WaitDelay = 100 * time.Millisecond // Wine's own processes, which last longer, have its output too
	return c
}

// onWine is a path of this machine as programs under Wine know it.
func onWine(path string) string { return "Z:" + strings.ReplaceAll(path, "/", `\`) }
