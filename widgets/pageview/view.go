package pageview

import (
	"image"
	"slices"
	"time"

	"fyne.io/fyne/v2"

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
	// Intend, which may be nil: a link is likely to be followed.
	Intend func(teletext.Link)
	// Peek, which may be nil, asks for the page behind a link, to be given to ShowPreview; keyed, by a key.
	Peek func(l teletext.Link, keyed bool)
	// Name says where a link leads.
	Name func(teletext.Link) string
	// Menu: the menu was asked for in a row, -1 for none, at a place on the canvas, and LinkMenu that of a link.
	Menu     func(row int, at fyne.Position)
	LinkMenu func(teletext.Link, fyne.Position)
	// Selected, which may be nil: other cells are selected, or none any more.
	Selected func()
	// WatchRow, which may be nil, asks for a notification when a row changes.
	WatchRow func(row int)
	// Turn: the wheel was turned, to the next subpage or the one before. Swipe: a finger went over the page, to the
	// next page or the one before; it is nil where there is no screen to be touched.
	Turn, Swipe func(forward bool)
	// About, which may be nil, says more of the page to those who do not see it.
	About func() About
	// Now is the time.
	Now func() time.Time
	// Keys takes the keys that the view has no use for.
	Keys core.Keys
}

// A View shows a subpage as large as it fits and sharp at any size, on black: the service's picture,
// or drawn from its cells. On it links can be clicked, or walked through with Tab and Enter, and text
// can be selected. Before the first sheet it shows a message. All of it belongs to the UI goroutine.
type View struct {
	core.Base
	drawing
	links
	selecting
	tips    *core.Tips
	actions Actions

	message   string
	focused   bool
	wheel     wheel
	finger    finger
	longPress core.Delay // until a finger that rests asks for the menu
	peek      peeking
	marks     marked
	described pageWords
	renderer  *viewRenderer
}

var _ fyne.Widget = (*View)(nil)

// New makes an empty view. actions are called on the UI goroutine.
func New(tips *core.Tips, actions Actions) *View {
	v := &View{tips: tips, actions: actions}
	v.drawing = drawing{width: func() float32 { return v.Size().Width }, relaid: func() { tips.Do(v.followPage) }}
	v.links = links{
		page: &v.drawing, view: v, tips: tips, actions: &v.actions,
		changed: v.mark, hovered: core.None, walked: core.None,
	}
	v.selecting = selecting{page: &v.drawing, remark: func() {
		v.mark()
		if actions.Selected != nil {
			actions.Selected()
		}
	}}
	v.intent.Do, v.longPress.Do = tips.Do, tips.Do
	v.peek = peeking{links: &v.links, card: newCard(), repaint: v.repaint, rest: core.Delay{Do: tips.Do}}
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
	v.described.forget()
	if !same {
		v.peek.end()
		v.marks = marked{}
		v.keep(before, s)
		if s.Place == "" || s.Place != before.Place {
			v.selection = selection{}
		}
	}
	v.Refresh()
}

// SetDisplay changes how the sheet is shown.
func (v *View) SetDisplay(d Display) {
	if v.display == d {
		return
	}
	if d.Zoom != v.display.Zoom {
		v.peek.end()
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

// followPage lets what lies over the page go with it; another part of it may be below the pointer now.
func (v *View) followPage() {
	v.setHovered(core.None)
	v.peek.end()
	v.mark()
}

// mark redraws outlines and selection, and not the page.
func (v *View) mark() {
	if v.renderer != nil {
		v.renderer.overlays()
	}
}
