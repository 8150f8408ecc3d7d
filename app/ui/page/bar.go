package page

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"sextant/app/browse"
	"sextant/app/navigate"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/pageview"
)

// bar is the bar below the page: buttons, and what is known of the page.
type bar struct {
	page                   *Presenter
	bar                    *pageview.Bar
	back, forward, turning *control.Button
}

func newBar(p *Presenter) *bar {
	b := &bar{page: p}
	button := func(icon fyne.Resource, tip string, move func() []browse.Effect) *control.Button {
		return control.NewButton(p.host.Tips(), icon, tip, func() { p.Nav.Run(move()) })
	}
	n := p.Nav
	b.back = button(theme.NavigateBackIcon(), "", func() []browse.Effect { return n.Back() })
	b.forward = button(theme.NavigateNextIcon(), "", func() []browse.Effect { return n.Forward() })
	b.turning = control.NewButton(p.host.Tips(), theme.MediaPlayIcon(), "", p.toggleTurning)
	around := core.NewTightRow(
		b.back, b.forward,
		button(theme.HomeIcon(), "Page 100 (Home)", func() []browse.Effect { return n.GoHome() }),
		button(theme.ViewRefreshIcon(), "Reload (F5)", func() []browse.Effect { return n.Reload() }),
	)
	steps := core.NewTightRow(
		button(core.Icon("left"), "Previous page (Left)", func() []browse.Effect { return n.PreviousPage() }),
		button(core.Icon("right"), "Next page (Right)", func() []browse.Effect { return n.NextPage() }),
		button(core.Icon("up"), "Previous subpage (Up)", func() []browse.Effect { return n.PreviousSubpage() }),
		button(core.Icon("down"), "Next subpage (Down)", func() []browse.Effect { return n.NextSubpage() }),
		b.turning,
	)
	b.bar = pageview.NewBar(around, steps, p.parts.Switches)
	b.bar.OnReflow = func() { p.host.Do(p.host.Relayout) }
	return b
}

// show brings the bar up to date.
func (b *bar) show() {
	n := b.page.Nav
	b.bar.SetInfo(b.info())
	b.showWay(b.back, theme.NavigateBackIcon(), "Back", "Alt+Left", n.BackTo)
	b.showWay(b.forward, theme.NavigateNextIcon(), "Forward", "Alt+Right", n.ForwardTo)
	if n.Turning() {
		b.turning.SetFace(theme.MediaPauseIcon(), "Hold this subpage (H)")
	} else {
		b.turning.SetFace(theme.MediaPlayIcon(), "Turn the subpages by themselves (H)")
	}
	b.turning.SetOn(n.Turning())
}

// showWay says at a button where in the history it leads.
func (b *bar) showWay(button *control.Button, icon fyne.Resource, word, key string, to func() (browse.Place, bool)) {
	place, ok := to()
	button.SetEnabled(ok)
	if ok {
		word = strings.TrimSpace(fmt.Sprintf("%s to %v %s", word, place, b.page.Nav.Directory().Name(place.Page)))
	}
	button.SetFace(icon, word+" ("+key+")")
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
