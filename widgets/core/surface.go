package core

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A Surface is the background of an object over the page: a plain rectangle in a colour of the theme, which keeps the
// pointer from what is below.
type Surface struct {
	Base
	face fyne.CanvasObject
	// OnPointer, which may be nil, is called when the pointer enters or leaves.
	OnPointer func(here bool)
}

var (
	_ fyne.Widget       = (*Surface)(nil)
	_ fyne.Tappable     = (*Surface)(nil)
	_ fyne.Scrollable   = (*Surface)(nil)
	_ desktop.Hoverable = (*Surface)(nil)
)

// NewBand makes a surface across the window, in the window's colour, with a line above it.
func NewBand() *Surface {
	return newSurface(container.New(ruled{}, NewPlate(theme.ColorNameBackground, 0), NewRule()))
}

// ruled lays out a line over the upper edge of a plate.
type ruled struct{}

func (ruled) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (ruled) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(size)
	o[1].Resize(fyne.NewSize(size.Width, 1))
}

// NewCard makes a surface with round corners and a frame.
func NewCard() *Surface {
	return newSurface(NewPlate(theme.ColorNameOverlayBackground, 8).Edged(theme.ColorNameInputBorder))
}

func newSurface(face fyne.CanvasObject) *Surface {
	s := &Surface{face: face}
	s.ExtendBaseWidget(s)
	return s
}

// Tapped keeps a click from the page.
func (s *Surface) Tapped(*fyne.PointEvent) {}

// Scrolled keeps the wheel from the page.
func (s *Surface) Scrolled(*fyne.ScrollEvent) {}

// MouseIn is called when the pointer enters.
func (s *Surface) MouseIn(*desktop.MouseEvent) { s.point(true) }

// MouseMoved does nothing.
func (s *Surface) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called when the pointer leaves.
func (s *Surface) MouseOut() { s.point(false) }

func (s *Surface) point(here bool) {
	if s.OnPointer != nil {
		s.OnPointer(here)
	}
}

// CreateRenderer implements fyne.Widget.
func (s *Surface) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(s.face) }
