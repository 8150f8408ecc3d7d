package say

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sextant/assets"
)

// TestCatalogues compares the catalogues of all languages with each other.
func TestCatalogues(t *testing.T) {
	en := read("en")
	for _, l := range Languages() {
		messages := read(l.Tag)
		if keys := keysOf(t, l.Tag); !slices.IsSorted(keys) || len(slices.Compact(keys)) != len(messages) {
			t.Errorf("%s: the keys are not sorted, or one is there twice", l.Tag)
		}
		for key, m := range messages {
			other, there := en[key]
			switch {
			case !there:
				t.Errorf("%s: %s is in no other catalogue", l.Tag, key)
			case !keyForm.MatchString(key):
				t.Errorf("%s is no name of a meaning", key)
			case (m.One == "") != (other.One == ""):
				t.Errorf("%s: %s counts in one language only", l.Tag, key)
			case m.Other == "":
				t.Errorf("%s: %s says nothing", l.Tag, key)
			case l.Tag != "en" && m.Description != "":
				t.Errorf("%s: the note on %s belongs to the English one", l.Tag, key)
			case !slices.Equal(placesIn(m.Other), placesIn(other.Other)):
				t.Errorf("%s: %s has the places %q, not %q", l.Tag, key, placesIn(m.Other), placesIn(other.Other))
			case m.One != "" && !slices.Contains(placesIn(m.Other), "Count"):
				t.Errorf("%s: %s counts nothing", l.Tag, key)
			}
			for _, said := range []string{m.One, m.Other} {
				if strings.TrimSpace(said) != said || strings.Contains(said, "  ") ||
					strings.ContainsAny(said, "'") || strings.Contains(said, "...") {
					t.Errorf("%s: %s has odd blanks, quotes or dots: %q", l.Tag, key, said)
				}
			}
		}
		for key := range en {
			if _, there := messages[key]; !there {
				t.Errorf("%s: %s is missing", l.Tag, key)
			}
		}
	}
}

var (
	keyForm = regexp.MustCompile(`^[a-z][a-zA-Z0-9]*(\.[a-zA-Z0-9]+)+$`)
	place   = regexp.MustCompile(`\{\{\.([A-Z][A-Za-z]*)\}\}`)
)

// placesIn are the names of the values of a message, each once.
func placesIn(said string) (names []string) {
	for _, m := range place.FindAllStringSubmatch(said, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// keysOf are the keys of a catalogue in their order.
func keysOf(t *testing.T, tag string) (keys []string) {
	t.Helper()
	data, err := assets.Translations.ReadFile("translations/" + tag + ".json")
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	for depth := 0; ; {
		token, err := d.Token()
		if err != nil {
			return keys
		}
		switch word := token.(type) {
		case json.Delim:
			if depth++; word == '}' {
				depth -= 2
			}
		case string:
			if depth == 1 {
				keys = append(keys, word)
				if err := d.Decode(new(any)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
