package words

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quantity matches a number with a sign, perhaps with its unit, such as "-12.50", "+358 40 123" or "-5 °C".
var quantity = regexp.MustCompile(`^[+-] ?[0-9][0-9 .,]*( ?[%‰°]?[A-Za-zµ]{0,3})?$`)

// TableCell returns a cell of a table that no spreadsheet interprets as a formula: one that starts with the sign of
// one, also a full-width one, is escaped, unless it is a number or has nothing to compute with.
func TableCell(text string) string {
	const signs = "=+-@＝＋－＠\t\r"
	first, _ := utf8.DecodeRuneInString(text)
	computes := strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
	if strings.ContainsRune(signs, first) && computes && !quantity.MatchString(text) {
		return "'" + text
	}
	return text
}
