package endtoend

import (
	"context"
	"errors"
	"image"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// TestStart starts the program on displays that it cannot use, with locales that the toolkit would complain of, and on
// a display whose window manager died.
func TestStart(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	t.Run("without a display", withoutDisplay)
	t.Run("without OpenGL", withoutOpenGL)
	t.Run("after a window manager", afterWindowManager)
	t.Run("locale", locale)
}

// withoutDisplay starts the program where it cannot open a window: each time it prints why in a sentence.
func withoutDisplay(t *testing.T) {
	for env, says := range map[string]string{
		"DISPLAY=": "no display", "DISPLAY=:9999": "display", "WAYLAND_DISPLAY=nowhere-0": "display",
	} {
		out, status := runOnce(t, []string{env})
		sentence := strings.HasPrefix(out, "sextant: ") && strings.Contains(out, says)
		if status != 1 || !sentence || strings.Contains(out, "goroutine ") {
			t.Errorf("%s: exit status %d, and says:\n%s", env, status, head(out))
		}
	}
}

// withoutOpenGL starts the program and a public screen on displays without OpenGL, and without a driver for it. Each
// ends at once, with a sentence.
func withoutOpenGL(t *testing.T) {
	need(t, "Xvfb")
	with, _ := startXvfb(t, image.Pt(640, 480))
	without, _ := startXvfb(t, image.Pt(640, 480), "-extension", "GLX")
	for _, env := range [][]string{{"DISPLAY=" + without}, {"DISPLAY=" + with, "LIBGL_DRIVERS_PATH=/nonexistent"}} {
		for _, args := range [][]string{{"150"}, {"--kiosk", "150"}} {
			out, status := runOnce(t, env, args...)
			if status != 1 || !strings.Contains(out, "sextant: Sextant needs OpenGL") ||
				strings.Contains(out, "goroutine ") {
				t.Errorf("%s %s: exit status %d, and says:\n%s", env, args, status, head(out))
			}
		}
	}
}

// afterWindowManager starts the program on a display whose window manager died and left its mark.
func afterWindowManager(t *testing.T) {
	d := newBareDisplay(t, screenWidth, screenHeight)
	const gone = 0x1234567
	mark := make([]byte, 4)
	xgb.Put32(mark, gone)
	if err := xproto.ChangePropertyChecked(d.conn, xproto.PropModeReplace, d.root,
		d.atom("_NET_SUPPORTING_WM_CHECK"), xproto.AtomWindow, 32, 1, mark).Check(); err != nil {
		t.Fatal(err)
	}
	s := d.run(t, nil, "150")
	s.until("the window", func() bool {
		tree, err := xproto.QueryTree(d.conn, d.root).Reply()
		return err == nil && slices.ContainsFunc(tree.Children, func(w xproto.Window) bool {
			return strings.HasPrefix(string(d.property(w, "_NET_WM_NAME")), "Sextant")
		})
	})
}

// locale starts the program under a locale without a language, which must not be an error.
func locale(t *testing.T) {
	d := newDisplay(t)
	s := d.start(t, []string{"LANG=", "LC_ALL=C.UTF-8"})
	s.untilTitle("100")
	s.quit()
	if out := s.out.String(); strings.Contains(out, "ocale") {
		t.Errorf("the window says:\n%s", head(out))
	}
}

// runOnce runs the program until it ends, which must be soon.
func runOnce(t *testing.T, env []string, args ...string) (out string, status int) {
	t.Helper()
	dir := shortDir(t)
	return runIn(t, dir, env, append([]string{"--profile", profile(dir)}, args...)...)
}

// runIn is runOnce with a folder for all its files, and an unchanged command line.
func runIn(t *testing.T, dir string, env []string, args ...string) (out string, status int) {
	t.Helper()
	need(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, os.Args[0], args...)
	c.Env = environment(dir, env...)
	data, err := c.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return string(data), c.ProcessState.ExitCode()
}

// head returns the start of an output, for messages.
func head(out string) string {
	lines := strings.Split(out, "\n")
	return strings.Join(lines[:min(len(lines), 12)], "\n")
}
