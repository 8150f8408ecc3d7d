package loop

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses
)

// A Fill keeps a window filling a monitor, also after that was switched on again or resized. Nothing else does so
// without a window manager; the toolkit (v2.8.1) does not even start in full screen without a monitor. It belongs to
// the UI goroutine.
type Fill struct {
	window  fyne.Window
	monitor int
	at      image.Rectangle // the monitor's bounds when the window was made to fill it, empty for none
	others  bool            // monitors have been connected or disconnected since
}

// FillMonitor makes a window fill a monitor, counted from 1, when it is shown. Without such a monitor, and for 0, it
// fills the primary one.
func FillMonitor(w fyne.Window, monitor int) *Fill {
	f := &Fill{window: w, monitor: monitor}
	inLibrary(func() {
		glfw.SetMonitorCallback(func(*glfw.Monitor, glfw.PeripheralEvent) { f.others = true })
		f.at = f.target()
	})
	f.fill()
	return f
}

// Look makes the window fill its monitor again after a change, and returns the monitor's bounds, empty if there is
// none. It must be called regularly.
func (f *Fill) Look() image.Rectangle {
	var now image.Rectangle
	inLibrary(func() { now = f.target() })
	if now.Empty() || now == f.at && !f.others {
		return now
	}
	if f.at, f.others = now, false; f.monitor > 0 {
		f.window.SetFullScreen(false) // to be moved to another one
	}
	f.fill()
	return now
}

func (f *Fill) fill() {
	if f.at.Empty() {
		return
	}
	if at, is := f.window.(desktop.Window); is && f.monitor > 0 {
		at.RequestPosition(f.at.Min.X, f.at.Min.Y)
	}
	f.window.SetFullScreen(true)
}

// target returns the monitor's bounds, empty if there is none.
func (f *Fill) target() image.Rectangle {
	monitors := glfw.GetMonitors()
	if len(monitors) == 0 {
		return image.Rectangle{}
	}
	m := monitors[0] // the main one
	if f.monitor >= 1 && f.monitor <= len(monitors) {
		m = monitors[f.monitor-1]
	}
	mode := m.GetVideoMode()
	if mode == nil {
		return image.Rectangle{}
	}
	x, y := m.GetPos()
	return image.Rect(x, y, x+mode.Width, y+mode.Height)
}
