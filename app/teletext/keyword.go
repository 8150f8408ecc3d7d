package teletext

import (
	"strings"
	"unicode/utf8"
)

// Control codes 0 to 31 by the meaning the specification gives them, beyond the colours.
const (
	codeFlash       = 8
	codeSteady      = 9
	codeEndBox      = 10
	codeStartBox    = 11
	codeNormal      = 12
	codeDoubleHigh  = 13
	codeDoubleWide  = 14
	codeDoubleSize  = 15
	codeConceal     = 24
	codeContiguous  = 25
	codeSeparated   = 26
	codeEscape      = 27
	codeBlackBg     = 28
	codeNewBg       = 29
	codeHold        = 30
	codeRelease     = 31
	firstPrintable  = 32
	longestKeyword  = len("{GMagenta}")
	replacementBox  = 0x7F
	lastControlCode = 31
)

// keywords holds the specification's keyword of each control code, section "Content type all".
var keywords = [firstPrintable]string{
	"Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White",
	"Flash", "Steady", "EB", "SB", "NH", "DH", "DW", "DS",
	"GBlack", "GRed", "GGreen", "GYellow", "GBlue", "GMagenta", "GCyan", "GWhite",
	"Conceal", "CG", "SG", "ESC", "BB", "NB", "Hold", "Release",
}

// Keyword is the specification's word for control code 0 to 31, without its braces.
func Keyword(code int) string { return keywords[code] }

// Codes splits a line of content type all into its 40 codes. A {Keyword} becomes its control code 0
// to 31, anything else stands for itself; a short line is padded with spaces, and what lies beyond
// column 39 is dropped. A brace that opens no known keyword is an ordinary character.
func Codes(line string) (codes [Columns]rune) {
	for col := range codes {
		if line == "" {
			codes[col] = ' '
			continue
		}
		code, size := nextCode(line)
		codes[col], line = code, line[size:]
	}
	return codes
}

// CodeCount is the number of cells the line fills before padding or cutting.
func CodeCount(line string) int {
	n := 0
	for line != "" {
		_, size := nextCode(line)
		line = line[size:]
		n++
	}
	return n
}

func nextCode(s string) (code rune, size int) {
	if s[0] == '{' {
		if code, size := keywordAt(s); size > 0 {
			return code, size
		}
	}
	return nextRune(s)
}

// nextRune reads a character that is no keyword; a stray control code is a space.
func nextRune(s string) (code rune, size int) {
	code, size = utf8.DecodeRuneInString(s)
	if code < firstPrintable {
		return ' ', size
	}
	return code, size
}

// keywordAt reads the keyword in braces that s begins with. Its size is 0 if there is none.
func keywordAt(s string) (code rune, size int) {
	end := strings.IndexByte(s[:min(len(s), longestKeyword)], '}')
	if end < 0 {
		return 0, 0
	}
	for i, k := range keywords {
		if k == s[1:end] {
			return rune(i), end + 1
		}
	}
	return 0, 0
}
