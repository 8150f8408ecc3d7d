package pageview

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"sextant/app/teletext"
	"sextant/widgets/core"
)

// CreateRenderer implements fyne.Widget.
func (v *View) CreateRenderer() fyne.WidgetRenderer {
	r := &viewRenderer{
		view: v, raster: canvas.NewRaster(v.paint), message: core.NewCanvasText(15),
		hover: outline(0), ring: [2]*canvas.Rectangle{outline(ringWidth), outline(ringWidth)},
	}
	r.raster.ScaleMode = canvas.ImageScalePixels // it has the display's resolution, and is drawn faster this way
	r.message.Alignment = fyne.TextAlignCenter
	r.message.Color = core.OnBlack // like the page
	for i := range r.selected {
		r.selected[i] = canvas.NewRectangle(color.Transparent)
	}
	r.marks = container.NewWithoutLayout()
	r.objects = []fyne.CanvasObject{r.raster, r.marks}
	for _, m := range r.selected {
		r.objects = append(r.objects, m)
	}
	r.objects = append(r.objects, r.hover, r.ring[0], r.ring[1], r.message, v.peek.card)
	v.renderer = r
	return r
}

func outline(width float32) *canvas.Rectangle {
	o := canvas.NewRectangle(color.Transparent)
	o.CornerRadius, o.StrokeWidth = 2, width
	return o
}

type viewRenderer struct {
	view     *View
	raster   *canvas.Raster
	marks    *fyne.Container // the objects of drawMarks
	selected [teletext.Rows]*canvas.Rectangle
	hover    *canvas.Rectangle    // a translucent overlay on the link below the pointer
	ring     [2]*canvas.Rectangle // around the focused link: dark, and light inside that
	message  *canvas.Text
	objects  []fyne.CanvasObject
}

func (r *viewRenderer) Destroy() {}

func (r *viewRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *viewRenderer) MinSize() fyne.Size { return fyne.NewSize(200, 126) }

func (r *viewRenderer) Layout(size fyne.Size) {
	r.raster.Resize(size)
	r.marks.Resize(size)
	height := r.message.MinSize().Height
	r.message.Resize(fyne.NewSize(size.Width, height))
	r.message.Move(fyne.NewPos(0, (size.Height-height)/2))
	r.overlays()
}

func (r *viewRenderer) Refresh() {
	core.SetCanvasText(r.message, r.view.message)
	r.message.Refresh()
	r.raster.Refresh()
	r.overlays()
}

// repaint redraws the view: the toolkit does not repaint for objects that it has never drawn.
func (v *View) repaint() {
	if v.renderer != nil {
		v.renderer.hover.Refresh()
	}
}

// overlays lays out the outlines of links and the selection over the page.
func (r *viewRenderer) overlays() {
	v := r.view
	r.outline(r.hover, v.entries, v.hovered, 0, color.Transparent, v.wash())
	walked := core.None
	if v.focused {
		walked = v.walked
	}
	r.outline(r.ring[0], v.sheet.Links, walked, 2*ringWidth, ringDark, color.Transparent)
	r.outline(r.ring[1], v.sheet.Links, walked, ringWidth, ringLight, color.Transparent)
	spans := v.selection.spans(v.sheet.Grid)
	for i, m := range r.selected {
		if i >= len(spans) {
			core.Cover(m, fyne.Position{}, fyne.Size{}, color.Transparent)
			continue
		}
		pos, size := v.placeSpan(spans[i])
		core.Cover(m, pos, size, core.SelectionColour)
	}
	r.drawMarks()
}

// A link below the pointer has a subtle overlay that is visible on all of a page's colours; the focused one has a ring
// of two tones, at least one of which contrasts with any colour of a page.
var (
	lightWash = color.NRGBA{0xFF, 0xFF, 0xFF, 0x48}
	darkWash  = color.NRGBA{0x00, 0x00, 0x00, 0x48}
	ringDark  = color.NRGBA{0x10, 0x10, 0x10, 0xFF}
	ringLight = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
)

const ringWidth = 2

// outline lays out a rectangle around a link, outside of its cells as far as there is room in the view.
func (r *viewRenderer) outline(o *canvas.Rectangle, links []teletext.Link,
	link int, outside float32, edge, fill color.Color,
) {
	if link == core.None || link >= len(links) {
		o.StrokeColor = color.Transparent
		core.Cover(o, fyne.Position{}, fyne.Size{}, color.Transparent)
		return
	}
	l := links[link]
	pos, size := r.view.place(l.Row, l.Height, l.From, l.Before)
	whole := r.view.Size()
	left, top := max(0, pos.X-outside), max(0, pos.Y-outside)
	right, bottom := min(whole.Width, pos.X+size.Width+outside), min(whole.Height, pos.Y+size.Height+outside)
	o.StrokeColor = edge
	core.Cover(o, fyne.NewPos(left, top), fyne.NewSize(right-left, bottom-top), fill)
}
