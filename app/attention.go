package app

import (
	"sextant/app/desktop"
	"sextant/app/navigate"
)

// Attention tells how much of the window can be seen.
func (w *window) Attention() navigate.Attention {
	switch {
	case w.front || w.app.options.Kiosk:
		return navigate.InFront
	case desktop.IsMinimised(w.win):
		return navigate.Minimised
	}
	return navigate.Behind
}

// followAttention notes when the window is there, and when it comes to the front and leaves it. The title
// tells of the page only once the window is there: its class, by which a desktop knows the program, is made
// of the title that it is created with.
func (w *window) followAttention() {
	w.front = true
	life := w.app.fyne.Lifecycle()
	life.SetOnStarted(func() {
		w.named = true
		w.Changed()
	})
	life.SetOnEnteredForeground(func() {
		w.app.do(func() {
			w.front = true
			w.app.nav.Seen()
		})
	})
	life.SetOnExitedForeground(func() { w.app.do(func() { w.front = false }) })
}
