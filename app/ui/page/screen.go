package page

import (
	"sextant/app/browse"
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

// Fail shows a notice about a page until Settle, or until the user closes it.
func (s screen) Fail(f browse.Failure) {
	p := s.page
	m := words.FailureMessage(f, p.calendar())
	if f.Kind == browse.NoPage {
		p.host.Mention(m.Sentence)
		return
	}
	p.host.Offer(host.AboutPage, m, say.Text("notice.tryAgain"), func() { p.Nav.Run(p.Nav.Reload()) })
	p.sheet.view.SetMessage(m.Sentence)
}

// Reject shows why a key did nothing.
func (s screen) Reject(r browse.Reason) { s.page.host.Mention(words.Rejection(r)) }

// Settle closes the notice about a page.
func (s screen) Settle() { s.page.host.Settle(host.AboutPage) }

// Attention returns how visible the window is.
func (s screen) Attention() navigate.Attention { return s.page.parts.Attention() }

// Changed updates the bar and the rest of the window.
func (s screen) Changed() { s.page.update() }

// Arrived handles a page that was just shown.
func (s screen) Arrived(scene navigate.Scene, from int) { s.page.onArrived(scene, from) }
