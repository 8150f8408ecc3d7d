package core

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// None is the index for no link, row or item.
const None = -1

// SelectionColour is the translucent colour over selected text.
var SelectionColour = color.NRGBA{0xE3, 0xB3, 0x4C, 0x70}

// Cover lays out and fills a rectangle. It is never hidden: the toolkit does not repaint for objects that it has never
// drawn.
func Cover(o *canvas.Rectangle, pos fyne.Position, size fyne.Size, fill color.Color) {
	if size.Width == 0 || size.Height == 0 {
		o.StrokeColor, fill = color.Transparent, color.Transparent
	}
	if o.Position() == pos && o.Size() == size && o.FillColor == fill {
		return
	}
	o.FillColor = fill
	o.Move(pos)
	o.Resize(size)
	o.Refresh()
}
