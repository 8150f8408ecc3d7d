package window

import (
	"sextant/app/browse"
	"sextant/app/settings"
)

// demoIsNew reports whether the strip is to be there that introduces the demo and real services.
func (w *Window) demoIsNew() bool {
	return w.parts.Tuner.Current().IsDemo && !w.parts.Box.Get().KnowsDemo
}

// tourPage is where the demo shows what the program can do.
const tourPage = 700

// lookAround goes to the tour, and gives it the keyboard.
func (w *Window) lookAround() {
	w.page.Nav.Run(w.page.Nav.GoTo(browse.Place{Page: tourPage}))
	w.Canvas().Unfocus()
}

// closeStrip closes the strip for good.
func (w *Window) closeStrip() {
	w.parts.Box.Change(func(s *settings.Settings) { s.KnowsDemo = true })
	if w.strip.HasKeys() {
		w.Canvas().Unfocus()
	}
	w.panels.showBars()
}
