package control

import (
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// TestMenuButton presses the button shortly, holds it, and uses its other ways to the menu.
func TestMenuButton(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pressed, opened := 0, 0
		posted := make(chan func(), 8)
		pass := func(d time.Duration) {
			time.Sleep(d)
			synctest.Wait()
			for len(posted) > 0 {
				(<-posted)()
			}
		}
		tips := core.NewTips(func(f func()) { posted <- f })
		b := NewMenuButton(tips, theme.HomeIcon(), func() { pressed++ }, func() { opened++ })
		press := func(held time.Duration, button desktop.MouseButton) {
			b.MouseDown(&desktop.MouseEvent{Button: button})
			pass(held)
			b.MouseUp(&desktop.MouseEvent{Button: button})
			if button == desktop.MouseButtonSecondary {
				b.TappedSecondary(&fyne.PointEvent{})
			} else {
				b.Tapped(&fyne.PointEvent{})
			}
		}
		for _, c := range []struct {
			what           string
			do             func()
			presses, opens int
		}{
			{"a click", func() { press(holdFor/2, desktop.MouseButtonPrimary) }, 1, 0},
			{"a hold", func() { press(holdFor, desktop.MouseButtonPrimary) }, 0, 1},
			{"a click after it", func() { press(0, desktop.MouseButtonPrimary) }, 1, 0},
			{"a secondary click", func() { press(2*holdFor, desktop.MouseButtonSecondary) }, 0, 1},
			{"Down", func() { b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown}) }, 0, 1},
			{"Enter", func() { b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) }, 1, 0},
			{"a press that leaves", func() {
				b.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
				b.MouseOut()
				pass(2 * holdFor)
			}, 0, 0},
		} {
			pressed, opened = 0, 0
			if c.do(); pressed != c.presses || opened != c.opens {
				t.Errorf("%s presses it %d times, and opens its menu %d times", c.what, pressed, opened)
			}
		}
	})
}
