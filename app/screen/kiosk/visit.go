package kiosk

import (
	"strings"
	"time"

	"sextant/app/browse"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/words"
)

// A Key is what a viewer can press, besides digits.
type Key int

// The keys.
const (
	PreviousPage Key = iota
	NextPage
	PreviousSubpage
	NextSubpage
	Home
	Enter     // goes to a short number: 35 is 350
	Backspace // removes a digit
	Escape    // cancels
	Reveal    // shows what is concealed, or conceals it again
	Red       // the colour keys, which lead where the page says
	Green
	Yellow
	Blue
	Hold  // holds what is shown, or goes on
	GoOn  // goes on with the list at once
	Leave // ends the screen, with the PIN where one is set
	Other // any other key, or a click: shows how to leave
)

// How long a message to a viewer stays, and how to leave.
const (
	saidFor = 5 * time.Second
	hintFor = 3 * time.Second
)

// A visit is a viewer who holds the show, or looks around.
type visit struct {
	walks     func(on navigate.Screen) *navigate.Navigation // another way round the service
	elapsed   func() time.Duration
	onScreen  func() *show // nil for nothing
	show      func(*show)
	suspend   func() // stops turning until goOn
	resume    func()
	relabel   func()
	stopVoice func() // stops reading aloud

	nav     *navigate.Navigation // nil while no viewer is looking around
	held    bool
	reveal  bool
	touched time.Duration // when the last key was pressed
	said    string
	saidAt  time.Duration
	hint    string         // how to leave
	hintAt  *time.Duration // since when that is shown, nil while it is not
	leaving leaving
}

var _ navigate.Screen = (*visit)(nil)

// digit handles a digit of a page number, or of the PIN. It stops reading aloud, as every key does.
func (v *visit) digit(digit int) {
	v.stopVoice()
	if !v.leaving.digit(digit) {
		v.walk(func(n *navigate.Navigation) []browse.Effect { return n.Digit(digit) })
	}
}

// suspends reports whether the viewer has stopped turning.
func (v *visit) suspends() bool { return v.held || v.nav != nil }

// press handles a key. It stops reading aloud.
func (v *visit) press(k Key) {
	v.stopVoice()
	if v.leaving.press(k) {
		return
	}
	walks := map[Key]func(n *navigate.Navigation) []browse.Effect{
		PreviousPage:    func(n *navigate.Navigation) []browse.Effect { return n.PreviousPage() },
		NextPage:        func(n *navigate.Navigation) []browse.Effect { return n.NextPage() },
		PreviousSubpage: func(n *navigate.Navigation) []browse.Effect { return n.PreviousSubpage() },
		NextSubpage:     func(n *navigate.Navigation) []browse.Effect { return n.NextSubpage() },
		Home:            func(n *navigate.Navigation) []browse.Effect { return n.GoHome() },
		Enter:           func(n *navigate.Navigation) []browse.Effect { return n.Dial() },
		Backspace:       func(n *navigate.Navigation) []browse.Effect { return n.Correct() },
	}
	switch {
	case walks[k] != nil:
		v.walk(walks[k])
	case k >= Red && k <= Blue:
		v.colour(int(k - Red))
	case k == Hold:
		v.hold()
	case k == Reveal:
		v.touch()
		v.reveal = !v.reveal
		v.relabel()
	case k == Escape && v.nav != nil && v.nav.Entry() != "":
		v.nav.Clear()
		v.Changed()
	case k == Other || k == Escape && !v.suspends() && !v.reveal:
		at := v.elapsed()
		v.hintAt = &at
		v.relabel()
	case k == Escape || k == GoOn:
		v.endVisit()
	case k == Leave:
		v.leaving.start()
	}
}

// touch records the time of a key.
func (v *visit) touch() { v.touched = v.elapsed() }

// hold holds the show, or continues.
func (v *visit) hold() {
	v.touch()
	if v.held {
		v.endVisit()
		return
	}
	v.held = true
	v.suspend()
	v.relabel()
}

// walk moves the viewer from the page on the screen.
func (v *visit) walk(move func(n *navigate.Navigation) []browse.Effect) {
	v.touch()
	v.said = ""
	if v.nav == nil {
		v.lookAround()
	}
	v.nav.Run(move(v.nav))
}

// lookAround starts the viewer's navigation at the first page on the screen.
func (v *visit) lookAround() {
	v.nav = v.walks(v)
	v.suspend()
	from := teletext.Place{Page: browse.Home}
	if now := v.onScreen(); now != nil && now.cause != Waiting {
		from = now.entries[0].Place()
	}
	v.nav.Run(v.nav.GoTo(from))
}

// endVisit ends the visit, and continues with the list.
func (v *visit) endVisit() {
	was := v.suspends()
	v.stop()
	v.held, v.reveal, v.said = false, false, ""
	if was {
		v.resume()
	}
}

// stop ends the viewer's navigation.
func (v *visit) stop() {
	if v.nav != nil {
		v.nav.Stop()
		v.nav = nil
	}
}

// tick ends the visit, and conceals what was revealed, after the quiet time without a key.
func (v *visit) tick(quiet time.Duration) {
	now := v.elapsed()
	if v.said != "" && now-v.saidAt >= saidFor {
		v.said = ""
		v.relabel()
	}
	if v.hintAt != nil && now-*v.hintAt >= hintFor {
		v.hintAt = nil
		v.relabel()
	}
	if (v.suspends() || v.reveal) && now-v.touched >= quiet {
		v.endVisit() // what was revealed is concealed when the labels are looked at next
	}
	v.leaving.tick()
}

// colour follows the page's link for a colour key.
func (v *visit) colour(i int) {
	now := v.onScreen()
	if now == nil || len(now.scenes) == 0 || now.scenes[0].Grid == nil {
		return
	}
	if page := now.scenes[0].Grid.ColourKeys()[i].Page; teletext.ValidPage(page) {
		v.walk(func(n *navigate.Navigation) []browse.Effect { return n.GoTo(teletext.Place{Page: page}) })
	}
}

// corner returns the text in the corner for the viewer, empty for none.
func (v *visit) corner() string {
	switch {
	case v.nav != nil && v.nav.Entry() != "":
		return v.nav.Entry()
	case v.said != "":
		return v.said
	case v.hintAt != nil:
		return v.hint
	case v.held:
		return say.Text("turning.held")
	}
	return ""
}

// Show shows the viewer's page. One that has become empty stays as it was.
func (v *visit) Show(s navigate.Scene) {
	if v.nav == nil || s.Grid == nil && s.Picture == nil {
		return
	}
	at := entry{stop: stop{Page: s.Page, Subpage: s.Subpage}}
	v.show(&show{cause: Visited, entries: []entry{at}, scenes: []navigate.Scene{s}})
}

// Changed updates the digits that are being typed.
func (v *visit) Changed() { v.relabel() }

// Fail shows why a page failed to come.
func (v *visit) Fail(f browse.Failure) { v.mention(words.FailureMessage(f, words.Calendar{}).Sentence) }

// Reject shows why a key did nothing.
func (v *visit) Reject(r browse.Reason) { v.mention(words.Rejection(r)) }

// mention shows a sentence for saidFor.
func (v *visit) mention(sentence string) {
	v.said, v.saidAt = strings.TrimSuffix(sentence, "."), v.elapsed()
	v.relabel()
}

// Settle removes the message about a page.
func (v *visit) Settle() {
	v.said = ""
	v.relabel()
}

// Arrived is not needed.
func (v *visit) Arrived(navigate.Scene, int) {}

// Attention is that of a screen which is always seen.
func (v *visit) Attention() navigate.Attention { return navigate.InFront }
