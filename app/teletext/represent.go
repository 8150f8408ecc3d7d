package teletext

import (
	"strconv"
	"strings"
)

// TextLines returns the grid as content type text: characters only, everything else as spaces. Rows that are covered by
// a double-height row are blank, and so are cells that are covered by a wide character.
func (g *Grid) TextLines() *Lines {
	lines := &Lines{}
	for row := range g {
		if g.Covered(row) {
			continue
		}
		text := []rune(g.Row(row))
		for col, c := range g[row] {
			if c.Size.RightHalf() {
				text[col] = ' '
			}
		}
		lines[row] = strings.TrimRight(string(text), " ")
	}
	return lines
}

// Covered reports whether the row shows only lower halves of the row above.
func (g *Grid) Covered(row int) bool {
	for _, c := range g[row] {
		if c.Size.Low() {
			return true
		}
	}
	return false
}

// Structured returns the grid as content type structured. A three-digit number in the text for which link returns true
// becomes a run that links to that page.
func (g *Grid) Structured(link func(page int) bool) *RunLines {
	lines := &RunLines{}
	for row := range g {
		links := g.pageLinks(row, link)
		covered := g.Covered(row)
		if covered {
			links = g.pageLinks(row-1, link)
		}
		for col, c := range g[row] {
			r := runOf(c, links[col])
			if covered || r.blank() {
				r.Text = ""
			}
			lines[row] = appendRun(lines[row], r)
		}
		trimBlankRuns(lines[row])
	}
	return lines
}

// runOf returns the run of a single cell.
func runOf(c Cell, link string) Run {
	r := Run{Bg: c.Bg, Fg: c.Fg, Length: 1, Text: string(c.Rune), Link: link}
	if c.Has(Mosaic) {
		r.Charcode = MosaicCode(c.Sixels())
		r.Fg += graphicColour
		r.Text = string(rune(r.Charcode))
	}
	if c.Size.Tall() || c.Size.Low() {
		r.Size = SizeDoubleHeight
	}
	return r
}

func (r Run) blank() bool { return r.Charcode == MosaicCode(0) }

func appendRun(runs []Run, r Run) []Run {
	if len(runs) > 0 {
		last := &runs[len(runs)-1]
		same := *last
		same.Length, same.Text = r.Length, r.Text
		if same == r {
			last.Length++
			last.Text += r.Text
			return runs
		}
	}
	return append(runs, r)
}

// trimBlankRuns removes the text of runs that show only spaces.
func trimBlankRuns(runs []Run) {
	for i := range runs {
		if strings.Trim(runs[i].Text, " ") == "" {
			runs[i].Text = ""
		}
	}
}

// pageLinks returns the link to a page, or "", for each column of a row.
func (g *Grid) pageLinks(row int, link func(page int) bool) (links [Columns]string) {
	digit := func(col int) bool {
		return col >= 0 && col < Columns && g[row][col].Rune >= '0' && g[row][col].Rune <= '9'
	}
	for col := 0; col+2 < Columns; col++ {
		if digit(col-1) || !digit(col) || !digit(col+1) || !digit(col+2) || digit(col+3) {
			continue
		}
		number := string([]rune{g[row][col].Rune, g[row][col+1].Rune, g[row][col+2].Rune})
		if n, _ := strconv.Atoi(number); !link(n) {
			continue
		}
		links[col], links[col+1], links[col+2] = number, number, number
	}
	return links
}
