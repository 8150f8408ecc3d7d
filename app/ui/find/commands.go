package find

import (
	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/ui/command"
	"sextant/widgets/finder"
)

// Commands returns the commands of the finder.
func (p *Presenter) Commands() []command.Command {
	page := func() int { return p.parts.Nav.Shown().Page }
	isThere := func() bool { return page() != 0 }
	place := command.And(command.PageMenu, 0, 1)
	noPage := say.Text("page.notYet")
	return command.In(
		command.Keeping,
		command.Command{
			ID: "find.favourite", Title: say.Text("favourites.add"),
			TitleNow: func() string { return p.favourites.title(page()) }, Help: say.Text("favourites.toggle.help"),
			Keys: []command.Key{command.Ctrl(fyne.KeyD)}, Place: place,
			Enabled: isThere, Why: noPage, Do: p.favourites.toggleShown,
		},
	)
}

// HasSearchKeys reports whether the search has the keyboard.
func (p *Presenter) HasSearchKeys() bool {
	return p.panel.Visible() && p.panel.HasKeys() && p.panel.Tab() == finder.Text
}
