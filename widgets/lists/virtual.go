package lists

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A Virtual is what lists have in common, whatever their rows look like: they scroll, draw the rows in view
// and no others, have a row where the keys are, and know which is below the pointer. A widget embeds it,
// calls Extend, and decides what keys and clicks do. All of it belongs to the UI goroutine.
type Virtual[O fyne.CanvasObject] struct {
	core.Base
	window[O]
	tips *core.Tips

	at      int // the row where the keys are, or none
	focused bool

	hovered, part int     // the row below the pointer and the part of it, or none
	pointer       float32 // how far below the top of what is in view the pointer is
	onHidden      func()  // called when the list is no more drawn

	ring *core.Ring // around the whole list while it has the keyboard and no row
}

// Extend makes this a part of a widget, which embeds it. above lies over the rows.
func (v *Virtual[O]) Extend(w fyne.Widget, tips *core.Tips, content Content[O], above ...fyne.CanvasObject) {
	v.tips, v.at, v.hovered, v.part, v.onHidden = tips, core.None, core.None, core.None, func() {}
	v.ring = core.NewRing(theme.Size(theme.SizeNameInputRadius))
	v.window = window[O]{content: content, list: w, above: above}
	v.ExtendBaseWidget(w)
	v.scroll = container.NewVScroll(w)
	v.scroll.OnScrolled = func(fyne.Position) { v.scrolled() }
}

// Frame is the list's scroll in a container that places the rows whenever its size changes.
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
		l.ShowRow(l.at) // a notice or the player must not hide the row where the user is
	}
}

// CreateRenderer makes what is drawn.
func (v *Virtual[O]) CreateRenderer() fyne.WidgetRenderer {
	v.drawn = true
	v.Update()
	return &windowRenderer[O]{&v.window, func() { v.onHidden() }}
}

// Reset shows other rows, which Content has already, with the keys at one of them and the list scrolled to an
// offset.
func (v *Virtual[O]) Reset(at int, offset float32) {
	v.at = min(at, v.Count()-1)
	v.scroll.Refresh()
	v.ScrollTo(offset)
	v.showRing()
}

// showRing shows where the keyboard is, as long as there is no row for that.
func (v *Virtual[O]) showRing() {
	v.ring.Show(v.focused && v.Count() == 0)
	for _, o := range v.ring.Objects() {
		o.Refresh()
	}
}

// At is the row where the keys are, below 0 where there is none.
func (v *Virtual[O]) At() int { return v.at }

// GoTo moves the keys to a row, or as near to it as there are any, and brings it into view.
func (v *Virtual[O]) GoTo(row int) {
	if v.Count() > 0 {
		v.at = max(0, min(row, v.Count()-1))
		v.ShowRow(v.at)
		v.content.Entered(v.at)
	}
}

// GoByKey moves the keys by a key, and reports whether that was one for it.
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

// StepOn moves the keys to the next row, and reports whether there is one.
func (v *Virtual[O]) StepOn() bool {
	if v.at+1 >= v.Count() {
		return false
	}
	v.GoTo(v.at + 1)
	return true
}

// TakeKeys gives the list the keyboard.
func (v *Virtual[O]) TakeKeys() {
	if c := core.CanvasOf(v.list); c != nil {
		c.Focus(v.list.(fyne.Focusable))
	}
}

// Focused reports whether the list has the keyboard.
func (v *Virtual[O]) Focused() bool { return v.focused }

// FocusGained is called when the list gets the keyboard.
func (v *Virtual[O]) FocusGained() {
	v.focused = true
	v.showRing()
	v.Update()
}

// FocusLost is called when the list loses the keyboard.
func (v *Virtual[O]) FocusLost() {
	v.focused = false
	v.showRing()
	v.Update()
}

// Hovered is the row below the pointer, or none.
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

// scrolled is called when other rows are in view.
func (v *Virtual[O]) scrolled() {
	if v.hovered != core.None {
		v.hovered = v.RowAt(v.Offset() + v.pointer)
		v.tips.Hide()
	}
	v.Update()
}
