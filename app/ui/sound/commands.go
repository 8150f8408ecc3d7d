package sound

import (
	"slices"

	"fyne.io/fyne/v2"

	"sextant/app/desktop"
	"sextant/app/say"
	"sextant/app/ui/command"
	"sextant/app/words"
)

// volumeStep is the change of the volume by a key.
const volumeStep = 0.05

// Commands returns the commands for recordings.
func (p *Presenter) Commands() []command.Command {
	return slices.Concat(p.playCommands(), p.soundCommands(), p.markCommands())
}

// playCommands returns the commands for playback and the list.
func (p *Presenter) playCommands() []command.Command {
	l := p.parts.Listen
	loaded := p.isLoaded
	queued := func() bool { return len(l.Queue.Entries()) > 0 }
	nothing, first, last := say.Text("play.nothing.why"), say.Text("play.first.why"), say.Text("play.last.why")
	menu := command.At(command.ListenMenu, 1)
	pause := command.Command{ // of a remote control
		ID: "media.pause", Title: say.Text("play.pause"), Help: say.Text("play.toggle.help"), Unlisted: true,
		Also: []command.Key{command.Press(desktop.KeyPause)}, Enabled: loaded, Why: nothing,
		Do: func() { l.Want(false) },
	}
	letters, letterHelp := rowTable{p}.lettersInWords()
	playing, around, steps := say.Text("play.toggle.help"), say.Text("play.around.help"), say.Text("play.steps.help")
	return command.In(
		command.Listening,
		command.Command{
			ID: "media.list", Title: say.Text("recordings.keys"), Help: letterHelp,
			Unlisted: true, Fixed: true, KeyWords: letters,
		},
		p.key("toggle", say.Text("play.toggle"), playing, menu, func() bool { return loaded() || queued() },
			nothing, command.Char(' '), l.Toggle, desktop.KeyPlay).
			Found(say.Text("play.toggle.words")),
		pause,
		p.key("stop", say.Text("play.stop"), playing, nil, loaded, nothing, command.Char('s'), l.Stop, desktop.KeyStop).
			Found(say.Text("play.stop.words")).IfTyped(),
		p.key("previous", say.Text("play.previous"), around, menu, func() bool { return l.State().Previous },
			first, command.Char('p'), l.PlayPrevious, desktop.KeyPreviousTrack).
			Found(say.Text("play.previous.words")),
		p.key("next", say.Text("play.next"), around, menu, func() bool { return l.State().Next || queued() },
			last, command.Char('n'), l.PlayNext, desktop.KeyNextTrack).
			Found(say.Text("play.next.words")),
		p.key("back", say.Text("play.back"), steps, nil, loaded, nothing,
			command.Char('j'), func() { l.Step(-stepBack) }, desktop.KeyRewind).
			IfTyped(),
		p.key("on", say.Text("play.on"), steps, nil, loaded, nothing,
			command.Char('l'), func() { l.Step(stepOn) }, desktop.KeyFastForward).
			IfTyped(),
	)
}

// soundCommands returns the commands for the volume, the silence, the list and the menu of the player.
func (p *Presenter) soundCommands() []command.Command {
	l, loaded := p.parts.Listen, p.isLoaded
	nothing, loudness := say.Text("play.nothing.why"), say.Text("play.loudness.help")
	change := func(by float64) func() { return func() { l.Sound.ChangeVolume(by) } }
	return command.In(
		command.Listening,
		p.key("louder", say.Text("play.louder"), loudness, nil, loaded, nothing,
			command.Char('+'), change(volumeStep)).
			Found(say.Text("play.louder.words")),
		p.key("softer", say.Text("play.softer"), loudness, nil, loaded, nothing,
			command.Char('-'), change(-volumeStep)).
			Found(say.Text("play.softer.words")),
		command.Command{
			ID: "media.silence", Words: say.Text("play.skipSilence.words"),
			Title: say.Text("play.skipSilence"), Help: say.Text("play.skipSilence.help"),
			Enabled: loaded, Why: nothing, Checked: l.Sound.SkipsSilence, Do: p.toggleSilence,
		},
		command.Command{
			ID: "media.id", Title: say.Text("mediaID.command"), Help: say.Text("mediaID.command.help"),
			Hidden: func() bool { return !p.parts.Developers() }, Do: p.askID,
		},
		command.Command{
			ID: "media.reload", Words: say.Text("recordings.reload.words"), Typed: true,
			Title: say.Text("recordings.reload"),
			Help:  say.Text("recordings.reload.help"), Do: p.reload,
		},
		p.key("menu", say.Text("play.menu"), loudness, nil, loaded, nothing, command.Char('m'), p.bar.openMenu).
			Found(say.Text("play.menu.words")),
	)
}

// key returns a command with a key, which shows why if it cannot be run. remote are further keys, of a remote control.
func (p *Presenter) key(id, title, help string, place []command.Place, can func() bool, why string, k command.Key,
	do func(), remote ...fyne.KeyName,
) command.Command {
	c := command.Command{
		ID: "media." + id, Title: title, Help: help, Keys: []command.Key{k}, Place: place, Enabled: can, Why: why,
	}
	c.Do = func() {
		if can() {
			do()
		} else {
			p.host.Mention(words.Sentence(why))
		}
	}
	for _, name := range remote {
		c.Also = append(c.Also, command.Press(name))
	}
	return c
}

// isLoaded reports whether a recording is playing or paused.
func (p *Presenter) isLoaded() bool { return p.parts.Listen.State().Item != nil }
