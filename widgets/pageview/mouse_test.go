package pageview

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// TestSwiped distinguishes a quick sideways swipe of a finger from other movements.
func TestSwiped(t *testing.T) {
	size, since := fyne.NewSize(900, 600), time.Unix(1e9, 0)
	for name, tt := range map[string]struct {
		x, y        float32
		takes       time.Duration
		is, forward bool
	}{
		"to the left":  {-300, 20, 200 * time.Millisecond, true, true},
		"to the right": {300, -20, 200 * time.Millisecond, true, false},
		"slowly":       {-300, 20, time.Second, false, false},
		"not far":      {-100, 0, 200 * time.Millisecond, false, false},
		"askew":        {-300, 200, 200 * time.Millisecond, false, false},
	} {
		f := finger{from: fyne.NewPos(400, 300), at: fyne.NewPos(400+tt.x, 300+tt.y), since: since}
		if forward, is := f.swiped(size, since.Add(tt.takes)); is != tt.is || is && forward != tt.forward {
			t.Errorf("%s: forward %t, a swipe %t", name, forward, is)
		}
	}
}

// TestOnlyFingersSwipe drags quickly to a side: a mouse selects text, a finger goes to another page.
func TestOnlyFingersSwipe(t *testing.T) {
	for _, touch := range []bool{false, true} {
		v, swipes := newPageView(&calls{}), 0
		v.actions.Swipe = func(bool) { swipes++ }
		widgettest.Show(t, v, 400, 250)
		v.SetSheet(testSheet())
		v.paint(400, 250)
		pos, size := v.place(7, 1, 20, 21)
		at := pos.AddXY(size.Width/2, size.Height/2)
		core.SetFinger(touch)
		v.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary})
		v.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at.AddXY(-120, 0)}})
		v.DragEnd()
		core.SetFinger(false)
		if (swipes == 1) != touch || (len(v.Selection()) > 0) == touch {
			t.Errorf("touch %t: %d swipes, selected %v", touch, swipes, v.Selection())
		}
	}
}

// TestEntryIsALink checks that the whole entry of an index acts as its link, with a click and with the menu, and that
// the rest of its row has the page's menu. It also turns the wheel.
func TestEntryIsALink(t *testing.T) {
	var to calls
	v := newPageView(&to)
	widgettest.Show(t, v, 400, 250)
	v.SetSheet(testSheet())
	v.paint(400, 250)
	at := func(row, col int) *fyne.PointEvent {
		pos, size := v.place(row, 1, col, col+1)
		return &fyne.PointEvent{Position: pos.AddXY(size.Width/2, size.Height/2)}
	}
	v.Tapped(at(20, 6))
	if len(to.followed) != 1 || to.followed[0].Page != 600 {
		t.Errorf("followed %+v", to.followed)
	}
	v.TappedSecondary(at(20, 6))
	v.TappedSecondary(at(20, 30))
	if len(to.linkMenus) != 1 || to.linkMenus[0] != 600 || to.menus != 1 {
		t.Errorf("menus of links %v, of the page %d", to.linkMenus, to.menus)
	}
	if to.menuRow != 20 {
		t.Errorf("the menu is of row %d", to.menuRow)
	}
	v.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -25)})
	v.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 50)})
	v.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(50, 5)}) // sideways is nothing
	if len(to.turned) != 3 || !to.turned[0] || to.turned[2] {
		t.Errorf("turned %v", to.turned)
	}
}
