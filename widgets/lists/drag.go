package lists

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A dragging lets the pointer take hold of a row of a list and put it down elsewhere. It marks the place where
// the row will stand, and scrolls at the edges of what is in view.
type dragging struct {
	list  *window[*listRow]
	actor dragActions
	hold  hold
	// landing is the line where the row will stand.
	landing *canvas.Rectangle
}

// dragActions is what a dragging asks and calls back.
type dragActions struct {
	movable func(row int) bool
	// pointed is called with how far below the top of what is in view the pointer is.
	pointed func(y float32)
	// onStart and onDrop are called when a row begins to move, and when it was put down. It was moved before another,
	// gap, which is counted as the rows stand.
	onStart func()
	onDrop  func(row, gap int)
	// clicked is called when a row was held and let go in its place.
	clicked func(row int, x float32)
}

// A hold is a row that the pointer holds and perhaps moves.
type hold struct {
	row     int           // or none
	from    fyne.Position // where the button went down
	moving  bool
	pointer float32 // how far below the top of what is in view the pointer is
	gap     int     // it will stand before this row
	// scroll runs while the pointer rests at an edge of what is in view, and up is its direction.
	scroll *fyne.Animation
	up     bool
}

var nothingHeld = hold{row: core.None}

func newDragging(w *window[*listRow], actor dragActions) *dragging {
	d := &dragging{list: w, actor: actor, landing: canvas.NewRectangle(nil)}
	d.drop()
	return d
}

// MouseDown takes hold of a row.
func (d *dragging) MouseDown(e *desktop.MouseEvent) {
	d.drop()
	if e.Button == desktop.MouseButtonPrimary {
		d.hold.row, d.hold.from = d.list.RowAt(e.Position.Y), e.Position
		d.hold.pointer = e.Position.Y - d.list.Offset()
	}
}

// MouseUp is called when the button is let go.
func (d *dragging) MouseUp(*desktop.MouseEvent) {}

// Dragged moves the row that is held, and scrolls at the edges of what is in view.
func (d *dragging) Dragged(e *fyne.DragEvent) {
	const least = 6 // a hand that clicks is not quite still
	h := &d.hold
	h.pointer = e.Position.Y - d.list.Offset()
	d.actor.pointed(h.pointer)
	held := h.row != core.None && d.actor.movable(h.row)
	if !held || !h.moving && max(e.Position.Y-h.from.Y, h.from.Y-e.Position.Y) < least {
		return
	}
	if !h.moving {
		h.moving = true
		d.actor.onStart()
	}
	d.aim()
	d.scrollAtEdge()
}

// aim finds where the row that is held will stand: before the first row whose middle is below the pointer.
func (d *dragging) aim() {
	w, y := d.list, d.list.Offset()+d.hold.pointer
	gap := 0
	for gap < w.Count() && (w.Top(gap)+w.Top(gap+1))/2 < y {
		gap++
	}
	d.hold.gap = gap
	d.mark()
}

// mark draws the line where the row that is moved will stand.
func (d *dragging) mark() {
	w, h := d.list, &d.hold
	if !h.moving || h.gap == h.row || h.gap == h.row+1 {
		core.Cover(d.landing, fyne.Position{}, fyne.Size{}, theme.Color(theme.ColorNamePrimary))
		return
	}
	y := min(max(w.Top(h.gap)-1, 0), w.end()-2)
	core.Cover(d.landing, fyne.NewPos(Edge, y),
		fyne.NewSize(w.list.Size().Width-2*Edge, 2), theme.Color(theme.ColorNamePrimary))
}

// scrollAtEdge scrolls while the pointer is at an edge of what is in view or beyond.
func (d *dragging) scrollAtEdge() {
	const edge, speed = 22, 320 // speed in a second
	h, height := &d.hold, d.list.scroll.Size().Height
	up, down := h.pointer < edge, h.pointer > height-edge
	if h.scroll != nil && (up || down) && up == h.up {
		return
	}
	d.stopScrolling()
	begin, end := d.list.Offset(), float32(0)
	if down {
		end = max(0, d.list.end()-height)
	}
	if !up && !down || begin == end {
		return
	}
	h.up = up
	seconds := max(begin-end, end-begin) / speed
	h.scroll = fyne.NewAnimation(time.Duration(seconds*float32(time.Second)), func(done float32) {
		if h.moving {
			d.list.ScrollTo(begin + (end-begin)*done)
			d.aim()
		}
	})
	h.scroll.Curve = fyne.AnimationLinear
	h.scroll.Start()
}

func (d *dragging) stopScrolling() {
	if d.hold.scroll != nil {
		d.hold.scroll.Stop()
		d.hold.scroll = nil
	}
}

// DragEnd puts the row down. If it was not moved, and the pointer is still on it, it was a click.
func (d *dragging) DragEnd() {
	h := d.hold
	d.drop()
	switch {
	case h.moving:
		d.actor.onDrop(h.row, h.gap)
	case h.row != core.None && h.row == d.list.RowAt(d.list.Offset()+h.pointer):
		d.actor.clicked(h.row, h.from.X)
	}
}

// drop lets go of what is held.
func (d *dragging) drop() {
	d.stopScrolling()
	d.hold = nothingHeld
	d.mark()
}
