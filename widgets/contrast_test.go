package widgets

import (
	"image"
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"

	"sextant/app/render"
	"sextant/app/teletext"
)

// contrast is that of two colours by the guidelines for the web: 1 for none, 21 for black on white.
func contrast(a, b color.Color) float64 {
	light := func(c color.Color) float64 {
		r, g, b, _ := c.RGBA()
		l := 0.0
		for i, v := range []uint32{r, g, b} {
			s := float64(v) / 0xFFFF
			if s <= 0.04045 {
				s /= 12.92
			} else {
				s = math.Pow((s+0.055)/1.055, 2.4)
			}
			l += s * []float64{0.2126, 0.7152, 0.0722}[i]
		}
		return l
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// linkOn is a view of a page in one colour with a link in its midst, rows and columns being ten high and wide.
func linkOn(t *testing.T, back teletext.Colour) (*PageView, fyne.Window) {
	t.Helper()
	v := newPageView(&told{})
	w := show(t, v, 400, 240)
	sheet := Sheet{Place: "100", Grid: &teletext.Grid{}, Links: []teletext.Link{{Row: 10, Height: 1, From: 10, Before: 13, Page: 123}}}
	for row := range sheet.Grid {
		for col := range sheet.Grid[row] {
			sheet.Grid[row][col] = teletext.Cell{Rune: ' ', Fg: back, Bg: back}
		}
	}
	v.SetSheet(sheet)
	v.SetDisplay(Display{Sharp: true, Look: render.Look{Colours: render.Palettes()[0].Colours}})
	w.Canvas().Capture()
	return v, w
}

// most is the greatest contrast to a colour along a line down to the middle of the link, and inside of it.
func most(img image.Image, v *PageView, back color.Color) (around, inside float64) {
	pos, size := v.place(10, 1, 10, 13)
	x := int(pos.X + size.Width/2)
	for y := int(pos.Y) - 6; y < int(pos.Y+size.Height/2); y++ {
		if y < int(pos.Y) {
			around = max(around, contrast(img.At(x, y), back))
		}
	}
	return around, contrast(img.At(x, int(pos.Y+size.Height/2)), back)
}

// TestFocusRingIsSeenOnAllColours expects the ring of the link where the keys are to stand out from each
// background, and the link below the pointer to be marked otherwise and more quietly.
func TestFocusRingIsSeenOnAllColours(t *testing.T) {
	colours := render.Palettes()[0].Colours
	for back := teletext.Black; back <= teletext.White; back++ {
		v, w := linkOn(t, back)
		ground := colours[back]
		v.hover(fyne.NewPos(float32(v.canvas.body.Min.X)+0.3*float32(v.canvas.body.Dx()), float32(v.canvas.body.Min.Y)+float32(v.canvas.body.Dy())*10.5/teletext.Rows))
		if v.hovered != 0 {
			t.Fatal("the pointer is not over the link")
		}
		around, inside := most(w.Canvas().Capture(), v, ground)
		if around > 1.05 || inside < 1.12 || inside > 2.6 {
			t.Errorf("on %v, the link below the pointer has a contrast of %.2f, and %.2f around it", back, inside, around)
		}
		v.setHovered(None)
		v.focused, v.walked = true, 0
		v.mark()
		around, inside = most(w.Canvas().Capture(), v, ground)
		if around < 4.5 || inside > 1.05 {
			t.Errorf("on %v, the ring has a contrast of %.2f, and the link inside of it of %.2f", back, around, inside)
		}
	}
}

// TestRowsAreToldApart expects the row below the pointer, the one where the keys will be and the one where they
// are to look different from each other and from the rest.
func TestRowsAreToldApart(t *testing.T) {
	states := map[string]rowState{
		"plain": {overTool: None}, "hovered": {hovered: true, overTool: None}, "current": {current: true, overTool: None},
		"focused": {current: true, focused: true, overTool: None}, "current and hovered": {current: true, hovered: true, overTool: None},
	}
	edge, middle := map[string]color.Color{}, map[string]color.Color{}
	for name, s := range states {
		r := newListRow()
		w := show(t, r, 300, 28)
		r.set(&Row{Page: "123", Title: "Tides"}, s)
		img := w.Canvas().Capture()
		edge[name], middle[name] = img.At(200, 0), img.At(200, 14)
	}
	for a := range states {
		for b := range states {
			if a < b && contrast(edge[a], edge[b]) < 1.15 && contrast(middle[a], middle[b]) < 1.1 {
				t.Errorf("%s and %s look the same: %v and %v, %v and %v", a, b, edge[a], edge[b], middle[a], middle[b])
			}
		}
	}
}
