package core

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// FillColumn stacks objects from top to bottom; Fill gets the height that the others leave. If there is not enough for
// all, those in Spare are left out one after the other.
type FillColumn struct {
	Fill  fyne.CanvasObject
	Spare []fyne.CanvasObject
}

// columnGap is the space between objects in a column.
const columnGap = 4

// MinSize implements fyne.Layout.
func (c *FillColumn) MinSize(objects []fyne.CanvasObject) fyne.Size {
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

// leftOut returns the objects to leave out in a height, and the height that is left for Fill.
func (c *FillColumn) leftOut(objects []fyne.CanvasObject, height float32) (gone []fyne.CanvasObject, spare float32) {
	spare = height - c.MinSize(objects).Height
	for _, o := range c.Spare {
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
func (c *FillColumn) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	gone, spare := c.leftOut(objects, size.Height)
	y := float32(0)
	for _, o := range objects {
		switch {
		case !o.Visible():
			continue
		case slices.Contains(gone, o):
			PutAway(o)
			continue
		}
		height := o.MinSize().Height
		if o == c.Fill {
			height += spare
		}
		o.Resize(fyne.NewSize(size.Width, height))
		o.Move(fyne.NewPos(0, y))
		y += height + columnGap
	}
}

// PutAway moves an object out of sight. It is not hidden, so that it keeps whether it is to be shown.
func PutAway(o fyne.CanvasObject) {
	o.Resize(o.MinSize()) // in a smaller one its contents would have a negative size
	o.Move(fyne.NewPos(-5000, 0))
}

// NewTightRow lays out objects beside each other without gaps.
func NewTightRow(objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedHBoxLayout(0), objects...)
}

// PutMiddle sets an object's width and its minimum height, and centres it in a height.
func PutMiddle(o fyne.CanvasObject, x, y, width, height float32) {
	o.Resize(fyne.NewSize(width, o.MinSize().Height))
	o.Move(fyne.NewPos(x, y+(height-o.MinSize().Height)/2))
}

// TwoLines lays out two labels close below each other; a single one is centred.
type TwoLines struct{}

// MinSize implements fyne.Layout.
func (*TwoLines) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(80, 44) }

// Layout places both lines.
func (*TwoLines) Layout(lines []fyne.CanvasObject, size fyne.Size) {
	first, second := lines[0], lines[1]
	const inset = 6
	width := size.Width - 2*inset
	first.Resize(fyne.NewSize(width, first.MinSize().Height))
	second.Resize(fyne.NewSize(width, second.MinSize().Height))
	first.Move(fyne.NewPos(inset, 3))
	second.Move(fyne.NewPos(inset, 22))
	if !second.Visible() {
		first.Move(fyne.NewPos(inset, (size.Height-first.MinSize().Height)/2))
	}
}

// SetVisible shows or hides an object.
func SetVisible(o fyne.CanvasObject, visible bool) {
	if visible {
		o.Show()
	} else {
		o.Hide()
	}
}
