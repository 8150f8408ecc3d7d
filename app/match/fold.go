// Package match finds commands, settings and the like by what a user types: by words of their titles, by other words
// for them, and by words of their descriptions.
package match

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the form of a text by which search compares: small letters without the diacritics that Unicode can
// remove, and other special letters as people without them on their keyboard write them. Fold is idempotent.
func Fold(s string) string {
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

// spelling returns the spelling of a small letter from which Unicode cannot remove a diacritic: those of teletext's
// supplementary set (ETSI EN 300 706, table 37), and the sigma at the end of a Greek word.
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
