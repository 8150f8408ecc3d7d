package store

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold makes texts alike in which people look for words: it is what texts have in common that differ in nothing but
// the size of letters and the signs on them: small letters, without the marks that Unicode can take off, and the
// others as people write them who do not have them. Folding a second time changes nothing.
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
