package endtoend

import (
	"strings"
	"testing"
)

// TestLocales runs the program under locales that name no language: nobody complains of them.
func TestLocales(t *testing.T) {
	t.Parallel()
	for _, locale := range []string{"LANG=C", "LC_ALL=C", "LANG=POSIX", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "LANG="} {
		env := []string{"LANG=", "LC_ALL=", locale}
		dir := shortDir(t)
		for _, args := range [][]string{{"--help"}, {"--version"}, {"demo", "--help"}, {"export", "100", "--profile", profile(dir)}} {
			if out, status := runIn(t, dir, env, args...); status != 0 || strings.Contains(out, "ocale") || strings.Contains(out, "Fyne") {
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
