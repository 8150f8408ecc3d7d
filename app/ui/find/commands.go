package find

import (
	"fyne.io/fyne/v2"

	"sextant/app/ui/command"
	"sextant/widgets/finder"
)

// Commands are what can be done to find the page on screen again.
func (p *Presenter) Commands() []command.Command {
	isThere := func() bool { return p.parts.Nav.Shown().Page != 0 }
	place := []command.Place{{Menu: command.PageMenu, Group: 0}}
	return []command.Command{
		{
			ID: "find.favourite", Title: "Favourite", Help: "make the page a favourite, or one no more",
			Keys: []command.Key{command.Ctrl(fyne.KeyD)}, Place: place, Enabled: isThere, Checked: p.favourites.isOn, Do: p.favourites.toggle,
		},
		{
			ID: "find.watch", Title: watchWords, Place: place, Enabled: isThere,
			Checked: func() bool { return p.watches.isOn(p.parts.Nav.Shown().Page) }, Do: p.watches.toggle,
		},
		{ID: "find.watches", Title: "Watched …", Place: []command.Place{{Menu: command.Main, Group: 0}}, Do: p.watches.showAll},
	}
}

// HasSearchKeys tells whether the keyboard is in the search.
func (p *Presenter) HasSearchKeys() bool {
	return p.panel.Visible() && p.panel.HasKeys() && p.panel.Tab() == finder.Text
}
