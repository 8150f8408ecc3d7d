// Package printable cleans texts from outside, so that they change nothing but themselves where they are shown: no
// terminal, no direction of writing, no line. It is for where texts are decoded.
package printable

import "strings"

// Line returns a text as one line: each control character is a space, and bytes that are not UTF-8 are U+FFFD.
func Line(s string) string { return clean(s, IsControl) }

// Text is Line for a text that may have several lines and tabs.
func Text(s string) string {
	return clean(s, func(r rune) bool { return r != '\n' && r != '\t' && IsControl(r) })
}

func clean(s string, isBad func(rune) bool) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if strings.IndexFunc(s, isBad) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if isBad(r) {
			return ' '
		}
		return r
	}, s)
}

// IsControl reports whether r is a control character of ISO 6429 (C0, C1, delete), a line or paragraph separator, a
// control of bidirectional text, or none of Unicode's characters.
func IsControl(r rune) bool {
	switch {
	case r < ' ', r >= 0x7F && r <= 0x9F:
		return true
	case r == 0x061C, r == 0x200E, r == 0x200F, // marks of a direction
		r >= 0x2028 && r <= 0x202E, // separators, embeddings and overrides
		r >= 0x2066 && r <= 0x2069, // isolates
		r == 0xFEFF, r == 0xFFFE, r == 0xFFFF:
		return true
	}
	return false
}
