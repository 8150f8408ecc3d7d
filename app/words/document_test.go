package words

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"sextant/app/say"
	"sextant/app/teletext"
)

// TestWarningsAreInEachLanguage checks that each kind of warning has a sentence with its values in each language.
func TestWarningsAreInEachLanguage(t *testing.T) {
	source, err := os.ReadFile("../teletext/warning.go")
	if err != nil {
		t.Fatal(err)
	}
	kinds := regexp.MustCompile(`(?m)^\tWarn\w+ +WarningKind = "(.*)"`).FindAllSubmatch(source, -1)
	if len(kinds) != len(warnings) {
		t.Errorf("%d kinds of warnings, %d messages", len(kinds), len(warnings))
	}
	t.Cleanup(func() { _ = say.Use("en") })
	english := map[string]string{}
	for _, language := range []string{"en", "fi", "sv", "de"} {
		if err := say.Use(language); err != nil {
			t.Fatal(err)
		}
		for _, k := range kinds {
			kind := string(k[1])
			got := Warning(teletext.Warning{
				Kind: teletext.WarningKind(kind), Key: "KEY", Value: "VALUE", Number: 7, Other: 8,
			})
			if language == "en" {
				english[kind] = got
			}
			if got == "" || strings.HasPrefix(got, "warning.") || strings.Contains(got, "<no value>") ||
				language != "en" && got == english[kind] {
				t.Errorf("%s in %s: %q", kind, language, got)
			}
		}
	}
}
