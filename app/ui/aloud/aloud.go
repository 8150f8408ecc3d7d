// Package aloud presents the reading of pages: it has what a page says spoken, one sentence after another, with the line
// marked that is read.
package aloud

import (
	"errors"
	"strings"

	"sextant/app/listen"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/voice"
	"sextant/app/words"
)

// A Page is what is read.
type Page interface {
	// Spoken is what there is to be said of the page on screen, SpokenHere of what is selected of it, or from the pointer on.
	Spoken() []voice.Utterance
	SpokenHere() []voice.Utterance
	// ShowRead marks what is being said of a page, nil for nothing, and tells whether the page is on screen.
	ShowRead(page int, u *voice.Utterance) bool
	// Number is that of the page on screen, 0 for none.
	Number() int
	// Hold has the subpages stay until release is called.
	Hold() (release func())
}

// Parts are what the presenter is about.
type Parts struct {
	Box    *settings.Box
	Tuner  *station.Tuner
	Listen *listen.Controller
	Voice  *voice.Engine
	Page   Page
}

// A Presenter reads pages aloud.
type Presenter struct {
	host    host.Host
	parts   Parts
	left    []voice.Utterance // what is still to be said, what is being said first; empty while nothing is
	page    int               // that is read
	release func()            // lets its subpages turn again
}

// New makes the presenter.
func New(h host.Host, parts Parts) *Presenter {
	p := &Presenter{host: h, parts: parts}
	h.AtClose(func() { p.Stop() })
	return p
}

// Commands read the page, and stop.
func (p *Presenter) Commands() []command.Command {
	places := []command.Place{{Menu: command.Context, Group: 0}, {Menu: command.PageMenu, Group: 3}}
	there := func() bool { return p.parts.Page.Number() != 0 }
	return command.In(
		command.Looking,
		command.Command{
			ID: "voice.read", Title: say.Text("voice.read"), TitleNow: p.title, Help: say.Text("voice.read.help"), Keys: []command.Key{command.Char('v')},
			Place: places, Enabled: there, Why: say.Text("page.notYet"), Do: func() { p.toggle(p.parts.Page.Spoken) },
		},
		command.Command{
			ID: "voice.here", Title: say.Text("voice.from"), Help: say.Text("voice.from.help"), Keys: []command.Key{command.ShiftChar('v')},
			Place: places, Enabled: there, Why: say.Text("page.notYet"), Do: func() { p.toggle(p.parts.Page.SpokenHere) },
		},
	)
}

// title is what the command is called that reads, or stops.
func (p *Presenter) title() string {
	if p.Reads() {
		return say.Text("voice.stop")
	}
	return say.Text("voice.read")
}

// Reads tells whether a page is being read.
func (p *Presenter) Reads() bool { return len(p.left) > 0 }

// toggle reads, or stops where something is read.
func (p *Presenter) toggle(spoken func() []voice.Utterance) {
	if p.Stop() {
		return
	}
	list := spoken()
	if len(list) == 0 {
		p.host.Mention(say.Text("voice.nothing"))
		return
	}
	p.left, p.page, p.release = list, p.parts.Page.Number(), p.parts.Page.Hold()
	if p.next(); p.Reads() {
		p.parts.Listen.Sound.Duck(true) // behind another window's reading, which has ended by now
	}
}

// Stop ends the reading, and tells whether there was one.
func (p *Presenter) Stop() bool {
	if !p.Reads() {
		return false
	}
	p.parts.Voice.Stop()
	p.end()
	return true
}

// end is called when nothing is said any more.
func (p *Presenter) end() {
	p.left = nil
	p.release()
	p.parts.Listen.Sound.Duck(false)
	p.parts.Page.ShowRead(p.page, nil)
}

// Left ends the reading of another page than the one on screen.
func (p *Presenter) Left() {
	if p.Reads() && p.parts.Page.Number() != p.page {
		p.Stop()
	}
}

// next says what is next.
func (p *Presenter) next() {
	u := p.left[0]
	if !p.parts.Page.ShowRead(p.page, &u) {
		p.end()
		return
	}
	set := p.parts.Box.Get()
	o := voice.Options{Language: p.language(), Rate: set.VoiceRate, Voice: set.Voice}
	if u.Own {
		o.Language, _, _ = strings.Cut(say.InUse(), "-")
	}
	p.parts.Voice.Speak(u.Text, o, func(err error) {
		switch {
		case errors.Is(err, voice.ErrOther):
			p.end()
		case err != nil:
			p.end()
			p.host.Tell(host.AboutNothing, words.Message{Sentence: say.Text("voice.trouble"), Hint: words.Whole(err)})
		case len(p.left) == 1:
			p.end()
		default:
			p.left = p.left[1:]
			p.next()
		}
	})
}

// language is that of the pages: the one that was chosen, else the demo's, else what is spoken in the service's time zone,
// else the program's.
func (p *Presenter) language() string {
	chosen := p.parts.Box.Get().VoiceLanguage
	if chosen == "" && p.parts.Tuner.Current().IsDemo {
		return "en"
	}
	return voice.Language(chosen, p.parts.Tuner.Current().Zone.String(), say.InUse())
}
