package control

import (
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"sextant/widgets/core"
)

// TestTipAfterTheLayoutChanged moves a button below the pointer. Its tip does not pop up for that, but when the pointer
// moves, unless the button was clicked.
func TestTipAfterTheLayoutChanged(t *testing.T) {
	posted := make(chan func(), 8)
	tips := core.NewTips(func(f func()) { posted <- f })
	button := NewTextButton(tips, "Undo", "Undo (Ctrl+Z)", func() {})
	test.NewTempWindow(t, container.NewStack(container.NewWithoutLayout(button), tips.Layer()))
	synctest.Test(t, func(t *testing.T) {
		waits := func(what string, want bool) {
			t.Helper()
			time.Sleep(time.Second)
			synctest.Wait()
			for len(posted) > 0 {
				(<-posted)()
			}
			if tips.Waiting() != want {
				t.Errorf("%s: a tip is shown: %t", what, tips.Waiting())
			}
		}
		button.MouseIn(&desktop.MouseEvent{})
		button.Move(fyne.NewPos(0, 20))
		waits("the button moved", false)
		button.MouseMoved(&desktop.MouseEvent{})
		waits("the pointer moved", true)
		button.Tapped(&fyne.PointEvent{})
		button.MouseMoved(&desktop.MouseEvent{})
		waits("clicked", false)
		button.MouseOut()
		button.MouseIn(&desktop.MouseEvent{})
		waits("entered again", true)
		button.MouseOut()
		waits("left", false)
	})
}
