package window

import (
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/widgets/core"
)

// A demoStrip introduces the demo and real services, until it is closed permanently.
type demoStrip struct {
	*strip
	window *Window
}

func newDemoStrip(w *Window) *demoStrip {
	s := &demoStrip{window: w}
	connect := say.Text("connect.command")
	s.strip = newStrip(
		w.tips, w.Keys(), say.Text("demo.strip"), say.Text("demo.strip.close", "Connect", connect), s.dismiss,
		stripAction{title: say.Text("demo.tour"), do: s.lookAround},
		stripAction{title: connect, do: w.prefs.Connect},
	)
	core.SetVisible(s.strip, s.wanted())
	return s
}

// wanted reports whether the service is the demo and the strip was not closed yet.
func (s *demoStrip) wanted() bool {
	return s.window.parts.Tuner.Current().IsDemo && !s.window.parts.Box.Get().KnowsDemo
}

// tourPage is the demo's page about what the program can do.
const tourPage = 700

// lookAround goes to the tour, and focuses the page.
func (s *demoStrip) lookAround() {
	s.window.GoTo(teletext.Place{Page: tourPage})
	s.window.Canvas().Unfocus()
}

// dismiss closes the strip permanently.
func (s *demoStrip) dismiss() {
	s.window.parts.Box.Change(func(to *settings.Settings) { to.KnowsDemo = true })
	if s.hasKeys() {
		s.window.Canvas().Unfocus()
	}
	s.window.panels.showBars()
}
