package window

import (
	"time"

	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/shell"
)

// mentionFor is how long a sentence stays that only explains why a key did nothing.
const mentionFor = 4 * time.Second

// notices say something in the window, one thing at a time.
type notices struct {
	window  *Window
	notice  *shell.Notice
	about   host.Topic
	passing bool // it goes away by itself
	timer   *time.Timer
}

var _ host.Notices = (*notices)(nil)

func newNotices(w *Window) *notices {
	n := &notices{window: w}
	n.notice = shell.NewNotice(w.tips, n.closeNotice)
	return n
}

// Tell shows a message until what it is about is settled, or it is closed, or something else is to be said.
func (n *notices) Tell(about host.Topic, m words.Message) { n.say(about, m, "", nil) }

// Offer is Tell with something that can be done about it.
func (n *notices) Offer(about host.Topic, m words.Message, action string, do func()) {
	n.say(about, m, action, func() {
		if about == host.AboutNothing {
			n.dismiss()
		}
		do()
	})
}

// Mention shows a sentence for a moment, unless there is something more important to say.
func (n *notices) Mention(sentence string) {
	if !n.passing && n.notice.Visible() {
		return
	}
	n.say(host.AboutNothing, words.Message{Sentence: sentence}, "", nil)
	n.passing = true
	n.timer = time.AfterFunc(mentionFor, func() {
		n.window.Do(func() {
			if n.passing {
				n.dismiss()
			}
		})
	})
}

// OfferUndo says for a moment what was done, with a way back.
func (n *notices) OfferUndo(sentence string, undo func()) {
	n.Mention(sentence)
	if n.passing {
		n.notice.Say(sentence, "", "Undo", func() {
			n.dismiss()
			undo()
		})
		n.window.Relayout()
	}
}

// Settle closes a message about something that is as it should be by now. With a page, what only explained a key goes
// too.
func (n *notices) Settle(about host.Topic) {
	if n.passing && about == host.AboutPage || n.about == about {
		n.dismiss()
	}
}

// say shows a notice, with a button where there is something to be done.
func (n *notices) say(about host.Topic, m words.Message, action string, do func()) {
	n.stopPassing()
	n.about = about
	n.notice.Say(m.Sentence, m.Hint, action, do)
	n.window.Relayout()
}

// closeNotice is the user's way to close the notice: a page that did not come is wanted no more.
func (n *notices) closeNotice() {
	if n.about == host.AboutPage {
		n.window.page.Nav.GiveUp()
	}
	n.dismiss()
}

func (n *notices) dismiss() {
	n.stopPassing()
	n.notice.Hide()
	n.window.Relayout()
}

func (n *notices) stopPassing() {
	n.passing, n.about = false, host.AboutNothing
	if n.timer != nil {
		n.timer.Stop()
	}
}
