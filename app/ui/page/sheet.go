package page

import (
	"sextant/app/navigate"
	"sextant/app/render"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/widgets/core"
	"sextant/widgets/pageview"
	"sextant/widgets/reading"
)

// A sheet is what is shown of the page on screen, and how.
type sheet struct {
	page    *Presenter
	view    *pageview.View // its picture or cells
	reading *reading.View  // or its running text

	scene  navigate.Scene // the page as it is, or an earlier version
	links  []teletext.Link
	reveal bool
	zoom   pageview.Zoom
	dark   bool // the phase in which flashing letters are not seen
	header teletext.Row
}

func newSheet(p *Presenter) *sheet {
	s := &sheet{page: p}
	s.view = pageview.New(p.host.Tips(), pageview.Actions{
		Pointer: p.parts.Pointer, Follow: p.follow, Name: p.wording.link, Menu: p.parts.Menu, Keys: p.host.Keys(),
	})
	s.reading = reading.New(reading.Actions{Follow: func(link int) { p.follow(s.links[link]) }, Menu: p.parts.Menu, Keys: p.host.Keys()})
	s.reading.Hide()
	return s
}

// put takes a subpage for what is shown. What is concealed is so again on another one.
func (s *sheet) put(scene navigate.Scene) {
	if scene.Page != s.scene.Page || scene.Subpage != s.scene.Subpage {
		s.reveal = false
	}
	s.scene, s.links = scene, nil
	if scene.Grid != nil {
		_, index := scene.Document.Subpage(scene.Subpage)
		s.links = scene.Document.Links(index, scene.Grid, s.page.Nav.Directory())
	}
	drawn := pageview.Sheet{Place: teletext.Address(scene.Page, scene.Subpage), Grid: scene.Grid, Links: s.links}
	if scene.Picture != nil {
		drawn.Picture = scene.Picture.Image
	}
	s.view.SetSheet(drawn)
	s.show()
}

// show shows the page in the view, look and phase of the moment.
func (s *sheet) show() {
	isText := s.reads()
	if isText {
		s.reading.SetTextSize(s.page.look().ReadingSize)
		s.reading.SetPassages(s.passages())
	}
	if isText != s.reading.Visible() {
		core.SetVisible(s.reading, isText)
		core.SetVisible(s.view, !isText)
		s.page.host.Canvas().Unfocus()
	}
	s.page.clock.keep()
	s.draw()
}

// draw draws the page in the phase of the moment.
func (s *sheet) draw() { s.view.SetDisplay(s.display()) }

// reads tells whether the page is shown as running text, which needs some.
func (s *sheet) reads() bool {
	return s.page.look().View == settings.ReadingView && s.scene.Grid != nil
}

// showsHeader tells whether row 0 is shown.
func (s *sheet) showsHeader() bool { return s.page.look().Header && s.scene.Page != 0 }

// display is how the page is drawn.
func (s *sheet) display() pageview.Display {
	look := s.page.look()
	palette, _ := render.PaletteNamed(look.Palette)
	d := pageview.Display{
		Sharp:       look.View == settings.SharpView,
		Look:        render.Look{Colours: palette.Colours, Reveal: s.reveal, Dark: s.dark},
		FourToThree: look.FourToThree,
		Zoom:        s.zoom,
	}
	if d.ShowHeader = s.showsHeader(); d.ShowHeader {
		d.Header = s.header
	}
	return d
}
