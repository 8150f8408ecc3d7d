package teletext

// Rows in which double height has no room below (ETSI EN 300 706, section 12.2): lines 23 and 24.
const lastDoubleRow = 21 // grid row of line 22

// inset is the character of code 7F outside mosaic mode: a block that fills the cell except for its edge.
const inset = '■'

// DecodeAll decodes lines of content type all to cells by the level 1 rules of ETSI EN 300 706, section 12. Of a
// row that is covered by double-height characters above, the codes are ignored.
func DecodeAll(lines *Lines) *Grid { return (&Subpage{All: lines}).decodeAll() }

// decodeAll is DecodeAll for a subpage whose other representations may show which keywords there are.
func (s *Subpage) decodeAll() *Grid {
	g := new(Grid)
	for row := 0; row < Rows; row++ {
		d := rowDecoder{cells: &g[row], fg: White, roomBelow: row <= lastDoubleRow}
		codes, odd := plainCodes(s.All[row])
		if odd {
			codes = readLine(s.All[row], s.referenceOf(row)).codes
		}
		d.decode(codes)
		if d.coversNext {
			g.coverRow(row + 1)
			row++
		}
	}
	return g
}

// decodeText converts lines of content type text to cells, white on black.
func decodeText(lines *Lines) *Grid {
	g := DecodeAll(&Lines{})
	for row, line := range lines {
		g.putText(row, line)
	}
	return g
}

// putText writes a line of content type text to the cells of a row.
func (g *Grid) putText(row int, line string) {
	for col := 0; col < Columns && line != ""; col++ {
		code, size := nextRune(line)
		line = line[size:]
		if code == replacementBox {
			code = inset
		}
		g[row][col].Rune = code
	}
}

// coverRow fills a row with the lower halves of the double-height characters above it, and below characters of
// normal height with spaces on their background.
func (g *Grid) coverRow(row int) {
	for col, upper := range g[row-1] {
		low := upper
		switch upper.Size {
		case DoubleHeight:
			low.Size = DoubleHeightLow
		case DoubleSize:
			low.Size = DoubleSizeLow
		case DoubleSizeRight:
			low.Size = DoubleSizeRightLow
		default:
			low = Cell{Rune: ' ', Fg: upper.Fg, Bg: upper.Bg, Attr: upper.Attr &^ (Mosaic | Separated)}
		}
		g[row][col] = low
	}
}

// A rowDecoder decodes one row from left to right. Set-at codes act from their own cell on, set-after codes from
// the next one.
type rowDecoder struct {
	cells                 *[Columns]Cell
	fg, bg                Colour
	mosaic, separated     bool
	flash, conceal, box   bool
	hold                  bool
	size                  Size
	held                  rune // held mosaic as a sextant, 0 if none
	heldSeparated         bool
	previous              rune
	wideLeft              bool // the cell before this one is the left half of a wide character
	roomBelow, coversNext bool
}

func (d *rowDecoder) decode(codes [Columns]rune) {
	for col, code := range codes {
		control := code <= lastControlCode
		if control {
			d.setAt(code)
		}
		d.emit(col, code)
		if control {
			d.setAfter(col, code)
		}
		d.previous = code
	}
}

func (d *rowDecoder) setAt(code rune) {
	switch code {
	case codeSteady:
		d.flash = false
	case codeEndBox:
		d.box = d.box && d.previous != codeEndBox
	case codeStartBox:
		d.box = d.box || d.previous == codeStartBox
	case codeNormal:
		d.setSize(Normal)
	case codeConceal:
		d.conceal = true
	case codeContiguous:
		d.separated = false
	case codeSeparated:
		d.separated = true
	case codeBlackBg:
		d.bg = Black
	case codeNewBg:
		d.bg = d.fg
	case codeHold:
		d.hold = true
	}
}

func (d *rowDecoder) setAfter(col int, code rune) {
	switch {
	case code <= rune(White):
		d.fg, d.mosaic, d.conceal = Colour(code), false, false
		d.held = 0
	case code >= graphicColour && code <= rune(GWhite):
		d.fg, d.mosaic, d.conceal = Colour(code).Base(), true, false
	}
	switch code {
	case codeFlash:
		d.flash = true
	case codeDoubleHigh:
		if d.roomBelow {
			d.setSize(DoubleHeight)
			d.coversNext = true
		}
	case codeDoubleWide:
		d.setSize(DoubleWidth)
	case codeDoubleSize:
		if d.roomBelow && col < Columns-1 {
			d.setSize(DoubleSize)
			d.coversNext = true
		}
	case codeRelease:
		d.hold = false
	}
}

// setSize sets the size; a change clears the held mosaic (section 12.2, hold mosaics).
func (d *rowDecoder) setSize(s Size) {
	if d.size != s {
		d.size, d.held = s, 0
	}
}

func (d *rowDecoder) emit(col int, code rune) {
	c := Cell{Rune: ' ', Fg: d.fg, Bg: d.bg, Size: d.size, Attr: d.attributes()}
	switch {
	case code <= lastControlCode:
		if d.hold && d.mosaic && d.held != 0 {
			c.setSextant(d.held, d.heldSeparated)
		}
	case d.mosaic && IsMosaicCode(code):
		c.setSextant(Sextant(Sixels(byte(code))), d.separated)
		d.held, d.heldSeparated = c.Rune, d.separated
	case code == replacementBox:
		c.Rune = inset
	default:
		c.Rune = code
	}
	d.putCell(col, c)
}

// putCell stores a cell, or drops it if a wide character before it covers its column.
func (d *rowDecoder) putCell(col int, c Cell) {
	if d.wideLeft {
		d.wideLeft = false
		d.cells[col] = d.cells[col-1]
		d.cells[col].Size++ // from the left half to the right one
		return
	}
	if c.Size == DoubleWidth || c.Size == DoubleSize {
		if col == Columns-1 {
			c.Size = Normal // there is no room
		} else {
			d.wideLeft = true
		}
	}
	d.cells[col] = c
}

func (c *Cell) setSextant(sextant rune, separated bool) {
	c.Rune = sextant
	c.Attr |= Mosaic
	if separated {
		c.Attr |= Separated
	}
}

func (d *rowDecoder) attributes() (a Attr) {
	for _, f := range [...]struct {
		on   bool
		attr Attr
	}{{d.flash, Flash}, {d.conceal, Conceal}, {d.box, Box}} {
		if f.on {
			a |= f.attr
		}
	}
	return a
}
