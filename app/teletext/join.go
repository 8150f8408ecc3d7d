package teletext

import (
	"slices"
	"strings"
)

// Content type structured has the character, the colours and double height of a cell; content type all has
// everything else too. The service may be wrong in either.

// A Conflict is a cell in which structured and all disagree.
type Conflict struct {
	Row, Column int // counted from 0
	Field       Field
}

// A Field is a property of a cell in which two representations can disagree.
type Field string

// The fields that both representations have.
const (
	FieldText       Field = "text"
	FieldForeground Field = "foreground"
	FieldBackground Field = "background"
	FieldSize       Field = "size"
)

// Grid decodes the subpage to cells. See [Subpage.Decode].
func (s *Subpage) Grid() *Grid {
	g, _ := s.Decode()
	return g
}

// Decode decodes the subpage's representations to cells: structured and all joined cell by cell, or the one that
// it has. Where the two disagree, structured wins for the fields that it has, and the list has a Conflict.
// Invisible properties, such as the colour of a space, are not compared. A representation that shows nothing does not
// count if another one shows something.
func (s *Subpage) Decode() (*Grid, []Conflict) {
	u := s.useful()
	g, conflicts := u.join()
	for row := range g {
		if u.silent(row) && showsText(u.Text[row]) && !g.Covered(row) {
			g.putText(row, u.Text[row])
		}
	}
	return g, conflicts
}

func (s *Subpage) join() (*Grid, []Conflict) {
	switch {
	case s.Structured == nil && s.All != nil:
		return s.decodeAll(), nil
	case s.Structured == nil && s.Text != nil:
		return decodeText(s.Text), nil
	case s.Structured == nil:
		return DecodeAll(&Lines{}), nil
	case s.All == nil:
		return decodeRuns(s.Structured), nil
	}
	j := joiner{said: s.Structured, sized: s.Structured.sized(), grid: s.decodeAll(), compare: true}
	j.join()
	return j.grid, j.conflicts
}

// decodeRuns converts lines of content type structured to cells.
func decodeRuns(lines *RunLines) *Grid {
	j := joiner{said: lines, sized: lines.sized(), grid: DecodeAll(&Lines{})}
	j.join()
	return j.grid
}

// A joiner applies structured to a grid.
type joiner struct {
	grid      *Grid
	said      *RunLines
	sized     bool // structured has sizes, which are not in the specification
	compare   bool // the grid was decoded from all, and is not blank
	conflicts []Conflict
}

func (j *joiner) join() {
	covered := false
	for row := range j.grid {
		if covered {
			j.grid.coverRow(row)
			covered = false
			continue
		}
		col := 0
		for _, r := range j.said[row] {
			col = j.joinRun(row, col, r)
		}
		covered = row <= lastDoubleRow && j.grid.isTallRow(row)
	}
}

// joinRun applies a run to the cells from a column on, and returns the column behind it.
func (j *joiner) joinRun(row, col int, r Run) int {
	text := r.Text
	for range r.Length {
		if col == Columns {
			break
		}
		code := ' '
		if text != "" {
			var size int
			code, size = nextRune(text)
			text = text[size:]
		}
		j.joinCell(row, col, r.cellOf(code))
		col++
	}
	return col
}

// joinCell applies one cell of a run, of normal or double height, to the grid's.
func (j *joiner) joinCell(row, col int, said Cell) {
	c := &j.grid[row][col]
	if c.Size.RightHalf() {
		right := c.Size
		*c = j.grid[row][col-1]
		c.Size = right
		return
	}
	if c.Bg != said.Bg {
		j.note(row, col, FieldBackground)
		c.Bg = said.Bg
	}
	if c.blank() && said.blank() {
		if !j.compare {
			c.Fg = said.Fg
		}
		return
	}
	// Structured has neither double width nor double size.
	if j.sized && row <= lastDoubleRow && !c.Size.Wide() && c.Size != said.Size {
		j.note(row, col, FieldSize)
		c.Size = said.Size
	}
	if !said.blank() || !c.Has(Conceal) { // the service may leave concealed characters out
		j.character(row, col, said)
	}
}

// character applies the character of one cell, and its colour, to the grid's.
func (j *joiner) character(row, col int, said Cell) {
	c := &j.grid[row][col]
	if sameShape := c.Attr&Mosaic == said.Attr&Mosaic; c.Rune != said.Rune || !sameShape {
		j.note(row, col, FieldText)
		if !sameShape {
			c.Attr = c.Attr&^(Mosaic|Separated) | said.Attr
		}
		c.Rune = said.Rune
	}
	if c.Fg != said.Fg && !said.blank() {
		j.note(row, col, FieldForeground)
		c.Fg = said.Fg
	}
}

func (j *joiner) note(row, col int, f Field) {
	if j.compare {
		j.conflicts = append(j.conflicts, Conflict{row, col, f})
	}
}

// sized reports whether any run states its size.
func (l *RunLines) sized() bool {
	for _, runs := range l {
		for _, r := range runs {
			if r.Size != "" {
				return true
			}
		}
	}
	return false
}

// cellOf returns the cell for one character of a run's text.
func (r Run) cellOf(char rune) Cell {
	c := Cell{Rune: char, Fg: r.Fg.Base(), Bg: r.Bg.Base()}
	if r.Size == SizeDoubleHeight {
		c.Size = DoubleHeight
	}
	code := rune(r.Charcode)
	if code == 0 && r.Fg.Graphic() {
		code = char // mosaics are written as the character of their code
	}
	switch {
	case code != 0 && IsMosaicCode(code):
		if lit := Sixels(byte(code)); lit != 0 {
			c.setSextant(Sextant(lit), false)
		} else {
			c.Rune = ' '
		}
	case code != 0 && char == ' ':
		c.Rune = code
	case char == replacementBox:
		c.Rune = inset
	case char < firstPrintable:
		c.Rune = ' '
	}
	return c
}

// blank reports whether the cell shows only its background.
func (c Cell) blank() bool { return c.Rune == ' ' }

// isTallRow reports whether a row has characters of double height, so that it covers the next.
func (g *Grid) isTallRow(row int) bool {
	for _, c := range g[row] {
		if c.Size.Tall() {
			return true
		}
	}
	return false
}

// useful returns the subpage without those of structured and all that show nothing while another representation does.
func (s *Subpage) useful() Subpage {
	u := *s
	structured := u.Structured != nil && slices.ContainsFunc(u.Structured[:], showsRuns)
	all := u.All != nil && slices.ContainsFunc(u.All[:], showsCodes)
	text := u.Text != nil && slices.ContainsFunc(u.Text[:], showsText)
	if !structured && (all || text) {
		u.Structured = nil
	}
	if !all && (structured || text) {
		u.All = nil
	}
	return u
}

// silent reports whether structured and all have nothing about a row.
func (s *Subpage) silent(row int) bool {
	return s.Text != nil && (s.Structured == nil || len(s.Structured[row]) == 0) && (s.All == nil || s.All[row] == "")
}

// showsRuns reports whether runs show more than their background.
func showsRuns(runs []Run) bool {
	return slices.ContainsFunc(runs, func(r Run) bool {
		return r.Length > 0 && (showsText(r.Text) || r.Charcode != 0 && !r.cellOf(' ').blank())
	})
}

// showsCodes reports whether a line of content type all shows more than its background.
func showsCodes(line string) bool {
	for line != "" {
		code, size := nextCode(line)
		if code > ' ' {
			return true
		}
		line = line[size:]
	}
	return false
}

// showsText reports whether a line of content type text shows anything.
func showsText(line string) bool { return strings.Trim(line, " ") != "" }
