package frame

import (
	"image"
	"image/draw"

	"sextant/app/teletext"
)

// Header is the patch for another line above the pages, and whether there is one.
func (b *Board) Header(on Drawing, row *teletext.Row) (Patch, bool) {
	return b.drawLine(on.places.header, row)
}

// Ticker is the patch for another line below the pages, and whether there is one.
func (b *Board) Ticker(on Drawing, row *teletext.Row) (Patch, bool) {
	return b.drawLine(on.places.ticker, row)
}

func (b *Board) drawLine(at image.Rectangle, row *teletext.Row) (Patch, bool) {
	if at.Empty() || row == nil {
		return Patch{}, false
	}
	pixels := image.NewRGBA(image.Rectangle{Max: at.Size()})
	b.line(pixels, pixels.Rect, row)
	return b.newPatch(pixels, at), true
}

// Bar is the patch for another part of the pages' time that is left, and whether there is a bar.
func (b *Board) Bar(on Drawing, left float64) (Patch, bool) {
	at := on.places.bar
	if at.Empty() {
		return Patch{}, false
	}
	pixels := image.NewRGBA(image.Rectangle{Max: at.Size()})
	b.drawBar(pixels, pixels.Rect, left)
	return b.newPatch(pixels, at), true
}

// line draws a row of cells.
func (b *Board) line(dst *image.RGBA, at image.Rectangle, row *teletext.Row) {
	if row == nil || at.Empty() {
		return
	}
	b.painter.Forget()
	b.painter.Paint(dst, at, []teletext.Row{*row}, b.look)
}

// drawBar draws how much of the pages' time is left.
func (b *Board) drawBar(dst *image.RGBA, at image.Rectangle, left float64) {
	if at.Empty() {
		return
	}
	draw.Draw(dst, at, image.NewUniform(b.background), image.Point{}, draw.Src)
	at.Max.X = at.Min.X + int(float64(at.Dx())*max(0, min(1, left)))
	draw.Draw(dst, at, image.NewUniform(b.look.Colours[teletext.Cyan]), image.Point{}, draw.Src)
}

// A label lies over the pages.
type label struct {
	at     image.Point
	pixels *image.RGBA
}

// labels are what lies over the pages of a screen of a size.
func (b *Board) labels(size image.Point, g *geometry, c Content) (all []label) {
	if s := c.Corner; s != "" {
		text := b.text([]string{s}, g.cell)
		all = append(all, label{image.Pt(max(0, g.pagesRight()-text.Rect.Dx()), g.tiles[0].Min.Y), text})
	}
	if lines := c.Middle; len(lines) > 0 {
		text := b.text(lines, g.cell)
		all = append(all, label{size.Sub(text.Rect.Size()).Div(2), text})
	}
	return all
}

// lay draws labels over what is drawn, whose first pixel is one of the screen's.
func lay(dst *image.RGBA, first image.Point, all []label) {
	for _, l := range all {
		at := l.at.Sub(first)
		draw.Draw(dst, image.Rectangle{Min: at, Max: at.Add(l.pixels.Rect.Size())}, l.pixels, image.Point{}, draw.Src)
	}
}

// text draws lines of up to 38 characters, yellow on black within a white edge that sets them apart from any page, with
// a cell of room beside them.
func (b *Board) text(lines []string, cell image.Point) *image.RGBA {
	longest := 0
	rows := make([]teletext.Row, len(lines))
	for i, l := range lines {
		longest = max(longest, min(len([]rune(l)), teletext.Columns-2))
		rows[i] = teletext.TextRow(l, teletext.Yellow, teletext.Black)
	}
	all := image.NewRGBA(image.Rect(0, 0, cell.X*teletext.Columns, cell.Y*len(lines)))
	b.painter.Forget()
	b.painter.Paint(all, all.Rect, rows, b.look)
	edge := max(1, cell.Y/12)
	room := image.Rect(0, 0, cell.X*(longest+2), all.Rect.Dy()).Add(image.Pt(edge, edge))
	box := image.NewRGBA(image.Rect(0, 0, room.Max.X+edge, room.Max.Y+edge))
	draw.Draw(box, box.Rect, image.NewUniform(b.look.Colours[teletext.White]), image.Point{}, draw.Src)
	draw.Draw(box, room, all, image.Point{}, draw.Src)
	return box
}
