package lists

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A dragging handles dragging a row of a list to another place. It marks where the row will be inserted, and scrolls at
// the edges of the view.
type dragging struct {
	list  *window[*listRow]
	actor dragActions
	hold  hold
	// landing is the line where the row will be inserted.
	landing *canvas.Rectangle
}

// dragActions are a dragging's callbacks.
type dragActions struct {
	movable func(row int) bool
	// onHandle reports whether a distance from the left is that of a row's handle.
	onHandle func(row int, x float32) bool
	// pointed is called with the pointer's distance from the top of the view.
	pointed func(y float32)
	// onStart is called when a row starts to move, and onDrop when it was dropped before the row gap, an index in the
	// current order.
	onStart func()
	onDrop  func(row, gap int)
	// clicked is called when a row was pressed and released without being moved.
	clicked func(row int, x float32)
}

// A hold is a row that is pressed and possibly dragged.
type hold struct {
	row     int           // or none
	from    fyne.Position // where the button went down
	moving  bool
	fixed   bool    // it cannot be moved
	pointer float32 // the pointer's distance from the top of the view
	gap     int     // the row before which it will be inserted
	// scroll runs while the pointer is at an edge of the view, and up is its direction.
	scroll *fyne.Animation
	up     bool
}

var nothingHeld = hold{row: core.None}

func newDragging(w *window[*listRow], actor dragActions) *dragging {
	d := &dragging{list: w, actor: actor, landing: canvas.NewRectangle(nil)}
	d.drop()
	return d
}

// MouseDown presses a row.
func (d *dragging) MouseDown(e *desktop.MouseEvent) {
	d.drop()
	if e.Button == desktop.MouseButtonPrimary {
		d.hold.row, d.hold.from = d.list.RowAt(e.Position.Y), e.Position
		d.hold.pointer = e.Position.Y - d.list.Offset()
		d.grip()
	}
}

// grip lets a finger move a row by its handle only, where there are handles. Elsewhere it scrolls.
func (d *dragging) grip() {
	h := &d.hold
	if !core.FingerDown() || !core.HasTouchScreen() || h.row == core.None {
		return
	}
	if h.fixed = !d.actor.onHandle(h.row, h.from.X); !h.fixed {
		core.KeepFinger()
	}
}

// MouseUp does nothing.
func (d *dragging) MouseUp(*desktop.MouseEvent) {}

// Dragged moves the pressed row, and scrolls at the edges of the view.
func (d *dragging) Dragged(e *fyne.DragEvent) {
	if core.FingerScrolls() {
		d.drop()
		return
	}
	const least = 6 // a clicking hand moves a little
	h := &d.hold
	h.pointer = e.Position.Y - d.list.Offset()
	d.actor.pointed(h.pointer)
	held := h.row != core.None && !h.fixed && d.actor.movable(h.row)
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

// aim determines where the row will be inserted: before the first row whose middle is below the pointer.
func (d *dragging) aim() {
	w, y := d.list, d.list.Offset()+d.hold.pointer
	gap := 0
	for gap < w.Count() && (w.Top(gap)+w.Top(gap+1))/2 < y {
		gap++
	}
	d.hold.gap = gap
	d.mark()
}

// mark draws the line where the row will be inserted.
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

// scrollAtEdge scrolls while the pointer is at an edge of the view or beyond.
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

// DragEnd drops the row. If it was not moved, and the pointer is still on it, it was a click.
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

// drop ends the drag.
func (d *dragging) drop() {
	d.stopScrolling()
	d.hold = nothingHeld
	d.mark()
}
