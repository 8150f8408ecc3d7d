package loop

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses
)

// FullScreen has a window fill a monitor, counted from 1, when it is shown. Without such a monitor, and for 0, it fills the
// system's main one.
func FullScreen(w fyne.Window, monitor int) {
	w.SetFullScreen(true)
	inLibrary(func() {
		monitors := glfw.GetMonitors()
		if monitor < 1 || monitor > len(monitors) {
			return
		}
		if at, is := w.(desktop.Window); is {
			at.RequestPosition(monitors[monitor-1].GetPos())
		}
	})
}
