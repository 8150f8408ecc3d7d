package endtoend

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"sextant/app/testkit/race"
)

// TestBadStart starts the program where it cannot open a window, or with a command line that makes no
// sense: each time it says why in a sentence.
func TestBadStart(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
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

// TestBadAddress has a display, but an address that is none.
func TestBadAddress(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	d := newDisplay(t)
	out, status := runOnce(t, []string{"DISPLAY=" + d.name}, "--base-url", "ftp://example.org")
	if status != 2 || !strings.HasPrefix(out, "sextant: ") || !strings.Contains(out, "http://") {
		t.Errorf("exit status %d, and says:\n%s", status, head(out))
	}
}

// TestWithoutWindow asks for what needs no window.
func TestWithoutWindow(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	for option, says := range map[string]string{"--version": "Sextant ", "--help": "Usage:"} {
		if out, status := runOnce(t, nil, option); status != 0 || !strings.Contains(out, says) {
			t.Errorf("%s: exit status %d, and says:\n%s", option, status, head(out))
		}
	}
}

// runOnce runs the program to its end, which should come at once.
func runOnce(t *testing.T, env []string, args ...string) (out string, status int) {
	t.Helper()
	dir := shortDir(t)
	return runIn(t, dir, env, append([]string{"--profile", profile(dir)}, args...)...)
}

// runIn does it with a folder for all its files, and a command line as it is.
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

// head is as much of an output as a report needs.
func head(out string) string {
	lines := strings.Split(out, "\n")
	return strings.Join(lines[:min(len(lines), 12)], "\n")
}
