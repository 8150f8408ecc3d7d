package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// fillColumn stacks objects from top to bottom; one of them gets all the height that the others leave.
type fillColumn struct{ fill fyne.CanvasObject }

// columnGap is the room between objects in a column.
const columnGap = 4

// MinSize is what all visible objects need.
func (c *fillColumn) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.Size{}
	for _, o := range objects {
		if o.Visible() {
			size.Width = max(size.Width, o.MinSize().Width)
			size.Height += o.MinSize().Height + columnGap
		}
	}
	size.Height = max(0, size.Height-columnGap)
	return size
}

// Layout places the visible objects.
func (c *fillColumn) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	spare := max(0, size.Height-c.MinSize(objects).Height)
	y := float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		height := o.MinSize().Height
		if o == c.fill {
			height += spare
		}
		o.Resize(fyne.NewSize(size.Width, height))
		o.Move(fyne.NewPos(0, y))
		y += height + columnGap
	}
}

// newTightRow puts objects beside each other without gaps.
func newTightRow(objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedHBoxLayout(0), objects...)
}

// putMiddle gives an object a width and its own height, and puts it in the middle of a height.
func putMiddle(o fyne.CanvasObject, x, y, width, height float32) {
	o.Resize(fyne.NewSize(width, o.MinSize().Height))
	o.Move(fyne.NewPos(x, y+(height-o.MinSize().Height)/2))
}
