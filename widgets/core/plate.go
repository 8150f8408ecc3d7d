package core

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// A Plate is a rectangle in a colour of the current theme.
type Plate struct {
	Base
	fill, edge fyne.ThemeColorName // edge is empty for none
	radius     float32
	least      fyne.Size
}

var _ fyne.Widget = (*Plate)(nil)

// NewPlate makes a rectangle with round corners, or square ones if the radius is 0.
func NewPlate(fill fyne.ThemeColorName, radius float32) *Plate {
	p := &Plate{fill: fill, radius: radius}
	p.ExtendBaseWidget(p)
	return p
}

// NewRule makes a separator line.
func NewRule() *Plate {
	p := NewPlate(theme.ColorNameSeparator, 0)
	p.least = fyne.NewSize(1, 1)
	return p
}

// Edged adds a thin edge to the rectangle.
func (p *Plate) Edged(edge fyne.ThemeColorName) *Plate {
	p.edge = edge
	return p
}

// CreateRenderer implements fyne.Widget.
func (p *Plate) CreateRenderer() fyne.WidgetRenderer {
	r := &plateRenderer{plate: p, back: canvas.NewRectangle(nil)}
	r.back.CornerRadius = p.radius
	r.Face = Face{r.back}
	r.Refresh()
	return r
}

type plateRenderer struct {
	Face
	plate *Plate
	back  *canvas.Rectangle
}

func (r *plateRenderer) MinSize() fyne.Size { return r.plate.least }

func (r *plateRenderer) Layout(size fyne.Size) { r.back.Resize(size) }

func (r *plateRenderer) Refresh() {
	r.back.FillColor = theme.Color(r.plate.fill)
	if r.plate.edge != "" {
		r.back.StrokeColor, r.back.StrokeWidth = theme.Color(r.plate.edge), 1
	}
	r.back.Refresh()
}
