package pageview

import (
	"image"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/widgets/core"
)

// A Sheet is the content of a page view: the service's picture of a subpage, its cells, and its links. Either of the
// first two may be missing.
type Sheet struct {
	// Place identifies the subpage, to recognise its next version.
	Place   string
	Picture image.Image
	Grid    *teletext.Grid
	Links   []teletext.Link
}

// A Display says how a page view shows its sheet.
type Display struct {
	// Sharp draws the cells instead of the service's picture.
	Sharp bool
	// Look is how cells are drawn, also on top of the picture if they flash or are revealed.
	Look render.Look
	// FourToThree shows the page in the aspect ratio of an old television.
	FourToThree bool
	Zoom        Zoom
	// ShowHeader shows Header above the page as row 0.
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

// Actions are a page view's callbacks.
type Actions struct {
	// Pointer is called when the pointer moves over the view.
	Pointer func()
	// Follow is called when a link is opened.
	Follow func(teletext.Link)
	// Intend, which may be nil, is called when a link is likely to be followed.
	Intend func(teletext.Link)
	// Peek, which may be nil, requests the target of a link for ShowPreview; keyed is set if a key asked for it.
	Peek func(l teletext.Link, keyed bool)
	// Name returns the target of a link in words.
	Name func(teletext.Link) string
	// Menu is called to open the menu for a row, -1 for none, at a position on the canvas, and LinkMenu that of a link.
	Menu     func(row int, at fyne.Position)
	LinkMenu func(teletext.Link, fyne.Position)
	// Selected, which may be nil, is called when the selection has changed.
	Selected func()
	// Row, which may be nil, returns the actions of a row for screen readers.
	Row func(row int) []access.Action
	// Turn goes to the next subpage or the one before, by the wheel. Swipe goes to the next page or the one before, by
	// a finger; it is nil without a touch screen.
	Turn, Swipe func(forward bool)
	// About, which may be nil, returns the accessible description of the page.
	About func() About
	// Now returns the time.
	Now func() time.Time
	// Keys gets the keys that the view does not handle.
	Keys core.Keys
}

// A View shows a subpage as large as it fits and sharp at any size, on black: the service's picture, or drawn from its
// cells. Links can be clicked, or reached with Tab and Enter, and text can be selected. Before the first sheet it shows
// a message. It belongs to the UI goroutine.
type View struct {
	core.Base
	drawing
	links
	selecting
	tips    *core.Tips
	actions Actions

	message   string
	focused   bool
	wheel     core.Notches
	finger    finger
	longPress core.Delay // until a resting finger opens the menu
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

// SetSheet shows a sheet. If its place is that of the one before, the selection stays, and so does the focused link, if
// it still exists; marks stay if the cells are the same.
func (v *View) SetSheet(s Sheet) {
	before := v.sheet
	sameCells := s.Grid != nil && before.Grid != nil && *s.Grid == *before.Grid
	same := sameCells && slices.Equal(s.Links, before.Links)
	v.sheet, v.message = s, ""
	if same && s.Picture == before.Picture {
		return
	}
	v.described.forget()
	if !same {
		v.peek.end()
		if !sameCells || s.Place != before.Place {
			v.marks = marked{}
		}
		v.keep(before, s)
		if s.Place == "" || s.Place != before.Place {
			v.selection = selection{}
		}
	}
	v.Refresh()
}

// SetDisplay sets how the sheet is shown.
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

// SetAround sets the height of the room for the view and the bars that come and go, and of those that are hidden now,
// above and below the view. The page stays where it is when they appear, if it is not smaller for it; with keep it also
// leaves the room below free where it is smaller for it. It returns the distances of the top and of the bottom of the
// page's last row from the bottom of the view.
func (v *View) SetAround(room, above, below float32, keep bool) (top, bottom float32) {
	if is := (around{room, above, below, keep}); is != v.around {
		v.around = is
		v.Refresh()
	}
	return v.lastRow(v.Size())
}

// SetMessage shows a text while there is no sheet.
func (v *View) SetMessage(text string) {
	if !v.empty() || v.message == text {
		return
	}
	v.message = text
	v.Refresh()
}

// followPage updates the overlays after the page has moved or changed, and the link below the pointer.
func (v *View) followPage() {
	v.setHovered(core.None)
	v.peek.end()
	v.mark()
}

// mark redraws outlines and selection, without the page.
func (v *View) mark() {
	if v.renderer != nil {
		v.renderer.overlays()
	}
}
