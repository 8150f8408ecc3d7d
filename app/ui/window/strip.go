package window

import (
	"sextant/app/settings"
)

// demoIsNew tells whether the strip is to be there that tells of the demo and of real services.
func (w *Window) demoIsNew() bool {
	return w.parts.Tuner.Current().IsDemo && !w.parts.Box.Get().KnowsDemo
}

// closeStrip closes the strip for good.
func (w *Window) closeStrip() {
	w.parts.Box.Change(func(s *settings.Settings) { s.KnowsDemo = true })
	if w.strip.HasKeys() {
		w.Canvas().Unfocus()
	}
	w.panels.showBars()
}
