package pageview

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A lens shows what is around the pointer larger, pixel by pixel, so that its edges stay sharp. It lies over the page, where
// the pointer is, or the link that Tab has come to.
type lens struct {
	on     bool
	placed bool          // it was told where
	at     fyne.Position // in the view
	raster *canvas.Raster
	frame  *canvas.Rectangle
	pixels *image.RGBA
}

// enlarged is how many times larger things are in the lens.
const enlarged = 3

// Magnify shows the lens, or takes it away.
func (v *View) Magnify(on bool) {
	if v.lens.on == on {
		return
	}
	v.lens.on = on
	if on && !v.lens.placed {
		v.lens.at = fyne.NewPos(v.Size().Width/2, v.Size().Height/2)
	}
	if v.lens.pixels = nil; v.renderer != nil {
		v.renderer.placeLens()
		v.renderer.raster.Refresh() // the toolkit does not repaint for what it has never drawn
	}
}

// Magnifies tells whether the lens is there.
func (v *View) Magnifies() bool { return v.lens.on }

// MouseIn is called when the pointer comes over the view.
func (v *View) MouseIn(e *desktop.MouseEvent) {
	v.links.MouseIn(e)
	v.moveLens(e.Position)
}

// MouseMoved is called when the pointer moves over the view.
func (v *View) MouseMoved(e *desktop.MouseEvent) {
	v.links.MouseMoved(e)
	v.moveLens(e.Position)
}

// moveLens brings the lens to a position, also for when it is shown.
func (v *View) moveLens(to fyne.Position) {
	if v.lens.placed && v.lens.at == to {
		return
	}
	v.lens.placed = true
	if v.lens.at = to; v.lens.on && v.renderer != nil {
		v.renderer.placeLens()
	}
}

// area is where in a view of a size the lens is: around its place, but within the view.
func (l *lens) area(view fyne.Size) (fyne.Position, fyne.Size) {
	size := fyne.NewSize(view.Width/2, view.Height/2)
	within := func(at, size, view float32) float32 { return max(0, min(at-size/2, view-size)) }
	return fyne.NewPos(within(l.at.X, size.Width, view.Width), within(l.at.Y, size.Height, view.Height)), size
}

// paintLens draws the lens in a size in pixels. What is at the lens's place stays there, and all around it moves away.
func (v *View) paintLens(w, h int) image.Image {
	l := &v.lens
	if l.pixels == nil || l.pixels.Rect.Dx() != w || l.pixels.Rect.Dy() != h {
		l.pixels = image.NewRGBA(image.Rect(0, 0, w, h))
	}
	from, scale := v.canvas.pixels, v.scale()
	if from == nil || from.Rect.Empty() {
		return l.pixels
	}
	corner, _ := l.area(v.Size())
	source := func(corner, at float32, i, size int) int {
		left, middle := int(corner*scale), int(at*scale)
		return max(0, min(middle+floorDiv(left+i-middle, enlarged), size-1))
	}
	columns := make([]int, w)
	for x := range columns {
		columns[x] = 4 * source(corner.X, l.at.X, x, from.Rect.Dx())
	}
	drawn := core.None
	for y := range h {
		out := l.pixels.Pix[y*l.pixels.Stride:][:4*w]
		row := source(corner.Y, l.at.Y, y, from.Rect.Dy())
		if row == drawn {
			copy(out, l.pixels.Pix[(y-1)*l.pixels.Stride:])
			continue
		}
		drawn = row
		line := from.Pix[row*from.Stride:]
		for x, column := range columns {
			copy(out[4*x:4*x+4], line[column:])
		}
	}
	return l.pixels
}

// floorDiv divides and rounds down, below zero too.
func floorDiv(a, b int) int { return (a - ((a%b)+b)%b) / b }

// placeLens lays the lens over the page, or takes it away.
func (r *viewRenderer) placeLens() {
	l := &r.view.lens
	pos, size := l.area(r.view.Size())
	for _, o := range []fyne.CanvasObject{l.raster, l.frame} {
		o.Move(pos)
		o.Resize(size)
		core.SetVisible(o, l.on)
	}
	if l.on {
		l.frame.StrokeColor = theme.Color(theme.ColorNamePrimary)
		l.raster.Refresh()
		l.frame.Refresh()
	}
}
