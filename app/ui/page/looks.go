package page

import (
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/widgets/pageview"
)

// looks changes how the page is shown. What is in the settings is restored in the next run.
type looks struct{ page *Presenter }

func (l looks) change(change func(*settings.Look)) {
	l.page.parts.Box.Change(func(s *settings.Settings) { change(&s.Look) })
}

// setView sets the view.
func (l looks) setView(k settings.ViewKind) {
	if l.page.look().View == k {
		return
	}
	l.change(func(s *settings.Look) { s.View = k })
	l.page.news.announced = say.Text("view.now", "View", k.Title()) // it is seen, but not heard
}

// toggleView switches between the page and its text.
func (l looks) toggleView() {
	if l.page.look().View == settings.TextView {
		l.setView(settings.PageView)
	} else {
		l.setView(settings.TextView)
	}
}

// toggleSharp switches between the page drawn by Sextant and the service's picture.
func (l looks) toggleSharp() {
	l.change(func(s *settings.Look) {
		if s.Drawing == settings.SharpDrawing {
			s.Drawing = settings.PictureDrawing
		} else {
			s.Drawing = settings.SharpDrawing
		}
	})
	l.page.host.Mention(l.page.look().Drawing.Title())
}

// canReveal reports whether the page has concealed text.
func (l looks) canReveal() bool {
	g := l.page.sheet.scene.Grid
	return g != nil && g.Concealed()
}

// toggleReveal reveals concealed text, or conceals it again.
func (l looks) toggleReveal() {
	if !l.canReveal() {
		l.page.host.Mention(say.Text("reveal.nothing"))
		return
	}
	l.page.sheet.reveal = !l.page.sheet.reveal
	l.shown()
}

// shown updates the page after a change of its look.
func (l looks) shown() {
	l.page.sheet.update()
	l.page.update()
}

// nextZoom cycles through the whole page, its upper and its lower half.
func (l looks) nextZoom() { l.setZoom(afterZoom(l.page.sheet.zoom)) }

// afterZoom returns the zoom after another one in the cycle.
func afterZoom(z pageview.Zoom) pageview.Zoom { return (z + 1) % (pageview.LowerHalf + 1) }

// afterToggle returns the zoom after choosing a half: the whole page if that half is shown already.
func afterToggle(now, half pageview.Zoom) pageview.Zoom {
	if now == half {
		return pageview.WholePage
	}
	return half
}

func (l looks) setZoom(z pageview.Zoom) {
	l.page.sheet.zoom = z
	l.shown()
}

// toggleHalf shows a half of the page, or the whole page if that half is shown already.
func (l looks) toggleHalf(half pageview.Zoom) { l.setZoom(afterToggle(l.page.sheet.zoom, half)) }

// enlarge changes the size of the text view by a step; 0 restores the default.
func (l looks) enlarge(step int) {
	look := l.page.look()
	if look.View != settings.TextView {
		l.page.host.Mention(say.Text("textSize.only", "Keys", l.page.host.Command("view.next").InBrackets()))
		return
	}
	size := look.ReadingSize * map[int]float32{-1: 1 / 1.2, 0: 1, 1: 1.2}[step]
	if step == 0 {
		size = settings.UsualReadingSize
	}
	l.change(func(s *settings.Look) {
		s.ReadingSize = max(settings.LeastReadingSize, min(settings.MostReadingSize, size))
	})
}
