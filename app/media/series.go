package media

import (
	"strings"
	"unicode"
)

// Series returns the series that a recording belongs to: its title without number and date, such as "harbour news" of
// "Harbour news 12: The storm" or "2026-11-24 Harbour news". A title without a number is a series of one recording.
func (it Item) Series() string {
	if !strings.ContainsFunc(it.Title, unicode.IsDigit) {
		return it.Key()
	}
	for _, part := range strings.FieldsFunc(strings.ReplaceAll(it.Title, " - ", ":"), isSeparator) {
		words := strings.FieldsFunc(part, func(r rune) bool { return unicode.IsSpace(r) || r == '#' })
		name := ""
		for _, w := range words {
			if !strings.ContainsFunc(w, unicode.IsDigit) {
				name += " " + strings.ToLower(w)
			}
		}
		if strings.ContainsFunc(name, unicode.IsLetter) {
			return "series" + name
		}
	}
	return it.Key()
}

// isSeparator reports whether a character separates parts of a title.
func isSeparator(r rune) bool { return strings.ContainsRune(":–—,;|()[]·", r) }
