package store

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A word is a stretch of letters and digits in a text.
type word struct {
	from, before int // bytes of the text
	key          string
	row          int // the text's number, where there are many
}

// words finds the words of a text that have a letter or digit at all, each with its key: what two words
// have in common that count as the same.
func words(text string, key func(string) string) []word {
	var found []word
	from := -1
	end := func(before int) {
		if from >= 0 {
			if k := key(text[from:before]); k != "" {
				found = append(found, word{from: from, before: before, key: k})
			}
		}
		from = -1
	}
	for i, r := range text {
		switch inside := unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r); {
		case !inside:
			end(i)
		case from < 0:
			from = i
		}
	}
	end(len(text))
	return found
}

// wordsOf finds the words of many lines.
func wordsOf(lines []string, key func(string) string) []word {
	var all []word
	for row, line := range lines {
		for _, w := range words(line, key) {
			w.row = row
			all = append(all, w)
		}
	}
	return all
}

// same is the key of words that differ in the size of letters only.
func same(s string) string { return strings.ToLower(norm.NFC.String(s)) }
