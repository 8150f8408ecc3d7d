package render

import (
	"image"
	"image/color"

	"sextant/app/teletext"
)

// The size of the service's subpage pictures (specification, section "Teletext page image").
const (
	PictureWidth  = 720
	PictureHeight = 456
)

// BroadcastPalette is the eight colours of a television, in the order of their codes.
func BroadcastPalette() color.Palette {
	p := make(color.Palette, 8)
	for i := range p {
		p[i] = color.NRGBA{R: 255 * uint8(i&1), G: 255 * uint8(i>>1&1), B: 255 * uint8(i>>2&1), A: 255}
	}
	return p
}

// Paletted draws the page as the service would send it: 720 x 456 pixels whose values are the colour
// codes 0 to 7, concealed text hidden, flashing text shown.
func Paletted(g *teletext.Grid) *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, PictureWidth, PictureHeight), BroadcastPalette())
	p := painter{img: img, font: loadFont(), width: PictureWidth / teletext.Columns, height: PictureHeight / teletext.Rows}
	for row := range g {
		for col := range g[row] {
			p.cell(row, col, &g[row][col])
		}
	}
	return img
}

// A painter draws cells of one size.
type painter struct {
	img           *image.Paletted
	font          *font
	width, height int
}

func (p *painter) cell(row, col int, c *teletext.Cell) {
	box := rect{col * p.width, row * p.height, (col + 1) * p.width, (row + 1) * p.height}
	p.fill(box, c.Bg)
	if c.Rune == ' ' || c.Has(teletext.Conceal) {
		return
	}
	// A doubled character is drawn in a box of its full size, of which the cell shows its part.
	width, height, dx, dy := p.width, p.height, 0, 0
	switch c.Size {
	case teletext.DoubleWidth, teletext.DoubleSize, teletext.DoubleSizeLow:
		width *= 2
	case teletext.DoubleWidthRight, teletext.DoubleSizeRight, teletext.DoubleSizeRightLow:
		width, dx = width*2, p.width
	}
	switch c.Size {
	case teletext.DoubleHeight, teletext.DoubleSize, teletext.DoubleSizeRight:
		height *= 2
	case teletext.DoubleHeightLow, teletext.DoubleSizeLow, teletext.DoubleSizeRightLow:
		height, dy = height*2, p.height
	}
	p.shape(c, width, height, func(r rect) {
		p.fill(r.move(box.x0-dx, box.y0-dy).clip(box), c.Fg)
	})
}

func (p *painter) shape(c *teletext.Cell, width, height int, visit func(rect)) {
	switch {
	case c.Has(teletext.Mosaic):
		sixels(width, height, c.Sixels(), c.Has(teletext.Separated), visit)
	case c.Rune == '■':
		f := newFit(width, height)
		visit(rect{f.x[0], f.y[1], f.x[glyphColumns], f.y[dotRows-1]})
	default:
		f := newFit(width, height)
		f.dots(p.font.glyph(c.Rune), visit)
	}
}

func (p *painter) fill(r rect, colour teletext.Colour) {
	for y := r.y0; y < r.y1; y++ {
		line := p.img.Pix[y*p.img.Stride+r.x0 : y*p.img.Stride+max(r.x0, r.x1)]
		for i := range line {
			line[i] = uint8(colour)
		}
	}
}

func (r rect) move(dx, dy int) rect { return rect{r.x0 + dx, r.y0 + dy, r.x1 + dx, r.y1 + dy} }

func (r rect) clip(box rect) rect {
	return rect{max(r.x0, box.x0), max(r.y0, box.y0), min(r.x1, box.x1), min(r.y1, box.y1)}
}
