package window

import (
	"fyne.io/fyne/v2"
	toolkit "fyne.io/fyne/v2/driver/desktop"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/ui/loop"
	"sextant/app/words"
)

// panelStep is how far a key moves the edge of a panel, in the toolkit's units.
const panelStep = 20

// A widening is how much the window was widened for a panel, and its size since.
type widening struct {
	by   float32
	size fyne.Size
}

// dragEdge moves the edge between the page and the panel, and keepEdge saves its position.
func (p *panels) dragEdge(by float32) {
	p.window.layout.dragEdge(by)
	p.window.Relayout()
}

func (p *panels) keepEdge() {
	width := p.window.layout.side
	p.remember(func(s *settings.Window) { s.PanelWidth = width })
}

// stepEdge moves the edge by a key, or shows why there is none.
func (p *panels) stepEdge(by float32) {
	if !p.besidePage() {
		p.window.Mention(words.Sentence(say.Text("panel.width.why")))
		return
	}
	p.dragEdge(by)
	p.keepEdge()
}

// besidePage reports whether a panel is open beside the page, so that it has an edge.
func (p *panels) besidePage() bool {
	return (p.finder().Visible() || p.downloads().Visible()) && !p.pageCovered()
}

// widen widens the window for a panel that is about to open, if the page would become smaller than its picture and the
// screen has room.
func (p *panels) widen() {
	w := p.window
	size, side := w.Canvas().Size(), w.layout.leastBeside()
	if p.full || p.finder().Visible() || p.downloads().Visible() || !isNarrowBeside(size.Width, side) {
		return
	}
	maximised, placed, left, top := loop.PlaceOf(w.win)
	room := loop.Room()
	if maximised || size.Width+side > room.Width {
		return
	}
	if scale := w.Canvas().Scale(); placed && float32(left)/scale+size.Width+side > room.Width {
		if at, is := w.win.(toolkit.Window); is {
			at.RequestPosition(int((room.Width-size.Width-side)*scale), top)
		}
	}
	wider := fyne.NewSize(size.Width+side, size.Height)
	p.widened = widening{side, wider}
	w.win.Resize(wider)
}

// narrow undoes widen, unless the window has been resized since.
func (p *panels) narrow() {
	by := p.widened
	p.widened = widening{}
	size := p.window.Canvas().Size()
	same := func(a, b float32) bool { return a-b < 2 && b-a < 2 }
	if by.by > 0 && !p.full && same(size.Width, by.size.Width) && same(size.Height, by.size.Height) {
		p.window.win.Resize(fyne.NewSize(size.Width-by.by, size.Height))
	}
}
