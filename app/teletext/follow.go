package teletext

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A TextLine is a row of a subpage as text.
type TextLine struct {
	Subpage, Row int
	// Text has single spaces between its words, and none at its ends.
	Text string
}

// TextLines returns the rows of a subpage that have text, from the top.
func (s *Subpage) TextLines() []TextLine {
	if s.Empty() {
		return nil
	}
	return s.Grid().LinesOf(s.Number)
}

// LinesOf returns the rows that have text, from the top, as lines of a subpage with the given number.
func (g *Grid) LinesOf(subpage int) (lines []TextLine) {
	for row, text := range strings.Split(g.Text(WholeRows(), TextForm{}), "\n") {
		if text = strings.Join(strings.Fields(text), " "); text != "" {
			lines = append(lines, TextLine{subpage, row, text})
		}
	}
	return lines
}

// A LineNumber is a number in a text: its digits, its position in bytes, and its value.
type LineNumber struct {
	Text         string
	From, Before int
	Value        float64
}

// LineNumbers returns the numbers in a text, from left to right. A comma or a point between digits is a decimal
// separator, or the last of them if there are both; a minus belongs to a number if nothing stands before it. So "1–0"
// has two numbers, and "–1,5" has one.
func LineNumbers(text string) []LineNumber {
	var list []LineNumber
	for at := 0; at < len(text); {
		from := at + strings.IndexFunc(text[at:], isDigit)
		if from < at {
			break
		}
		before := numberEnd(text, from)
		digits := text[from:before]
		from = signStart(text, from)
		value := decimal(digits)
		if from+len(digits) < before {
			value = -value
		}
		list = append(list, LineNumber{text[from:before], from, before, value})
		at = before
	}
	return list
}

// isSeparator reports whether a byte can separate the digits of one number.
func isSeparator(c byte) bool { return c == ',' || c == '.' }

// numberEnd returns the offset behind the number that begins at a digit.
func numberEnd(text string, from int) int {
	end := from
	for end < len(text) {
		switch c := text[end]; {
		case isDigit(rune(c)):
			end++
		case isSeparator(c) && end+1 < len(text) && isDigit(rune(text[end+1])):
			end += 2
		default:
			return end
		}
	}
	return end
}

// signStart returns the offset of a number's minus, or of its first digit if it has none.
func signStart(text string, digit int) int {
	sign, size := utf8.DecodeLastRuneInString(text[:digit])
	if !strings.ContainsRune("-−–", sign) || size == 0 {
		return digit
	}
	if last, n := utf8.DecodeLastRuneInString(text[:digit-size]); n > 0 && !unicode.IsSpace(last) && last != '(' {
		return digit
	}
	return digit - size
}

// decimal returns the value of digits with separators. A separator that comes several times separates thousands.
func decimal(digits string) float64 {
	last := strings.LastIndexAny(digits, ",.")
	whole, part := digits, ""
	if last >= 0 && strings.Count(digits, digits[last:last+1]) == 1 {
		whole, part = digits[:last], digits[last:]
	}
	whole = strings.NewReplacer(",", "", ".", "").Replace(whole)
	value, _ := strconv.ParseFloat(whole+strings.Replace(part, ",", ".", 1), 64) // too many digits are infinitely many
	return value
}

// ParseNumber parses a number as it stands in a line, such as "5,32" or "−1.5"; ok is false for anything else.
func ParseNumber(text string) (value float64, ok bool) {
	text = strings.TrimSpace(text)
	numbers := LineNumbers(text)
	if len(numbers) != 1 || numbers[0].Text != text {
		return 0, false
	}
	return numbers[0].Value, true
}

// labelOf returns the words of a line in lower case: what stays when its numbers change.
func labelOf(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	return strings.ToLower(strings.Join(words, " "))
}

// HasWords reports whether a line has letters, by which it can be found again.
func HasWords(text string) bool { return labelOf(text) != "" }

// FindLine finds a line on another version of its page: by its words without its numbers, wherever it has moved, or by
// its place if it has no words. chosen is the line as the user chose it, and last as it was found last. Of several
// lines with the same words it is the one with the same first number, or else the one at the same place.
func FindLine(p *Page, chosen, last TextLine) (found TextLine, ok bool) {
	var lines []TextLine
	for i := range p.Subpages {
		lines = append(lines, p.Subpages[i].TextLines()...)
	}
	return FindLineIn(lines, chosen, last)
}

// FindLineIn is FindLine for the lines of a version.
func FindLineIn(lines []TextLine, chosen, last TextLine) (found TextLine, ok bool) {
	label := labelOf(chosen.Text)
	if label == "" {
		return lineAt(lines, last)
	}
	if slices.Contains(lines, last) && labelOf(last.Text) == label {
		return last, true // which choose would find too
	}
	var same, more []TextLine
	for _, line := range lines {
		switch l := labelOf(line.Text); {
		case l == label:
			same = append(same, line)
		case strings.Contains(label, " ") && strings.HasPrefix(l, label+" "),
			strings.Contains(l, " ") && strings.HasPrefix(label, l+" "):
			more = append(more, line) // words were added behind it, or taken away
		}
	}
	if len(same) > 0 {
		return choose(same, last)
	}
	return choose(more, last)
}

// lineAt returns the line at the place of another one.
func lineAt(lines []TextLine, place TextLine) (TextLine, bool) {
	i := slices.IndexFunc(lines, func(l TextLine) bool { return l.isAt(place) })
	if i < 0 {
		return TextLine{}, false
	}
	return lines[i], true
}

// choose returns which of several lines with the same words continues last.
func choose(lines []TextLine, last TextLine) (TextLine, bool) {
	lines = distinct(lines, last)
	if len(lines) == 1 {
		return lines[0], true
	}
	number := firstNumber(last.Text)
	named := slices.DeleteFunc(slices.Clone(lines), func(l TextLine) bool {
		return number == "" || firstNumber(l.Text) != number
	})
	if len(named) == 1 {
		return named[0], true
	}
	if len(named) > 0 {
		lines = named
	}
	i := slices.IndexFunc(lines, func(l TextLine) bool { return l.isAt(last) })
	if i < 0 {
		return TextLine{}, false
	}
	return lines[i], true
}

// distinct removes lines with the same text. Of these it keeps the one at a place, or the first.
func distinct(lines []TextLine, place TextLine) (list []TextLine) {
	for _, l := range lines {
		i := slices.IndexFunc(list, func(o TextLine) bool { return o.Text == l.Text })
		switch {
		case i < 0:
			list = append(list, l)
		case l.isAt(place):
			list[i] = l
		}
	}
	return list
}

// isAt reports whether two lines are in the same row of the same subpage.
func (l TextLine) isAt(o TextLine) bool { return l.Subpage == o.Subpage && l.Row == o.Row }

// firstNumber returns the first number of a line that has a second one; it is the line's subject then: an hour, a rank.
func firstNumber(text string) string {
	numbers := LineNumbers(text)
	if len(numbers) < 2 {
		return ""
	}
	return numbers[0].Text
}
