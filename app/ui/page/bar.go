package page

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/ui/command"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/pageview"
)

// bar is the bar below the page: buttons, and information about the page.
type bar struct {
	page *Presenter
	bar  *pageview.Bar

	back, forward, turning, asPage, asText, versions *control.Button
	star                                             *control.MenuButton
	// subpageBefore and subpageAfter are disabled on a page with one subpage, and so is turning.
	subpageBefore, subpageAfter *control.Button
}

func newBar(p *Presenter) *bar {
	b := &bar{page: p}
	own := p.Commands()
	button := func(id string, icon fyne.Resource) *control.Button {
		return control.NewButton(p.host.Tips(), icon, "", command.Find(own, id).Do).TipNow(func() string {
			return p.host.Command(id).Tip()
		})
	}
	b.back = button("page.back",
		theme.NavigateBackIcon()).TipNow(b.wayTip("page.back", func() (teletext.Place, bool) { return p.Nav.BackTo() }))
	b.forward = button("page.forward",
		theme.NavigateNextIcon()).TipNow(
		b.wayTip("page.forward", func() (teletext.Place, bool) { return p.Nav.ForwardTo() }))
	b.turning = button("page.turning", core.Icon("turning")).Switching()
	b.versions = button("page.versions", theme.HistoryIcon()).Switching()
	b.subpageBefore = button("page.previousSubpage", core.Icon("left"))
	b.subpageAfter = button("page.nextSubpage", core.Icon("right"))
	b.star = control.NewMenuButton(p.host.Tips(), core.Icon("star"), p.parts.ToggleFavourite, func() {
		p.parts.FavouritesMenu(control.Above(b.star))
	})
	b.star.TipNow(func() string {
		return say.Text("favourites.tip", "Command", p.host.Command("find.favourite").Tip())
	}).Switching()
	b.asPage, b.asText = b.viewButton(settings.PageView), b.viewButton(settings.TextView)
	number := pageview.NewNumber(p.host.Tips(),
		func() string { return p.host.Command("window.keypad").Tip() }, p.parts.Keypad)
	subpage := core.NewLine(core.UsualText, theme.ColorNameForeground).Centred()
	left := []pageview.Item{
		{CanvasObject: b.back, Rank: 4},
		{CanvasObject: b.forward, Rank: 4},
		{CanvasObject: button("page.home", theme.HomeIcon()), Rank: 8},
		{CanvasObject: button("page.reload", theme.ViewRefreshIcon()), Rank: 8},
		{CanvasObject: button("page.previous", core.Icon("left")), Begins: true},
		{CanvasObject: number},
		{CanvasObject: button("page.next", core.Icon("right"))},
		{CanvasObject: b.subpageBefore, Begins: true, Rank: 1},
		{CanvasObject: subpage, Rank: 1, Width: subpageWidth},
		{CanvasObject: b.subpageAfter, Rank: 1},
		{CanvasObject: b.turning, Rank: 7},
	}
	right := []pageview.Item{
		{CanvasObject: b.star, Rank: 5},
		{CanvasObject: b.asPage, Begins: true, Rank: 6},
		{CanvasObject: b.asText, Rank: 6},
		{CanvasObject: b.versions, Begins: true, Rank: 5},
	}
	b.bar = pageview.NewBar(number, subpage, left, append(right, p.parts.Switches...))
	return b
}

// subpageWidth is the width of the subpage counter.
const subpageWidth = 48

// viewButton makes one of the two buttons that switch between the page and its text.
func (b *bar) viewButton(k settings.ViewKind) *control.Button {
	p := b.page
	return control.NewTextButton(p.host.Tips(), k.Title(), "",
		func() { p.looks.setView(k) }).Switching().TipNow(func() string {
		return p.host.Command("view.next").TipAs(say.Text("view.now", "View", k.Title()))
	})
}

// update updates the bar.
func (b *bar) update() {
	n := b.page.Nav
	b.bar.SetInfo(b.infoNow())
	_, canBack := n.BackTo()
	_, canForward := n.ForwardTo()
	b.back.SetEnabled(canBack)
	b.forward.SetEnabled(canForward)
	b.turning.SetOn(n.Turning())
	b.versions.SetOn(b.page.versions.isOn())
	b.asPage.SetOn(b.page.look().View == settings.PageView)
	b.asText.SetOn(b.page.look().View == settings.TextView)
	for _, button := range []*control.Button{b.turning, b.subpageBefore, b.subpageAfter} {
		button.SetEnabled(!b.bar.Info().Single && b.bar.Info().Position != "")
	}
	star := core.Icon("star")
	if b.bar.Info().Favourite {
		star = core.Icon("favourite")
	}
	b.star.SetFace(star, "")
	b.star.SetOn(b.bar.Info().Favourite)
}

// wayTip returns the tip of a history button, with its target.
func (b *bar) wayTip(id string, to func() (teletext.Place, bool)) func() string {
	return func() string {
		c := b.page.host.Command(id)
		place, ok := to()
		if !ok {
			return c.Tip()
		}
		return c.TipAs(
			strings.TrimSpace(
				say.Text("go.wayTo", "Way", c.Title, "Page", place, "Name", b.page.Nav.Directory().Name(place.Page))))
	}
}

// infoNow returns the bar's information about the page.
func (b *bar) infoNow() pageview.Info {
	p, n := b.page, b.page.Nav
	info := numberInfo(p.wording, n)
	if shown := n.Shown().Page; shown != 0 && !info.Typing {
		lists := p.parts.Tuner.Current().Lists
		info.Favourite = slices.ContainsFunc(lists.Favourites(), func(f store.Favourite) bool {
			return f.Page == shown
		})
		info.Watched = p.parts.IsWatched(shown)
	}
	doc := n.Document()
	if doc == nil {
		return info
	}
	info.Age = p.AgeWords()
	if p.versions.isOn() {
		doc = p.sheet.scene.Document
		info.Age = p.versions.opened.ageWords()
	}
	info.Name = strings.TrimSpace(doc.Name)
	info.Network = strings.TrimSpace(doc.Network)
	if p.parts.Tuner.Current().IsDemo {
		info.Network = say.Text("bar.demo", "Network", info.Network)
	}
	info.Hint = p.wording.view()
	info.Changed = p.calendar().Changed(p.calendar().Modified(doc))
	position, count := n.Subpages()
	info.Position, info.Single = fmt.Sprintf("%d/%d", max(position, 1), max(count, 1)), count <= 1
	if !info.Single {
		key := "bar.subpage"
		if n.Turning() {
			key = "bar.subpageTurning"
		}
		info.Subpage = say.Text(key, "Number", position, "Of", count)
	}
	return info
}

// numberInfo returns the bar's information about the number being typed, the page on screen, or the one that is
// loading.
func numberInfo(w wording, n *navigate.Navigation) pageview.Info {
	info := pageview.Info{Number: n.Entry(), Typing: n.Entry() != ""}
	if shown := n.Shown(); !info.Typing && shown.Page != 0 {
		info.Number = fmt.Sprint(shown.Page)
	}
	if info.Typing {
		info.Preview = w.preview(n.Entry())
	}
	if target, loading := n.Target(); loading && n.IsSlow() {
		info.State = say.Text("bar.loading", "Page", target)
		if n.Shown().Page == 0 && info.Number == "" {
			info.Number = fmt.Sprint(target.Page)
		}
	}
	return info
}
