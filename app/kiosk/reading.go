package kiosk

import (
	"slices"
	"time"

	"sextant/app/navigate"
	"sextant/app/voice"
)

// longestReading is for how long at most a page stays because it is read aloud: what speaks may hang.
const longestReading = 5 * time.Minute

// A Voice says one text at a time. Its methods are called on the Director's goroutine.
type Voice interface {
	// Speak says a text, and then posts a call of done, with nil or why it was not said.
	Speak(u voice.Utterance, done func(error))
	// Stop silences what is said; done is not called.
	Stop()
}

// reading reads aloud what comes to the screen, where the playlist has it so. What is read stays until all of it was said.
type reading struct {
	director *Director
	said     []voice.Utterance // what was read last, or is being read
	left     []voice.Utterance
	over     *time.Timer // ends what takes too long; nil before anything was read
	failed   bool        // the last one was not said
}

// begin reads what has come to the screen, unless the same was read last.
func (r *reading) begin(s *show) {
	d := r.director
	var said []voice.Utterance
	if d.parts.Playlist.Screen.Aloud && d.parts.Voice != nil {
		for _, scene := range s.scenes {
			said = append(said, r.of(scene)...)
		}
	}
	if slices.EqualFunc(said, r.said, func(a, b voice.Utterance) bool { return a.Text == b.Text }) {
		return
	}
	r.stop()
	r.said, r.left = said, said
	if len(said) > 0 {
		r.over = d.after(longestReading, func() {
			r.stop()
			d.running.turnIfDue()
		})
		r.next()
	}
}

// of is what there is to say of a subpage. Where links lead helps nobody here.
func (r *reading) of(s navigate.Scene) []voice.Utterance {
	if s.Document == nil {
		return nil
	}
	_, index := s.Document.Subpage(s.Subpage)
	all := voice.Read(s.Document, r.director.parts.Directory, false)
	return slices.DeleteFunc(all, func(u voice.Utterance) bool { return u.Own || len(u.Lines) == 0 || u.Lines[0].Subpage != index })
}

func (r *reading) next() {
	r.director.parts.Voice.Speak(r.left[0], func(err error) {
		if err != nil && !r.failed {
			r.director.parts.Note("the page is not read aloud: " + err.Error())
		}
		if r.failed = err != nil; r.failed {
			r.left = nil
		} else {
			r.left = r.left[1:]
		}
		if len(r.left) > 0 {
			r.next()
			return
		}
		r.director.running.turnIfDue()
	})
}

// holds tells whether what is on the screen is still being read.
func (r *reading) holds() bool { return len(r.left) > 0 }

// stop ends the reading.
func (r *reading) stop() {
	if r.over != nil {
		r.over.Stop()
	}
	if len(r.left) > 0 {
		r.director.parts.Voice.Stop()
		r.left = nil
	}
}
