package page

import (
	"errors"
	"strings"

	"sextant/app/say"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/voice"
	"sextant/app/words"
)

// An Aloud reads a page aloud, one sentence after another, and marks the words being read.
type Aloud struct {
	page    *Presenter
	sound   Ducker
	voice   *voice.Engine
	left    []voice.Utterance // the current utterance and those still to be said; empty for none
	number  int               // the number of the page
	release func()            // lets its subpages turn again
}

// A Ducker makes other sound quieter while a page is read.
type Ducker interface{ Duck(on bool) }

// NewAloud makes an Aloud for the page of a presenter.
func NewAloud(p *Presenter, sound Ducker, v *voice.Engine) *Aloud {
	a := &Aloud{page: p, sound: sound, voice: v}
	p.host.AtClose(func() { a.Stop() })
	return a
}

// Commands returns the commands that read the page, and stop.
func (a *Aloud) Commands() []command.Command {
	there := func() bool { return a.page.Number() != 0 }
	return command.In(
		command.Keeping,
		command.Command{
			ID: "voice.read", Words: say.Text("voice.read.words"),
			Title: say.Text("voice.read"), TitleNow: a.title,
			Help: say.Text("voice.read.help"), Keys: []command.Key{command.Char('v')},
			Place: command.And(command.PageMenu, 1, 2), Enabled: there, Why: say.Text("page.notYet"), Do: func() {
				a.toggle(a.page.spoken)
			},
		},
		command.Command{
			ID: "voice.new", Words: say.Text("voice.read.words"), Typed: true,
			Title: say.Text("voice.new"), Help: say.Text("voice.new.help"),
			Enabled: there, Why: say.Text("page.notYet"), Do: func() { a.toggle(a.page.spokenNew) },
		},
		command.Command{
			ID: "voice.here", Words: say.Text("voice.read.words"), Typed: true,
			Title: say.Text("voice.from"), Help: say.Text("voice.from.help"),
			Keys:    []command.Key{command.ShiftChar('v')},
			Enabled: there, Why: say.Text("page.notYet"), Do: func() { a.toggle(a.page.spokenHere) },
		},
	)
}

// title returns the title of the command that reads or stops.
func (a *Aloud) title() string {
	if a.Reads() {
		return say.Text("voice.stop")
	}
	return say.Text("voice.read")
}

// Reads reports whether a page is being read.
func (a *Aloud) Reads() bool { return len(a.left) > 0 }

// toggle starts reading, or stops if a page is being read.
func (a *Aloud) toggle(spoken func() []voice.Utterance) {
	if a.Stop() {
		return
	}
	list := spoken()
	if len(list) == 0 {
		a.page.host.Mention(say.Text("voice.nothing"))
		return
	}
	a.left, a.number, a.release = list, a.page.Number(), a.page.Hold()
	if a.speakNext(); a.Reads() {
		a.sound.Duck(true) // after the end of another window's reading, which unducks
	}
}

// Stop stops reading, and reports whether a page was being read.
func (a *Aloud) Stop() bool {
	if !a.Reads() {
		return false
	}
	a.voice.Stop()
	a.onEnd()
	return true
}

// onEnd is called at the end of the reading.
func (a *Aloud) onEnd() {
	a.left = nil
	a.release()
	a.sound.Duck(false)
	a.page.showRead(a.number, nil)
}

// Left stops reading if the page is no longer on screen.
func (a *Aloud) Left() {
	if a.Reads() && a.page.Number() != a.number {
		a.Stop()
	}
}

// speakNext says the next utterance.
func (a *Aloud) speakNext() {
	u := a.left[0]
	if !a.page.showRead(a.number, &u) {
		a.onEnd()
		return
	}
	set := a.page.parts.Box.Get()
	o := voice.Options{Language: a.language(), Rate: set.VoiceRate, Voice: set.Voice}
	if u.Own {
		o.Language, _, _ = strings.Cut(say.InUse(), "-")
	}
	a.voice.Speak(u.Text, o, func(err error) {
		switch {
		case errors.Is(err, voice.ErrOther):
			a.onEnd()
		case err != nil:
			a.onEnd()
			a.page.host.ShowNotice(host.AboutNothing, words.Message{
				Sentence: say.Text("voice.trouble"), Hint: words.Whole(err),
			})
		case len(a.left) == 1:
			a.onEnd()
		default:
			a.left = a.left[1:]
			a.speakNext()
		}
	})
}

// language returns the language of the pages: the chosen one, else the demo's, else that of the service's time zone,
// else the program's.
func (a *Aloud) language() string {
	chosen := a.page.parts.Box.Get().VoiceLanguage
	if chosen == "" && a.page.parts.Tuner.Current().IsDemo {
		return "en"
	}
	return voice.Language(chosen, a.page.parts.Tuner.Current().Zone.String(), say.InUse())
}
