package playlist

import (
	"errors"
	"strings"
	"testing"

	"sextant/app/say"
)

// TestSyntaxIsExplained checks that what the TOML parser cannot read has a sentence of ours, not the parser's English
// one.
func TestSyntaxIsExplained(t *testing.T) {
	for text, key := range map[string]string{
		"show = [100, x]":                "playlist.syntax.value",
		"show = # all":                   "playlist.syntax.noValue",
		"show = hundred":                 "playlist.syntax.value",
		"show = true1":                   "playlist.syntax.behind",
		"show = truth":                   "playlist.syntax.value",
		"show = \"100":                   "playlist.syntax.open",
		"show = \"100\n":                 "playlist.syntax.open",
		"show = '100":                    "playlist.syntax.open",
		"show = \"\"\"100":               "playlist.syntax.open",
		"show \"100\"":                   "playlist.syntax.equals",
		"show = ":                        "playlist.syntax.noValue",
		"show = [":                       "playlist.syntax.list",
		"show = [\"100\" \"101\"]":       "playlist.syntax.list",
		"show = [{ show = \"1\" dwell ]": "playlist.syntax.braces",
		"show = [{ show = \"100\"":       "playlist.syntax.braces",
		"show = [{ show = \"100\", , }]": "playlist.syntax.braces",
		"[screen\nclock = true":          "playlist.syntax.section",
		"[[daypart]\nname = \"x\"":       "playlist.syntax.section",
		"show = [\"100\"] [\"101\"]":     "playlist.syntax.behind",
		"show = \"C:\\pages\"":           "playlist.syntax.backslash",
		"together = 02":                  "playlist.syntax.number",
		"together = 2_":                  "playlist.syntax.number",
		"together = 2.":                  "playlist.syntax.number",
		"show = [\"100\"]\n%x = 1":       "playlist.syntax.key",
		"show = “100”":                   "playlist.quote",
	} {
		_, err := Parse([]byte(text))
		var m *Mistakes
		if !errors.As(err, &m) {
			t.Errorf("%q has no mistake: %v", text, err)
			continue
		}
		want, _, _ := strings.Cut(say.Text(key, "Text", "“"), "{")
		if !strings.Contains(m.List[0].Reason, want) {
			t.Errorf("%q: %s, want %s", text, m.List[0].Reason, want)
		}
	}
}
