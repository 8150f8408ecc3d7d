package app

import (
	"slices"
	"strconv"

	"sextant/app/browse"
	"sextant/app/teletext"
	"sextant/widgets"
)

// A colourTarget is where a colour key leads.
type colourTarget struct {
	place browse.Place
	name  string
}

// colourTargets chooses where the four keys lead: where the page's last line says, and else to the
// favourites, to where the user usually goes from here, and to the page's links, the tall ones first.
func (w *window) colourTargets() (targets [4]colourTarget) {
	n, v := w.app.nav, &w.view
	here := n.Shown().Page
	taken := func(page int) bool {
		return page == here || slices.ContainsFunc(targets[:], func(t colourTarget) bool { return t.place.Page == page })
	}
	if v.grid != nil {
		for i, k := range v.grid.ColourKeys() {
			if k.Page == 0 && k.Label != "" {
				k.Page = n.directory.Named(k.Label)
			}
			if k.Page != 0 && k.Page != here {
				targets[i] = colourTarget{browse.Place{Page: k.Page}, k.Label}
			}
		}
	}
	fill := func(page, subpage int) {
		i := slices.IndexFunc(targets[:], func(t colourTarget) bool { return t.place.Page == 0 })
		if i >= 0 && teletext.ValidPage(page) && !taken(page) {
			targets[i].place = browse.Place{Page: page, Subpage: subpage}
		}
	}
	for _, f := range w.app.favourites {
		fill(f.Page, f.Subpage)
	}
	for _, page := range w.usual {
		fill(page, 0)
	}
	for _, l := range slices.SortedStableFunc(slices.Values(v.links), func(a, b teletext.Link) int { return b.Height - a.Height }) {
		fill(l.Page, l.Subpage)
	}
	for i, t := range targets {
		if name := n.directory.Name(t.place.Page); name != "" {
			targets[i].name = name
		}
	}
	return targets
}

func (w *window) showColourKeys() {
	w.targets = w.colourTargets()
	var keys [4]widgets.ColourKey
	for i, t := range w.targets {
		if t.place.Page != 0 {
			keys[i] = widgets.ColourKey{Page: strconv.Itoa(t.place.Page), Name: t.name}
		}
	}
	w.colours.SetKeys(keys)
}

// pressColour goes where a colour key leads, red being 0.
func (w *window) pressColour(i int) {
	if t := w.targets[i]; t.place.Page != 0 {
		w.app.nav.run(w.app.nav.GoTo(t.place))
		return
	}
	w.Mention("This key leads nowhere on this page.")
}
