package app

import (
	"time"

	"sextant/app/words"
)

// mentionFor is how long a sentence stays that only explains why a key did nothing.
const mentionFor = 4 * time.Second

// A topic is what a notice is about. When what it says is true no more, the notice goes.
type topic int

// The topics.
const (
	aboutNothing  topic = iota // that changes by itself
	aboutPage                  // one that did not come
	aboutSound                 // what cannot be heard
	aboutList                  // the list of downloads
	aboutDownload              // a recording that could not be downloaded
	aboutStore                 // pages that cannot be stored
)

// Notify shows a message about a page until it is settled or closed.
func (w *window) Notify(m words.Message, reload bool) {
	var again func()
	if reload {
		again = func() { w.app.nav.Run(w.app.nav.Reload()) }
	}
	w.say(aboutPage, m, "Try again", again)
	w.page.SetMessage(m.Sentence)
}

// Tell shows a message until it is closed, or something else is to be said.
func (w *window) Tell(m words.Message) { w.TellOf(aboutNothing, m) }

// TellOf shows a message until what it is about is settled.
func (w *window) TellOf(about topic, m words.Message) { w.say(about, m, "", nil) }

// say shows a notice, with a button where there is something to be done. In a public place it stands in the
// corner.
func (w *window) say(about topic, m words.Message, action string, do func()) {
	w.stopPassing()
	w.about = about
	if w.app.options.Kiosk {
		w.corner.said = m.Sentence
		w.showCorner()
		w.forgetSoon()
		return
	}
	w.notice.Say(m.Sentence, m.Hint, action, do)
	w.relayout()
}

// forgetSoon gives a page up in a public place that somebody passing by asked for and that did not come: the
// one on screen goes on.
func (w *window) forgetSoon() {
	if w.about != aboutPage || w.app.nav.Shown().Page == 0 || w.corner.forget != nil {
		return
	}
	w.corner.forget = time.AfterFunc(2*mentionFor, func() {
		w.app.do(func() {
			if w.corner.forget != nil {
				w.closeNotice()
			}
		})
	})
}

// Mention shows a sentence for a moment, unless there is something more important to say.
func (w *window) Mention(sentence string) {
	if w.notice.Visible() && !w.passing || w.corner.said != "" && !w.passing {
		return
	}
	w.say(aboutNothing, words.Message{Sentence: sentence}, "", nil)
	w.passing = true
	w.noticeTime = time.AfterFunc(mentionFor, func() {
		w.app.do(func() {
			if w.passing {
				w.dismiss()
			}
		})
	})
}

// offer shows a message that is about no page, with something that can be done about it.
func (w *window) offer(m words.Message, action string, do func()) {
	w.say(aboutNothing, m, action, func() {
		w.dismiss()
		do()
	})
}

// OfferUndo says for a moment what was done, with a way back.
func (w *window) OfferUndo(sentence string, undo func()) {
	w.Mention(sentence)
	if w.passing {
		w.notice.Say(sentence, "", "Undo", func() {
			w.dismiss()
			undo()
		})
		w.relayout()
	}
}

// Settle closes a notice about a page, which is true no more, and what only explained a key.
func (w *window) Settle() {
	if w.passing {
		w.dismiss()
	}
	w.Settled(aboutPage)
}

// Settled closes the notice if it is about something that is as it should be by now.
func (w *window) Settled(about topic) {
	if w.about == about {
		w.dismiss()
	}
}

// closeNotice is the user's way to close the notice: a page that did not come is wanted no more.
func (w *window) closeNotice() {
	if w.about == aboutPage {
		w.app.nav.GiveUp()
	}
	w.dismiss()
}

func (w *window) dismiss() {
	w.stopPassing()
	w.corner.settle()
	w.showCorner()
	w.notice.Hide()
	w.relayout()
}

func (w *window) stopPassing() {
	w.passing, w.about = false, aboutNothing
	if w.noticeTime != nil {
		w.noticeTime.Stop()
	}
}
