package window

import (
	"slices"
	"strings"
	"testing"

	"sextant/app/testkit/servicetest"
)

// TestDialogsByKeys opens each dialog, presses Tab more often than there are controls, scrolls, and checks that Escape
// closes it wherever the focus is.
func TestDialogsByKeys(t *testing.T) {
	inWindow(t, servicetest.Demo(t), nil, func(t *testing.T, u *user) {
		through := func(name string, keys ...string) {
			t.Helper()
			if !u.covered() {
				t.Fatalf("%s is not open", name)
			}
			u.press(slices.Repeat([]string{"Tab"}, 23)...)
			u.press(keys...)
			u.press("Esc")
			u.plain(name)
		}
		for _, d := range []struct {
			name, says string
			open       []string
		}{
			{"page information", "Network", []string{"Ctrl+I"}},
			{"about", "Sextant", []string{"F10", "a", "a", "Enter"}}, // the first is All commands
			{"all commands", "Next page", []string{"Ctrl+Shift+P"}},
			{"watches", "Watch", []string{"F10", "g", "Right", "w", "Enter"}},
			{"export", "Save or share", []string{"F10", "p", "Right", "s", "Enter"}},
			{"settings", "Settings", []string{"F10", "s", "s", "Enter"}}, // the first is that of the services
		} {
			if u.press(d.open...); !strings.Contains(u.says(), d.says) {
				t.Errorf("%s says %q", d.name, u.says())
			}
			through(d.name, "PgDn", "Home", "Shift+Tab")
		}
		u.folder = t.TempDir()
		u.named("Save picture")
		through("save", "PgDn", "Home", "Shift+Tab")
		u.press("Ctrl+I", "Ctrl+A", "Ctrl+C", "Esc")
		if got := u.parts.App.Clipboard().Content(); !strings.HasPrefix(got, "Page: 100/1\nName: Index\n") {
			t.Errorf("copied %q", got)
		}
		u.press("Ctrl+M")
		u.pressAndSee("i")
		u.pressAndSee("Tab")
		u.pressAndSee("Enter") // opens the technical details
		u.pressAndSee("Enter") // closes them
		through("details", "End")
		u.press("Menu", "Up", "Enter")
		through("playouts")
	})
}
