package media

import "sextant/app/ui/command"

// volumeStep is how much a key changes the volume.
const volumeStep = 0.05

// Commands are what can be done with what plays, wherever the keyboard is.
func (p *Presenter) Commands() []command.Command {
	l := p.parts.Listen
	key := func(id, title, help string, r rune, do func()) command.Command {
		return command.Command{ID: "media." + id, Title: title, Help: help, Keys: []command.Key{command.Char(r)}, Do: do}
	}
	const playing, around, steps, loudness = "play or pause, stop", "previous and next recording", "10 seconds back, 30 seconds on", "louder, softer; the menu of speed, sleep timer and chapters"
	return []command.Command{
		{
			ID: "media.list", Help: "in a list of downloads: queue, download, keep, heard, details, order",
			KeyWords: "Q, D, K, U, I, O",
		},
		key("toggle", "Play or pause", playing, ' ', l.Toggle),
		key("stop", "Stop", playing, 's', l.Stop),
		key("previous", "Previous recording", around, 'p', l.PlayPrevious),
		key("next", "Next recording", around, 'n', l.PlayNext),
		key("back", "10 seconds back", steps, 'j', func() { l.Step(-stepBack) }),
		key("on", "30 seconds on", steps, 'l', func() { l.Step(stepOn) }),
		key("louder", "Louder", loudness, '+', func() { l.Sound.ChangeVolume(volumeStep) }),
		key("softer", "Softer", loudness, '-', func() { l.Sound.ChangeVolume(-volumeStep) }),
		key("menu", "Speed, sleep timer, chapters", loudness, 'm', p.openPlayerMenu),
	}
}

// openPlayerMenu opens the menu of the player's bar, while that is there.
func (p *Presenter) openPlayerMenu() {
	if p.bar.Visible() {
		p.bar.OpenMenu()
	}
}
