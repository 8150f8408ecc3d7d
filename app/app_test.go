package app

import (
	"strings"
	"testing"

	"sextant/app/cli"
	"sextant/assets"
)

func TestMainWithoutWindow(t *testing.T) {
	for _, tt := range []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{"--version", 0, "Sextant " + assets.Version, ""},
		{"--help", 0, "--base-url", ""},
		{"-h", 0, "--kiosk", ""},
		{"12", 2, "", "is not a page"},
		{"--log-level loud", 2, "", "debug, info, warn, error"},
		{"--base-url ftp://h", 2, "", "--base-url must be an address"},
		{"--help --base-url ftp://h", 0, "--base-url", ""},
		{"---xy", 2, "", "unknown option --xy"},
		{"--language tlh 100", 2, "", "--language: "},
		{"relay --listen :99999", 2, "", "--listen must be an address such as :8080"},
		{"relay --base-url ftp://h", 2, "", "--base-url must be an address"},
		{strings.Repeat("1", 100_000), 2, "", "…"},
		{"--" + strings.Repeat("x", 100_000), 2, "", "…"},
		{"kiosk " + strings.Repeat("x", 100_000), 2, "", "…"},
		{"relay " + strings.Repeat("x", 100_000), 2, "", "…"},
		{"export " + strings.Repeat("1", 100_000), 2, "", "…"},
		{"--nonsense", 2, "", "nonsense"},
		{"demo --help", 0, "-listen", ""},
		{"kiosk --example", 0, "[[daypart]]", ""},
		{"kiosk check no-such-file", 1, "", "no-such-file"},
		{"demo --listen nowhere:x", 2, "", "--listen must be an address such as :8080"},
		{"demo --" + strings.Repeat("x", 100_000), 2, "", "…"},
	} {
		var stdout, stderr strings.Builder
		status := Main(strings.Fields(tt.args), func(string) string { return "" }, &stdout, &stderr)
		if status != tt.status || stderr.Len() > 2000 || !strings.Contains(stdout.String(), tt.stdout) ||
			!strings.Contains(stderr.String(), tt.stderr) {
			t.Errorf("%s: status %d, %q, %q", cli.Short(tt.args), status, stdout.String(), stderr.String())
		}
	}
}

// TestLanguageOfTheSystem prints help and errors in the languages of systems and settings, in English where there is
// none.
func TestLanguageOfTheSystem(t *testing.T) {
	for _, tt := range []struct{ locale, languages, args, want string }{
		{"fi_FI.UTF-8", "", "--help", "Käyttö:"},
		{"sv_FI.UTF-8", "", "--help", "Användning:"},
		{"fi_FI.UTF-8", "sv:fi", "relay --help", "Användning:"},
		{"de_DE.UTF-8", "", "--help", "Aufruf:"},
		{"nl_NL.UTF-8", "", "--help", "Usage:"},
		{"C", "", "--help", "Usage:"},
		{"POSIX", "", "demo --help", "Usage"},
		{"tlh_XX.UTF-8", "", "--help", "Usage:"},
		{"nonsense", "", "--help", "Usage:"},
		{"", "", "--help", "Usage:"},
		{"fi_FI.UTF-8", "", "export 99", "sivunumerot"},
		{"fi_FI.UTF-8", "", "--language sv --help", "Användning:"},
		{"fi_FI.UTF-8", "", "kiosk", "anna komento"},
	} {
		t.Setenv("LC_ALL", tt.locale)
		t.Setenv("LANG", "")
		t.Setenv("LC_MESSAGES", "")
		t.Setenv("LANGUAGE", tt.languages)
		var out strings.Builder
		Main(strings.Fields(tt.args), func(string) string { return "" }, &out, &out)
		if !strings.Contains(out.String(), tt.want) {
			t.Errorf("%q %q, %s: it says %.300s", tt.locale, tt.languages, tt.args, out.String())
		}
	}
}
