package pageview

import (
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// TestLongPress checks that a finger that rests opens the menu of its row, but not one that moves or is lifted, nor a
// mouse button without a touch screen.
func TestLongPress(t *testing.T) {
	for name, tt := range map[string]struct {
		touch bool
		do    func(v *View, at fyne.Position)
		want  int
	}{
		"rests": {true, func(*View, fyne.Position) {}, 1},
		"trembles": {true, func(v *View, at fyne.Position) {
			v.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at.AddXY(3, 2)}})
		}, 1},
		"moves": {true, func(v *View, at fyne.Position) {
			v.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at.AddXY(30, 0)}})
		}, 0},
		"goes":     {true, func(v *View, _ fyne.Position) { v.MouseUp(nil) }, 0},
		"no touch": {false, func(*View, fyne.Position) {}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var to calls
			v := newPageView(&to)
			core.SetFinger(tt.touch)
			defer core.SetFinger(false)
			widgettest.Show(t, v, 400, 250)
			v.SetSheet(testSheet())
			v.paint(400, 250)
			pos, size := v.place(7, 1, 20, 21)
			at := pos.AddXY(size.Width/2, size.Height/2)
			synctest.Test(t, func(t *testing.T) {
				posted := make(chan func(), 10)
				v.longPress.Do = func(f func()) { posted <- f }
				v.MouseDown(&desktop.MouseEvent{
					PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary,
				})
				time.Sleep(longPressAfter / 2)
				tt.do(v, at)
				time.Sleep(longPressAfter)
				for len(posted) > 0 {
					(<-posted)()
				}
			})
			if to.menus != tt.want || to.menus > 0 && to.menuRow != 7 {
				t.Errorf("%d menus, the last of row %d", to.menus, to.menuRow)
			}
		})
	}
}
