package core

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// A Ring is the focus ring. It is a line in the colour of text with one in the window's colour inside, so that it is
// visible on any background.
type Ring struct {
	outer, inner *canvas.Rectangle
	always       bool
}

const (
	ringWidth  = 2
	ringInside = 1.5
)

// NewRing makes an invisible ring with round corners.
func NewRing(radius float32) *Ring {
	r := &Ring{outer: canvas.NewRectangle(nil), inner: canvas.NewRectangle(nil)}
	r.outer.CornerRadius, r.inner.CornerRadius = radius, max(0, radius-ringWidth)
	return r
}

// Always makes the ring visible also while the user works with the mouse: for fields that get what is typed.
func (r *Ring) Always() *Ring {
	r.always = true
	return r
}

// Objects returns the objects to draw on top.
func (r *Ring) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.inner, r.outer} }

// Put lays out the ring at the inside of an edge.
func (r *Ring) Put(at fyne.Position, size fyne.Size) {
	inside := func(o *canvas.Rectangle, by float32) {
		o.Move(at.AddXY(by, by))
		o.Resize(fyne.NewSize(max(0, size.Width-2*by), max(0, size.Height-2*by)))
	}
	inside(r.outer, ringWidth/2.) // strokes are centred on the edge
	inside(r.inner, ringWidth+ringInside/2.)
}

// Show shows or hides the ring; see [FocusShown]. Hidden lines have a width of 0: transparent ones would still be
// visible as a shade.
func (r *Ring) Show(on bool) {
	on = on && (r.always || FocusShown())
	for o, name := range map[*canvas.Rectangle]fyne.ThemeColorName{
		r.outer: theme.ColorNameForeground, r.inner: theme.ColorNameBackground,
	} {
		o.StrokeWidth, o.StrokeColor = 0, nil
		if on {
			o.StrokeWidth, o.StrokeColor = ringWidth, theme.Color(name)
		}
	}
	if on {
		r.inner.StrokeWidth = ringInside
	}
}
