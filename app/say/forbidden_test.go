package say

import (
	"regexp"
	"strings"
	"testing"
)

// TestForbiddenWords looks for words that the glossary (assets/translations/README.md) replaces by others. Words by
// which something is found may be any.
func TestForbiddenWords(t *testing.T) {
	for tag, words := range map[string]string{
		"en": `\b(anew|whoever|lately|colou?r keys?|well again|tells?|told)\b`,
		"fi": `sovellustunn|ladat(tu|ut) siv`,
		"sv": `\bfrågor\b|\}\} fråga\b`,
		"de": `\b([Dd]u|[Dd]eine?[mnrs]?|Ihre?[mnrs]?)\b`,
	} {
		forbidden := regexp.MustCompile(words)
		for key, message := range read(tag) {
			for _, text := range message.forms() {
				// The section and the command of playlists are named so.
				text = strings.NewReplacer("[tell]", "", "kiosk tell", "").Replace(text)
				if word := forbidden.FindString(text); word != "" && !strings.HasSuffix(key, ".words") {
					t.Errorf("%s: %s has %q: %s", tag, key, word, text)
				}
			}
		}
	}
}
