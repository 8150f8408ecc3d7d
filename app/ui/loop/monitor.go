package loop

import (
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses
)

// A Fill keeps a window filling a monitor, also after that was switched on again or resized. Nothing else does so
// without a window manager; the toolkit (v2.8.1) does not even start in full screen without a monitor. It belongs to
// the UI goroutine.
type Fill struct {
	window  fyne.Window
	monitor chosenMonitor
	at      image.Rectangle // the monitor's bounds when the window was made to fill it, empty for none
	others  bool            // monitors have been connected or disconnected since
}

// FillMonitor makes a window fill a monitor, counted from 1, when it is shown. Without such a monitor, and for 0, it
// fills the primary one.
func FillMonitor(w fyne.Window, monitor int) *Fill {
	f := &Fill{window: w, monitor: chosenMonitor{number: monitor}}
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
	if f.at, f.others = now, false; f.monitor.number > 0 {
		f.window.SetFullScreen(false) // to be moved to another one
	}
	f.fill()
	return now
}

func (f *Fill) fill() {
	if f.at.Empty() {
		return
	}
	if at, is := f.window.(desktop.Window); is && f.monitor.number > 0 {
		at.RequestPosition(f.at.Min.X, f.at.Min.Y)
	}
	f.window.SetFullScreen(true)
}

// target returns the monitor's bounds, empty if there is none.
func (f *Fill) target() image.Rectangle {
	var all []namedMonitor
	for _, m := range glfw.GetMonitors() {
		if mode := m.GetVideoMode(); mode != nil {
			x, y := m.GetPos()
			all = append(all, namedMonitor{m.GetName(), image.Rect(x, y, x+mode.Width, y+mode.Height)})
		}
	}
	return f.monitor.among(all)
}

type namedMonitor struct {
	name   string // on X that of the output; monitors of one kind may have the same
	bounds image.Rectangle
}

// A chosenMonitor is a monitor by its number when it was there for the first time: the system appends one that is
// switched on again to its list.
type chosenMonitor struct {
	number int // from 1 on, 0 for the main one
	found  namedMonitor
}

// among returns the bounds of the monitor in a list, of which the first is the main one. Without it, it returns those
// of the main one, which are empty for an empty list.
func (c *chosenMonitor) among(all []namedMonitor) image.Rectangle {
	if len(all) == 0 {
		return image.Rectangle{}
	}
	if c.found.name == "" && c.number >= 1 && c.number <= len(all) {
		c.found = all[c.number-1]
	}
	named := slices.DeleteFunc(slices.Clone(all), func(m namedMonitor) bool { return m.name != c.found.name })
	switch at := slices.IndexFunc(named, func(m namedMonitor) bool { return m.bounds.Min == c.found.bounds.Min }); {
	case c.number == 0 || len(named) == 0:
		return all[0].bounds
	case at >= 0:
		c.found = named[at]
	case len(named) == 1:
		c.found = named[0]
	default:
		return all[0].bounds // which of those with the name it is cannot be known
	}
	return c.found.bounds
}
