package window

import (
	"cmp"
	"time"

	"sextant/app/say"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/core"
)

// mentionFor is how long a hint stays, and undoFor a notice with undo. Both stay while the pointer is on them.
const (
	mentionFor = 4 * time.Second
	undoFor    = 10 * time.Second
)

// A saying is the content of a notice, with an optional button.
type saying struct {
	kind    noticeKind
	about   host.Topic
	message words.Message
	action  string
	do      func()
	stays   time.Duration // 0 for until it is settled or closed
}

// notices shows notices in the window, one at a time. A hint takes precedence over a notice with undo, and that over
// one that stays; these reappear after it.
type notices struct {
	window   *Window
	notice   *notice
	standing *saying // stays until it is settled or closed, nil for none
	undoing  *saying // with undo, nil for none
	passing  *saying // a hint, nil for none
	timer    *time.Timer
}

var _ host.Notices = (*notices)(nil)

func newNotices(w *Window) *notices {
	n := &notices{window: w}
	n.notice = newNotice(w.tips, w.Keys(), n.closeNotice, n.pointer)
	return n
}

// ShowNotice shows a message until its topic is settled, the user closes it, or another one is shown. If there is a
// notice with undo, the message covers it only for a moment.
func (n *notices) ShowNotice(about host.Topic, m words.Message) { n.Offer(about, m, "", nil) }

// Offer is ShowNotice with an action.
func (n *notices) Offer(about host.Topic, m words.Message, action string, do func()) {
	s := &saying{about: about, message: m, action: action}
	if about == host.AboutNews {
		s.kind = infoNotice
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
	n.say(&saying{kind: infoNotice, message: words.Message{Sentence: sentence}})
}

// Done shows for a moment what was done.
func (n *notices) Done(sentence string) {
	n.say(&saying{kind: doneNotice, message: words.Message{Sentence: sentence}})
}

// OfferUndo shows for a while what was done, with undo.
func (n *notices) OfferUndo(sentence string, undo func()) {
	s := &saying{
		kind: doneNotice, message: words.Message{Sentence: sentence}, action: say.Text("edit.undo"), stays: undoFor,
	}
	s.do = func() {
		n.dropSaying(s)
		undo()
	}
	n.undoing, n.passing = s, nil
	n.update()
}

// offersUndo reports whether there is something to undo.
func (n *notices) offersUndo() bool { return n.undoing != nil }

// undo undoes what was done, or shows that there is nothing to undo.
func (n *notices) undo() {
	if n.offersUndo() {
		n.undoing.do()
	} else {
		n.Mention(say.Text("undo.nothing"))
	}
}

// say shows a saying for a moment.
func (n *notices) say(s *saying) {
	n.passing = s
	n.update()
}

// Settle closes the message about a topic, whose problem is solved. With AboutPage, it closes hints too.
func (n *notices) Settle(about host.Topic) {
	if n.standing != nil && n.standing.about == about && about != host.AboutNothing {
		n.dropSaying(n.standing)
	}
	if n.passing != nil && n.passing.kind == infoNotice && about == host.AboutPage {
		n.pass(n.passing)
	}
}

// Notice returns the sentence shown, "" for none.
func (n *notices) Notice() string {
	if s := n.current(); s != nil {
		return s.message.Sentence
	}
	return ""
}

// current returns the saying to show, nil for none.
func (n *notices) current() *saying {
	return cmp.Or(n.passing, n.undoing, n.standing)
}

// update shows the current saying.
func (n *notices) update() {
	if n.timer != nil {
		n.timer.Stop()
	}
	s := n.current()
	if n.notice.hasKeys() {
		n.window.Canvas().Unfocus() // the focused button is hidden or has another meaning
	}
	core.SetVisible(n.notice, s != nil)
	if s != nil {
		n.notice.say(s.kind, s.message.Sentence, s.message.Hint, s.action, s.do)
		n.count(s)
	}
	n.window.Relayout()
}

// count starts the timer of a saying.
func (n *notices) count(s *saying) {
	stays := s.stays
	if s == n.passing {
		stays = mentionFor
	}
	if stays > 0 {
		n.timer = time.AfterFunc(stays, func() { n.window.Do(func() { n.pass(s) }) })
	}
}

// pointer stops the timer while the pointer is on the notice, and restarts it afterwards.
func (n *notices) pointer(here bool) {
	if n.timer != nil {
		n.timer.Stop()
	}
	if s := n.current(); s != nil && !here {
		n.count(s)
	}
}

// dropSaying removes a saying, unless another one has replaced it.
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

// pass handles the end of a saying's time. One that stays is still shown after the others.
func (n *notices) pass(s *saying) {
	if s == n.passing && s == n.standing {
		n.passing = nil
		n.update()
		return
	}
	n.dropSaying(s)
}

// closeNotice closes the notice for the user. With the notice about a page, loading that page is given up.
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

// dismiss removes all notices.
func (n *notices) dismiss() {
	n.standing, n.undoing, n.passing = nil, nil, nil
	n.update()
}
