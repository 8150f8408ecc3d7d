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

// TestCatalogues compares the catalogues of all languages with the English one. Missing messages are an error, except
// in an unfinished catalogue, where they are logged.
func TestCatalogues(t *testing.T) {
	en := read("en")
	for _, l := range Languages() {
		messages := read(l.Tag)
		if keys := keysOf(t, l.Tag); !slices.IsSorted(keys) || len(slices.Compact(keys)) != len(messages) {
			t.Errorf("%s: the keys are not sorted, or one is there twice", l.Tag)
		}
		for key, m := range messages {
			other, there := en[key]
			if !there {
				t.Errorf("%s: %s is not in the English catalogue", l.Tag, key)
				continue
			}
			compare(t, l.Tag, key, m, other)
		}
		if missing := missing(en, messages); l.Finished && len(missing) > 0 {
			t.Errorf("%s: these are missing: %s", l.Tag, strings.Join(missing, ", "))
		} else if len(missing) > 0 {
			t.Logf("%s has %d of %d messages; these are missing: %s",
				l.Tag, len(messages), len(en), strings.Join(missing, ", "))
		}
	}
}

// compare compares a message with the English one. A language may omit plural forms that it does not have.
func compare(t *testing.T, tag, key string, m, en note) {
	t.Helper()
	switch {
	case !keyForm.MatchString(key):
		t.Errorf("%s is no name of a meaning", key)
	case m.counts() && !en.counts():
		t.Errorf("%s: %s counts, but not in English", tag, key)
	case m.Other == "":
		t.Errorf("%s: %s says nothing", tag, key)
	case tag != "en" && m.Description != "":
		t.Errorf("%s: the note on %s belongs to the English one", tag, key)
	case !slices.Equal(placesIn(m.Other), placesIn(en.Other)):
		t.Errorf("%s: %s has the places %q, not %q", tag, key, placesIn(m.Other), placesIn(en.Other))
	case m.counts() && !slices.Contains(placesIn(m.Other), "Count"):
		t.Errorf("%s: %s counts nothing", tag, key)
	}
	for _, said := range m.forms() {
		for _, p := range placesIn(said) {
			if !slices.Contains(placesIn(m.Other), p) {
				t.Errorf("%s: %s has the place %q in one form only", tag, key, p)
			}
		}
		if odd(said) {
			t.Errorf("%s: %s has odd blanks, quotes or dots: %q", tag, key, said)
		}
	}
}

// odd reports whether a message has leading or trailing spaces, several spaces in a row, a space before an ellipsis, or
// a typewriter's quotes or dots.
func odd(said string) bool {
	return strings.TrimSpace(said) != said || strings.ContainsAny(said, "'") || oddDots.MatchString(said)
}

var oddDots = regexp.MustCompile(`[\s\x{a0}]{2}|[\s\x{a0}]…|\.\.\.`)

// unitApart matches a breakable space before a unit or a percent sign, or within a time.
var unitApart = regexp.MustCompile(`(\d|\}\}) (%|×|kB|kt|MB|Mt|GB|Gt|min|s|h)([ .,;:)]|$)|\b(klo|kl\.) (\{\{|\d|H)`)

// TestUnitsStayWithNumbers checks that units, percent signs and times have non-breaking spaces in each language.
func TestUnitsStayWithNumbers(t *testing.T) {
	for _, l := range Languages() {
		for key, m := range read(l.Tag) {
			for _, said := range m.forms() {
				if unitApart.MatchString(said) {
					t.Errorf("%s: %s can be broken before a unit or a time: %q", l.Tag, key, said)
				}
			}
		}
	}
}

// TestNotes checks that short messages of up to two words, and layouts, have a note for translators.
func TestNotes(t *testing.T) {
	for key, m := range read(first) {
		words := strings.Fields(place.ReplaceAllString(m.Other, "x"))
		if (len(words) <= 2 || layout.MatchString(key)) && m.Description == "" {
			t.Errorf("%s, %q, has no note", key, m.Other)
		}
	}
}

// missing returns the keys that a catalogue lacks, sorted.
func missing(en, messages map[string]note) (keys []string) {
	for key := range en {
		if _, there := messages[key]; !there && key != "language.unfinished" { // only unfinished ones have it
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

var (
	layout = regexp.MustCompile(
		`^(date\.(day(Month|Seconds)|long.*|short|weekday.*)|time\.(clock|seconds|weekday)|header\..*)$`)
	keyForm = regexp.MustCompile(`^[a-z][a-zA-Z0-9]*(\.[a-zA-Z0-9]+)+$`)
	place   = regexp.MustCompile(`\{\{\.([A-Z][A-Za-z]*)\}\}`)
)

// placesIn returns the names of a message's placeholders, sorted and without duplicates.
func placesIn(said string) (names []string) {
	for _, m := range place.FindAllStringSubmatch(said, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// keysOf returns the keys of a catalogue in the file's order.
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
