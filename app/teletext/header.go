package teletext

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// HeaderRow returns row 0 as a television shows it: page number, network, date, and the clock at the end. Page 0 is
// left out. A clock of more than eight characters, such as one with a time zone, leaves less room for the date.
func HeaderRow(page int, network, date, clock string) Row {
	const dateAt, clockAt = 19, 31
	row := TextRow("", White, Black)
	put := func(at, before int, c Colour, text string) {
		for _, r := range text {
			if at == before {
				return
			}
			row[at].Rune, row[at].Fg = r, c
			at++
		}
	}
	name := 1
	if page != 0 {
		put(1, 6, White, fmt.Sprintf("P%d", page))
		name = 6
	}
	put(name, dateAt-1, Green, network)
	put(dateAt, clockAt, Cyan, date)
	put(Columns-1-utf8.RuneCountInString(clock), Columns, Yellow, clock)
	return row
}

// TextRow returns a row of cells with a text that starts in the second cell and is cut off before the last.
func TextRow(text string, fg, bg Colour) (row Row) {
	letters := []rune(text)
	for i := range row {
		row[i] = Cell{Rune: ' ', Fg: fg, Bg: bg}
		if at := i - 1; at >= 0 && at < len(letters) && i < len(row)-1 {
			row[i].Rune = letters[at]
		}
	}
	return row
}

// StandbyGrid draws a name, a time of day and a date in the middle of a page.
func StandbyGrid(name, clock, date string) *Grid {
	if runes := []rune(name); len(runes) > Columns-4 {
		name = string(runes[:Columns-5]) + "…"
	}
	var lines Lines
	lines[6] = centred("{Cyan}{DH}", name)
	lines[11] = centred("{Yellow}{DS}", " "+strings.Join(strings.Split(clock, ""), " ")) // two cells a digit
	lines[15] = centred("{White}", date)
	s := Subpage{Number: 1, All: &lines}
	return s.Grid()
}

// centred returns a line with a centred text after codes, each of which takes a cell.
func centred(codes, text string) string {
	before := (Columns - utf8.RuneCountInString(text)) / 2
	return codes + strings.Repeat(" ", max(0, before-strings.Count(codes, "{"))) + text
}
