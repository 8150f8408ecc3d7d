package teletext

import (
	"strings"
	"unicode/utf8"
)

// Control codes 0 to 31 of the specification, without the colours.
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
	codeUnknown     = codeEscape // of an unknown keyword: a cell that changes nothing at level 1
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

// Keyword returns the specification's keyword for control code 0 to 31, without its braces.
func Keyword(code int) string { return keywords[code] }

// Codes splits a line of content type all into its 40 codes. A {Keyword} becomes its control code 0 to 31, anything
// else stays as it is; a short line is padded with spaces, and a long one cut off after column 39. A brace that opens
// no known keyword is an ordinary character.
func Codes(line string) [Columns]rune {
	codes, _ := plainCodes(line)
	return codes
}

// plainCodes is Codes; odd reports whether the line may have unknown keywords.
func plainCodes(line string) (codes [Columns]rune, odd bool) {
	for col := range codes {
		if line == "" {
			codes[col] = ' '
			continue
		}
		code, size := nextCode(line)
		odd = odd || code == '{' && unknownAt(line) > 0
		codes[col], line = code, line[size:]
	}
	return codes, odd
}

// CodeCount returns the number of cells that the line fills before padding or cutting.
func CodeCount(line string) int {
	n, _ := countCodes(line)
	return n
}

// countCodes is CodeCount; odd reports whether the line may have unknown keywords.
func countCodes(line string) (n int, odd bool) {
	for line != "" {
		code, size := nextCode(line)
		odd = odd || code == '{' && unknownAt(line) > 0
		line = line[size:]
		n++
	}
	return n, odd
}

func nextCode(s string) (code rune, size int) {
	if s[0] == '{' {
		if code, size := keywordAt(s); size > 0 {
			return code, size
		}
	}
	return nextRune(s)
}

// nextRune decodes a character that is no keyword; a raw control code becomes a space.
func nextRune(s string) (code rune, size int) {
	code, size = utf8.DecodeRuneInString(s)
	if code < firstPrintable {
		return ' ', size
	}
	return code, size
}

// keywordAt parses the keyword in braces at the start of s. Its size is 0 if there is none.
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
