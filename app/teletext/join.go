package teletext

// Content type structured says of a cell its character, its colours and whether it is of double
// height; content type all says everything else too, but the service may be wrong in one of them.

// A Conflict is a cell of which structured and all say different things.
type Conflict struct {
	Row, Column int // counted from 0
	Field       Field
}

// A Field names what of a cell two representations disagree about.
type Field string

// The fields that both representations carry.
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

// Decode makes cells of what the subpage came with: of structured joined with all cell by cell, or of
// whichever it has. Where the two disagree, structured wins for what it carries; the list says where.
// What neither shows, such as the colour of a space, is not compared.
func (s *Subpage) Decode() (*Grid, []Conflict) {
	switch {
	case s.Structured == nil && s.All != nil:
		return DecodeAll(s.All), nil
	case s.Structured == nil && s.Text != nil:
		return decodeText(s.Text), nil
	case s.Structured == nil:
		return DecodeAll(&Lines{}), nil
	}
	j := joiner{said: s.Structured, sized: s.Structured.sized()}
	if s.All != nil {
		j.grid, j.compare = DecodeAll(s.All), true
	} else {
		j.grid = DecodeAll(&Lines{})
	}
	j.join()
	return j.grid, j.conflicts
}

// A joiner lays what structured says over a grid.
type joiner struct {
	grid      *Grid
	said      *RunLines
	sized     bool // structured has sizes at all, which the specification does not promise
	compare   bool // the grid holds what all says, not just blanks
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

// joinRun lays a run over the cells from a column on, and gives the column behind it.
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

// joinCell lays one cell of a run, of normal or double height, over the grid's.
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
	// Structured knows no double width, nor what is as high as it is wide.
	if j.sized && row <= lastDoubleRow && !c.Size.Wide() && c.Size != said.Size {
		j.note(row, col, FieldSize)
		c.Size = said.Size
	}
	if !said.blank() || !c.Has(Conceal) { // or it was left out by the service since it is not to be seen yet
		j.character(row, col, said)
	}
}

// character lays what one cell shows, and its colour, over the grid's.
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

// sized reports whether any run has its size.
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

// cellOf is what a run shows for one character of its text.
func (r Run) cellOf(char rune) Cell {
	c := Cell{Rune: char, Fg: r.Fg.Base(), Bg: r.Bg.Base()}
	if r.Size == SizeDoubleHeight {
		c.Size = DoubleHeight
	}
	code := rune(r.Charcode)
	if code == 0 && r.Fg.Graphic() {
		code = char // a mosaic is written as the character of its code
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

// blank reports whether the cell shows nothing but its background.
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
