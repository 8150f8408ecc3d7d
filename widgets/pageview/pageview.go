package pageview

import (
	"image"
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/widgets/core"
)

// A Sheet is a subpage as a page view shows it: the service's picture, its cells, and what in them leads
// elsewhere. Either of the first two may be missing.
type Sheet struct {
	// Place names the subpage, so that its next version is known to be one.
	Place   string
	Picture image.Image
	Grid    *teletext.Grid
	Links   []teletext.Link
}

// A Display says how a page view shows its sheet.
type Display struct {
	// Sharp draws the cells rather than the service's picture.
	Sharp bool
	// Look is how cells are drawn, over the picture too where they flash or are revealed.
	Look render.Look
	// FourToThree gives the page the shape of an old television rather than its own.
	FourToThree bool
	Zoom        Zoom
	// ShowHeader puts Header above the page as row 0.
	ShowHeader bool
	Header     teletext.Row
}

// Zoom is the part of the page that fills the view.
type Zoom int

// The parts.
const (
	WholePage Zoom = iota
	UpperHalf
	LowerHalf
)

// Actions is what a page view calls back.
type Actions struct {
	// Pointer: the pointer moved over the view.
	Pointer func()
	// Follow: a link was chosen.
	Follow func(teletext.Link)
	// Name says where a link leads.
	Name func(teletext.Link) string
	// Menu: the menu was asked for, at a place on the canvas.
	Menu func(fyne.Position)
	// Keys takes the keys that the view has no use for.
	Keys core.Keys
}

// A View shows a subpage as large as it fits and sharp at any size, on black: the service's picture,
// or drawn from its cells. On it links can be clicked, or walked through with Tab and Enter, and text
// can be selected. Before the first sheet it shows a message.
type View struct {
	widget.BaseWidget
	tips    *core.Tips
	actions Actions

	sheet     Sheet
	display   Display
	message   string
	hidePoint bool
	canvas    pageCanvas

	renderer *viewRenderer

	hovered   int // index of a link, or none
	focused   bool
	walked    int // index of the link that Tab has come to, or none
	selection selection
	marks     pageMarks
}

var _ fyne.Widget = (*View)(nil)

// New makes an empty view.
func New(tips *core.Tips, actions Actions) *View {
	v := &View{tips: tips, actions: actions, hovered: core.None, walked: core.None}
	v.ExtendBaseWidget(v)
	return v
}

// SetSheet shows a sheet. Where it is of the same place as the one before, the selection stays and so does
// the link that Tab has come to, if it is still there; marks stay where the cells are the same.
func (v *View) SetSheet(s Sheet) {
	before := v.sheet
	same := s.Grid != nil && before.Grid != nil && *s.Grid == *before.Grid && slices.Equal(s.Links, before.Links)
	v.sheet, v.message = s, ""
	if same && s.Picture == before.Picture {
		return
	}
	if !same {
		v.marks = pageMarks{}
		v.walked, v.hovered = keptLink(before, v.walked, s), keptLink(before, v.hovered, s)
		if v.hovered == core.None {
			v.tips.Hide()
		}
		if s.Place == "" || s.Place != before.Place {
			v.selection = selection{}
		}
	}
	v.Refresh()
}

// keptLink finds the link of a sheet on the next one of the same place.
func keptLink(before Sheet, link int, s Sheet) int {
	if link == core.None || s.Place == "" || s.Place != before.Place {
		return core.None
	}
	return slices.Index(s.Links, before.Links[link])
}

// SetDisplay changes how the sheet is shown.
func (v *View) SetDisplay(d Display) {
	if v.display == d {
		return
	}
	v.display = d
	v.Refresh()
}

// SetMessage shows a text while there is no sheet.
func (v *View) SetMessage(text string) {
	if !v.empty() || v.message == text {
		return
	}
	v.message = text
	v.Refresh()
}

func (v *View) empty() bool { return v.sheet.Picture == nil && v.sheet.Grid == nil }

// Draws tells whether the view draws the cells itself: because it is to, or for want of a picture.
func (v *View) Draws() bool {
	return v.sheet.Grid != nil && (v.display.Sharp || v.sheet.Picture == nil)
}

// CreateRenderer makes what is drawn.
func (v *View) CreateRenderer() fyne.WidgetRenderer {
	r := &viewRenderer{view: v, raster: canvas.NewRaster(v.paint), message: core.NewCanvasText(15), hover: outline(0), ring: [2]*canvas.Rectangle{outline(ringWidth), outline(ringWidth)}}
	r.message.Alignment = fyne.TextAlignCenter
	r.message.Color = theme.Color(theme.ColorNamePlaceHolder)
	for i := range r.selected {
		r.selected[i] = canvas.NewRectangle(color.Transparent)
	}
	r.marks = container.NewWithoutLayout()
	r.objects = []fyne.CanvasObject{r.raster, r.marks}
	for _, m := range r.selected {
		r.objects = append(r.objects, m)
	}
	r.objects = append(r.objects, r.hover, r.ring[0], r.ring[1], r.message)
	v.renderer = r
	return r
}

func outline(width float32) *canvas.Rectangle {
	o := canvas.NewRectangle(color.Transparent)
	o.CornerRadius, o.StrokeWidth = 2, width
	return o
}

type viewRenderer struct {
	view     *View
	raster   *canvas.Raster
	marks    *fyne.Container // what pageMarks draws
	selected [teletext.Rows]*canvas.Rectangle
	hover    *canvas.Rectangle    // a wash over the link below the pointer
	ring     [2]*canvas.Rectangle // around the link where the keys are: dark, and light inside that
	message  *canvas.Text
	objects  []fyne.CanvasObject
}

func (r *viewRenderer) Destroy() {}

func (r *viewRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *viewRenderer) MinSize() fyne.Size { return fyne.NewSize(200, 126) }

func (r *viewRenderer) Layout(size fyne.Size) {
	r.raster.Resize(size)
	r.marks.Resize(size)
	height := r.message.MinSize().Height
	r.message.Resize(fyne.NewSize(size.Width, height))
	r.message.Move(fyne.NewPos(0, (size.Height-height)/2))
	r.overlays()
}

func (r *viewRenderer) Refresh() {
	core.SetCanvasText(r.message, r.view.message)
	r.message.Refresh()
	r.raster.Refresh()
	r.overlays()
}

// overlays lays the outlines of links and the marks of the selection over the page.
func (r *viewRenderer) overlays() {
	v := r.view
	r.outline(r.hover, v.hovered, 0, color.Transparent, v.wash())
	walked := core.None
	if v.focused {
		walked = v.walked
	}
	r.outline(r.ring[0], walked, 2*ringWidth, ringDark, color.Transparent)
	r.outline(r.ring[1], walked, ringWidth, ringLight, color.Transparent)
	spans := v.selection.spans(v.sheet.Grid)
	for i, m := range r.selected {
		if i >= len(spans) {
			core.Cover(m, fyne.Position{}, fyne.Size{}, color.Transparent)
			continue
		}
		pos, size := v.placeSpan(spans[i])
		core.Cover(m, pos, size, core.SelectionColour)
	}
	r.drawMarks()
}

// placeSpan is where a stretch of a row is in the view, with its lower half where it is tall.
func (v *View) placeSpan(s teletext.Span) (fyne.Position, fyne.Size) {
	height := 1
	if g := v.sheet.Grid; g != nil && s.Row+1 < teletext.Rows && g.Covered(s.Row+1) {
		height = 2
	}
	return v.place(s.Row, height, s.From, s.Before)
}

// A link below the pointer is washed over, quietly but on all of a page's colours; the one where the keys are
// has a ring of two tones, of which at least one is far from any colour of a page.
var (
	lightWash = color.NRGBA{0xFF, 0xFF, 0xFF, 0x48}
	darkWash  = color.NRGBA{0x00, 0x00, 0x00, 0x48}
	ringDark  = color.NRGBA{0x10, 0x10, 0x10, 0xFF}
	ringLight = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
)

const ringWidth = 2

// wash is what lies over the link below the pointer: dark on a light background, and light on a dark one.
func (v *View) wash() color.Color {
	if g := v.sheet.Grid; g != nil && v.hovered != core.None && v.hovered < len(v.sheet.Links) {
		l := v.sheet.Links[v.hovered]
		switch g[l.Row][l.From].Bg {
		case teletext.Green, teletext.Yellow, teletext.Cyan, teletext.White:
			return darkWash
		}
	}
	return lightWash
}

// outline lays a rectangle around a link, so far outside of its cells.
func (r *viewRenderer) outline(o *canvas.Rectangle, link int, outside float32, edge, fill color.Color) {
	if link == core.None || link >= len(r.view.sheet.Links) {
		o.StrokeColor = color.Transparent
		core.Cover(o, fyne.Position{}, fyne.Size{}, color.Transparent)
		return
	}
	l := r.view.sheet.Links[link]
	pos, size := r.view.place(l.Row, l.Height, l.From, l.Before)
	o.StrokeColor = edge
	core.Cover(o, pos.SubtractXY(outside, outside), size.AddWidthHeight(2*outside, 2*outside), fill)
}
