package window

import (
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/widgets/core"
	"sextant/widgets/shell"
)

// A demoStrip introduces the demo and real services, until it is closed permanently.
type demoStrip struct {
	*shell.Strip
	window *Window
}

func newDemoStrip(w *Window) *demoStrip {
	s := &demoStrip{window: w}
	connect := say.Text("connect.command")
	s.Strip = shell.NewStrip(
		w.tips, w.Keys(), say.Text("demo.strip"), say.Text("demo.strip.close", "Connect", connect), s.dismiss,
		shell.StripAction{Title: say.Text("demo.tour"), Do: s.lookAround},
		shell.StripAction{Title: connect, Do: w.prefs.Connect},
	)
	core.SetVisible(s.Strip, s.wanted())
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
	if s.HasKeys() {
		s.window.Canvas().Unfocus()
	}
	s.window.panels.showBars()
}
