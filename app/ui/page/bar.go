package page

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"sextant/app/browse"
	"sextant/app/navigate"
	"sextant/app/ui/command"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/pageview"
)

// bar is the bar below the page: buttons, and what is known of the page.
type bar struct {
	page                   *Presenter
	commands               []command.Command
	bar                    *pageview.Bar
	back, forward, turning *control.Button
}

func newBar(p *Presenter) *bar {
	b := &bar{page: p, commands: p.Commands()}
	button := func(id string, icon fyne.Resource) *control.Button {
		c := command.Find(b.commands, id)
		return control.NewButton(p.host.Tips(), icon, c.Tip(), c.Do)
	}
	b.back, b.forward = button("page.back", theme.NavigateBackIcon()), button("page.forward", theme.NavigateNextIcon())
	b.turning = button("page.turning", theme.MediaPlayIcon())
	around := core.NewTightRow(b.back, b.forward, button("page.home", theme.HomeIcon()), button("page.reload", theme.ViewRefreshIcon()))
	steps := core.NewTightRow(
		button("page.previous", core.Icon("left")), button("page.next", core.Icon("right")),
		button("page.previousSubpage", core.Icon("up")), button("page.nextSubpage", core.Icon("down")), b.turning,
	)
	b.bar = pageview.NewBar(around, steps, p.parts.Switches)
	b.bar.OnReflow = func() { p.host.Do(p.host.Relayout) }
	return b
}

// show brings the bar up to date.
func (b *bar) show() {
	n := b.page.Nav
	b.bar.SetInfo(b.info())
	b.showWay(b.back, theme.NavigateBackIcon(), "page.back", n.BackTo)
	b.showWay(b.forward, theme.NavigateNextIcon(), "page.forward", n.ForwardTo)
	face := theme.MediaPlayIcon()
	if n.Turning() {
		face = theme.MediaPauseIcon()
	}
	b.turning.SetFace(face, command.Find(b.commands, "page.turning").Tip())
	b.turning.SetOn(n.Turning())
}

// showWay says at a button where in the history it leads.
func (b *bar) showWay(button *control.Button, icon fyne.Resource, id string, to func() (browse.Place, bool)) {
	place, ok := to()
	button.SetEnabled(ok)
	c := *command.Find(b.commands, id)
	if ok {
		c.Title = strings.TrimSpace(fmt.Sprintf("%s to %v %s", c.Title, place, b.page.Nav.Directory().Name(place.Page)))
	}
	button.SetFace(icon, c.Tip())
}

// info is what the bar says of the page.
func (b *bar) info() pageview.Info {
	p, n := b.page, b.page.Nav
	info := numberInfo(p.wording, n)
	doc := n.Document()
	if doc == nil {
		return info
	}
	info.Age = p.AgeWords()
	if p.versions.on {
		doc = p.sheet.scene.Document
		info.Age = p.versions.ageWords()
	}
	info.Name = strings.TrimSpace(doc.Name)
	info.Network = strings.TrimSpace(doc.Network)
	if p.parts.Tuner.Current().IsDemo {
		info.Network += " (demo)"
	}
	info.Hint = p.wording.view()
	info.Changed = p.calendar().Changed(p.calendar().Modified(doc))
	if position, count := n.Subpages(); count > 1 {
		info.Subpage = fmt.Sprintf("subpage %d of %d", position, count)
		if n.Turning() {
			info.Subpage += ", turning"
		}
	}
	return info
}

// numberInfo is what the bar says of the number being typed, of the page on screen, or of the one that is awaited.
func numberInfo(w wording, n *navigate.Navigation) pageview.Info {
	info := pageview.Info{Number: n.Entry(), Typing: n.Entry() != ""}
	if shown := n.Shown(); !info.Typing && shown.Page != 0 {
		info.Number = fmt.Sprint(shown.Page)
	}
	if info.Typing {
		info.Preview = w.preview(n.Entry())
	}
	if target, loading := n.Target(); loading && n.IsSlow() {
		info.State = "Loading " + target.String() + " …"
		if n.Shown().Page == 0 && info.Number == "" {
			info.Number = fmt.Sprint(target.Page)
		}
	}
	return info
}
