package teletext

import "strings"

// A Grid is a page's body as a display shows it: 24 rows of 40 attributed cells. Row 0 of the grid
// is line 1 of the document.
type Grid [Rows][Columns]Cell

// A Row is a row of cells from left to right.
type Row = [Columns]Cell

// A Cell is one character position with everything needed to draw it.
type Cell struct {
	// Rune is the character; a mosaic is its Unicode sextant. The cells covered by a double-height,
	// double-width or double-size character repeat it.
	Rune   rune
	Fg, Bg Colour // 0 to 7
	Attr   Attr
	Size   Size
}

// Attr is a set of cell attributes.
type Attr uint8

// The attributes a cell can have.
const (
	// Mosaic marks a cell that shows sixels rather than a character.
	Mosaic Attr = 1 << iota
	// Separated marks a mosaic whose sixels stand apart.
	Separated
	// Flash marks a character that is hidden in the dark phase of the flash clock.
	Flash
	// Conceal marks a character that is shown as a space until it is revealed.
	Conceal
	// Box marks a cell inside a boxed area.
	Box
)

// Size says which part of a character of normal or doubled size a cell shows.
type Size uint8

// The parts of a character of normal or doubled size.
const (
	Normal             Size = iota
	DoubleHeight            // upper half of a double-height character
	DoubleHeightLow         // lower half
	DoubleWidth             // left half of a double-width character
	DoubleWidthRight        // right half
	DoubleSize              // upper left quarter of a double-size character
	DoubleSizeRight         // upper right quarter
	DoubleSizeLow           // lower left quarter
	DoubleSizeRightLow      // lower right quarter
)

// Tall reports whether the cell shows the upper half of a character of double height.
func (s Size) Tall() bool { return s == DoubleHeight || s == DoubleSize || s == DoubleSizeRight }

// Low reports whether the cell shows the lower half of a character of the row above.
func (s Size) Low() bool {
	return s == DoubleHeightLow || s == DoubleSizeLow || s == DoubleSizeRightLow
}

// RightHalf reports whether the cell shows the right half of the character before it.
func (s Size) RightHalf() bool {
	return s == DoubleWidthRight || s == DoubleSizeRight || s == DoubleSizeRightLow
}

// Wide reports whether the cell shows the left half of a character of double width.
func (s Size) Wide() bool { return s == DoubleWidth || s == DoubleSize || s == DoubleSizeLow }

// Has reports whether the cell has all the attributes in a.
func (c Cell) Has(a Attr) bool { return c.Attr&a == a }

// Sixels returns the cell's lit sixels, 0 if it is no mosaic.
func (c Cell) Sixels() byte {
	if c.Attr&Mosaic == 0 {
		return 0
	}
	s, _ := SextantSixels(c.Rune)
	return s
}

// Row returns the characters of a row as text. Mosaics are blanks.
func (g *Grid) Row(row int) string {
	var b strings.Builder
	for _, c := range g[row] {
		if c.Attr&Mosaic != 0 {
			b.WriteByte(' ')
			continue
		}
		b.WriteRune(c.Rune)
	}
	return b.String()
}

func (g *Grid) doubleHeightRows() int {
	n := 0
	for row := range g {
		if g.isTallRow(row) {
			n++
		}
	}
	return n
}
