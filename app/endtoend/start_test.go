package endtoend

import (
	"context"
	"errors"
	"image"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"sextant/app/testkit/race"
)

// TestCommandLine runs the program with command lines that end at once, and in different environments.
func TestCommandLine(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	for name, test := range map[string]func(*testing.T){
		"bad start": badStart, "bad address": badAddress, "without a window": withoutWindow,
		"without OpenGL": withoutOpenGL, "after a window manager": afterWindowManager, "locales": locales,
		"language of the system": languageOfTheSystem, "zones of exports": zonesOfExports,
	} {
		t.Run(name, test)
	}
}

// badStart starts the program where it cannot open a window, or with an invalid command line: each time it prints why
// in a sentence.
func badStart(t *testing.T) {
	for _, c := range []struct {
		name   string
		env    []string
		args   []string
		status int
		says   string
	}{
		{"no display", nil, nil, 1, "no display"},
		{"dead display", []string{"DISPLAY=:9999"}, nil, 1, "display"},
		{"dead Wayland display", []string{"WAYLAND_DISPLAY=nowhere-0"}, nil, 1, "display"},
		{"no page", nil, []string{"99"}, 2, "page numbers go from 100 to 899"},
		{"no option", nil, []string{"--nonsense"}, 2, "nonsense"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, status := runOnce(t, c.env, c.args...)
			sentence := strings.HasPrefix(out, "sextant: ") && strings.Contains(out, c.says)
			if status != c.status || !sentence || strings.Contains(out, "goroutine ") {
				t.Errorf("exit status %d, want %d, and says:\n%s", status, c.status, head(out))
			}
		})
	}
}

// badAddress starts the program with a display, but an invalid address.
func badAddress(t *testing.T) {
	d := newDisplay(t)
	out, status := runOnce(t, []string{"DISPLAY=" + d.name}, "--base-url", "ftp://example.org")
	if status != 2 || !strings.HasPrefix(out, "sextant: ") || !strings.Contains(out, "http://") {
		t.Errorf("exit status %d, and says:\n%s", status, head(out))
	}
}

// withoutWindow runs commands that need no window.
func withoutWindow(t *testing.T) {
	for option, says := range map[string]string{"--version": "Sextant ", "--help": "Usage:"} {
		if out, status := runOnce(t, nil, option); status != 0 || !strings.Contains(out, says) {
			t.Errorf("%s: exit status %d, and says:\n%s", option, status, head(out))
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

// locales runs the program under locales without a language, which must not be an error.
func locales(t *testing.T) {
	for _, locale := range []string{
		"LANG=C", "LC_ALL=C", "LANG=tlh_XX.UTF-8", "LC_ALL=nonsense",
		"LANG=POSIX", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "LANG=",
	} {
		env := []string{"LANG=", "LC_ALL=", locale}
		dir := shortDir(t)
		for _, args := range [][]string{
			{"--help"}, {"--version"}, {"demo", "--help"}, {"export", "100", "--profile", profile(dir)},
		} {
			if out, status := runIn(t, dir, env, args...); status != 0 || strings.Contains(out, "ocale") ||
				strings.Contains(out, "Fyne") || strings.Contains(out, "teksti") {
				t.Errorf("%s, %v: status %d, and says:\n%s", locale, args, status, head(out))
			}
		}
	}
	for _, locale := range []string{"LC_ALL=C", "LC_ALL=C.UTF-8"} {
		d := newDisplay(t)
		s := d.start(t, []string{"LANG=", locale})
		s.untilTitle("100")
		s.quit()
		if out := s.out.String(); strings.Contains(out, "ocale") {
			t.Errorf("%s: the window says:\n%s", locale, head(out))
		}
	}
}

// languageOfTheSystem prints the help in the languages of systems and settings.
func languageOfTheSystem(t *testing.T) {
	dir := shortDir(t)
	for _, c := range []struct{ env, args, want string }{
		{"LANG=fi_FI.UTF-8", "--help", "Käyttö:"},
		{"LANG=sv_FI.UTF-8", "--help", "Användning:"},
		{"LANGUAGE=sv:fi", "relay --help", "Användning:"},
		{"LANG=de_DE.UTF-8", "--help", "Aufruf:"},
		{"LANG=nl_NL.UTF-8", "--help", "Usage:"},
		{"LANG=fi_FI.UTF-8", "export 99", "sivunumerot"},
		{"LANG=fi_FI.UTF-8", "--language sv --help", "Användning:"},
		{"LANG=fi_FI.UTF-8", "kiosk", "anna komento"},
	} {
		out, _ := runIn(t, dir, []string{"LANG=", "LC_ALL=", c.env}, strings.Fields(c.args)...)
		if !strings.Contains(out, c.want) {
			t.Errorf("%s, %s says:\n%s", c.env, c.args, head(out))
		}
	}
	if out, status := runIn(t, dir, nil, "--language", "tlh", "100"); status != 2 ||
		!strings.Contains(out, "Language tlh") {
		t.Errorf("a language that there is not: status %d, %s", status, out)
	}
}

// zonesOfExports exports a page on machines in three time zones: the service's time is the same, and has its zone if
// the machine's clock shows another time.
func zonesOfExports(t *testing.T) {
	changed := regexp.MustCompile(`changed \d+ \w+ \d{4}, \d\d:\d\d( [A-Z]+)?<`)
	seen := map[string]bool{}
	for zone, marked := range map[string]bool{"UTC": true, "Europe/Helsinki": false, "America/Los_Angeles": true} {
		out, status := runIn(t, shortDir(t), []string{"TZ=" + zone},
			"export", "899", "--format", "html", "--profile", shortDir(t))
		m := changed.FindStringSubmatch(out)
		if status != 0 || m == nil || (m[1] != "") != marked {
			t.Errorf("in %s: status %d, %q", zone, status, m)
			continue
		}
		seen[strings.TrimSuffix(strings.TrimSuffix(m[0], "<"), m[1])[:len("changed 1 January")]] = true
	}
	if len(seen) != 1 {
		t.Errorf("the days are %v", seen)
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
