package loop

import (
	"image"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses
)

// Room returns the work area of the primary monitor, in the toolkit's units, empty if there is no monitor.
func Room() (room fyne.Size) {
	inLibrary(func() {
		m := glfw.GetPrimaryMonitor()
		if m == nil {
			return
		}
		_, _, width, height := m.GetWorkarea()
		room = fyne.NewSize(float32(width), float32(height))
		if scale := scaleOf(m); scale > 0 {
			room = fyne.NewSize(room.Width/scale, room.Height/scale)
		}
	})
	return room
}

// scaleOf returns the number of a monitor's pixels that the toolkit (v2.8.1) will use for one of its units. The toolkit
// reports that only if there is a window.
func scaleOf(m *glfw.Monitor) float32 {
	scale := float32(1)
	if user, err := strconv.ParseFloat(os.Getenv("FYNE_SCALE"), 32); err == nil && user > 0 {
		scale = float32(user)
	} else if set := fyne.CurrentApp().Settings().Scale(); set > 0 {
		scale = set
	}
	switch {
	case runtime.GOOS == "windows":
		system, _ := m.GetContentScale()
		scale *= system
	case runtime.GOOS != "darwin" && glfw.GetPlatform() != glfw.PlatformWayland:
		scale *= detected(m)
	}
	return float32(math.Round(float64(scale)*10)) / 10
}

// detected returns the toolkit's scale for a monitor's resolution.
func detected(m *glfw.Monitor) float32 {
	const usualDPI, inch = 120, 25.4
	width, _ := m.GetPhysicalSize() // in millimetres
	mode := m.GetVideoMode()
	if width <= 0 || mode == nil {
		return 1
	}
	dpi := float32(mode.Width) / (float32(width) / inch)
	if dpi < 10 || dpi > 1000 {
		return 1
	}
	return max(1, dpi/usualDPI)
}

// textDPI is the usual Xft.dpi, in dots an inch.
const textDPI = 96

// usual returns the size of the interface, in percent, where the user has not set one; 0 for that of the toolkit, which
// only looks at a monitor's pixels and millimetres. On X it is that of the desktop's text (Xft.dpi, of textDPI), which
// the window library has as the content scale, as it was at the start; text is that of now, 0 if it has not changed.
// Without one, and for a monitor that does not report its physical size, it is by the pixels: the library (glfw 3.4,
// x11_monitor.c) makes up a size of 96 pixels an inch then.
func usual(text float32) (percent int) {
	inLibrary(func() {
		m := glfw.GetPrimaryMonitor()
		if m == nil || runtime.GOOS == "windows" || runtime.GOOS == "darwin" ||
			glfw.GetPlatform() == glfw.PlatformWayland {
			return
		}
		mode := m.GetVideoMode()
		width, height := m.GetPhysicalSize()
		if text == 0 {
			text, _ = m.GetContentScale()
		}
		switch {
		case text > 0 && text != 1:
			percent = int(math.Round(float64(100 * text / detected(m))))
		case mode != nil && (width <= 0 || width == at96(mode.Width) && height == at96(mode.Height)):
			percent = sizeFor(mode.Width, mode.Height)
		}
	})
	return percent
}

// at96 converts pixels to millimetres at 96 pixels an inch.
func at96(pixels int) int { return int(float32(pixels) * 25.4 / 96) }

// sizeFor returns the size of the interface, in percent, at which a screen shows as much as one of 1920 x 1080 at 100:
// in steps of 25, and 0 if that is at most 100.
func sizeFor(width, height int) int {
	const usualWidth, usualHeight, step = 1920, 1080, 25
	percent := min(100*width/usualWidth, 100*height/usualHeight) / step * step
	if percent <= 100 {
		return 0
	}
	return percent
}

// Place sets the size of a window that is not shown yet, and its position on the desktop if placed is set and a monitor
// is there, or maximises it.
func Place(w fyne.Window, size fyne.Size, placed bool, left, top int, maximised bool) {
	w.Resize(size)
	switch at, is := w.(desktop.Window); {
	case placed && is && onMonitor(image.Pt(left, top), monitors()):
		at.RequestPosition(left, top)
	default:
		w.CenterOnScreen()
	}
	if maximised {
		inLibrary(func() { glfw.WindowHint(glfw.Maximized, glfw.True) })
	}
}

// monitors returns the bounds of the monitors on the desktop.
func monitors() (list []image.Rectangle) {
	inLibrary(func() {
		for _, m := range glfw.GetMonitors() {
			x, y, width, height := m.GetWorkarea()
			list = append(list, image.Rect(x, y, x+width, y+height))
		}
	})
	return list
}

// onMonitor reports whether enough of a window whose content is at a position would be visible to drag it.
func onMonitor(at image.Point, monitors []image.Rectangle) bool {
	const hold = 100 // pixels
	for _, m := range monitors {
		if at.X > m.Min.X-hold && at.X < m.Max.X-hold && at.Y >= m.Min.Y && at.Y < m.Max.Y-hold {
			return true
		}
	}
	return false
}

// PlaceOf returns whether a window is maximised, and the position of its content on the desktop if the system reports
// it.
func PlaceOf(w fyne.Window) (maximised, placed bool, left, top int) {
	inWindow(w, func(own *glfw.Window) {
		maximised = own.GetAttrib(glfw.Maximized) == glfw.True
		if glfw.GetPlatform() != glfw.PlatformWayland {
			left, top = own.GetPos()
			placed = true
		}
	})
	return maximised, placed, left, top
}

// OnOtherMonitor reports whether a window is on another monitor than a window whose content is at a position.
func OnOtherMonitor(w fyne.Window, left, top int) bool {
	_, placed, nowLeft, nowTop := PlaceOf(w)
	all := monitors()
	return placed && monitorOf(image.Pt(left, top), all) != monitorOf(image.Pt(nowLeft, nowTop), all)
}

// monitorOf returns the index of the monitor with a position, -1 for none. Its work area is without panels, in which no
// content is.
func monitorOf(at image.Point, monitors []image.Rectangle) int {
	return slices.IndexFunc(monitors, func(m image.Rectangle) bool { return at.In(m) })
}

// IsMinimised reports whether a window is minimised, which Wayland does not report. It must be called on the UI
// goroutine.
func IsMinimised(w fyne.Window) (is bool) {
	inWindow(w, func(own *glfw.Window) { is = own.GetAttrib(glfw.Iconified) == glfw.True })
	return is
}

// Close closes a window. What the system still reports about it is ignored: the toolkit (v2.8.1) panics when a button
// is released over a window that it has closed. It must be called on the UI goroutine.
func Close(w fyne.Window) {
	inWindow(w, func(own *glfw.Window) {
		own.SetKeyCallback(nil)
		own.SetCharCallback(nil)
		own.SetMouseButtonCallback(nil)
		own.SetCursorPosCallback(nil)
		own.SetCursorEnterCallback(nil)
		own.SetScrollCallback(nil)
	})
	w.Close()
}

// HidePointer hides the pointer over a window until the toolkit shows it again. It must be called on the UI goroutine.
func HidePointer(w fyne.Window) {
	inWindow(w, func(own *glfw.Window) { own.SetInputMode(glfw.CursorMode, glfw.CursorHidden) })
}

// Opens calls show, which shows a window, and reports whether it exists then. The toolkit (v2.8.1) only logs that one
// cannot be made, as without OpenGL, and goes on. It must be called on the UI goroutine.
func Opens(w fyne.Window, show func()) (is bool) {
	if !inLibrary(show) {
		return false
	}
	if _, own := w.(interface{ RunWithContext(func()) }); !own {
		return true
	}
	inWindow(w, func(*glfw.Window) { is = true })
	return is
}

// inWindow calls do with the window library's window of a window that is shown.
func inWindow(w fyne.Window, do func(*glfw.Window)) {
	drawn, is := w.(interface{ RunWithContext(func()) })
	if !is {
		return
	}
	inLibrary(func() {
		drawn.RunWithContext(func() {
			if own := glfw.GetCurrentContext(); own != nil {
				do(own)
			}
		})
	})
}
