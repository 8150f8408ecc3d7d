package pageview

import (
	"image"
	"image/color"
	"image/draw"

	"fyne.io/fyne/v2"

	"sextant/app/render"
	"sextant/app/teletext"
)

// A drawing paints a sheet as large as it fits, and knows the positions of its cells in the view.
type drawing struct {
	sheet   Sheet
	display Display
	canvas  pageCanvas
	around  around
	// width returns the view's width, in the toolkit's units. relaid is called when the page has moved in the view,
	// possibly not on the UI goroutine.
	width  func() float32
	relaid func()
}

// around is the height of the room for the view and the bars that come and go, and of those that are hidden now, above
// and below the view, in the toolkit's units. keep: the page leaves the room below free.
type around struct {
	room, above, below float32
	keep               bool
}

// A pageCanvas holds the pixels of a drawing and what is painted in them.
type pageCanvas struct {
	pixels       *image.RGBA
	head, body   image.Rectangle
	header, page render.Painter
	scaler       render.Scaler
	row0         [1]teletext.Row
	picture      paintedPicture
	edge         color.RGBA // around the page
}

// paintedPicture is the part of the service's picture in the body, zero while Sextant draws the page.
type paintedPicture struct {
	image        image.Image
	grid         *teletext.Grid
	zoom         Zoom
	reveal, dark bool
}

// empty reports whether there is nothing to draw.
func (d *drawing) empty() bool { return d.sheet.Picture == nil && d.sheet.Grid == nil }

// Draws reports whether the view draws the cells: by choice, or for lack of a picture.
func (d *drawing) Draws() bool {
	return d.sheet.Grid != nil && (d.display.Sharp || d.sheet.Picture == nil)
}

// paint paints the view in a size in device pixels. It is called whenever the view must be drawn.
func (d *drawing) paint(w, h int) image.Image {
	c := &d.canvas
	if c.pixels == nil || c.pixels.Rect.Dx() != w || c.pixels.Rect.Dy() != h {
		c.pixels = image.NewRGBA(image.Rect(0, 0, w, h))
		c.head, c.body = image.Rectangle{Max: image.Pt(-1, -1)}, image.Rectangle{}
	}
	head, body := d.areas(w, h)
	if edge := d.edge(); head != c.head || body != c.body || edge != c.edge {
		draw.Draw(c.pixels, c.pixels.Rect, image.NewUniform(edge), image.Point{}, draw.Src)
		c.head, c.body, c.edge = head, body, edge
		c.forget()
		d.relaid()
	}
	if d.display.ShowHeader && !d.empty() {
		c.row0[0] = d.display.Header
		c.header.Paint(c.pixels, head, c.row0[:], d.display.Look)
	}
	switch {
	case d.Draws():
		c.picture = paintedPicture{}
		c.page.Paint(c.pixels, body, d.rows(), d.display.Look)
	case d.sheet.Picture != nil:
		d.paintPicture(body)
	}
	return c.pixels
}

// edge returns the colour around the page: that of its four corners if they are equal, else the palette's black.
func (d *drawing) edge() color.RGBA {
	if d.Draws() {
		colour := teletext.Black
		if g := d.sheet.Grid; d.display.Zoom == WholePage &&
			sameColour(g[0][0], g[0][teletext.Columns-1], g[teletext.Rows-1][0],
				g[teletext.Rows-1][teletext.Columns-1]) {
			colour = g[0][0].Bg
		}
		return d.display.Look.Colours[colour]
	}
	if p := d.sheet.Picture; p != nil && d.display.Zoom == WholePage {
		b := p.Bounds()
		corner := color.RGBAModel.Convert(p.At(b.Min.X, b.Min.Y)).(color.RGBA)
		for _, at := range []image.Point{{b.Max.X - 1, b.Min.Y}, {b.Min.X, b.Max.Y - 1}, b.Max.Sub(image.Pt(1, 1))} {
			if color.RGBAModel.Convert(p.At(at.X, at.Y)) != color.Color(corner) {
				return color.RGBA{A: 255}
			}
		}
		return corner
	}
	return color.RGBA{A: 255}
}

// sameColour reports whether blank cells have the same background.
func sameColour(cells ...teletext.Cell) bool {
	for _, c := range cells {
		if c.Bg != cells[0].Bg || c.Rune != ' ' {
			return false
		}
	}
	return true
}

func (c *pageCanvas) forget() {
	c.header.Forget()
	c.page.Forget()
	c.picture = paintedPicture{}
}

// rows returns the rows within the zoom.
func (d *drawing) rows() []teletext.Row {
	const half = teletext.Rows / 2
	switch d.display.Zoom {
	case UpperHalf:
		return d.sheet.Grid[:half]
	case LowerHalf:
		return d.sheet.Grid[half:]
	}
	return d.sheet.Grid[:]
}

// firstRow and rowCount return the rows within the zoom.
func (d *drawing) firstRow() int {
	if d.display.Zoom == LowerHalf {
		return teletext.Rows / 2
	}
	return 0
}

func (d *drawing) rowCount() int {
	if d.display.Zoom == WholePage {
		return teletext.Rows
	}
	return teletext.Rows / 2
}

// paintPicture paints the service's picture and, on top of it, the cells that look different. If only those change,
// only their rows are painted again.
func (d *drawing) paintPicture(body image.Rectangle) {
	c := &d.canvas
	c.page.Forget()
	look := d.display.Look
	want := paintedPicture{d.sheet.Picture, d.sheet.Grid, d.display.Zoom, look.Reveal, look.Dark}
	if body.Empty() || c.picture == want {
		return
	}
	dst := c.pixels.SubImage(body).(*image.RGBA)
	src := d.pictureHalf()
	before := c.picture
	before.reveal, before.dark = want.reveal, want.dark
	if before != want {
		c.scaler.Scale(dst, src)
	} else {
		d.eachSpecialRow(func(row int) {
			edges := render.Edges(0, body.Dy(), d.rowCount())
			c.scaler.ScaleRows(dst, src, edges[row], edges[row+1])
		})
	}
	if d.sheet.Grid != nil {
		c.page.Over(c.pixels, body, d.rows(), look)
	}
	c.picture = want
}

// pictureHalf returns the part of the picture within the zoom.
func (d *drawing) pictureHalf() image.Image {
	part, ok := d.sheet.Picture.(interface {
		SubImage(image.Rectangle) image.Image
	})
	if !ok || d.display.Zoom == WholePage {
		return d.sheet.Picture
	}
	b := d.sheet.Picture.Bounds()
	middle := (b.Min.Y + b.Max.Y) / 2
	if d.display.Zoom == UpperHalf {
		b.Max.Y = middle
	} else {
		b.Min.Y = middle
	}
	return part.SubImage(b)
}

// eachSpecialRow visits the rows shown that have flashing or concealed cells, counted from the first shown.
func (d *drawing) eachSpecialRow(visit func(row int)) {
	if d.sheet.Grid == nil {
		return
	}
	for i, row := range d.rows() {
		for _, c := range row {
			if c.Attr&(teletext.Flash|teletext.Conceal) != 0 {
				visit(i)
				break
			}
		}
	}
}

// areas returns the areas of row 0 and the page in a view of w x h pixels: as large as they fit, and in the middle of
// what is left by what may be shown above and below, where the page is not smaller for it.
func (d *drawing) areas(w, h int) (head, body image.Rectangle) {
	if d.empty() {
		return head, body
	}
	width, height := render.PictureWidth, render.PictureHeight
	if !d.Draws() {
		width, height = d.sheet.Picture.Bounds().Dx(), d.sheet.Picture.Bounds().Dy()
	}
	if d.display.FourToThree {
		width, height = 4*width, 3*width
	}
	rows := 0 // of the header
	if d.display.ShowHeader {
		rows = 1
	}
	room := max(h, d.pixels(d.around.room, w))
	fit := func(h int) image.Point {
		side := w - render.PageMargin(w, room) // does not depend on the bars that come and go
		pw, ph := render.Fit(width*teletext.Rows, height*(teletext.Rows+rows), side, room)
		if ph > h-render.PageMargin(w, h) {
			pw, ph = render.FitPage(width*teletext.Rows, height*(teletext.Rows+rows), w, h)
		}
		return image.Pt(pw, ph)
	}
	top, left := d.room(w, h, fit)
	size := fit(left)
	at := image.Pt((w-size.X)/2, top+(left-size.Y)/2)
	whole := image.Rectangle{Min: at, Max: at.Add(size)}
	edge := at.Y + size.Y*rows/(teletext.Rows+rows)
	head, body = whole, whole
	head.Max.Y, body.Min.Y = edge, edge
	return head, body
}

// lastRow returns the distances of the top and the bottom of the last row from the bottom of a view of a size, about to
// one of the toolkit's units.
func (d *drawing) lastRow(size fyne.Size) (top, bottom float32) {
	_, body := d.areas(int(size.Width), int(size.Height))
	if body.Empty() {
		return 0, 0
	}
	bottom = size.Height - float32(body.Max.Y)
	return bottom + float32(body.Dy())/float32(d.rowCount()), bottom
}

// room returns the top and the height of the part of a view of w x h pixels in which the page is. fit returns the size
// of the page in a height.
func (d *drawing) room(w, h int, fit func(h int) image.Point) (top, height int) {
	above, below := d.pixels(d.around.above, w), d.pixels(d.around.below, w)
	if d.around.keep && h > 2*below {
		h -= below
		below = 0
	}
	whole := fit(h)
	switch {
	case fit(h-above-below) == whole:
		return above, h - above - below
	case fit(h-below) == whole:
		return 0, h - below
	case fit(h-above) == whole:
		return above, h - above
	}
	return 0, h
}

// pixels returns a length in pixels in a view of w pixels.
func (d *drawing) pixels(units float32, w int) int {
	if d.width() == 0 {
		return 0
	}
	return int(units*float32(w)/d.width() + 0.5)
}

// scale returns the number of pixels in one of the toolkit's units.
func (d *drawing) scale() float32 {
	if d.canvas.pixels == nil || d.width() == 0 {
		return 1
	}
	return float32(d.canvas.pixels.Rect.Dx()) / d.width()
}

// place returns the bounds of cells in the view; outside of the zoom their size is 0.
func (d *drawing) place(row, height, from, before int) (fyne.Position, fyne.Size) {
	body, rows := d.canvas.body, d.rowCount()
	top := max(row-d.firstRow(), 0)
	bottom := min(row-d.firstRow()+height, rows)
	if body.Empty() || top >= bottom {
		return fyne.Position{}, fyne.Size{}
	}
	edge := func(a, b, i, n int) float32 { return float32(a+(b-a)*i/n) / d.scale() }
	x0, x1 := edge(body.Min.X, body.Max.X, from,
		teletext.Columns), edge(body.Min.X, body.Max.X, before, teletext.Columns)
	y0, y1 := edge(body.Min.Y, body.Max.Y, top, rows), edge(body.Min.Y, body.Max.Y, bottom, rows)
	return fyne.NewPos(x0, y0), fyne.NewSize(x1-x0, y1-y0)
}

// cellAt returns the cell at a position, or the nearest one with inside false.
func (d *drawing) cellAt(p fyne.Position) (row, col int, inside bool) {
	body := d.canvas.body
	if body.Empty() {
		return 0, 0, false
	}
	x, y := int(p.X*d.scale())-body.Min.X, int(p.Y*d.scale())-body.Min.Y
	inside = x >= 0 && y >= 0 && x < body.Dx() && y < body.Dy()
	col = max(0, min(x, body.Dx()-1)) * teletext.Columns / body.Dx()
	row = max(0, min(y, body.Dy()-1)) * d.rowCount() / body.Dy()
	return row + d.firstRow(), col, inside
}

// rowAt returns the row of the page at a position, the upper one of double-height text, -1 for none.
func (d *drawing) rowAt(p fyne.Position) int {
	row, _, inside := d.cellAt(p)
	switch {
	case !inside:
		return -1
	case d.sheet.Grid != nil && d.sheet.Grid.Covered(row):
		return row - 1
	}
	return row
}

// PageSize returns the size of the page on screen in pixels, without row 0.
func (d *drawing) PageSize() image.Point { return d.canvas.body.Size() }

func (d *drawing) cell(p fyne.Position) cellPlace {
	row, col, _ := d.cellAt(p)
	return cellPlace{row, col}
}

// placeSpan returns the bounds of a span in the view, with both rows of double-height text.
func (d *drawing) placeSpan(s teletext.Span) (fyne.Position, fyne.Size) {
	height := 1
	if g := d.sheet.Grid; g != nil && s.Row+1 < teletext.Rows && g.Covered(s.Row+1) {
		height = 2
	}
	return d.place(s.Row, height, s.From, s.Before)
}
