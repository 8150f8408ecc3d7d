package window

import (
	"sextant/app/navigate"
	"sextant/app/ui/loop"
)

// attention tracks how visible the window is.
type attention struct {
	window *Window
	front  bool // the window has the focus
	hidden bool // it is not shown at all
}

// now returns how visible the window is now.
func (a *attention) now() navigate.Attention {
	switch w := a.window; {
	case a.hidden:
		return navigate.Minimised
	case a.front:
		return navigate.InFront
	case loop.IsMinimised(w.win):
		return navigate.Minimised
	}
	return navigate.Behind
}

// focused records that the window got or lost the focus.
func (a *attention) focused(front bool) {
	a.front = front
	if onFront := a.window.parts.Front; onFront != nil {
		onFront(a.window.win, front)
	}
	if front {
		a.window.parts.Desk.Focused(a.window)
		a.window.page.Nav.Refresh.Seen()
	}
}
