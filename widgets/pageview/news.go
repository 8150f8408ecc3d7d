package pageview

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"

	"sextant/app/teletext"
)

// News is what is new to the user on a sheet: rows, which are marked at the left edge of the page, and links to pages
// that have changed since the user last saw them, which have a dot in the blank cell beside them. Opacity is that of
// the marks of rows.
type News struct {
	Rows    []int
	Links   []teletext.Link
	Opacity uint8
}

// SetNews marks what is new. A sheet with other cells removes the marks.
func (v *View) SetNews(n News) {
	was := &v.marks.news
	if !slices.Equal(was.Rows, n.Rows) || !slices.Equal(was.Links, n.Links) || was.Opacity != n.Opacity {
		v.marks.news = n
		v.mark()
	}
}

// faded returns a colour with less opacity.
func faded(c color.NRGBA, opacity uint8) color.NRGBA {
	c.A = opacity
	return c
}

// The two tones of the marks, at least one of which contrasts with any colour of a page.
var (
	newColour = color.NRGBA{0xFF, 0xC0, 0x40, 0xFF}
	newEdge   = color.NRGBA{0x10, 0x10, 0x10, 0xFF}
)

const (
	newWidth  = 5 // of the mark of a row, with its edge
	newBeside = 2 // between that and the page
	leastDot  = 5
)

// newRowMark returns the bounds of the mark of a new row: outside of the page if there is room.
func (d *drawing) newRowMark(row int) (fyne.Position, fyne.Size) {
	at, size := d.placeSpan(teletext.Span{Row: row, Before: teletext.Columns})
	if size.IsZero() {
		return at, size
	}
	return fyne.NewPos(max(0, at.X-newWidth-newBeside), at.Y), fyne.NewSize(newWidth, size.Height)
}

// newLinkMark returns the bounds of a link's dot: in the blank cell before or after it; its size is 0 if there is
// neither.
func (d *drawing) newLinkMark(l teletext.Link) (at fyne.Position, size fyne.Size) {
	col := l.From - 1
	if !d.isBlank(l.Row, col) {
		if col = l.Before; !d.isBlank(l.Row, col) {
			return at, size
		}
	}
	at, size = d.place(l.Row, l.Height, col, col+1)
	if size.IsZero() {
		return at, size
	}
	dot := max(leastDot, min(size.Width, size.Height)/2)
	return at.AddXY((size.Width-dot)/2, (size.Height-dot)/2), fyne.NewSquareSize(dot)
}

// isBlank reports whether a cell of the sheet shows only its background.
func (d *drawing) isBlank(row, col int) bool {
	return col >= 0 && col < teletext.Columns && d.sheet.Grid != nil && d.sheet.Grid[row][col].Rune == ' '
}
