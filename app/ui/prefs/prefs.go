// Package prefs presents the settings, the services to tune in to, and the playlist of a public screen.
package prefs

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/discover"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/words"
)

// Parts are the presenter's dependencies.
type Parts struct {
	Profile settings.Profile
	Startup Startup
	Box     *settings.Box
	Keymap  *settings.Keymap
	Tuner   *station.Tuner
	// Voices queries the names of the voices, and calls done with them.
	Voices func(done func([]string))
	Browse Browse
	// Table has all commands.
	Table func() *command.Table
	// OpenFolder opens a folder in the desktop's file manager.
	OpenFolder func(path string) error
	// SizeIsGiven reports whether the environment sets the size of the interface.
	SizeIsGiven bool
}

// Browse searches the network for relays.
type Browse func(ctx context.Context, listen time.Duration) ([]discover.Relay, error)

// A Presenter opens the settings, and the form behind "Connect to a service …".
type Presenter struct {
	host  host.Host
	parts Parts
	sheet *sheet // the open settings, or nil
}

// New makes the presenter.
func New(h host.Host, parts Parts) *Presenter {
	p := &Presenter{host: h, parts: parts}
	for _, part := range []settings.Part{settings.ServicePart, settings.LookPart, settings.SoundPart} {
		h.AtClose(parts.Box.On(part, p.update))
	}
	h.AtClose(parts.Tuner.Presets.Changed.On(func(struct{}) { p.update() }))
	h.AtClose(parts.Tuner.Presets.Unsaved.On(func(err error) {
		if h.Speaks() {
			h.ShowNotice(host.AboutSettings, words.Message{
				Sentence: say.Text("presets.notSaved"), Hint: words.Why(err),
			})
		}
	}))
	return p
}

// update updates the open settings.
func (p *Presenter) update() {
	if p.sheet != nil {
		p.sheet.update()
	}
}

// IsOpen reports whether the settings are open.
func (p *Presenter) IsOpen() bool { return p.sheet != nil }

// ShowLanguage opens the settings at the choice of the language.
func (p *Presenter) ShowLanguage() {
	p.showSetting(displayPage, say.Text("language.title"))
}

// Commands returns the commands that open the settings and the form.
func (p *Presenter) Commands() []command.Command {
	return []command.Command{
		{
			ID: "prefs.show", Words: say.Text("prefs.words"),
			Title: say.Text("prefs.command"), Help: say.Text("prefs.help"),
			Keys:  []command.Key{command.Ctrl(fyne.KeyComma)},
			Place: command.At(command.Main, 2), Do: p.show,
		},
		{
			ID: "prefs.connect", Words: say.Text("connect.words"),
			Title: say.Text("connect.command"),
			Help:  say.Text("connect.help"), Place: command.At(command.ServiceMenu, 0),
			Do: p.Connect,
		},
		{
			ID: "window.keys", Words: say.Text("shortcut.words"),
			Title: say.Text("shortcut.keys"), Help: say.Text("shortcut.keys.help"),
			Keys: []command.Key{command.Char('?')}, Place: command.At(command.Main, 2), Do: p.showKeys,
		},
	}
}

// KeysChanged updates the open list of keys.
func (p *Presenter) KeysChanged() {
	if p.sheet != nil {
		p.sheet.showKeys()
	}
}

// Services returns commands that tune in to each of the services.
func (p *Presenter) Services() (list []command.Command) {
	current := p.parts.Tuner.Preset().ID
	if p.parts.Tuner.IsOverruled() {
		current = ""
	}
	for _, preset := range p.parts.Tuner.Presets.All() {
		list = append(list, command.Command{
			Title: preset.Name, Words: say.Text("service.words"),
			Checked: func() bool { return preset.ID == current },
			Do:      func() { p.tuneIn(preset, func(error) {}) },
		})
	}
	return list
}

// Connect opens the form by which a service is added.
func (p *Presenter) Connect() {
	p.connect(settings.Preset{Service: settings.DefaultSettings().Service}, "")
}

// tuneIn tunes in to a preset, or asks for its key if that is missing. done is called with the result, unless the key
// is asked for.
func (p *Presenter) tuneIn(preset settings.Preset, done func(error)) {
	p.parts.Tuner.Switch(context.Background(), preset, func(err error) {
		switch {
		case needsKey(err):
			p.connect(preset, words.Why(err))
			return
		case err != nil && !isGivenUp(err):
			p.host.ShowNotice(host.AboutNothing, words.Message{
				Sentence: say.Text("service.untuned", "Name", preset.Name), Hint: words.Why(err),
			})
		case err == nil:
			p.host.Mention(say.Text("service.tuned", "Name", preset.Name))
		}
		done(err)
	})
}
