package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sextant/app/guard"
	"sextant/app/settings"
)

// typed sets standard input to a text.
func typed(t *testing.T, text string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stdin
	os.Stdin = r
	t.Cleanup(func() {
		os.Stdin = before
		r.Close()
	})
	if _, err := w.WriteString(text); err != nil {
		t.Fatal(err)
	}
	w.Close()
}

// opens reports whether digits are the PIN of a profile.
func opens(dir, digits string) bool {
	ok, _ := guard.NewPIN(settings.Profile{Dir: dir}, time.Now).Try(digits)
	return ok
}

func TestPIN(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "profile")
	for _, tt := range []struct {
		in, args, said string
		status         int
		pin            string // afterwards
	}{
		{"12345\n", "", "PIN set.", 0, "12345"},
		{"0000\r\nmore", "", "PIN set.", 0, "0000"},
		{"123", "", "4 to 12 digits", 1, "0000"},
		{"", "", "4 to 12 digits", 1, "0000"},
		{strings.Repeat("1", 4000), "", "4 to 12 digits", 1, "0000"},
		{"", "4321", "Sextant asks for it", 2, "0000"},
		{"", "--clear", "PIN removed.", 0, ""},
		{"", "--clear", "PIN removed.", 0, ""},
	} {
		typed(t, tt.in)
		status, out, errs := runKiosk(t, append([]string{"pin", "--profile", dir}, strings.Fields(tt.args)...)...)
		if status != tt.status || !strings.Contains(out+errs, tt.said) || strings.Contains(out+errs, "12345") {
			t.Errorf("%.10q %s: status %d, %q, %q", tt.in, tt.args, status, out, errs)
		}
		if set, err := guard.HasPIN(settings.Profile{Dir: dir}); err != nil ||
			set != (tt.pin != "") || set && !opens(dir, tt.pin) {
			t.Errorf("%.10q %s: set %v, %v", tt.in, tt.args, set, err)
		}
	}
}
