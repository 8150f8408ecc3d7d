package widgets

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// fillColumn stacks objects from top to bottom; one of them gets all the height that the others leave. Where
// there is not enough for all, the spare ones give way one after the other.
type fillColumn struct {
	fill  fyne.CanvasObject
	spare []fyne.CanvasObject
}

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

// gone are the objects that give way in a height, and spare is what is left of it for the one that fills.
func (c *fillColumn) gone(objects []fyne.CanvasObject, height float32) (gone []fyne.CanvasObject, spare float32) {
	spare = height - c.MinSize(objects).Height
	for _, o := range c.spare {
		if spare >= 0 {
			break
		}
		if o.Visible() {
			gone = append(gone, o)
			spare += o.MinSize().Height + columnGap
		}
	}
	return gone, max(0, spare)
}

// Layout places the visible objects.
func (c *fillColumn) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	gone, spare := c.gone(objects, size.Height)
	y := float32(0)
	for _, o := range objects {
		switch {
		case !o.Visible():
			continue
		case slices.Contains(gone, o):
			putAway(o)
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

// putAway puts an object where it is not seen. Hiding it would forget whether it is to be there.
func putAway(o fyne.CanvasObject) {
	o.Resize(fyne.Size{})
	o.Move(fyne.NewPos(-5000, 0))
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
