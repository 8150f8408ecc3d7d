package store

import (
	"strings"
	"testing"
	"unicode"

	"sextant/app/match"
)

// TestFoldLeavesWords folds every letter. The result folds to itself and does not split a word.
func TestFoldLeavesWords(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !unicode.In(r, unicode.L, unicode.N, unicode.M) {
			continue
		}
		once := match.Fold(string(r))
		if again := match.Fold(once); again != once {
			t.Errorf("%q folds to %q, and that to %q", r, once, again)
		}
		if w := words(once, match.Fold); once != "" && (len(w) != 1 || w[0].key != once) {
			t.Errorf("%q folds to the words %v", r, w)
		}
	}
}

func TestWordsOfPages(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "",
		"  one, two ":              "one two",
		"light-house 12.50 p345":   "light house 12 50 p345",
		"a\u0301 \u0301 b":         "á b",
		"\xffx\x00y":               "x y",
		"don't":                    "don t",
		"Helm▌Text\U0001fb3b news": "Helm Text news",
	} {
		var found []string
		for _, w := range words(text, match.Fold) {
			found = append(found, text[w.from:w.before])
		}
		if got := strings.Join(found, " "); same(got) != same(want) {
			t.Errorf("%q has the words %q, want %q", text, got, want)
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, text := range []string{"Ääni", "ΰΐ", "İı", "ẞ", "\u0344", "각", "ﬁ", "\xff\u0301"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range words(text, match.Fold) {
			if match.Fold(w.key) != w.key {
				t.Errorf("%q folds to %q, and that to %q", text[w.from:w.before], w.key, match.Fold(w.key))
			}
		}
	})
}
