package app

import (
	"fmt"
	"slices"
	"strconv"

	"sextant/app/browse"
	"sextant/app/teletext"
	"sextant/widgets/pageview"
)

// A colourTarget is where a colour key leads. One that leads nowhere has no place, but may have a name that
// the page gives it; one that leads to the page on screen is here.
type colourTarget struct {
	place browse.Place
	name  string
	here  bool
}

// colourTargets says where the four keys lead: a key that the page names where it says, and the others to
// the first of the candidates that no key leads to yet. named finds a page by its name, 0 where there is none.
func colourTargets(here int, keys [4]teletext.ColourKey, named func(string) int, candidates []browse.Place) (targets [4]colourTarget) {
	for i, k := range keys {
		if k.Page == 0 && k.Label != "" {
			k.Page = named(k.Label)
		}
		targets[i] = colourTarget{place: browse.Place{Page: k.Page}, name: k.Label, here: k.Page != 0 && k.Page == here}
	}
	for _, c := range candidates {
		taken := slices.ContainsFunc(targets[:], func(t colourTarget) bool { return t.place.Page == c.Page })
		i := slices.IndexFunc(targets[:], func(t colourTarget) bool { return t == colourTarget{} })
		if i >= 0 && !taken && c.Page != here && teletext.ValidPage(c.Page) {
			targets[i].place = c
		}
	}
	return targets
}

// colourCandidates are where keys may lead that the page does not name: the favourites, where the user
// usually goes from here, and the page's links, the tall ones first.
func (w *window) colourCandidates() (places []browse.Place) {
	for _, f := range w.app.favourites {
		places = append(places, browse.Place{Page: f.Page, Subpage: f.Subpage})
	}
	for _, page := range w.usual {
		places = append(places, browse.Place{Page: page})
	}
	for _, l := range slices.SortedStableFunc(slices.Values(w.view.links), func(a, b teletext.Link) int { return b.Height - a.Height }) {
		places = append(places, placeOf(l))
	}
	return places
}

func (w *window) showColourKeys() {
	n := w.app.nav
	var named [4]teletext.ColourKey
	if w.view.grid != nil {
		named = w.view.grid.ColourKeys()
	}
	w.targets = colourTargets(n.Shown().Page, named, n.Directory.Named, w.colourCandidates())
	var keys [4]pageview.ColourKey
	for i := range w.targets {
		t := &w.targets[i]
		if name := n.Directory.Name(t.place.Page); name != "" {
			t.name = name
		}
		keys[i] = pageview.ColourKey{Name: t.name, Dim: t.here || t.place.Page == 0}
		if t.place.Page != 0 {
			keys[i].Page = strconv.Itoa(t.place.Page)
		}
	}
	w.colours.SetKeys(keys)
}

// pressColour goes where a colour key leads, red being 0.
func (w *window) pressColour(i int) {
	switch t := w.targets[i]; {
	case t.here:
		w.Mention(fmt.Sprintf("This is page %d already.", t.place.Page))
	case t.place.Page != 0:
		w.app.nav.Run(w.app.nav.GoTo(t.place))
	case t.name != "":
		w.Mention(fmt.Sprintf("It is not known yet which page “%s” is.", t.name))
	default:
		w.Mention("This key leads nowhere on this page.")
	}
}
