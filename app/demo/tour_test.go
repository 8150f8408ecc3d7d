package demo

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"sextant/app/testkit"
	"sextant/assets"
)

// textOf returns the text of a page's subpages without headers and bottom rows.
func textOf(t *testing.T, page int) string {
	t.Helper()
	const top, bottom = 3, 23 // rows
	p := testkit.Must(allPages(t).entries[page].source())(t)
	var words []string
	for _, s := range p.subpages {
		for _, line := range s.Grid().TextLines()[top:bottom] {
			words = append(words, strings.Fields(line)...)
		}
	}
	return strings.Join(words, " ")
}

// TestTourNamesWhatIsThere checks that what the tour has in quotes is a message of the program, and that page 701 has
// its keys. That page is compared with the commands in package window.
func TestTourNamesWhatIsThere(t *testing.T) {
	text := testkit.Must(assets.Translations.ReadFile("translations/en.json"))(t)
	var catalogue map[string]any
	testkit.NoError(t, json.Unmarshal(text, &catalogue))
	messages := map[string]bool{}
	for _, m := range catalogue {
		if forms, ok := m.(map[string]any); ok {
			m = forms["other"]
		}
		if s, ok := m.(string); ok {
			messages[strings.TrimSuffix(s, "…")] = true
		}
	}
	tour, keys := textOf(t, 700), textOf(t, 701)
	names := regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(tour, -1)
	if len(names) < 5 || strings.Count(tour, `"`) != 2*len(names) {
		t.Errorf("the tour names %q", names)
	}
	for _, name := range names {
		if !messages[name[1]] {
			t.Errorf("the tour names %q, which the program does not have", name[1])
		}
	}
	aKey := regexp.MustCompile(`(?:\w+\+)+\w+|\b(?:F\d+|[B-HJ-Z]|Esc|Space|Left|Right|Down)\b`)
	pressed := aKey.FindAllString(tour, -1)
	if len(pressed) < 15 {
		t.Errorf("the tour names the keys %q", pressed)
	}
	for _, key := range pressed {
		if !regexp.MustCompile(`(^|[ ,])` + regexp.QuoteMeta(key) + `([ ,]|$)`).MatchString(keys) {
			t.Errorf("the tour names the key %s, page 701 does not", key)
		}
	}
}
