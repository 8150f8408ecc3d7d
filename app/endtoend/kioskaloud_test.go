package endtoend

import (
	"slices"
	"strings"
	"testing"
)

// TestKioskAloud has a public screen read aloud. What is being said keeps the page there, and a viewer's key silences
// it.
func TestKioskAloud(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	service, picture := serveDemo(t)
	r, env := newReader(t, d.dir, "the lighthouse at Cape Vernier")
	k := startKiosk(t, d, service, picture,
		"show = [\"104\", \"103\"]\n[dwell]\nfixed = \"2s\"\n[screen]\naloud = true\n", env...)
	k.untilPage(103)
	var said []string
	k.until("what is said of both pages", func() bool {
		said, _ = r.all()
		return len(said) > 2 && strings.Contains(said[len(said)-1], "the lighthouse at Cape Vernier")
	})
	if !slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, "Bell buoy to be tuned") }) {
		t.Errorf("said: %q", said)
	}
	k.press("Space")
	k.until("silence", func() bool { _, cut := r.all(); return !cut.IsZero() })
	if now, _ := r.all(); len(now) != len(said) {
		t.Errorf("more is said: %q", now[len(said):])
	}
	k.press("Space")
	k.untilPage(104)
	k.end()
}
