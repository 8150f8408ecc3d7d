// Package frame draws what a public screen shows: one page or several, a line with the time, a line with another
// page's text, a bar that shows how long the pages stay, and labels over them, as one picture of exactly the screen's
// pixels.
package frame

import (
	"image"

	"sextant/app/render"
	"sextant/app/screen/playlist"
	"sextant/app/teletext"
)

// A geometry is where things are on the screen, which is upright here: as the viewer sees it.
type geometry struct {
	tiles  []image.Rectangle
	header image.Rectangle // empty where there is none, as the following
	ticker image.Rectangle
	bar    image.Rectangle
	cell   image.Point // the size of labels' characters
}

// Shares of the screen: the gap between pages, the bar's height, and a line's greatest height beside several pages.
const (
	gapShare  = 70
	barShare  = 200
	lineShare = 16
)

// layout places pages of such shapes and lines on a screen. shift is by how much everything is moved.
func layout(size image.Point, s *playlist.Screen, pages []image.Point,
	header, ticker bool, shift image.Point,
) (g geometry) {
	area := free(size, s).Add(shift)
	if s.Countdown {
		g.bar = area
		g.bar.Min.Y = max(area.Min.Y, area.Max.Y-max(2, min(size.X, size.Y)/barShare))
		area.Max.Y = g.bar.Min.Y - g.bar.Dy()
	}
	if len(pages) == 0 {
		pages = shapes(make([]Tile, 1))
	}
	if len(pages) == 1 {
		g.one(area, s, pages[0], header, ticker)
	} else {
		g.several(area, s, pages, header, ticker)
	}
	unit := g.tiles[0]
	g.bar.Min.X, g.bar.Max.X = max(g.bar.Min.X, g.leftEdge()), min(g.bar.Max.X, g.right())
	g.cell = image.Pt(max(6, unit.Dx()/teletext.Columns), max(8, unit.Dy()/teletext.Rows))
	return g
}

// leftEdge and right are the outer edges of the pages and the lines.
func (g *geometry) leftEdge() int {
	left := g.tiles[0].Min.X
	if !g.ticker.Empty() {
		left = min(left, g.ticker.Min.X)
	}
	return left
}

func (g *geometry) right() int { return max(g.ticker.Max.X, g.pagesRight()) }

// pagesRight is the right edge of the pages.
func (g *geometry) pagesRight() (right int) {
	for _, tile := range g.tiles {
		right = max(right, tile.Max.X)
	}
	return right
}

// free is the screen without its margins and what it may be moved by.
func free(size image.Point, s *playlist.Screen) image.Rectangle {
	part := func(n int, percent float64) int { return int(float64(n)*percent/100) + s.Drift }
	return image.Rectangle{
		Min: image.Pt(part(size.X, s.Margins.Left), part(size.Y, s.Margins.Top)),
		Max: image.Pt(size.X-part(size.X, s.Margins.Right), size.Y-part(size.Y, s.Margins.Bottom)),
	}
}

// one places one page, with its lines as rows of the same size above and below it.
func (g *geometry) one(area image.Rectangle, s *playlist.Screen, shape image.Point, header, ticker bool) {
	rows, first := teletext.Rows, 0
	if header {
		rows, first = rows+1, 1
	}
	if ticker {
		rows++
	}
	whole := fit(area, s.Scale, shape.X, shape.Y*rows/teletext.Rows)
	edges := render.Edges(whole.Min.Y, whole.Max.Y, rows)
	page := whole
	page.Min.Y, page.Max.Y = edges[first], edges[first+teletext.Rows]
	g.tiles = []image.Rectangle{page}
	if up := g.bar.Min.Y - g.bar.Dy() - whole.Max.Y; !g.bar.Empty() && up > 0 {
		g.bar = g.bar.Sub(image.Pt(0, up))
	}
	if header {
		g.header = whole
		g.header.Max.Y = page.Min.Y
	}
	if ticker {
		g.ticker = whole
		g.ticker.Min.Y = page.Max.Y
	}
}

// several places pages in rows, as large as there is room, with lines above and below all of them.
func (g *geometry) several(area image.Rectangle, s *playlist.Screen, pages []image.Point, header, ticker bool) {
	const cells = teletext.Rows * teletext.Columns
	lw, lh := render.Fit(render.PictureWidth*cells,
		render.PictureHeight*teletext.Columns, area.Dx(), area.Dy()/lineShare)
	line := func(top int) image.Rectangle {
		left := area.Min.X + (area.Dx()-lw)/2
		return image.Rect(left, top, left+lw, top+lh)
	}
	gap := max(2, min(area.Dx(), area.Dy())/gapShare)
	if header {
		g.header = line(area.Min.Y)
		area.Min.Y = g.header.Max.Y + gap
	}
	if ticker {
		g.ticker = line(area.Max.Y - lh)
		area.Max.Y = g.ticker.Min.Y - gap
	}
	across := columns(area.Size(), gap, len(pages))
	down := (len(pages) + across - 1) / across
	cell := image.Pt((area.Dx()+gap)/across, (area.Dy()+gap)/down)
	left := image.Pt(area.Dx()+gap-across*cell.X, area.Dy()+gap-down*cell.Y).Div(2) // what the division leaves
	for i, shape := range pages {
		at := area.Min.Add(left).Add(image.Pt(i%across*cell.X, i/across*cell.Y))
		room := image.Rectangle{Min: at, Max: at.Add(cell).Sub(image.Pt(gap, gap))}
		g.tiles = append(g.tiles, fit(room, s.Scale, shape.X, shape.Y))
	}
}

// columns returns in how many columns pages of the usual shape are largest.
func columns(room image.Point, gap, pages int) (best int) {
	widest := -1
	for across := range pages {
		across++
		down := (pages + across - 1) / across
		w, _ := render.Fit(render.PictureWidth, render.PictureHeight,
			max(1, (room.X-(across-1)*gap)/across), max(1, (room.Y-(down-1)*gap)/down))
		if w > widest {
			best, widest = across, w
		}
	}
	return best
}

// fit places something of a shape in the middle of an area.
func fit(area image.Rectangle, scale playlist.Scale, width, height int) image.Rectangle {
	if area.Dx() <= 0 || area.Dy() <= 0 {
		return image.Rectangle{Min: area.Min, Max: area.Min}
	}
	w, h := render.Fit(width, height, area.Dx(), area.Dy())
	switch times := w / width; {
	case scale == playlist.Fill:
		w, h = area.Dx(), area.Dy()
	case scale == playlist.Whole && times > 0:
		w, h = times*width, times*height
	}
	at := area.Min.Add(image.Pt((area.Dx()-w)/2, (area.Dy()-h)/2))
	return image.Rectangle{Min: at, Max: at.Add(image.Pt(w, h))}
}
