package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/widgets/pageview"
)

// colourKeys is the number of colour keys: red, green, yellow and blue.
const colourKeys = 4

// A colourTarget is the target of a colour key. A key without a target has no place, but may have a label on the page;
// here is set if the target is the page on screen.
type colourTarget struct {
	place teletext.Place
	name  string
	here  bool
}

// colourTargets returns the targets of the four keys: the ones of the page's labels, and for the other keys the first
// candidates that are no target yet. named returns a page by its name, 0 if there is none.
func colourTargets(here int, keys [4]teletext.ColourKey, named func(string) int,
	candidates []teletext.Place,
) (targets [4]colourTarget) {
	for i, k := range keys {
		if k.Page == 0 && k.Label != "" {
			k.Page = named(k.Label)
		}
		at := teletext.Place{Page: k.Page}
		targets[i] = colourTarget{place: at, name: k.Label, here: k.Page != 0 && k.Page == here}
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

// colours are the colour keys and their targets.
type colours struct {
	page    *Presenter
	keys    *pageview.ColourKeys
	targets [colourKeys]colourTarget
}

func newColours(p *Presenter) *colours {
	c := &colours{page: p}
	c.keys = pageview.NewColourKeys(p.host.Tips(), c.press, func(i int) string {
		if keys := p.host.Command(fmt.Sprintf("page.colour%d", i+1)).Keys; len(keys) > 0 {
			return keys[0].Words()
		}
		return ""
	})
	return c
}

// candidates returns targets for keys without a label on the page: the favourites, where the user usually goes from
// here, and the page's links, the double-height ones first. Pages that do not exist are left out.
func (c *colours) candidates() (places []teletext.Place) {
	for _, f := range c.page.parts.Tuner.Current().Lists.Favourites() {
		places = append(places, teletext.Place{Page: f.Page, Subpage: f.Subpage})
	}
	for _, page := range c.page.usual {
		places = append(places, teletext.Place{Page: page})
	}
	for _, l := range slices.SortedStableFunc(slices.Values(c.page.sheet.links), func(a, b teletext.Link) int {
		return b.Height - a.Height
	}) {
		places = append(places, placeOf(l))
	}
	directory := c.page.Nav.Directory()
	return slices.DeleteFunc(places, func(to teletext.Place) bool {
		return directory.Existence(to.Page) == teletext.Absent
	})
}

// update updates the keys.
func (c *colours) update() {
	nav := c.page.Nav
	var named [colourKeys]teletext.ColourKey
	if g := c.page.sheet.scene.Grid; g != nil {
		named = g.ColourKeys()
	}
	d := nav.Directory()
	for i, k := range named {
		if d.Existence(k.Page) == teletext.Absent {
			named[i].Page = 0
		}
	}
	c.targets = colourTargets(nav.Shown().Page, named, d.Named, c.candidates())
	var keys [colourKeys]pageview.ColourKey
	for i := range c.targets {
		t := &c.targets[i]
		if name := d.Name(t.place.Page); name != "" {
			t.name = name
		}
		keys[i] = pageview.ColourKey{Name: t.name, Dim: t.here || t.place.Page == 0}
		if t.place.Page != 0 {
			keys[i].Page = strconv.Itoa(t.place.Page)
		}
	}
	c.keys.SetKeys(keys)
}

// leads reports whether a colour key leads to another page.
func (c *colours) leads(i int) bool { return c.targets[i].place.Page != 0 && !c.targets[i].here }

// words returns the target of a colour key in words, "" for none.
func (c *colours) words(i int) string {
	t := c.targets[i]
	if t.place.Page == 0 {
		return t.name
	}
	return strings.TrimSpace(t.place.String() + " " + t.name)
}

// press goes to the target of a colour key, from 0 for red.
func (c *colours) press(i int) {
	switch t := c.targets[i]; {
	case t.here:
		c.page.host.Mention(say.Text("colourKey.here", "Page", t.place.Page))
	case t.place.Page != 0:
		c.page.Nav.Run(c.page.Nav.GoTo(t.place))
	case t.name != "":
		c.page.host.Mention(say.Text("colourKey.unknown", "Name", t.name))
	default:
		c.page.host.Mention(say.Text("colourKey.nowhere"))
	}
}

func placeOf(l teletext.Link) teletext.Place { return teletext.Place{Page: l.Page, Subpage: l.Subpage} }
