package loop

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses
)

// A Fill has a window fill a monitor, also when that is switched on again or has another size. Without a window manager
// nobody else sees to that; the toolkit (v2.8.1) does not even begin in full screen while there is no monitor. It
// belongs to the UI goroutine.
type Fill struct {
	window  fyne.Window
	monitor int
	at      image.Rectangle // of the monitor when the window was made to fill it, empty for none
	others  bool            // since then monitors came or went
}

// FillMonitor has a window fill a monitor, counted from 1, when it is shown. Without such a monitor, and for 0, it
// fills the system's main one.
func FillMonitor(w fyne.Window, monitor int) *Fill {
	f := &Fill{window: w, monitor: monitor}
	inLibrary(func() {
		glfw.SetMonitorCallback(func(*glfw.Monitor, glfw.PeripheralEvent) { f.others = true })
		f.at = f.target()
	})
	f.fill()
	return f
}

// Look has the window fill its monitor if something has changed about that, and returns where the monitor is, empty
// where there is none. It is to be called now and then.
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

// target is where the monitor is, empty where there is none.
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
