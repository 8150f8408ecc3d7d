package wall

import (
	"image"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/browse"
	"sextant/app/navigate"
	"sextant/app/render"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/words"
	"sextant/widgets/core"
	"sextant/widgets/pageview"
)

// A page is a page on a wall. It is drawn from its cells, so that no picture is requested.
type page struct {
	wall   *Wall
	number int
	nav    *navigate.Navigation
	view   *pageview.View
	tile   *pageview.Tile
	scene  navigate.Scene
}

var _ navigate.Screen = (*page)(nil)

func newPage(w *Wall, number int) *page {
	p := &page{wall: w, number: number}
	p.view = pageview.New(core.NewTips(w.parts.Do), pageview.Actions{
		Pointer: func() {}, Follow: func(teletext.Link) {}, Name: func(teletext.Link) string { return "" },
		Menu: func(int, fyne.Position) {}, LinkMenu: func(teletext.Link, fyne.Position) {}, Turn: func(bool) {},
		About: func() pageview.About { return pageview.About{Name: p.tile.Caption()} },
		Now:   w.parts.Now, Keys: w.keys(),
	})
	p.tile = pageview.NewTile(p.view, w.keys(), p.open)
	p.tile.Menu = func(at fyne.Position) { w.showMenu(p, at) }
	st := w.parts.Tuner.Current()
	p.nav = navigate.New(st.Pages, st.Directory, p, navigate.Config{
		Turning: true, Every: w.every(), Do: w.parts.Do, Now: w.parts.Now,
	})
	p.tile.SetCaption(caption(number, st.Directory.Name(number), 0, 0))
	return p
}

func (p *page) begin() { p.nav.Run(p.nav.GoTo(teletext.Place{Page: p.number})) }

// retune switches to the page of another service, and clears the one before.
func (p *page) retune(to *station.Station) {
	p.scene = navigate.Scene{}
	p.view.SetSheet(pageview.Sheet{})
	p.nav.Retune(to.Pages, to.Directory)
	p.Changed()
	p.begin()
}

// open opens the page at its current subpage.
func (p *page) open() {
	place := teletext.Place{Page: p.number}
	if shown := p.nav.Shown(); shown.Page == p.number {
		place = shown
	}
	p.wall.parts.Open(place)
}

// draw draws the page in the current look: sharp, or, if it is too small for that to be legible, as a scaled down
// picture.
func (p *page) draw() {
	s := p.scene
	if s.Grid == nil {
		return
	}
	set := p.wall.parts.Box.Get().Look
	palette, _ := render.PaletteNamed(set.Palette)
	look := render.Look{Colours: palette.Colours}
	sheet := pageview.Sheet{Place: teletext.Address(s.Page, s.Subpage), Grid: s.Grid}
	sharp := p.view.Size().Width*p.wall.win.Canvas().Scale() >= render.PictureWidth
	if !sharp {
		sheet.Picture = render.Paletted(s.Grid[:], image.Pt(render.PictureWidth, render.PictureHeight), look)
	}
	p.view.SetSheet(sheet)
	p.view.SetDisplay(pageview.Display{Sharp: sharp, Look: look, FourToThree: set.FourToThree})
}

// Show shows a subpage.
func (p *page) Show(s navigate.Scene) {
	p.scene = s
	p.draw()
	p.Changed()
}

// Changed updates the caption.
func (p *page) Changed() {
	name := p.nav.Directory().Name(p.number)
	if doc := p.nav.Document(); doc != nil {
		name = strings.TrimSpace(doc.Name)
	}
	position, count := p.nav.Subpages()
	p.tile.SetCaption(caption(p.number, name, position, count))
}

// Fail shows a message in place of the page, while there is none.
func (p *page) Fail(f browse.Failure) {
	p.view.SetMessage(words.FailureMessage(f, p.wall.parts.Tuner.Calendar(p.wall.parts.Now())).Sentence)
}

// Reject does nothing: no key was pressed.
func (p *page) Reject(browse.Reason) {}

// Settle does nothing.
func (p *page) Settle() {}

// Arrived does nothing: pages on a wall do not count as visited.
func (p *page) Arrived(navigate.Scene, int) {}

// Attention returns how visible the wall is.
func (p *page) Attention() navigate.Attention { return p.wall.attention() }
