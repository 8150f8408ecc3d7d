package render

import (
	"encoding/binary"
	"image"
	"image/color"
	"math/bits"
	"unsafe"

	"sextant/app/teletext"
)

// The size of the service's subpage pictures (specification, section "Teletext page image").
const (
	PictureWidth  = 720
	PictureHeight = 456
)

// A Look is how cells become pixels.
type Look struct {
	// Colours are those of the codes 0 to 7. See [Palettes].
	Colours [8]color.RGBA
	// Reveal shows what is concealed.
	Reveal bool
	// Dark is the phase of the flash clock in which flashing characters are hidden.
	Dark bool
}

// A Painter draws rows of cells into pictures of any size. It redraws only the cells that have changed since it drew
// them in the same picture; on a change of the flash phase these are the flashing ones. After the first frame it
// allocates nothing. The zero value is ready to use. It is not safe for concurrent use.
type Painter struct {
	brush brush[uint32]
	pix   *byte // of the picture painted last
}

// Paint draws rows so that they fill an area of a picture: every edge is on a whole pixel, and cells differ in size by
// at most one pixel. It reports whether it painted any pixel. If anything else paints there between two calls, Forget
// must be called.
func (p *Painter) Paint(dst *image.RGBA, area image.Rectangle, rows []teletext.Row, look Look) bool {
	if area = area.Intersect(dst.Rect); area.Empty() || len(rows) == 0 {
		return false
	}
	if p.pix != &dst.Pix[0] {
		p.pix = &dst.Pix[0]
		p.Forget()
	}
	p.brush.prepare(pixels(dst), dst.Stride/4, area.Sub(dst.Rect.Min), len(rows), colours(look))
	return p.brush.paint(rows, look)
}

// Forget makes the next Paint draw everything.
func (p *Painter) Forget() { p.brush.known = false }

// Over draws, on top of the service's picture of the rows, the cells that look different: flashing ones in the dark
// phase, and revealed ones. It always draws all of them.
func (p *Painter) Over(dst *image.RGBA, area image.Rectangle, rows []teletext.Row, look Look) {
	if area = area.Intersect(dst.Rect); area.Empty() || len(rows) == 0 {
		return
	}
	p.brush.prepare(pixels(dst), dst.Stride/4, area.Sub(dst.Rect.Min), len(rows), colours(look))
	p.Forget()
	for row := range rows {
		for col := range rows[row] {
			c := &rows[row][col]
			if look.Reveal && c.Has(teletext.Conceal) || look.Dark && c.Has(teletext.Flash) {
				p.brush.paintCell(row, col, effective(*c, look))
			}
		}
	}
}

// Paletted draws rows as a picture of a size, in which pixels are colour codes 0 to 7.
func Paletted(rows []teletext.Row, size image.Point, look Look) *image.Paletted {
	palette := make(color.Palette, len(look.Colours))
	for i, c := range look.Colours {
		palette[i] = c
	}
	img := image.NewPaletted(image.Rectangle{Max: size}, palette)
	if size.X <= 0 || size.Y <= 0 || len(rows) == 0 {
		return img
	}
	b := brush[uint8]{}
	b.prepare(img.Pix, img.Stride, img.Rect, len(rows), [8]uint8{0, 1, 2, 3, 4, 5, 6, 7})
	b.paint(rows, look)
	return img
}

// pixels returns the picture's memory as one word for each pixel.
func pixels(img *image.RGBA) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(&img.Pix[0])), len(img.Pix)/4)
}

func colours(look Look) (words [8]uint32) {
	for i, c := range look.Colours {
		words[i] = binary.NativeEndian.Uint32([]byte{c.R, c.G, c.B, c.A})
	}
	return words
}

// effective returns the cell with only what is visible of it in a look.
func effective(c teletext.Cell, look Look) teletext.Cell {
	if c.Rune == ' ' || c.Has(teletext.Conceal) && !look.Reveal || c.Has(teletext.Flash) && look.Dark {
		return teletext.Cell{Rune: ' ', Bg: c.Bg}
	}
	c.Attr &= teletext.Mosaic | teletext.Separated
	return c
}

// A brush draws cells in pixels of some kind.
type brush[P uint8 | uint32] struct {
	pix     []P
	stride  int
	area    image.Rectangle
	colours [8]P
	drawn   []teletext.Row // what is in the area
	known   bool           // drawn is valid

	x, y   []int // the edges of columns and rows
	boxes  map[image.Point]*box
	shapes map[teletext.Cell]shape
}

// A box holds the scales of a shape of one size.
type box struct{ dotX, dotY, sixelX, sixelY scale }

// prepare sets the picture, the area and the number of rows to draw.
func (b *brush[P]) prepare(pix []P, stride int, area image.Rectangle, rows int, colours [8]P) {
	if area != b.area || rows != len(b.y)-1 {
		b.area = area
		b.x, b.y = Edges(area.Min.X, area.Max.X, teletext.Columns), Edges(area.Min.Y, area.Max.Y, rows)
		b.boxes = map[image.Point]*box{}
		b.drawn = make([]teletext.Row, rows)
		b.known = false
	}
	if colours != b.colours || stride != b.stride {
		b.colours, b.stride = colours, stride
		b.known = false
	}
	b.pix = pix
}

// Edges divides the pixels from a to b among n cells: cell i is from edge i to before edge i+1.
func Edges(a, b, n int) []int {
	edges := make([]int, n+1)
	for i := range edges {
		edges[i] = a + (b-a)*i/n
	}
	return edges
}

// paint draws the cells that have changed.
func (b *brush[P]) paint(rows []teletext.Row, look Look) (painted bool) {
	for row := range rows {
		for col := 0; col < teletext.Columns; {
			from := col
			c := effective(rows[row][col], look)
			col++
			if b.known && b.drawn[row][from] == c {
				continue
			}
			painted = true
			b.drawn[row][from] = c
			if c.Rune != ' ' {
				b.paintCell(row, from, c)
				continue
			}
			for col < teletext.Columns && effective(rows[row][col], look) == c && !(b.known && b.drawn[row][col] == c) {
				b.drawn[row][col] = c
				col++
			}
			b.fillRect(b.x[from], b.y[row], b.x[col], b.y[row+1], b.colours[c.Bg&7])
		}
	}
	b.known = true
	return painted
}

// paintCell draws one cell.
func (b *brush[P]) paintCell(row, col int, c teletext.Cell) {
	x0, x1, y0, y1 := b.x[col], b.x[col+1], b.y[row], b.y[row+1]
	if c.Rune == ' ' {
		b.fillRect(x0, y0, x1, y1, b.colours[c.Bg&7])
		return
	}
	// A doubled character is drawn in a box of its full size, clipped to the cell.
	left, top, width, height := x0, y0, x1-x0, y1-y0
	switch c.Size {
	case teletext.DoubleWidth, teletext.DoubleSize, teletext.DoubleSizeLow:
		width = b.x[min(col+2, teletext.Columns)] - left
	case teletext.DoubleWidthRight, teletext.DoubleSizeRight, teletext.DoubleSizeRightLow:
		left = b.x[max(col-1, 0)]
		width = x1 - left
	}
	switch c.Size {
	case teletext.DoubleHeight, teletext.DoubleSize, teletext.DoubleSizeRight:
		height = b.y[min(row+2, len(b.y)-1)] - top
		if row+2 >= len(b.y) { // there is no row for the lower half
			height *= 2
		}
	case teletext.DoubleHeightLow, teletext.DoubleSizeLow, teletext.DoubleSizeRightLow:
		top = b.y[max(row-1, 0)]
		if row == 0 {
			top -= height
		}
		height = y1 - top
	}
	s, x, y := b.shapeOf(c, image.Pt(width, height))
	b.stamp(s, x.edges, y.edges, image.Pt(left, top), image.Rect(x0, y0, x1, y1), b.colours[c.Fg&7], b.colours[c.Bg&7])
}

// shapeOf returns a cell's shape and its scales.
func (b *brush[P]) shapeOf(c teletext.Cell, size image.Point) (shape, scale, scale) {
	if b.shapes == nil {
		b.shapes = map[teletext.Cell]shape{}
	}
	key := teletext.Cell{Rune: c.Rune, Attr: c.Attr}
	s, ok := b.shapes[key]
	if !ok {
		if len(b.shapes) == maxShapes {
			clear(b.shapes)
		}
		s = newShape(c)
		b.shapes[key] = s
	}
	sc := b.boxes[size]
	if sc == nil {
		sc = &box{}
		sc.dotX, sc.dotY = dotScales(size.X, size.Y)
		sc.sixelX, sc.sixelY = sixelScales(size.X, size.Y)
		b.boxes[size] = sc
	}
	if c.Has(teletext.Mosaic) {
		return s, sc.sixelX, sc.sixelY
	}
	return s, sc.dotX, sc.dotY
}

// maxShapes limits the cached shapes: more than any language needs.
const maxShapes = 1000

// inset is the character of code 7F outside mosaic mode: a block that fills the cell except for its edge.
const inset = '■'

func newShape(c teletext.Cell) shape {
	switch {
	case c.Has(teletext.Mosaic):
		return sixelShape(c.Sixels(), c.Has(teletext.Separated))
	case c.Rune == inset:
		var g glyph
		for row := 1; row < dotRows-1; row++ {
			g[row] = 1<<glyphColumns - 1
		}
		return shapeOf(g)
	}
	return shapeOf(loadFont().lookup(c.Rune))
}

// stamp draws the part of a shape that lies in a cell: one line for each run of equal parts down, which is then
// repeated.
func (b *brush[P]) stamp(s shape, x, y []int, at image.Point, cell image.Rectangle, fg, bg P) {
	line := cell.Min.Y
	for part := 0; part < len(s) && line < cell.Max.Y; {
		lit := s[part]
		for part < len(s) && s[part] == lit {
			part++
		}
		end := min(at.Y+y[part], cell.Max.Y)
		if end <= line {
			continue
		}
		b.line(lit, x, at.X, line, cell, fg, bg)
		b.repeat(cell.Min.X, cell.Max.X, line, end)
		line = end
	}
	if line < cell.Max.Y {
		b.fillRect(cell.Min.X, line, cell.Max.X, cell.Max.Y, bg)
	}
}

// line draws one line of a shape: its lit parts on the background.
func (b *brush[P]) line(lit uint32, x []int, left, y int, cell image.Rectangle, fg, bg P) {
	out := b.pix[y*b.stride+cell.Min.X : y*b.stride+cell.Max.X]
	for i := range out {
		out[i] = bg
	}
	for part := 0; lit != 0; {
		skip := bits.TrailingZeros32(lit)
		part += skip
		lit >>= skip
		run := bits.TrailingZeros32(^lit)
		from, to := max(left+x[part], cell.Min.X), min(left+x[part+run], cell.Max.X)
		part += run
		lit >>= run
		for i := from - cell.Min.X; i < to-cell.Min.X; i++ {
			out[i] = fg
		}
	}
}

// repeat copies a part of a line to the lines below it.
func (b *brush[P]) repeat(x0, x1, line, end int) {
	first := b.pix[line*b.stride+x0 : line*b.stride+x1]
	for y := line + 1; y < end; y++ {
		copy(b.pix[y*b.stride+x0:], first)
	}
}

func (b *brush[P]) fillRect(x0, y0, x1, y1 int, colour P) {
	if x0 >= x1 || y0 >= y1 {
		return
	}
	out := b.pix[y0*b.stride+x0 : y0*b.stride+x1]
	for i := range out {
		out[i] = colour
	}
	b.repeat(x0, x1, y0, y1)
}
