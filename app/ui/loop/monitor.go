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

// End stops following the monitors. It must be called before the window is closed while the program goes on.
func (f *Fill) End() { inLibrary(func() { glfw.SetMonitorCallback(nil) }) }

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
	return f.monitor.among(listMonitors())
}

// A Monitor is a connected monitor.
type Monitor struct {
	Name   string // on X that of the output; monitors of one kind may have the same
	Bounds image.Rectangle
}

// Monitors returns the connected monitors, the main one first. It must be called on the UI goroutine.
func Monitors() (all []Monitor) {
	inLibrary(func() { all = listMonitors() })
	return all
}

func listMonitors() (all []Monitor) {
	for _, m := range glfw.GetMonitors() {
		if mode := m.GetVideoMode(); mode != nil {
			x, y := m.GetPos()
			all = append(all, Monitor{m.GetName(), image.Rect(x, y, x+mode.Width, y+mode.Height)})
		}
	}
	return all
}

// MonitorOf returns the number of the monitor that the middle of a window is on, from 1 on, 0 if that is not known. It
// must be called on the UI goroutine.
func MonitorOf(w fyne.Window) int {
	size, scale := w.Canvas().Size(), w.Canvas().Scale()
	_, placed, left, top := PlaceOf(w)
	middle := image.Pt(left+int(size.Width*scale/2), top+int(size.Height*scale/2))
	if !placed {
		return 0
	}
	return 1 + slices.IndexFunc(Monitors(), func(m Monitor) bool { return middle.In(m.Bounds) })
}

// A chosenMonitor is a monitor by its number when it was there for the first time: the system appends one that is
// switched on again to its list.
type chosenMonitor struct {
	number int // from 1 on, 0 for the main one
	found  Monitor
}

// among returns the bounds of the monitor in a list, of which the first is the main one. Without it, it returns those
// of the main one, which are empty for an empty list.
func (c *chosenMonitor) among(all []Monitor) image.Rectangle {
	if len(all) == 0 {
		return image.Rectangle{}
	}
	if c.found.Name == "" && c.number >= 1 && c.number <= len(all) {
		c.found = all[c.number-1]
	}
	named := slices.DeleteFunc(slices.Clone(all), func(m Monitor) bool { return m.Name != c.found.Name })
	switch at := slices.IndexFunc(named, func(m Monitor) bool { return m.Bounds.Min == c.found.Bounds.Min }); {
	case c.number == 0 || len(named) == 0:
		return all[0].Bounds
	case at >= 0:
		c.found = named[at]
	case len(named) == 1:
		c.found = named[0]
	default:
		return all[0].Bounds // which of those with the name it is cannot be known
	}
	return c.found.Bounds
}
