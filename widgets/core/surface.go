package core

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A Surface is what something stands on that lies over the page: a plain face in a colour of the theme, on which the
// pointer does not reach what is below.
type Surface struct {
	Base
	face fyne.CanvasObject
	// OnPointer, which may be nil, is called when the pointer comes, and when it goes.
	OnPointer func(here bool)
}

var (
	_ fyne.Widget       = (*Surface)(nil)
	_ fyne.Tappable     = (*Surface)(nil)
	_ fyne.Scrollable   = (*Surface)(nil)
	_ desktop.Hoverable = (*Surface)(nil)
)

// NewBand makes a surface from edge to edge, in the colour of the window, with a line above it.
func NewBand() *Surface {
	return newSurface(container.New(ruled{}, NewPlate(theme.ColorNameBackground, 0), NewRule()))
}

// ruled lays a line over the upper edge of a plate.
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

// MouseOut is called when the pointer went.
func (s *Surface) MouseOut() { s.point(false) }

func (s *Surface) point(here bool) {
	if s.OnPointer != nil {
		s.OnPointer(here)
	}
}

// CreateRenderer makes what is drawn.
func (s *Surface) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(s.face) }
