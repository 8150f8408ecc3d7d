package kiosk

import (
	"slices"
	"time"

	"sextant/app/browse"
	"sextant/app/navigate"
	"sextant/app/voice"
)

// longestReading bounds how long a page stays because it is read aloud: the speech engine may hang. longestSentence
// bounds it where another list has the screen.
const (
	longestReading  = 5 * time.Minute
	longestSentence = 30 * time.Second
)

// A Voice says one text at a time. Its methods are called on the Director's goroutine.
type Voice interface {
	// Speak says a text, and then posts a call of done, with nil or why it was not said.
	Speak(u voice.Utterance, done func(error))
	// Stop ends the speech; done is not called.
	Stop()
}

// reading reads shows aloud where the playlist says so. A show stays until all of it was read.
type reading struct {
	voice     Voice // nil for none
	directory *browse.Directory
	after     func(time.Duration, func()) (stop func() bool)
	holds     func(bool) // is called with whether the show is still being read
	note      func(event string)

	said   []voice.Utterance // what was read last, or is being read
	left   []voice.Utterance
	over   func() bool // stops the timer of what takes too long; nil before anything was read
	failed bool        // the last one was not said
}

// readShow reads a new show, where aloud, unless it was the last one that was read.
func (r *reading) readShow(s *show, aloud bool) {
	var said []voice.Utterance
	if aloud && r.voice != nil {
		for _, scene := range s.scenes {
			said = append(said, r.utterancesOf(scene)...)
		}
	}
	if slices.EqualFunc(said, r.said, func(a, b voice.Utterance) bool { return a.Text == b.Text }) {
		return
	}
	r.stopVoice()
	r.said, r.left = said, said
	r.holds(len(said) > 0)
	if len(said) > 0 {
		r.over = r.after(longestReading, r.stop)
		r.speakNext()
	}
}

// utterancesOf returns what to say of a subpage, without the page numbers of links, which listeners cannot use.
func (r *reading) utterancesOf(s navigate.Scene) []voice.Utterance {
	if s.Document == nil {
		return nil
	}
	_, index := s.Document.Subpage(s.Subpage)
	all := voice.Read(s.Document, r.directory, false)
	return slices.DeleteFunc(all, func(u voice.Utterance) bool {
		return u.Own || len(u.Lines) == 0 || u.Lines[0].Subpage != index
	})
}

func (r *reading) speakNext() {
	r.voice.Speak(r.left[0], func(err error) {
		if err != nil && !r.failed {
			r.note("the page is not read aloud: " + err.Error())
		}
		if r.failed = err != nil; r.failed {
			r.left = nil
		} else {
			r.left = r.left[1:]
		}
		if len(r.left) > 0 {
			r.speakNext()
			return
		}
		r.holds(false)
	})
}

// finishSentence ends the reading after the text that is being said, and after longestSentence at the latest.
func (r *reading) finishSentence() {
	if len(r.left) > 0 {
		r.left = r.left[:1]
		r.over()
		r.over = r.after(longestSentence, r.stop)
	}
}

// stop ends the reading.
func (r *reading) stop() {
	if r.stopVoice() {
		r.holds(false)
	}
}

// stopVoice reports whether anything was being read.
func (r *reading) stopVoice() bool {
	if r.over != nil {
		r.over()
	}
	if len(r.left) == 0 {
		return false
	}
	r.voice.Stop()
	r.left = nil
	return true
}
