package frame

import (
	"image"
	"image/color"
	"image/draw"

	"sextant/app/render"
	"sextant/app/screen/playlist"
	"sextant/app/teletext"
)

// A Tile is a page as it is drawn: the service's picture of it, or its cells. Both are nil where there is nothing.
type Tile struct {
	Grid    *teletext.Grid
	Picture image.Image
	Manner  playlist.Manner // without what is not drawn
}

// NewTile returns the tile of a page on a screen, which shows the picture unless it is a sharp one that has the cells.
func NewTile(s *playlist.Screen, m playlist.Manner, grid *teletext.Grid, picture image.Image) Tile {
	if s.Sharp && grid != nil {
		picture = nil
	}
	return Tile{Grid: grid, Picture: picture, Manner: m.Drawn()}
}

// Lines are what stands above and below the pages; nil is no line.
type Lines struct{ Header, Ticker *teletext.Row }

// A Content is what is to be drawn.
type Content struct {
	Tiles []Tile
	Lines Lines
	// Left is how much of the pages' time is left, from 0 to 1.
	Left float64
	// Corner is a label over the upper right corner of the pages, and Middle lines in the middle of the screen; empty
	// for none.
	Corner string
	Middle []string
	// Shift is by how much everything is moved, in pixels up to the screen's drift.
	Shift image.Point
	// Reveal shows what is concealed.
	Reveal bool
}

// A Patch is a part of a picture that is drawn over it.
type Patch struct {
	At     image.Rectangle
	Pixels *image.RGBA // from 0, 0 on
}

// A Flash is a part of a picture in the two phases of what flashes there.
type Flash struct{ Light, Dark Patch }

// A Drawing is where in a picture what is, and what of it flashes.
type Drawing struct {
	Flashes []Flash
	places  geometry
}

// A Board draws for a screen of a size. It is not safe for concurrent use.
type Board struct {
	size       image.Point
	screen     *playlist.Screen
	look       render.Look
	background color.RGBA
	whole      *image.RGBA // upright, where the screen is turned
	painter    render.Painter
	scaler     render.Scaler
}

// NewBoard makes a board for a screen of a size in pixels, as the system sees it: where the screen is turned, the board
// turns what it draws.
func NewBoard(size image.Point, s *playlist.Screen) *Board {
	palette, ok := render.PaletteNamed(s.Palette)
	if !ok {
		palette = render.Palettes()[0]
	}
	b := &Board{size: size, screen: s, look: render.Look{Colours: palette.Colours}, background: s.Background}
	if s.Rotate != 0 {
		b.whole = image.NewRGBA(image.Rectangle{Max: upright(size, s.Rotate)})
	}
	return b
}

// Fits reports whether the board draws for such a screen.
func (b *Board) Fits(size image.Point, s *playlist.Screen) bool {
	return b.size == size && *b.screen == *s
}

// Draw draws a content into a picture of the screen's size, and gives what is where.
func (b *Board) Draw(dst *image.RGBA, c Content) (d Drawing) {
	d.places = layout(upright(b.size, b.screen.Rotate), b.screen,
		shapes(c.Tiles), c.Lines.Header != nil, c.Lines.Ticker != nil, c.Shift)
	whole := dst
	if b.whole != nil {
		whole = b.whole
	}
	b.fillAround(whole)
	look := b.look
	look.Reveal = c.Reveal
	for i, t := range c.Tiles {
		b.drawTile(whole, d.places.tiles[i], t, look)
	}
	b.line(whole, d.places.header, c.Lines.Header)
	b.line(whole, d.places.ticker, c.Lines.Ticker)
	b.drawBar(whole, d.places.bar, c.Left)
	labels := b.labels(whole.Rect.Size(), &d.places, c)
	lay(whole, image.Point{}, labels)
	if b.whole != nil {
		turn(dst, dst.Rect, b.whole, b.screen.Rotate)
	}
	for i, t := range c.Tiles {
		if f, does := b.newFlash(whole, d.places.tiles[i], t, look, labels); does {
			d.Flashes = append(d.Flashes, f)
		}
	}
	return d
}

// shapes are the widths and heights that the pages would have. The service's pictures need not have those of ours.
func shapes(tiles []Tile) (all []image.Point) {
	for _, t := range tiles {
		shape := image.Pt(render.PictureWidth, render.PictureHeight)
		if t.Picture != nil && !t.Picture.Bounds().Empty() {
			shape = t.Picture.Bounds().Size()
		}
		all = append(all, shape)
	}
	return all
}

// fillAround paints what no page covers.
func (b *Board) fillAround(dst *image.RGBA) {
	draw.Draw(dst, dst.Rect, image.NewUniform(b.background), image.Point{}, draw.Src)
}

// drawTile draws a page.
func (b *Board) drawTile(dst *image.RGBA, at image.Rectangle, t Tile, look render.Look) {
	at = at.Intersect(dst.Rect)
	switch {
	case at.Empty():
	case t.Picture != nil:
		b.scaler.Scale(dst.SubImage(at).(*image.RGBA), t.Picture)
		if t.Grid != nil {
			b.painter.Over(dst, at, t.Grid[:], look)
		}
	case t.Grid != nil:
		b.painter.Forget()
		b.painter.Paint(dst, at, t.Grid[:], look)
	default:
		draw.Draw(dst, at, image.NewUniform(look.Colours[teletext.Black]), image.Point{}, draw.Src)
	}
}

// newFlash gives the rows of a page that have something flashing, as they were drawn, in both phases. Labels do not
// flash.
func (b *Board) newFlash(whole *image.RGBA, at image.Rectangle, t Tile,
	look render.Look, labels []label,
) (f Flash, does bool) {
	if t.Grid == nil || !t.Grid.Flashes() || at.Empty() || !at.In(whole.Rect) {
		return f, false
	}
	from, before := flashing(t.Grid)
	edges := render.Edges(at.Min.Y, at.Max.Y, teletext.Rows)
	rows := image.Rect(at.Min.X, edges[from], at.Max.X, edges[before])
	f.Light = b.newPatch(cut(whole, rows), rows)
	dark := cut(whole, at)
	look.Dark = true
	b.painter.Over(dark, dark.Rect, t.Grid[:], look)
	lay(dark, at.Min, labels)
	f.Dark = b.newPatch(cut(dark, rows.Sub(at.Min)), rows)
	return f, true
}

// flashing is the first row that has something flashing, and the one behind the last.
func flashing(g *teletext.Grid) (from, before int) {
	from = teletext.Rows
	for i := range g {
		for _, c := range g[i] {
			if c.Has(teletext.Flash) {
				from, before = min(from, i), i+1
				break
			}
		}
	}
	return from, before
}

// cut copies a part of a picture.
func cut(src *image.RGBA, part image.Rectangle) *image.RGBA {
	dst := image.NewRGBA(image.Rectangle{Max: part.Size()})
	draw.Draw(dst, dst.Rect, src, part.Min, draw.Src)
	return dst
}

// newPatch is a part of the upright picture as it goes on the screen.
func (b *Board) newPatch(pixels *image.RGBA, at image.Rectangle) Patch {
	if b.whole == nil {
		return Patch{at, pixels}
	}
	p := Patch{At: turned(at, b.whole.Rect.Size(), b.screen.Rotate)}
	p.Pixels = image.NewRGBA(image.Rectangle{Max: p.At.Size()})
	turn(p.Pixels, p.Pixels.Rect, pixels, b.screen.Rotate)
	return p
}
