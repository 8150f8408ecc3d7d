package store

import (
	"strings"
	"unicode"
	"unicode/utf8"

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

// fold is the key of words that differ in nothing but the size of letters and the signs on them: small
// letters, without the marks that Unicode can take off, and the others as people write them who do not
// have them. Folding a second time changes nothing.
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for i, r := range s {
		if parts := norm.NFD.PropertiesString(s[i:]).Decomposition(); parts != nil {
			for _, part := range string(parts) {
				foldRune(&b, part)
			}
		} else {
			foldRune(&b, r)
		}
	}
	return b.String()
}

func foldRune(b *strings.Builder, r rune) {
	r = unicode.ToLower(r)
	if unicode.Is(unicode.Mn, r) {
		return
	}
	if spelled := spelling(r); spelled != "" {
		b.WriteString(spelled)
	} else {
		b.WriteRune(r)
	}
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// spelling is how a small letter is spelled of which Unicode cannot take a mark off: those of
// teletext's supplementary set (ETSI EN 300 706, table 37), and the sigma at the end of a Greek word.
func spelling(r rune) string {
	switch r {
	case 'æ':
		return "ae"
	case 'đ', 'ð':
		return "d"
	case 'ħ':
		return "h"
	case 'ı':
		return "i"
	case 'ĳ':
		return "ij"
	case 'ĸ':
		return "k"
	case 'ł', 'ŀ':
		return "l"
	case 'ŉ', 'ŋ':
		return "n"
	case 'ø':
		return "o"
	case 'œ':
		return "oe"
	case 'ß':
		return "ss"
	case 'ŧ':
		return "t"
	case 'þ':
		return "th"
	case 'ς':
		return "σ"
	}
	return ""
}
