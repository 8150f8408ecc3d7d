package testkit

import (
	"encoding/json"
	"testing"

	"sextant/app/say"
	"sextant/assets"
)

// Mark starts each text of the language that UseMarked sets.
const Mark = "¤"

// UseMarked makes the program's language one whose texts are English behind a mark, until the test ends: an answer to
// somebody of another language must have none.
func UseMarked(t *testing.T) {
	t.Helper()
	data, err := assets.Translations.ReadFile("translations/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var messages map[string]any
	if err := json.Unmarshal(data, &messages); err != nil {
		t.Fatal(err)
	}
	for key, m := range messages {
		switch m := m.(type) {
		case string:
			messages[key] = Mark + m
		case map[string]any:
			for form, said := range m {
				if words, ok := said.(string); ok && form != "description" {
					m[form] = Mark + words
				}
			}
		}
	}
	if data, err = json.Marshal(messages); err != nil {
		t.Fatal(err)
	}
	before := say.InUse()
	if err := say.UseCatalogue("pl", data); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = say.Use(before) })
}
