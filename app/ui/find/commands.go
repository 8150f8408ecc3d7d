package find

import (
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/ui/command"
)

// Commands returns the commands of the finder.
func (p *Presenter) Commands() []command.Command {
	page := func() int { return p.parts.Nav.Shown().Page }
	isThere := func() bool { return page() != 0 }
	place := command.And(command.FavouritesMenu, 1, 1)
	noPage := say.Text("page.notYet")
	return command.In(
		command.Keeping,
		command.Command{
			ID: "find.favourite", Words: say.Text("favourites.words"),
			Title:    say.Text("favourites.add"),
			TitleNow: func() string { return p.favourites.title(page()) }, Help: say.Text("favourites.toggle.help"),
			Keys: []command.Key{command.Ctrl(fyne.KeyD)}, Place: place,
			Enabled: isThere, Why: noPage, Do: p.favourites.toggleShown,
		},
		command.Command{
			ID: "find.favourites", Title: say.Text("favourites.all"), Help: say.Text("favourites.all.help"),
			Place: command.At(command.FavouritesMenu, 1), Do: p.parts.ShowFavourites,
		},
	)
}

// mostInMenu is how many favourites a menu has; all are in the finder.
const mostInMenu = 16

// Favourites returns commands that open the favourites.
func (p *Presenter) Favourites() (list []command.Command) {
	all := p.lists().Favourites()
	for _, f := range all[:min(len(all), mostInMenu)] {
		place := teletext.Place{Page: f.Page, Subpage: f.Subpage}
		list = append(list, command.Command{
			Title: strings.TrimSpace(place.String() + "  " + f.Name),
			Do:    func() { p.parts.Open(place, "", false) },
		})
	}
	return list
}

// HasSearchKeys reports whether the search has the keyboard.
func (p *Presenter) HasSearchKeys() bool {
	return p.panel.Visible() && p.panel.HasKeys() && p.panel.Tab() == Text
}
