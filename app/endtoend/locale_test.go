package endtoend

import (
	"strings"
	"testing"

	"sextant/app/testkit/race"
)

// TestLocales runs the program under locales that name no language: nobody complains of them.
func TestLocales(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
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

// TestLanguageOfTheSystem asks for help in the languages that systems and people choose.
func TestLanguageOfTheSystem(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	dir := shortDir(t)
	for _, c := range []struct{ env, args, want string }{
		{"LANG=fi_FI.UTF-8", "--help", "Käyttö:"},
		{"LANG=sv_FI.UTF-8", "--help", "Användning:"},
		{"LANGUAGE=sv:fi", "relay --help", "Användning:"},
		{"LANG=de_DE.UTF-8", "--help", "Usage:"},
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
