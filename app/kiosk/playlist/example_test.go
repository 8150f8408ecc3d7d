package playlist

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"sextant/app/say"
)

// TestExampleInEachLanguage checks that the example is the same list in each language, and that no line is too wide.
func TestExampleInEachLanguage(t *testing.T) {
	want := parse(t, Example())
	seen := map[string]bool{}
	for _, l := range say.Languages() {
		if err := say.Use(l.Tag); err != nil {
			t.Fatal(err)
		}
		text := Example()
		if l.Finished && seen[text] || strings.Contains(text, "#:") {
			t.Errorf("%s: the comments are not in this language:\n%s", l.Tag, text)
		}
		seen[text] = true
		if got := parse(t, text); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", l.Tag, got, want)
		}
		for line := range strings.Lines(text) {
			if utf8.RuneCountInString(line) > exampleWidth+1 {
				t.Errorf("%s: %q is too wide", l.Tag, line)
			}
		}
	}
	if err := say.Use("en"); err != nil {
		t.Fatal(err)
	}
}
