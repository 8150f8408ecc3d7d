package kiosk

import "sextant/app/voice"

// A Reader reads the pages of a public screen aloud. Its engine starts nothing before there is something to say.
type Reader struct {
	*voice.Engine
	Options voice.Options
}

var _ Voice = (*Reader)(nil)

// Speak says a text.
func (r *Reader) Speak(u voice.Utterance, done func(error)) { r.Engine.Speak(u.Text, r.Options, done) }
