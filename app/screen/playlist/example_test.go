package playlist

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"sextant/app/say"
	"sextant/app/testkit"
)

// TestExampleInEachLanguage checks that the example is the same list in each language, and that no line is too wide.
func TestExampleInEachLanguage(t *testing.T) {
	want := parse(t, Example())
	seen := map[string]bool{}
	for _, l := range say.Languages() {
		testkit.NoError(t, say.Use(l.Tag))
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
	testkit.NoError(t, say.Use("en"))
}

// Parse reads a playlist, or finds all of its mistakes. At says which list is on.
func ExampleParse() {
	_, err := Parse([]byte("show = [\"100\", \"950\"]\ntogethr = 2"))
	for _, m := range err.(*Mistakes).List {
		fmt.Println(m.Line, m.Reason)
	}
	p, _ := Parse([]byte(`show = ["100"]
[[daypart]]
name = "night"
from = "22:00"
to = "05:00"
show = ["199"]`))
	list, until := p.At(time.Date(2026, time.May, 1, 23, 0, 0, 0, time.UTC))
	fmt.Println(p.Lists[list].Name, "until", until.Format("15:04"))
	// Output:
	// 1 there is no page 950: page numbers go from 100 to 899
	// 2 "togethr" is not allowed here; did you mean "together"?
	// night until 05:00
}
