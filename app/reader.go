package app

import (
	"os"

	"fyne.io/fyne/v2"

	"sextant/app/access/atspi"
	"sextant/app/kiosk"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/ui/accessible"
	"sextant/app/ui/loop"
	"sextant/app/voice"
	"sextant/assets"
)

// describe begins to describe windows to readers of the screen, as long as there are any.
func describe(ui *loop.Loop, seen func() []fyne.Window) (*accessible.Describer, *atspi.Service) {
	d := accessible.New(ui, seen)
	s := atspi.Start(atspi.Options{Name: "Sextant", Version: assets.Version, Run: ui.Post, Wanted: d.Wanted, Keys: d.KeysWanted})
	d.To(s)
	return d, s
}

// A reader reads the pages of a public screen aloud.
type reader struct {
	engine  *voice.Engine
	options voice.Options
}

var _ kiosk.Voice = (*reader)(nil)

// newReader makes a reader that calls back by post. It starts nothing before there is something to say.
func newReader(st *station.Station, sound settings.Sound, post func(func())) *reader {
	chosen := sound.VoiceLanguage
	if chosen == "" && st.IsDemo {
		chosen = "en"
	}
	return &reader{engine: voice.New(os.Getenv, post), options: voice.Options{
		Language: voice.Language(chosen, st.Zone.String(), say.InUse()), Rate: sound.VoiceRate, Voice: sound.Voice,
	}}
}

// Speak says a text.
func (r *reader) Speak(u voice.Utterance, done func(error)) { r.engine.Speak(u.Text, r.options, done) }

// Stop silences what is said.
func (r *reader) Stop() { r.engine.Stop() }
