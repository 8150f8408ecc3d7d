package find

import (
	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/ui/command"
	"sextant/widgets/finder"
)

// Commands are what can be done to find the page on screen again.
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
		command.Command{
			ID: "find.watch", Title: say.Text("watch.page"), Help: say.Text("watch.page.help"),
			Place: place, Enabled: isThere, Why: noPage,
			Checked: func() bool { return p.watches.isOn(page()) }, Do: func() { p.watches.toggle(page()) },
		},
		command.Command{
			ID: "find.watches", Title: say.Text("watches.menu"),
			Help: say.Text("watches.help"), Place: command.At(command.GoMenu, 2),
			Do: p.watches.showAll,
		},
	)
}

// WatchItem is the item of a menu that watches a page, which need not be on screen.
func (p *Presenter) WatchItem(page int) *fyne.MenuItem {
	watch := fyne.NewMenuItem(say.Text("watch.page"), func() { p.watches.toggle(page) })
	watch.Checked = p.watches.isOn(page)
	return watch
}

// HasSearchKeys reports whether the keyboard is in the search.
func (p *Presenter) HasSearchKeys() bool {
	return p.panel.Visible() && p.panel.HasKeys() && p.panel.Tab() == finder.Text
}
