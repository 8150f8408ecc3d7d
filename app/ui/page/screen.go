package page

import (
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/ui/host"
	"sextant/app/words"
)

// A screen implements navigate.Screen.
type screen struct{ page *Presenter }

var _ navigate.Screen = screen{}

// Show shows a subpage, unless the user is looking at an earlier version of it.
func (s screen) Show(scene navigate.Scene) {
	p := s.page
	if p.versions.isOf(scene) {
		return
	}
	p.versions.leave()
	same := p.sheet.scene.Page == scene.Page
	p.sheet.putScene(scene)
	p.news.updated(scene)
	if same {
		p.colours.update() // for a new page they are updated one frame later
	}
	if p.sought.Page == scene.Page && scene.Grid != nil {
		p.sheet.view.SetMarks(p.sought.marks(scene.Grid), nil)
	}
}

// Notify shows a notice about a page until Settle, or until the user closes it.
func (s screen) Notify(m words.Message, reload bool) {
	p := s.page
	if reload {
		p.host.Offer(host.AboutPage, m, say.Text("notice.tryAgain"), func() { p.Nav.Run(p.Nav.Reload()) })
	} else {
		p.host.ShowNotice(host.AboutPage, m)
	}
	p.sheet.view.SetMessage(m.Sentence)
}

// Mention shows a hint, such as why a key did nothing.
func (s screen) Mention(sentence string) { s.page.host.Mention(sentence) }

// Settle closes the notice about a page.
func (s screen) Settle() { s.page.host.Settle(host.AboutPage) }

// Attention returns how visible the window is.
func (s screen) Attention() navigate.Attention { return s.page.parts.Attention() }

// Changed updates the bar and the rest of the window.
func (s screen) Changed() { s.page.update() }

// Arrived handles a page that was just shown.
func (s screen) Arrived(scene navigate.Scene, from int) { s.page.onArrived(scene, from) }
