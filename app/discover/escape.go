package discover

import (
	"fmt"
	"strings"
)

// escape escapes a text for the library's names and records: a backslash before special characters, and three digits
// for bytes that are no printable ASCII (RFC 1035, section 5.1).
func escape(text string) string {
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\%03d`, c)
		case strings.IndexByte(`. '@;()"\`, c) >= 0:
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

// unescape is the inverse. Invalid escapes stay.
func unescape(text string) string {
	b := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b = append(b, text[i])
			continue
		}
		i++
		if n, ok := threeDigits(text[i:]); ok {
			b = append(b, n)
			i += 2
			continue
		}
		b = append(b, text[i])
	}
	return string(b)
}

// threeDigits returns the byte of three digits.
func threeDigits(text string) (byte, bool) {
	if len(text) < 3 {
		return 0, false
	}
	n := 0
	for i := range 3 {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		n = 10*n + int(text[i]-'0')
	}
	return byte(n), n < 256
}
