package core

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// TestLinkPointer checks that there is only one large pointer, that its tip points, and that it has a dark edge around
// a bright middle.
func TestLinkPointer(t *testing.T) {
	test.NewTempApp(t)
	if LinkPointer(false) != desktop.PointerCursor || LinkPointer(true) != LinkPointer(true) {
		t.Error("the pointer changes unasked")
	}
	img, x, y := LinkPointer(true).Image()
	if x != 0 || y != 0 || img.Bounds().Dy() < 48 {
		t.Errorf("%v with its tip at %d, %d", img.Bounds(), x, y)
	}
	if _, _, _, a := img.At(0, 2).RGBA(); a == 0 {
		t.Error("nothing is at its tip")
	}
	for _, c := range []struct {
		x, y int
		want color.NRGBA
	}{{1, 20, color.NRGBA{0, 0, 0, 255}}, {8, 25, color.NRGBA{255, 221, 51, 255}}, {38, 4, color.NRGBA{}}} {
		if got := img.At(c.x, c.y); got != c.want {
			t.Errorf("at %d, %d is %v, not %v", c.x, c.y, got, c.want)
		}
	}
	if double := drawArrow(2).Rect; double.Dy() != 2*drawArrow(1).Rect.Dy() {
		t.Errorf("at twice the scale it has %v", double)
	}
}
