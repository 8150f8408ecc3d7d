package window

import (
	"cmp"
	"time"

	"sextant/app/say"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/core"
	"sextant/widgets/shell"
)

// mentionFor is how long a sentence stays that was only to be said, and undoFor one with a way back. Neither goes while
// the pointer is on it.
const (
	mentionFor = 4 * time.Second
	undoFor    = 10 * time.Second
)

// A saying is something that a notice says, with a button where there is something to be done.
type saying struct {
	kind    shell.Kind
	about   host.Topic
	message words.Message
	action  string
	do      func()
	stays   time.Duration // behind what is said for a moment; 0 until it is settled or closed
}

// notices say something in the window, one thing at a time. What is only to be said for a moment is said before a way
// back, and that before what stays; both come back behind it.
type notices struct {
	window   *Window
	notice   *shell.Notice
	standing *saying // until it is settled or closed, nil for none
	undoing  *saying // for a while, nil for none
	passing  *saying // for a moment, nil for none
	timer    *time.Timer
}

var _ host.Notices = (*notices)(nil)

func newNotices(w *Window) *notices {
	n := &notices{window: w}
	n.notice = shell.NewNotice(w.tips, w.Keys(), n.closeNotice, n.pointer)
	return n
}

// ShowNotice shows a message until what it is about is settled, or it is closed, or another one is shown. A way back
// that there is gives place to it only for a moment.
func (n *notices) ShowNotice(about host.Topic, m words.Message) { n.Offer(about, m, "", nil) }

// Offer is ShowNotice with something that can be done about it.
func (n *notices) Offer(about host.Topic, m words.Message, action string, do func()) {
	s := &saying{about: about, message: m, action: action}
	if about == host.AboutNews {
		s.kind = shell.Info
	}
	if do != nil {
		s.do = func() {
			if about == host.AboutNothing || about == host.AboutNews {
				n.dropSaying(s)
			}
			do()
		}
	}
	n.standing, n.passing = s, nil
	if n.undoing != nil {
		n.passing = s
	}
	n.update()
}

// Mention shows a sentence for a moment.
func (n *notices) Mention(sentence string) {
	n.say(&saying{kind: shell.Info, message: words.Message{Sentence: sentence}})
}

// Done says for a moment what was done.
func (n *notices) Done(sentence string) {
	n.say(&saying{kind: shell.Done, message: words.Message{Sentence: sentence}})
}

// OfferUndo says for a moment what was done, with a way back.
func (n *notices) OfferUndo(sentence string, undo func()) {
	s := &saying{
		kind: shell.Done, message: words.Message{Sentence: sentence}, action: say.Text("edit.undo"), stays: undoFor,
	}
	s.do = func() {
		n.dropSaying(s)
		undo()
	}
	n.undoing, n.passing = s, nil
	n.update()
}

// offersUndo reports whether there is a way back from what was done.
func (n *notices) offersUndo() bool { return n.undoing != nil }

// undo takes back what was done, or says that there is nothing.
func (n *notices) undo() {
	if n.offersUndo() {
		n.undoing.do()
	} else {
		n.Mention(say.Text("undo.nothing"))
	}
}

// say says something for a moment.
func (n *notices) say(s *saying) {
	n.passing = s
	n.update()
}

// Settle closes a message about something that is as it should be by now. With a page, what only explained a key goes
// too.
func (n *notices) Settle(about host.Topic) {
	if n.standing != nil && n.standing.about == about && about != host.AboutNothing {
		n.dropSaying(n.standing)
	}
	if n.passing != nil && n.passing.kind == shell.Info && about == host.AboutPage {
		n.pass(n.passing)
	}
}

// Notice is the sentence that is said now, "" for none.
func (n *notices) Notice() string {
	if s := n.current(); s != nil {
		return s.message.Sentence
	}
	return ""
}

// current is what the notice says now, nil for nothing.
func (n *notices) current() *saying {
	return cmp.Or(n.passing, n.undoing, n.standing)
}

// update says what is to be said now.
func (n *notices) update() {
	if n.timer != nil {
		n.timer.Stop()
	}
	s := n.current()
	if n.notice.HasKeys() {
		n.window.Canvas().Unfocus() // what has the keyboard is gone, or for something else
	}
	core.SetVisible(n.notice, s != nil)
	if s != nil {
		n.notice.Say(s.kind, s.message.Sentence, s.message.Hint, s.action, s.do)
		n.count(s)
	}
	n.window.Relayout()
}

// count lets a saying pass when its time is over.
func (n *notices) count(s *saying) {
	stays := s.stays
	if s == n.passing {
		stays = mentionFor
	}
	if stays > 0 {
		n.timer = time.AfterFunc(stays, func() { n.window.Do(func() { n.pass(s) }) })
	}
}

// pointer lets no saying pass while the pointer is on it; then its time restarts.
func (n *notices) pointer(here bool) {
	if n.timer != nil {
		n.timer.Stop()
	}
	if s := n.current(); s != nil && !here {
		n.count(s)
	}
}

// dropSaying takes back a saying, unless there is another one in its place.
func (n *notices) dropSaying(s *saying) {
	there := false
	for _, place := range []**saying{&n.passing, &n.undoing, &n.standing} {
		if *place == s {
			*place, there = nil, true
		}
	}
	if there {
		n.update()
	}
}

// pass lets a saying go whose time is over; what stays is still said behind others.
func (n *notices) pass(s *saying) {
	if s == n.passing && s == n.standing {
		n.passing = nil
		n.update()
		return
	}
	n.dropSaying(s)
}

// closeNotice is the user's way to close the notice: a page that did not come is wanted no more.
func (n *notices) closeNotice() {
	s := n.current()
	if s == nil {
		return
	}
	if s.about == host.AboutPage {
		n.window.page.Nav.GiveUp()
	}
	n.dropSaying(s)
}

// dismiss takes everything back.
func (n *notices) dismiss() {
	n.standing, n.undoing, n.passing = nil, nil, nil
	n.update()
}
