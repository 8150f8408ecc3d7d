package teletext

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// tabled reports for each line of a subpage whether it is part of a table: on its own, by columns that it shares with
// such a line, as an entry of a list, between two lines of a table, or below one and further to the right.
func tabled(lines []typedLine) []bool {
	in := make([]bool, len(lines))
	for i := range lines {
		in[i] = !lines[i].tall && tabular(&lines[i])
	}
	alone, cells := slices.Clone(in), make([][]column, len(lines))
	for i := range lines {
		cells[i] = lines[i].cells()
	}
	for i := range lines {
		for k := range lines {
			in[i] = in[i] || alone[k] && !lines[i].tall && len(cells[i]) > 1 && aligned(cells[i], cells[k])
		}
		if n := entries(lines[i:]); n > 0 {
			for k := range n + 1 {
				in[i+k] = true
			}
		}
	}
	for i := 1; i < len(lines); i++ {
		a, b := &lines[i-1], &lines[i]
		beside := !b.tall && b.row == a.row+1 && in[i-1]
		between := i+1 < len(lines) && in[i+1] && lines[i+1].row == b.row+1
		if beside && (between || b.indent > a.indent+1) {
			in[i] = true
		}
	}
	return in
}

// tabular reports whether a line is part of a table on its own: gaps or dots separate its columns, or it has several
// page numbers, one of them at an end.
func tabular(l *typedLine) bool {
	if strings.Contains(l.text, "   ") || strings.Contains(l.text, "....") {
		return true
	}
	words := strings.Fields(l.text)
	numbers := 0
	for _, word := range words {
		if _, _, ok := ParseAddress(word); ok {
			numbers++
		}
	}
	_, _, first := ParseAddress(words[0])
	_, _, last := ParseAddress(words[len(words)-1])
	return numbers > 1 && (first || last)
}

// entries returns the distance in lines to the next entry of the list that the first line belongs to, 0 if it belongs
// to none. Either both begin with a number or a time at the same column, and lines between them are indented further;
// or both end with a link at the same column, one directly below the other.
func entries(lines []typedLine) int {
	a := &lines[0]
	const farthest = 3 // rows
	for k := 1; k < len(lines) && !a.tall; k++ {
		b := &lines[k]
		switch {
		case b.tall || b.row > a.row+farthest:
			return 0
		case b.row == a.row+1 && a.end == b.end && a.glyphs[a.end-1].link != 0 && b.glyphs[b.end-1].link != 0:
			return k
		case !a.beginsEntry() || b.indent < a.indent:
			return 0
		case b.indent == a.indent && b.beginsEntry() && b.row <= a.row+k:
			return k
		case b.indent == a.indent:
			return 0
		}
	}
	return 0
}

// A column is a part of a line between gaps.
type column struct{ from, before int }

// cells returns the parts of a line that are separated by two or more spaces.
func (l *typedLine) cells() (cells []column) {
	for col := l.indent; col < l.end; col++ {
		switch n := len(cells); {
		case l.glyphs[col].rune == ' ':
		case n > 0 && col-cells[n-1].before < 2:
			cells[n-1].before = col + 1
		default:
			cells = append(cells, column{col, col + 1})
		}
	}
	return cells
}

// aligned reports whether the cells of two lines, without their first, share a column by its left or its right edge.
func aligned(a, b []column) bool {
	for i, c := range a {
		for k, d := range b {
			if i+k > 0 && (c.from == d.from || c.before == d.before) {
				return true
			}
		}
	}
	return false
}

// beginsEntry reports whether a line begins like an entry of a list: with a page number, a time, or a number with a
// dot.
func (l *typedLine) beginsEntry() bool {
	if l.words()[0].link != 0 {
		return true
	}
	word, _, more := strings.Cut(l.text, " ")
	number := strings.Map(func(r rune) rune {
		if r == '-' || r == '–' {
			return ' ' // a range of pages
		}
		return r
	}, word)
	if _, _, ok := ParseAddress(firstWord(number)); ok {
		return true
	}
	digits := strings.TrimLeft(word, "0123456789")
	rest := strings.TrimRight(strings.TrimPrefix(digits, "-"), "0123456789")
	return more && len(digits) < len(word) && len(word)-len(digits) <= 2 &&
		slices.Contains([]string{".", ":", ")"}, rest)
}

// titles reports whether a line is a title: in capitals at the top of the page; or without a link, and above prose of
// another colour in the next row or the one after that.
func titles(lines []typedLine, tables []bool, k int) bool {
	l := &lines[k]
	above := k > 0 && lines[k-1].row == l.row-1 && lines[k-1].fg == l.fg
	switch {
	case l.row < topRows && strings.ToUpper(l.text) == l.text && strings.ToLower(l.text) != l.text:
		return true
	case k+1 == len(lines), above, l.leads(), strings.HasSuffix(l.text, ","), strings.HasSuffix(l.text, "."):
		return false
	}
	const leastProse = 24 // characters
	below := &lines[k+1]
	long := utf8.RuneCountInString(below.text) >= leastProse
	striped := k+2 < len(lines) && lines[k+2].row == below.row+1 && lines[k+2].fg != below.fg
	sign, _ := utf8.DecodeRuneInString(below.text)
	return long && !striped && !strings.ContainsRune("»>-–•*", sign) &&
		!tables[k+1] && !below.tall && below.row <= l.row+2 && below.fg != l.fg
}
