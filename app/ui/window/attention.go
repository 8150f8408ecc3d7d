package window

import (
	"sextant/app/desktop"
	"sextant/app/navigate"
)

// attention is how much of the window can be seen.
type attention struct {
	window *Window
	front  bool // the window has the keyboard
}

// now tells how much of the window can be seen now.
func (a *attention) now() navigate.Attention {
	switch w := a.window; {
	case a.front:
		return navigate.InFront
	case desktop.IsMinimised(w.win):
		return navigate.Minimised
	}
	return navigate.Behind
}

// follow notes when the window is there, and when it comes to the front and leaves it. The title
// tells of the page only once the window is there: its class, by which a desktop knows the program, is made
// of the title that it is created with.
func (a *attention) follow() {
	w := a.window
	life := w.parts.App.Lifecycle()
	life.SetOnStarted(func() {
		w.named = true
		w.Changed()
	})
	life.SetOnEnteredForeground(func() {
		w.Do(func() {
			a.front = true
			w.page.Nav.Refresh.Seen()
		})
	})
	life.SetOnExitedForeground(func() { w.Do(func() { a.front = false }) })
}
