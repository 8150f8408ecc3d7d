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
	before := say.InUse()
	marked := Catalogue(t, func(_, text string) string { return Mark + text })
	if err := say.UseCatalogue("en", marked); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = say.Use(before) })
}

// Catalogue returns the English catalogue with each text, and each form of one, as change returns it.
func Catalogue(t *testing.T, change func(key, text string) string) []byte {
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
			messages[key] = change(key, m)
		case map[string]any:
			delete(m, "description")
			for form, text := range m {
				m[form] = change(key, text.(string))
			}
		}
	}
	if data, err = json.Marshal(messages); err != nil {
		t.Fatal(err)
	}
	return data
}
