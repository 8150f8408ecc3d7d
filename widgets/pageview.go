package widgets

import (
	"image"
	"image/draw"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/app/render"
)

// A PageView shows a subpage's picture as large as it fits, in its own shape and sharp at any size,
// on black. Before the first picture it shows a message.
type PageView struct {
	widget.BaseWidget

	// OnPointer is called when the pointer moves over the view.
	OnPointer func()

	picture    image.Image
	message    string
	hidePoint  bool
	scaler     render.Scaler
	pixels     *image.RGBA
	drawn      image.Rectangle // where the picture is in pixels
	drawnImage image.Image
}

var (
	_ fyne.Widget        = (*PageView)(nil)
	_ desktop.Hoverable  = (*PageView)(nil)
	_ desktop.Cursorable = (*PageView)(nil)
)

// NewPageView makes an empty view.
func NewPageView() *PageView {
	v := &PageView{}
	v.ExtendBaseWidget(v)
	return v
}

// SetPicture shows a picture. The same one again repaints nothing.
func (v *PageView) SetPicture(img image.Image) {
	if v.picture == img {
		return
	}
	v.picture, v.message = img, ""
	v.Refresh()
}

// SetMessage shows a text while there is no picture.
func (v *PageView) SetMessage(text string) {
	if v.picture != nil || v.message == text {
		return
	}
	v.message = text
	v.Refresh()
}

// HidePointer hides the mouse pointer over the view, for full screen.
func (v *PageView) HidePointer(hide bool) { v.hidePoint = hide }

// Cursor is the pointer's shape.
func (v *PageView) Cursor() desktop.Cursor {
	if v.hidePoint {
		return desktop.HiddenCursor
	}
	return desktop.DefaultCursor
}

// MouseIn is called when the pointer comes over the view.
func (v *PageView) MouseIn(*desktop.MouseEvent) {}

// MouseMoved is called when the pointer moves over the view.
func (v *PageView) MouseMoved(*desktop.MouseEvent) {
	if v.OnPointer != nil {
		v.OnPointer()
	}
}

// MouseOut is called when the pointer leaves the view.
func (v *PageView) MouseOut() {}

// paint is called with the view's size in device pixels whenever it must be drawn.
func (v *PageView) paint(w, h int) image.Image {
	if v.pixels == nil || v.pixels.Rect.Dx() != w || v.pixels.Rect.Dy() != h {
		v.pixels = image.NewRGBA(image.Rect(0, 0, w, h))
		v.drawn, v.drawnImage = image.Rectangle{Max: image.Pt(-1, -1)}, nil
	}
	area := v.area(w, h)
	if area != v.drawn {
		draw.Draw(v.pixels, v.pixels.Rect, image.Black, image.Point{}, draw.Src)
		v.drawn, v.drawnImage = area, nil
	}
	if v.picture != v.drawnImage && !area.Empty() {
		v.scaler.Scale(v.pixels.SubImage(area).(*image.RGBA), v.picture)
		v.drawnImage = v.picture
	}
	return v.pixels
}

// area is where the picture goes: centred, in its own shape.
func (v *PageView) area(w, h int) image.Rectangle {
	if v.picture == nil {
		return image.Rectangle{}
	}
	b := v.picture.Bounds()
	pw, ph := render.Fit(b.Dx(), b.Dy(), w, h)
	at := image.Pt((w-pw)/2, (h-ph)/2)
	return image.Rectangle{Min: at, Max: at.Add(image.Pt(pw, ph))}
}

// CreateRenderer makes what is drawn.
func (v *PageView) CreateRenderer() fyne.WidgetRenderer {
	r := &pageViewRenderer{view: v, raster: canvas.NewRaster(v.paint), message: newText(15)}
	r.message.Alignment = fyne.TextAlignCenter
	r.message.Color = theme.Color(theme.ColorNamePlaceHolder)
	return r
}

type pageViewRenderer struct {
	view    *PageView
	raster  *canvas.Raster
	message *canvas.Text
}

func (r *pageViewRenderer) Destroy() {}

func (r *pageViewRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.raster, r.message}
}

func (r *pageViewRenderer) MinSize() fyne.Size { return fyne.NewSize(200, 126) }

func (r *pageViewRenderer) Layout(size fyne.Size) {
	r.raster.Resize(size)
	height := r.message.MinSize().Height
	r.message.Resize(fyne.NewSize(size.Width, height))
	r.message.Move(fyne.NewPos(0, (size.Height-height)/2))
}

func (r *pageViewRenderer) Refresh() {
	setText(r.message, r.view.message)
	r.message.Refresh()
	r.raster.Refresh()
}
