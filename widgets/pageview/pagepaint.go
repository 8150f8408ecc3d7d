package pageview

import (
	"image"
	"image/color"
	"image/draw"

	"fyne.io/fyne/v2"

	"sextant/app/render"
	"sextant/app/teletext"
)

// A pageCanvas is the pixels of a page view and what is in them.
type pageCanvas struct {
	pixels       *image.RGBA
	head, body   image.Rectangle
	header, page render.Painter
	scaler       render.Scaler
	row0         [1]teletext.Row
	picture      paintedPicture
	edge         color.RGBA // around the page
}

// paintedPicture is what of the service's picture is in the body, nothing while it is drawn.
type paintedPicture struct {
	image        image.Image
	grid         *teletext.Grid
	zoom         Zoom
	reveal, dark bool
}

// paint is called with the view's size in device pixels whenever it must be drawn.
func (v *View) paint(w, h int) image.Image {
	c := &v.canvas
	if c.pixels == nil || c.pixels.Rect.Dx() != w || c.pixels.Rect.Dy() != h {
		c.pixels = image.NewRGBA(image.Rect(0, 0, w, h))
		c.head, c.body = image.Rectangle{Max: image.Pt(-1, -1)}, image.Rectangle{}
	}
	head, body := v.areas(w, h)
	if edge := v.edge(); head != c.head || body != c.body || edge != c.edge {
		draw.Draw(c.pixels, c.pixels.Rect, image.NewUniform(edge), image.Point{}, draw.Src)
		c.head, c.body, c.edge = head, body, edge
		c.forget()
		v.tips.Do(v.mark) // what lies over the page goes with it
	}
	if v.display.ShowHeader && !v.empty() {
		c.row0[0] = v.display.Header
		c.header.Paint(c.pixels, head, c.row0[:], v.display.Look)
	}
	switch {
	case v.Draws():
		c.picture = paintedPicture{}
		c.page.Paint(c.pixels, body, v.rows(), v.display.Look)
	case v.sheet.Picture != nil:
		v.paintPicture(body)
	}
	return c.pixels
}

// edge is the colour around the page: its own black.
func (v *View) edge() color.RGBA {
	if v.Draws() {
		return v.display.Look.Colours[teletext.Black]
	}
	return color.RGBA{A: 255}
}

func (c *pageCanvas) forget() {
	c.header.Forget()
	c.page.Forget()
	c.picture = paintedPicture{}
}

// rows are the cells that the zoom shows.
func (v *View) rows() []teletext.Row {
	const half = teletext.Rows / 2
	switch v.display.Zoom {
	case UpperHalf:
		return v.sheet.Grid[:half]
	case LowerHalf:
		return v.sheet.Grid[half:]
	}
	return v.sheet.Grid[:]
}

// firstRow and rowCount tell which rows the zoom shows.
func (v *View) firstRow() int {
	if v.display.Zoom == LowerHalf {
		return teletext.Rows / 2
	}
	return 0
}

func (v *View) rowCount() int {
	if v.display.Zoom == WholePage {
		return teletext.Rows
	}
	return teletext.Rows / 2
}

// paintPicture shows the service's picture and, over it, the cells that look otherwise than there. When
// only those change, only their rows are painted again.
func (v *View) paintPicture(body image.Rectangle) {
	c := &v.canvas
	c.page.Forget()
	look := v.display.Look
	want := paintedPicture{v.sheet.Picture, v.sheet.Grid, v.display.Zoom, look.Reveal, look.Dark}
	if body.Empty() || c.picture == want {
		return
	}
	dst := c.pixels.SubImage(body).(*image.RGBA)
	src := v.pictureHalf()
	before := c.picture
	before.reveal, before.dark = want.reveal, want.dark
	if before != want {
		c.scaler.Scale(dst, src)
	} else {
		v.eachSpecialRow(func(row int) {
			edges := render.Edges(0, body.Dy(), v.rowCount())
			c.scaler.ScaleRows(dst, src, edges[row], edges[row+1])
		})
	}
	if v.sheet.Grid != nil {
		c.page.Over(c.pixels, body, v.rows(), look)
	}
	c.picture = want
}

// pictureHalf is the part of the picture that the zoom shows.
func (v *View) pictureHalf() image.Image {
	part, ok := v.sheet.Picture.(interface {
		SubImage(image.Rectangle) image.Image
	})
	if !ok || v.display.Zoom == WholePage {
		return v.sheet.Picture
	}
	b := v.sheet.Picture.Bounds()
	middle := (b.Min.Y + b.Max.Y) / 2
	if v.display.Zoom == UpperHalf {
		b.Max.Y = middle
	} else {
		b.Min.Y = middle
	}
	return part.SubImage(b)
}

// eachSpecialRow visits the rows shown that have flashing or concealed cells, counted from the first shown.
func (v *View) eachSpecialRow(visit func(row int)) {
	if v.sheet.Grid == nil {
		return
	}
	for i, row := range v.rows() {
		for _, c := range row {
			if c.Attr&(teletext.Flash|teletext.Conceal) != 0 {
				visit(i)
				break
			}
		}
	}
}

// areas is where row 0 and the page go in a view of w x h pixels: centred, as large as they fit.
func (v *View) areas(w, h int) (head, body image.Rectangle) {
	if v.empty() {
		return head, body
	}
	width, height := render.PictureWidth, render.PictureHeight
	if !v.Draws() {
		width, height = v.sheet.Picture.Bounds().Dx(), v.sheet.Picture.Bounds().Dy()
	}
	if v.display.FourToThree {
		width, height = 4*width, 3*width
	}
	rows := 0 // of the header
	if v.display.ShowHeader {
		rows = 1
	}
	pw, ph := render.Fit(width*teletext.Rows, height*(teletext.Rows+rows), w, h)
	at := image.Pt((w-pw)/2, (h-ph)/2)
	whole := image.Rectangle{Min: at, Max: at.Add(image.Pt(pw, ph))}
	edge := at.Y + ph*rows/(teletext.Rows+rows)
	head, body = whole, whole
	head.Max.Y, body.Min.Y = edge, edge
	return head, body
}

// scale is how many pixels a unit of the toolkit has.
func (v *View) scale() float32 {
	if v.canvas.pixels == nil || v.Size().Width == 0 {
		return 1
	}
	return float32(v.canvas.pixels.Rect.Dx()) / v.Size().Width
}

// place is where cells are in the view; what the zoom leaves out has no size.
func (v *View) place(row, height, from, before int) (fyne.Position, fyne.Size) {
	body, rows := v.canvas.body, v.rowCount()
	top := max(row-v.firstRow(), 0)
	bottom := min(row-v.firstRow()+height, rows)
	if body.Empty() || top >= bottom {
		return fyne.Position{}, fyne.Size{}
	}
	edge := func(a, b, i, n int) float32 { return float32(a+(b-a)*i/n) / v.scale() }
	x0, x1 := edge(body.Min.X, body.Max.X, from, teletext.Columns), edge(body.Min.X, body.Max.X, before, teletext.Columns)
	y0, y1 := edge(body.Min.Y, body.Max.Y, top, rows), edge(body.Min.Y, body.Max.Y, bottom, rows)
	return fyne.NewPos(x0, y0), fyne.NewSize(x1-x0, y1-y0)
}

// cellAt is the cell at a position, the nearest one where there is none.
func (v *View) cellAt(p fyne.Position) (row, col int, inside bool) {
	body := v.canvas.body
	if body.Empty() {
		return 0, 0, false
	}
	x, y := int(p.X*v.scale())-body.Min.X, int(p.Y*v.scale())-body.Min.Y
	inside = x >= 0 && y >= 0 && x < body.Dx() && y < body.Dy()
	col = max(0, min(x, body.Dx()-1)) * teletext.Columns / body.Dx()
	row = max(0, min(y, body.Dy()-1)) * v.rowCount() / body.Dy()
	return row + v.firstRow(), col, inside
}

// PageSize is the size of the page on screen in pixels, without row 0.
func (v *View) PageSize() image.Point { return v.canvas.body.Size() }
