package media

import (
	"fyne.io/fyne/v2"

	"sextant/app/desktop"
	"sextant/app/say"
	"sextant/app/ui/command"
	"sextant/app/words"
)

// volumeStep is how much a key changes the volume.
const volumeStep = 0.05

// Commands are what can be done with what plays, wherever the keyboard is.
func (p *Presenter) Commands() []command.Command {
	l := p.parts.Listen
	loaded := func() bool { return l.State().Item != nil }
	queued := func() bool { return len(l.Queue.Items()) > 0 }
	nothing, first, last := say.Text("play.nothing.why"), say.Text("play.first.why"), say.Text("play.last.why")
	menu := command.At(command.ListenMenu, 1)
	key := func(id, title, help string, place []command.Place, can func() bool,
		why string, r rune, do func(), remote ...fyne.KeyName,
	) command.Command {
		c := command.Command{
			ID: "media." + id, Title: title, Help: help, Keys: []command.Key{command.Char(r)}, Place: place,
			Enabled: can, Why: why,
		}
		c.Do = func() {
			if can() {
				do()
			} else {
				p.host.Mention(words.FirstUpper(why) + ".")
			}
		}
		for _, name := range remote {
			c.Also = append(c.Also, command.Press(name))
		}
		return c
	}
	playing, around, steps, loudness := say.Text("play.toggle.help"),
		say.Text("play.around.help"), say.Text("play.steps.help"), say.Text("play.loudness.help")
	return command.In(
		command.Listening,
		command.Command{
			ID: "media.list", Title: say.Text("recordings.keys"), Help: say.Text("recordings.keys.help"),
			Unlisted: true, Fixed: true, KeyWords: "Q, D, K, U, I, O, E",
		},
		key("toggle", say.Text("play.toggle"), playing, menu, func() bool { return loaded() || queued() },
			nothing, ' ', l.Toggle, desktop.KeyPlay, desktop.KeyPause),
		key("stop", say.Text("play.stop"), playing, nil, loaded, nothing, 's', l.Stop, desktop.KeyStop),
		key("previous", say.Text("play.previous"), around, menu, func() bool { return l.State().Previous },
			first, 'p', l.PlayPrevious, desktop.KeyPreviousTrack),
		key("next", say.Text("play.next"), around, menu, func() bool { return l.State().Next || queued() },
			last, 'n', l.PlayNext, desktop.KeyNextTrack),
		key("back", say.Text("play.back"), steps, nil, loaded, nothing,
			'j', func() { l.Step(-stepBack) }, desktop.KeyRewind),
		key("on", say.Text("play.on"), steps, nil, loaded, nothing,
			'l', func() { l.Step(stepOn) }, desktop.KeyFastForward),
		key("louder", say.Text("play.louder"), loudness, nil, loaded, nothing, '+', func() {
			l.Sound.ChangeVolume(volumeStep)
		}),
		key("softer", say.Text("play.softer"), loudness, nil, loaded, nothing, '-', func() {
			l.Sound.ChangeVolume(-volumeStep)
		}),
		key("mark", say.Text("mark.add"), say.Text("mark.add.help"), nil, loaded, nothing, 'b', p.mark),
		command.Command{
			ID: "media.silence", Title: say.Text("play.skipSilence"), Help: say.Text("play.skipSilence.help"),
			Enabled: loaded, Why: nothing, Checked: l.Sound.SkipsSilence, Do: p.toggleSilence,
		},
		command.Command{
			ID: "media.markNote", Title: say.Text("mark.withNote"), Help: say.Text("mark.withNote.help"),
			Keys: []command.Key{command.ShiftChar('b')}, Enabled: loaded, Why: nothing, Do: p.markWithNote,
		},
		command.Command{
			ID: "media.id", Title: say.Text("mediaID.command"), Help: say.Text("mediaID.command.help"), Do: p.askID,
		},
		command.Command{
			ID: "media.reload", Title: say.Text("recordings.reload"),
			Help: say.Text("recordings.reload.help"), Do: p.reload,
		},
		key("menu", say.Text("play.menu"), loudness, nil, loaded, nothing, 'm', p.bar.OpenMenu),
	)
}
