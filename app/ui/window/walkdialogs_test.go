package window

import (
	"slices"
	"strings"
	"testing"

	"sextant/app/settings"
	"sextant/app/testkit/servicetest"
)

// developers shows the technical commands.
func developers(s *settings.Settings) { s.Developers = true }

// TestDialogsByKeys opens each dialog, presses Tab more often than there are controls, scrolls, and checks that Escape
// closes it wherever the focus is.
func TestDialogsByKeys(t *testing.T) {
	inWindow(t, servicetest.Demo(t), developers, func(t *testing.T, u *user) {
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
			{"all commands", "Page 100", []string{"Ctrl+Shift+P"}},
			{"watches", "Watch", []string{"F10", "g", "Right", "w", "Enter"}},
			{"export", "Save page", []string{"F10", "p", "Right", "s", "Enter"}},
			{"settings", "Settings", []string{"F10", "s", "s", "s", "Enter"}}, // after Service and Show on this screen
		} {
			if u.press(d.open...); !strings.Contains(u.says(), d.says) {
				t.Errorf("%s says %q", d.name, u.says())
			}
			through(d.name, "PgDn", "Home", "Shift+Tab")
		}
		u.folder = t.TempDir()
		u.named("save picture") // an old name of Save
		u.press("Enter")
		through("save", "PgDn", "Home", "Shift+Tab")
		u.press("Ctrl+I", "Ctrl+A", "Ctrl+C", "Esc")
		if got := u.parts.App.Clipboard().Content(); !strings.HasPrefix(got, "Page: 100/1\nName: Index\n") {
			t.Errorf("copied %q", got)
		}
		u.press("Ctrl+M")
		u.pressAndSee("i")
		u.pressAndSee("Shift+Tab") // from the default button to the text
		u.pressAndSee("Enter")     // opens the technical details
		u.pressAndSee("Enter")     // closes them
		through("details", "End")
		u.press("Menu", "Up", "Enter")
		through("playouts")
	})
}
