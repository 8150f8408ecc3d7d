package page

import (
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/ui/host"
	"sextant/app/words"
)

// A screen is what navigation shows things on.
type screen struct{ page *Presenter }

var _ navigate.Screen = screen{}

// Show puts a subpage on the screen, unless the reader looks at an older version of it.
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
		p.colours.update() // they follow a new page one frame later
	}
	if p.sought.Page == scene.Page && scene.Grid != nil {
		p.sheet.view.SetMarks(p.sought.marks(scene.Grid), nil)
	}
}

// Notify shows a message about a page until it is settled or closed.
func (s screen) Notify(m words.Message, reload bool) {
	p := s.page
	if reload {
		p.host.Offer(host.AboutPage, m, say.Text("notice.tryAgain"), func() { p.Nav.Run(p.Nav.Reload()) })
	} else {
		p.host.ShowNotice(host.AboutPage, m)
	}
	p.sheet.view.SetMessage(m.Sentence)
}

// Mention shows a sentence that only explains why a key did nothing.
func (s screen) Mention(sentence string) { s.page.host.Mention(sentence) }

// Settle closes a message about a page, which is true no more.
func (s screen) Settle() { s.page.host.Settle(host.AboutPage) }

// Attention reports how much of the window can be seen.
func (s screen) Attention() navigate.Attention { return s.page.parts.Attention() }

// Changed brings the bar and all around it up to date.
func (s screen) Changed() { s.page.update() }

// Arrived notes a visit, lets the colour keys follow, one frame behind the page, and fetches ahead what may
// be wanted next.
func (s screen) Arrived(scene navigate.Scene, from int) { s.page.onArrived(scene, from) }
