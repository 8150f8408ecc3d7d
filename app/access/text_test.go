package access

import (
	"strings"
	"testing"
)

func TestTextUnits(t *testing.T) {
	t.Parallel()
	const lines = "Erste Zeile\nzweite"
	for _, c := range []struct {
		text                  string
		at                    int
		unit                  Unit
		ahead, around, behind string
	}{
		{"abc", 1, Character, "a", "b", "c"},
		{"abc", 3, Character, "c", "", ""},
		{"äöü", 0, Character, "", "ä", "ö"},
		{"one two, three", 5, Word, "one ", "two, ", "three"},
		{"one two, three", 3, Word, "", "one ", "two, "},
		{"  one two", 0, Word, "", "  ", "one "},
		{"one two", 7, Word, "one ", "two", ""},
		{"don't 3.14 stop", 2, Word, "", "don't ", "3.14 "},
		{"one two three", 5, WordEnd, "one", " two", " three"},
		{"one two", 3, WordEnd, "one", " two", ""},
		{"Eins. Zwei! Drei?", 6, Sentence, "Eins. ", "Zwei! ", "Drei?"},
		{"Eins. Zwei! Drei?", 6, SentenceEnd, "Eins.", " Zwei!", " Drei?"},
		{"Er sagte: \"Ja.\" Dann 3.5 mehr.", 3, Sentence, "", "Er sagte: \"Ja.\" ", "Dann 3.5 mehr."},
		{lines, 3, Sentence, "", "Erste Zeile\n", "zweite"},
		{lines, 3, Line, "", "Erste Zeile\n", "zweite"},
		{lines, 12, Line, "Erste Zeile\n", "zweite", ""},
		{lines, 18, Line, "Erste Zeile\n", "zweite", ""},
		{lines, 11, LineEnd, "Erste Zeile", "\nzweite", ""},
		{"a\n", 2, Line, "a\n", "", ""},
		{"a\n\nb", 2, Line, "a\n", "\n", "b"},
		{"", 0, Word, "", "", ""},
		{"abc", -5, Word, "", "abc", ""},
		{"abc", 50, Line, "", "abc", ""},
	} {
		text := []rune(c.text)
		for i, find := range []func([]rune, int, Unit) Range{Ahead, Around, After} {
			r, want := find(text, c.at, c.unit), []string{c.ahead, c.around, c.behind}[i]
			if got := string(text[r.From:r.Before]); got != want {
				t.Errorf("%q at %d, unit %d, %d: %q, not %q", c.text, c.at, c.unit, i, got, want)
			}
		}
	}
}

// FuzzUnits checks that the units of a text follow each other without gaps, in both directions.
func FuzzUnits(f *testing.F) {
	f.Add("Eins. Zwei, don't\n\n \"Drei.\" ", 3)
	f.Add("Eins."+strings.Repeat(" ", 3*maxClosing)+"Zwei", int(Sentence))
	f.Fuzz(func(t *testing.T, s string, u int) {
		unit, text := Unit(uint(u)%uint(LineEnd+1)), []rune(s)
		if len(text) > 20*24*40 {
			t.Skip("longer than an article of twenty pages")
		}
		var before Range
		for r := Around(text, 0, unit); r.From < len(text); r = After(text, r.From, unit) {
			if r.From != before.Before || r.Before <= r.From || r.Before > len(text) {
				t.Fatalf("%q: after %v comes %v", s, before, r)
			}
			for _, at := range []int{r.From, (r.From + r.Before) / 2, r.Before - 1} {
				if around := Around(text, at, unit); around != r {
					t.Fatalf("%q: %d is in %v, not in %v", s, at, around, r)
				}
				if ahead := Ahead(text, at, unit); ahead != before {
					t.Fatalf("%q: ahead of %v is %v, not %v", s, r, ahead, before)
				}
			}
			before = r
		}
		if before.Before != len(text) {
			t.Fatalf("%q: the last unit is %v", s, before)
		}
	})
}

// BenchmarkUnits steps by sentences through an article of twenty pages: of prose, of one sentence, and of spaces.
func BenchmarkUnits(b *testing.B) {
	for name, part := range map[string]string{
		"prose": "Eins zwei drei. ", "endless": "eins zwei drei, ", "blank": strings.Repeat(" ", 16),
	} {
		text := []rune(strings.Repeat(part, 20*24*40/len(part)))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for r := Around(text, 0, Sentence); r.From < len(text); {
					r = After(text, r.From, Sentence)
				}
			}
		})
	}
}
