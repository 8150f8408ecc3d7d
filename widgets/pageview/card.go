package pageview

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/widgets/core"
)

// A Preview is the content of a card.
type Preview struct {
	Grid *teletext.Grid
	Look render.Look
	// Name is the page's number and name, and Age its age in words, empty if it is not old.
	Name, Age string
	// Text is the page's text, for screen readers.
	Text string
}

// A card shows a small page with its name and age below it. It takes no events: the view below it does.
type card struct {
	core.Base
	preview Preview
	drawing drawing
}

var _ fyne.Widget = (*card)(nil)

func newCard() *card {
	c := &card{}
	c.drawing = drawing{width: func() float32 { return c.pageSize(c.Size()).Width }, relaid: func() {}}
	c.ExtendBaseWidget(c)
	c.Hide()
	return c
}

const (
	cardEdge   = 1
	cardPad    = 6
	cardLine   = 19
	cardRadius = 6
)

// set shows another page.
func (c *card) set(p Preview) {
	c.preview = p
	c.drawing.sheet = Sheet{Grid: p.Grid}
	c.drawing.display.Look = p.Look
	c.Refresh()
}

// heightFor returns the card's height for a width.
func (c *card) heightFor(width float32) float32 {
	lines := float32(1)
	if c.preview.Age != "" {
		lines = 2
	}
	page := (width - 2*cardEdge) * render.PictureHeight / render.PictureWidth
	return page + 2*cardEdge + lines*cardLine + cardPad
}

// pageSize returns the size of the page on a card.
func (c *card) pageSize(size fyne.Size) fyne.Size {
	width := size.Width - 2*cardEdge
	return fyne.NewSize(width, width*render.PictureHeight/render.PictureWidth)
}

// paint draws the page. If it is too small to be legible when drawn sharp, it is scaled down from a larger picture.
func (c *card) paint(w, h int) image.Image {
	d := &c.drawing
	if d.sheet.Grid != nil && w < render.PictureWidth && d.sheet.Picture == nil {
		d.sheet.Picture = render.Paletted(
			d.sheet.Grid[:], image.Pt(render.PictureWidth, render.PictureHeight), d.display.Look)
	}
	d.display.Sharp = w >= render.PictureWidth
	return d.paint(w, h)
}

// CreateRenderer implements fyne.Widget.
func (c *card) CreateRenderer() fyne.WidgetRenderer {
	r := &cardRenderer{
		card: c, back: canvas.NewRectangle(color.Transparent), page: canvas.NewRaster(c.paint),
		name: core.NewLine(13, theme.ColorNameForeground), age: core.NewLine(11.5, theme.ColorNamePlaceHolder),
	}
	r.page.ScaleMode = canvas.ImageScalePixels
	r.back.CornerRadius, r.back.StrokeWidth = cardRadius, cardEdge
	r.Face = core.Face{r.back, r.page, r.name, r.age}
	r.Refresh()
	return r
}

type cardRenderer struct {
	core.Face
	card      *card
	back      *canvas.Rectangle
	page      *canvas.Raster
	name, age *core.Line
}

// Layout lays out the page above the words.
func (r *cardRenderer) Layout(size fyne.Size) {
	page := r.card.pageSize(size)
	r.back.Resize(size)
	r.page.Resize(page)
	r.page.Move(fyne.NewPos(cardEdge, cardEdge))
	for i, line := range []*core.Line{r.name, r.age} {
		line.Resize(fyne.NewSize(max(0, size.Width-2*cardPad), cardLine))
		line.Move(fyne.NewPos(cardPad, page.Height+2*cardEdge+float32(i)*cardLine+cardPad/2))
	}
}

// MinSize returns zero: the view sets the card's size.
func (r *cardRenderer) MinSize() fyne.Size { return fyne.Size{} }

// Refresh shows the current page.
func (r *cardRenderer) Refresh() {
	r.back.FillColor = theme.Color(theme.ColorNameOverlayBackground)
	r.back.StrokeColor = theme.Color(theme.ColorNameInputBorder)
	r.name.SetText(r.card.preview.Name)
	r.age.SetText(r.card.preview.Age)
	r.back.Refresh()
	r.page.Refresh()
}

// isAhead reports whether a pointer is moving from a position towards the card, is on it, or has hardly moved.
func (c *card) isAhead(from, now fyne.Position) bool {
	way := now.Subtract(from)
	if distance(now, from) <= pointerRests || c.away(now) == 0 {
		return true
	}
	// The ray from from through now hits the card if, for a part of it, both coordinates are within.
	first, last := float32(0), float32(math.MaxFloat32)
	clip := func(from, way, least, most float32) {
		switch {
		case way > 0:
			first, last = max(first, (least-from)/way), min(last, (most-from)/way)
		case way < 0:
			first, last = max(first, (most-from)/way), min(last, (least-from)/way)
		case from < least || from > most:
			last = -1
		}
	}
	at, size := c.Position(), c.Size()
	clip(from.X, way.X, at.X-beside, at.X+size.Width+beside)
	clip(from.Y, way.Y, at.Y-beside, at.Y+size.Height+beside)
	return first <= last && last >= 1 // and the card is not behind the pointer
}

// away returns the distance of a position from the card, 0 on it.
func (c *card) away(p fyne.Position) float32 {
	at, size := c.Position(), c.Size()
	nearest := fyne.NewPos(
		max(at.X, min(p.X, at.X+size.Width)), max(at.Y, min(p.Y, at.Y+size.Height)))
	return distance(p, nearest)
}
