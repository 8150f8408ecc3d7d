package page

import (
	"slices"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/app/navigate"
	"sextant/app/render"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/app/voice"
	"sextant/widgets/core"
	"sextant/widgets/pageview"
	"sextant/widgets/reading"
)

// A sheet shows the page on screen, in either view.
type sheet struct {
	page    *Presenter
	view    *pageview.View // its picture or cells
	reading *reading.View  // its text

	scene navigate.Scene // the page as it is, or an earlier version
	links []teletext.Link
	// revision is that of the directory by which the links were found.
	revision int
	leads    []teletext.Link  // the targets of the text's links
	blocks   []teletext.Block // the blocks of the text
	// pointed is the row for which the menu was last opened. Its text is not set.
	pointed teletext.TextLine
	read    teletext.Place   // the page and subpage of the text shown; zero in the page view
	spoken  *voice.Utterance // what is read aloud, nil for nothing
	reveal  bool
	zoom    pageview.Zoom
	dark    bool // the phase in which flashing characters are hidden
	header  teletext.Row
}

func newSheet(p *Presenter) *sheet {
	s := &sheet{page: p, pointed: teletext.TextLine{Row: -1}}
	actions := pageview.Actions{
		Pointer: p.parts.Pointer, Follow: p.followLink, Intend: p.intent.link, Peek: peek{p}.show,
		Name: p.wording.link, Menu: s.menu, LinkMenu: s.linkMenu,
		Turn: s.turn, Selected: func() { p.versions.choose() }, Row: s.onRow,
		About: s.about, Now: p.host.Now, Keys: p.host.Keys(), Swipe: s.swipe,
	}
	s.view = pageview.New(p.host.Tips(), actions)
	s.reading = reading.New(reading.Actions{
		Follow: func(link int) { p.followLink(s.leads[link]) }, Intend: p.intent.inText, Menu: p.parts.Menu,
		MenuOf: s.menuOf, Zoom: p.looks.enlarge, About: s.aboutText, Keys: p.host.Keys(),
	})
	s.reading.Hide()
	return s
}

// turn goes to the next subpage or the one before, if there are several.
func (s *sheet) turn(forward bool) {
	n := s.page.Nav
	if _, count := n.Subpages(); count > 1 {
		n.Run(s.turned(forward))
	}
}

// swipe goes to the next page or the one before.
func (s *sheet) swipe(forward bool) {
	n := s.page.Nav
	if forward {
		n.Run(n.NextPage())
	} else {
		n.Run(n.PreviousPage())
	}
}

// menu opens the menu of the page, for a row.
func (s *sheet) menu(row int, at fyne.Position) {
	s.pointed = teletext.TextLine{Subpage: s.scene.Subpage, Row: row}
	s.page.parts.Menu(at)
}

// onRow returns the actions of a row, for a screen reader.
func (s *sheet) onRow(row int) []access.Action {
	line := s.page.parts.Line()
	return core.Action(line.Title, func() {
		s.pointed = teletext.TextLine{Subpage: s.scene.Subpage, Row: row}
		line.Do()
	})
}

// menuOf records for which row the menu of the text is opened.
func (s *sheet) menuOf(passage, char int) {
	s.pointed = teletext.TextLine{Row: -1}
	if passage >= len(s.blocks) {
		return
	}
	block := &s.blocks[passage]
	at := len(string([]rune(block.Text)[:min(char, utf8.RuneCountInString(block.Text))]))
	for _, l := range block.Lines {
		if l.At <= at && l.Subpage < len(s.scene.Document.Subpages) {
			s.pointed = teletext.TextLine{Subpage: s.scene.Document.Subpages[l.Subpage].Number, Row: l.Row}
		}
	}
}

// MenuLine returns the row for which the page's menu was last opened, and its subpage; -1 for none.
func (p *Presenter) MenuLine() (subpage, row int) {
	s := p.sheet
	if s.pointed.Row < 0 || s.scene.Page == 0 {
		return s.scene.Subpage, -1
	}
	return s.pointed.Subpage, s.pointed.Row
}

// ForgetMenuLine must be called when the menu is opened for the whole page.
func (p *Presenter) ForgetMenuLine() { p.sheet.pointed.Row = -1 }

// linkMenu opens the menu of a link, or for a web address that of the page.
func (s *sheet) linkMenu(l teletext.Link, at fyne.Position) {
	s.pointed = teletext.TextLine{Subpage: s.scene.Subpage, Row: l.Row}
	if l.URL != "" {
		s.page.parts.Menu(at)
		return
	}
	s.page.parts.LinkMenu(placeOf(l), at)
}

// putScene sets the scene. On another subpage, concealed text is concealed again.
func (s *sheet) putScene(scene navigate.Scene) {
	if scene.Page != s.scene.Page || scene.Subpage != s.scene.Subpage {
		s.reveal = false
		s.pointed.Row = -1
	}
	s.scene, s.links = scene, s.linksOf(scene)
	s.setSheet()
	s.update()
	s.page.news.mark()
	if s.spoken != nil {
		s.page.parts.Turned()
		s.markRead()
	}
}

// linksOf returns the links of a scene, as far as their pages are known to exist.
func (s *sheet) linksOf(scene navigate.Scene) []teletext.Link {
	directory := s.page.Nav.Directory()
	s.revision = directory.Revision()
	if scene.Grid == nil {
		return nil
	}
	_, index := scene.Document.Subpage(scene.Subpage)
	return scene.Document.Links(index, scene.Grid, directory)
}

// setSheet passes the scene and its links to the page view.
func (s *sheet) setSheet() {
	scene := s.scene
	drawn := pageview.Sheet{Place: teletext.Address(scene.Page, scene.Subpage), Grid: scene.Grid, Links: s.links}
	if scene.Picture != nil {
		drawn.Picture = scene.Picture.Image
	}
	s.view.SetSheet(drawn)
}

// relink finds the links again if other pages are known to exist than before, and reports whether that is so.
func (s *sheet) relink() (other bool) {
	if s.revision == s.page.Nav.Directory().Revision() {
		return false
	}
	links := s.linksOf(s.scene)
	if s.reads() {
		s.article()
	}
	if !slices.Equal(links, s.links) {
		s.links = links
		s.setSheet()
		s.page.news.mark()
	}
	return true
}

// update shows the page in the current view, look and phase.
func (s *sheet) update() {
	isText := s.reads()
	large := s.page.look().LargePointer
	s.view.SetLargePointer(large)
	s.reading.SetLargePointer(large)
	if isText {
		s.reading.SetTextSize(s.page.look().ReadingSize)
		s.article()
	} else {
		s.read = teletext.Place{}
	}
	if isText != s.reading.Visible() {
		core.SetVisible(s.reading, isText)
		core.SetVisible(s.view, !isText)
		s.page.host.Canvas().Unfocus()
	}
	s.page.clock.keep()
	s.draw()
}

// draw draws the page in the current phase.
func (s *sheet) draw() { s.view.SetDisplay(s.display()) }

// reads reports whether the page is shown as text, which it must have.
func (s *sheet) reads() bool {
	return s.page.look().View == settings.TextView && s.scene.Grid != nil
}

// showsHeader reports whether row 0 is shown.
func (s *sheet) showsHeader() bool { return s.page.look().Header && s.scene.Page != 0 }

// display returns how to draw the page.
func (s *sheet) display() pageview.Display {
	look := s.page.look()
	palette, _ := render.PaletteNamed(look.Palette)
	d := pageview.Display{
		Sharp:       look.Drawing == settings.SharpDrawing,
		Look:        render.Look{Colours: palette.Colours, Reveal: s.reveal, Dark: s.dark},
		FourToThree: look.FourToThree,
		Zoom:        s.zoom,
	}
	if d.ShowHeader = s.showsHeader(); d.ShowHeader {
		d.Header = s.header
	}
	return d
}
