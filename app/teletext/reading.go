package teletext

import (
	"strings"
	"unicode"
)

// A Block is a part of a page set as running text.
type Block struct {
	Kind BlockKind
	Text string
	Row  int // of the grid, where it begins
	// Close tells that it stands right below the one before, with no row between.
	Close bool
}

// BlockKind tells how a block is set.
type BlockKind int

// The kinds of blocks.
const (
	// Paragraph is prose whose lines were joined.
	Paragraph BlockKind = iota
	// Heading is a line in characters of double height or size.
	Heading
	// Table is lines whose columns must stay below each other.
	Table
)

// Reading takes a page out of its 40 columns: lines of prose are joined to paragraphs, double height
// makes headings, lines with gaps stay as tables, mosaics are left out. Concealed text is left out
// unless it is revealed.
func (g *Grid) Reading(reveal bool) []Block {
	r := reader{grid: g, form: TextForm{Reveal: reveal}}
	for row := range g {
		if !g.Covered(row) {
			r.row(row)
		}
	}
	for i, b := range r.blocks {
		if b.Kind == Table {
			r.blocks[i].Text = outdent(b.Text)
		}
	}
	return r.blocks
}

// outdent takes away the spaces that all lines begin with.
func outdent(text string) string {
	lines := strings.Split(text, "\n")
	least := Columns
	for _, l := range lines {
		least = min(least, len(l)-len(strings.TrimLeft(l, " ")))
	}
	for i, l := range lines {
		lines[i] = l[least:]
	}
	return strings.Join(lines, "\n")
}

// A reader joins rows to blocks.
type reader struct {
	grid   *Grid
	form   TextForm
	blocks []Block
	last   textRow // the row before, if it may go on
	open   bool    // the last block may go on
}

// A textRow is a row with its text's place.
type textRow struct {
	text   string // without spaces at its ends
	indent int
	end    int // column behind the text
	fg     Colour
	number int
}

func (r *reader) row(number int) {
	line := r.grid.span(Span{number, 0, Columns}, r.form)
	text := strings.TrimLeft(line, " ")
	if text == "" {
		r.open = false
		return
	}
	end := len([]rune(line))
	row := textRow{text: text, indent: end - len([]rune(text)), end: end, number: number}
	row.fg = r.grid[number][min(row.indent, Columns-1)].Fg
	switch {
	case r.grid.tall(number):
		r.begin(Heading, squeeze(text), number)
		r.open = false
	case tabular(text):
		r.table(line, number)
	case r.goesOn(row):
		r.join(row)
	default:
		r.begin(Paragraph, text, number)
	}
	r.last = row
}

func (r *reader) begin(k BlockKind, text string, row int) {
	r.blocks = append(r.blocks, Block{k, text, row, r.open})
	r.open = true
}

// tabular tells whether a line is one of a table: it has gaps or dots that set columns apart, or more
// than one page number.
func tabular(text string) bool {
	if strings.Contains(text, "   ") || strings.Contains(text, "....") {
		return true
	}
	numbers := 0
	for _, word := range strings.Fields(text) {
		if _, _, ok := ParseAddress(word); ok {
			numbers++
		}
	}
	return numbers > 1
}

func squeeze(text string) string { return strings.Join(strings.Fields(text), " ") }

// table adds a line as it is to the table before it, or begins one.
func (r *reader) table(line string, row int) {
	if last := len(r.blocks) - 1; r.open && last >= 0 && r.blocks[last].Kind == Table {
		r.blocks[last].Text += "\n" + line
		return
	}
	r.begin(Table, line, row)
}

// A line that stops this far from the right edge ends its paragraph.
const ragged = 10

// goesOn tells whether a row continues the paragraph before it: it stands right below, in the same
// colour and at the same indent, and the line above was full.
func (r *reader) goesOn(row textRow) bool {
	last := len(r.blocks) - 1
	if !r.open || last < 0 || r.blocks[last].Kind != Paragraph {
		return false
	}
	return row.fg == r.last.fg && row.indent == r.last.indent && r.last.end >= Columns-ragged && !isDigit([]rune(row.text)[0])
}

// join adds a row to the last paragraph. A word that was broken with a hyphen at the edge is mended
// where its rest begins with a small letter.
func (r *reader) join(row textRow) {
	b := &r.blocks[len(r.blocks)-1]
	whole, broken := strings.CutSuffix(b.Text, "-")
	first := []rune(row.text)[0]
	if before := []rune(whole); broken && len(before) > 0 && unicode.IsLetter(before[len(before)-1]) && unicode.IsLower(first) {
		b.Text = whole + row.text
		return
	}
	b.Text += " " + row.text
}
