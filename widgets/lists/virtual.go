package lists

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A Virtual is the base of lists with any kind of rows: it scrolls, draws only the rows in view, and tracks the current
// row and the one below the pointer. A widget embeds it, calls Extend, and handles keys and clicks. It belongs to the
// UI goroutine.
type Virtual[O fyne.CanvasObject] struct {
	core.Base
	window[O]
	tips *core.Tips

	at      int // the current row, or none
	focused bool

	hovered, part int     // the row below the pointer and the part of it, or none
	pointer       float32 // the pointer's distance from the top of the view
	onHidden      func()  // called when the list is no longer drawn

	ring   *core.Ring // around the whole list while it is focused and has no rows
	ringed bool
}

// Extend initialises it for the widget that embeds it. above is drawn over the rows.
func (v *Virtual[O]) Extend(w fyne.Widget, tips *core.Tips, content Content[O], above ...fyne.CanvasObject) {
	v.tips, v.at, v.hovered, v.part, v.onHidden = tips, core.None, core.None, core.None, func() {}
	v.ring = core.NewRing(theme.Size(theme.SizeNameInputRadius))
	v.window = window[O]{content: content, list: w, above: above}
	v.ExtendBaseWidget(w)
	v.scroll = core.NewVScroll(w)
	v.scroll.OnScrolled = func(fyne.Position) { v.scrolled() }
}

// Frame returns the list's scroll container, in a container that lays out the rows when its size changes.
func (v *Virtual[O]) Frame() *fyne.Container {
	return container.New(&frame[O]{v}, append([]fyne.CanvasObject{v.scroll}, v.ring.Objects()...)...)
}

type frame[O fyne.CanvasObject] struct{ list *Virtual[O] }

func (*frame[O]) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(120, 60) }

func (f *frame[O]) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	l := f.list
	shrinks := size.Height < l.scroll.Size().Height
	l.scroll.Resize(size)
	l.ring.Put(fyne.Position{}, size)
	l.Update()
	if shrinks && l.at >= 0 && l.at < l.Count() {
		l.ShowRow(l.at) // a smaller view must not hide the current row
	}
}

// CreateRenderer implements fyne.Widget.
func (v *Virtual[O]) CreateRenderer() fyne.WidgetRenderer {
	v.drawn = true
	v.Update()
	return &windowRenderer[O]{&v.window, func() { v.onHidden() }, func() {
		v.showRing()
		v.Update()
	}}
}

// Reset shows the new rows of the Content, and sets the current one and the scroll offset.
func (v *Virtual[O]) Reset(at int, offset float32) {
	v.at = min(at, v.Count()-1)
	v.scroll.Refresh()
	v.ScrollTo(offset)
	v.showRing()
}

// showRing shows the focus ring of the whole list, if it is focused and has no rows.
func (v *Virtual[O]) showRing() {
	before := v.ringed
	v.ringed = v.focused && v.Count() == 0 && core.FocusShown()
	if !before && !v.ringed {
		return
	}
	v.ring.Show(v.ringed)
	for _, o := range v.ring.Objects() {
		o.Refresh()
	}
}

// At returns the current row, negative if there is none.
func (v *Virtual[O]) At() int { return v.at }

// GoTo makes a row, or the nearest one, the current row, and scrolls it into view.
func (v *Virtual[O]) GoTo(row int) {
	if v.Count() > 0 {
		v.at = max(0, min(row, v.Count()-1))
		v.ShowRow(v.at)
		v.content.Entered(v.at)
	}
}

// GoByKey changes the current row by a key, and reports whether it handled the key.
func (v *Virtual[O]) GoByKey(key fyne.KeyName) bool {
	switch key {
	case fyne.KeyUp:
		v.GoTo(v.at - 1)
	case fyne.KeyDown:
		v.GoTo(v.at + 1)
	case fyne.KeyPageUp:
		v.GoTo(v.at - v.screenful())
	case fyne.KeyPageDown:
		v.GoTo(v.at + v.screenful())
	case fyne.KeyHome:
		v.GoTo(0)
	case fyne.KeyEnd:
		v.GoTo(v.Count() - 1)
	default:
		return false
	}
	return true
}

// StepOn goes to the next row, and reports whether there is one.
func (v *Virtual[O]) StepOn() bool {
	if v.at+1 >= v.Count() {
		return false
	}
	v.GoTo(v.at + 1)
	return true
}

// TakeKeys focuses the list.
func (v *Virtual[O]) TakeKeys() {
	if c := core.CanvasOf(v.list); c != nil {
		c.Focus(v.list.(fyne.Focusable))
	}
}

// Focused reports whether the list is focused.
func (v *Virtual[O]) Focused() bool { return v.focused }

// FocusGained is called when the list gets the focus.
func (v *Virtual[O]) FocusGained() {
	v.focused = true
	v.showRing()
	v.Update()
}

// FocusLost is called when the list loses the focus.
func (v *Virtual[O]) FocusLost() {
	v.focused = false
	v.showRing()
	v.Update()
}

// Hovered returns the row below the pointer, or none.
func (v *Virtual[O]) Hovered() int { return v.hovered }

// MouseIn is called when the pointer comes over the list.
func (v *Virtual[O]) MouseIn(e *desktop.MouseEvent) { v.hover(e.Position) }

// MouseMoved is called when the pointer moves over the list.
func (v *Virtual[O]) MouseMoved(e *desktop.MouseEvent) { v.hover(e.Position) }

// MouseOut is called when the pointer leaves the list.
func (v *Virtual[O]) MouseOut() { v.setHovered(core.None, core.None) }

func (v *Virtual[O]) hover(p fyne.Position) {
	v.pointer = p.Y - v.Offset()
	row := v.RowAt(p.Y)
	v.setHovered(row, v.content.Part(row, p.X))
}

func (v *Virtual[O]) setHovered(row, part int) {
	if v.hovered == row && v.part == part {
		return
	}
	v.hovered, v.part = row, part
	v.Update()
	v.tips.Hide()
	if row != core.None {
		text, left, width := v.content.Tip(row, part)
		v.tips.OfferAt(v.list, fyne.NewPos(left, v.Top(row)), fyne.NewSize(width, v.height(row)), text)
	}
}

// scrolled is called when the rows in view have changed. A row that a key has brought below the resting pointer is not
// hovered.
func (v *Virtual[O]) scrolled() {
	if v.hovered != core.None {
		v.hovered = v.RowAt(v.Offset() + v.pointer)
		if v.placed {
			v.hovered, v.part = core.None, core.None
		}
		v.tips.Hide()
	}
	v.Update()
}
