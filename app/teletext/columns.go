package teletext

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tables returns the tables of some subpages, as found by Article, each as rows of cells. A table has at least two
// columns; its numbers are written with a decimal point.
func (p *Page) Tables(guide Guide, reveal bool, subpages []int) (tables [][][]string) {
	part := *p
	part.Subpages = nil
	for _, i := range subpages {
		part.Subpages = append(part.Subpages, p.Subpages[i])
	}
	for _, b := range part.Article(guide, reveal).Blocks {
		if b.Kind != Table {
			continue
		}
		if rows := CutColumns(strings.Split(b.Text, "\n")); len(rows) > 0 && len(rows[0]) > 1 {
			tables = append(tables, rows)
		}
	}
	return tables
}

// leaders are the dots that lead the eye from the words of an entry to its number.
var leaders = regexp.MustCompile(`\.{3,}|(\. ){3,}`)

// CutColumns cuts lines into cells at the columns that are blank in all lines with a number, or in all lines if few
// have one. Lines without a number are headings, whose words go to the column that they stand above. Empty lines are
// left out. All rows have the same number of cells.
func CutColumns(lines []string) [][]string {
	var table [][]rune
	for _, line := range lines {
		line = leaders.ReplaceAllStringFunc(line, func(dots string) string { return strings.Repeat(" ", len(dots)) })
		if line = strings.TrimRightFunc(line, unicode.IsSpace); line != "" {
			table = append(table, []rune(line))
		}
	}
	if rows := cutAtScores(table); rows != nil {
		return rows
	}
	columns := commonColumns(table)
	rows := make([][]string, len(table))
	for i, line := range table {
		rows[i] = cutRow(line, columns)
	}
	return rows
}

// score matches a line with a score between the names of two teams.
var score = regexp.MustCompile(`^(.*\pL.*?) +((\d{1,3}) ?[-–] ?(\d{1,3})) +(.*\pL.*)$`)

// splitAtScore returns the parts of a line before its score, the score, and after it, or nil if it has none. A range of
// pages is no score.
func splitAtScore(line []rune) []string {
	m := score.FindStringSubmatch(string(line))
	if m == nil || len(m[3]) == 3 && len(m[4]) == 3 && m[3] < m[4] {
		return nil
	}
	return []string{strings.TrimSpace(m[1]), m[2], strings.TrimSpace(m[5])}
}

// cutAtScores cuts lines into the scores and the names on either side. It returns nil if less than half of the lines
// have a score. The parts of the other lines go to the side on which they begin.
func cutAtScores(table [][]rune) [][]string {
	rows, column, scores := make([][]string, len(table)), Columns, 0
	for i, line := range table {
		if rows[i] = splitAtScore(line); rows[i] != nil {
			scores++
			column = min(column, utf8.RuneCountInString(rows[i][0]))
		}
	}
	if scores == 0 || 2*scores < len(table) {
		return nil
	}
	for i, line := range table {
		if rows[i] != nil {
			continue
		}
		rows[i] = make([]string, 3)
		for _, part := range partsOf(line) {
			side := 0
			if part.from >= column {
				side = 2
			}
			rows[i][side] = strings.TrimSpace(rows[i][side] + " " + string(line[part.from:part.before]))
		}
	}
	return rows
}

// partsOf returns the parts of a line that are separated by two or more spaces.
func partsOf(line []rune) []column {
	l := typedLine{glyphs: make([]glyph, len(line))}
	for col, r := range line {
		l.glyphs[col].rune = r
	}
	l.measure()
	return l.cells()
}

// commonColumns returns the columns of a table. Columns with a gap of one character are joined where it may be a space
// between words.
func commonColumns(table [][]rune) []column {
	body := slices.DeleteFunc(slices.Clone(table), func(line []rune) bool {
		return !slices.ContainsFunc(line, isDigit)
	})
	const leastBody = 2 // lines
	if len(body) < leastBody {
		body = table
	}
	width := 0
	for _, line := range table {
		width = max(width, len(line))
	}
	var columns []column
	for col := range width {
		switch n := len(columns); {
		case !slices.ContainsFunc(body, func(line []rune) bool { return runeAt(line, col) != ' ' }):
		case n > 0 && columns[n-1].before == col:
			columns[n-1].before = col + 1
		default:
			columns = append(columns, column{col, col + 1})
		}
	}
	return joinWords(body, columns)
}

func runeAt(line []rune, col int) rune {
	if col < len(line) {
		return line[col]
	}
	return ' '
}

// joinWords joins columns that are one space apart, unless one side has only numbers: in a few lines words may end
// below each other by chance.
func joinWords(body [][]rune, columns []column) (joined []column) {
	for _, c := range columns {
		n := len(joined)
		numeric := n > 0 && (isNumeric(body, joined[n-1]) || isNumeric(body, c))
		if n == 0 || c.from-joined[n-1].before > 1 || numeric && !areThousands(body, joined[n-1], c) {
			joined = append(joined, c)
			continue
		}
		joined[n-1].before = c.before
	}
	return joined
}

// isNumeric reports whether a column has only numbers, signs and blanks, and at least one number.
func isNumeric(body [][]rune, c column) bool {
	digits := false
	for _, line := range body {
		for col := c.from; col < c.before; col++ {
			switch r := runeAt(line, col); {
			case isDigit(r):
				digits = true
			case unicode.IsLetter(r):
				return false
			}
		}
	}
	return digits
}

// areThousands reports whether two columns are one number with a space between thousands: the right one has three
// digits in each line, and the left one only digits.
func areThousands(body [][]rune, left, right column) bool {
	for _, line := range body {
		for col := left.from; col < right.before; col++ {
			r := runeAt(line, col)
			switch {
			case isDigit(r), r == ' ' && col < right.from:
			default:
				return false
			}
		}
	}
	return right.before-right.from == 3
}

// cutRow cuts a line into cells. A word across two columns goes to the one that it overlaps more.
func cutRow(line []rune, columns []column) []string {
	cells := make([]string, len(columns))
	for _, word := range wordColumns(line) {
		best, most := 0, -len(line)
		for i, c := range columns { // those of a heading may stand in none
			if shared := min(word.before, c.before) - max(word.from, c.from); shared > most {
				best, most = i, shared
			}
		}
		cells[best] = strings.TrimSpace(cells[best] + " " + string(line[word.from:word.before]))
	}
	for i := range cells {
		cells[i] = pointed(cells[i])
	}
	return cells
}

// wordColumns returns the positions of the words of a line.
func wordColumns(line []rune) (words []column) {
	for col, r := range line {
		switch n := len(words); {
		case r == ' ':
		case n > 0 && words[n-1].before == col:
			words[n-1].before = col + 1
		default:
			words = append(words, column{col, col + 1})
		}
	}
	return words
}

// spaced matches a number with spaces between thousands.
var spaced = regexp.MustCompile(`^[-−–]?\d{1,3}( \d{3})+([.,]\d+)?$`)

// pointed rewrites a number with a decimal point and without separators of thousands. Other cells stay as they are.
func pointed(cell string) string {
	if spaced.MatchString(cell) {
		cell = strings.ReplaceAll(cell, " ", "")
	}
	if _, ok := ParseNumber(cell); !ok {
		return cell
	}
	digits := strings.NewReplacer("−", "-", "–", "-").Replace(cell)
	last := strings.LastIndexAny(digits, ",.")
	if last < 0 {
		return digits
	}
	group := strings.NewReplacer(",", "", ".", "")
	if strings.Count(digits, digits[last:last+1]) > 1 {
		return group.Replace(digits)
	}
	return group.Replace(digits[:last]) + "." + digits[last+1:]
}
