package app

// Attention tells how much of the window can be seen.
func (w *window) Attention() attention {
	switch {
	case w.front || w.app.options.Kiosk:
		return inFront
	case isMinimised(w.win):
		return minimised
	}
	return behind
}

// followAttention notes when the window comes to the front and leaves it.
func (w *window) followAttention() {
	w.front = true
	life := w.app.fyne.Lifecycle()
	life.SetOnEnteredForeground(func() {
		w.app.do(func() {
			w.front = true
			w.app.nav.Seen()
		})
	})
	life.SetOnExitedForeground(func() { w.app.do(func() { w.front = false }) })
}
