package pageview

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/render"
	"sextant/widgets/widgettest"
)

// TestLens expects each pixel of the lens to be one of the page, a third as far from the pointer, at sizes and places
// of all kinds, and nothing of it when it is taken away.
func TestLens(t *testing.T) {
	for _, size := range []fyne.Size{{Width: 200, Height: 126}, {Width: 480, Height: 360}, {Width: 3840, Height: 2160}} {
		v := newPageView(&told{})
		w := widgettest.Show(t, v, size.Width, size.Height)
		v.SetSheet(testSheet())
		v.SetDisplay(Display{Sharp: true, Look: render.Look{Colours: render.Palettes()[0].Colours}})
		for _, share := range []fyne.Position{{X: 0.3, Y: 0.2}, {X: 0, Y: 0}, {X: 0.99, Y: 0.99}} {
			v.Magnify(false)
			plain := w.Canvas().Capture()
			at := fyne.NewPos(float32(int(share.X*size.Width)), float32(int(share.Y*size.Height)))
			move := &desktop.MouseEvent{}
			move.Position = at
			v.MouseMoved(move)
			v.setHovered(-1)
			v.Magnify(true)
			img := w.Canvas().Capture()
			corner, area := v.lens.area(size)
			for y := int(corner.Y) + 3; y < int(corner.Y+area.Height)-3; y += 7 {
				for x := int(corner.X) + 3; x < int(corner.X+area.Width)-3; x += 5 {
					fromX, fromY := int(at.X)+floorDiv(x-int(at.X), enlarged), int(at.Y)+floorDiv(y-int(at.Y), enlarged)
					if got, want := img.At(x, y), plain.At(fromX, fromY); got != want {
						t.Fatalf("%v: around %v, the pixel at %d, %d is %v, not %v of %d, %d", size, at, x, y, got, want, fromX, fromY)
					}
				}
			}
		}
	}
}
