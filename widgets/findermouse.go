package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

var (
	_ fyne.Tappable     = (*finderList)(nil)
	_ fyne.Draggable    = (*finderList)(nil)
	_ desktop.Hoverable = (*finderList)(nil)
	_ desktop.Mouseable = (*finderList)(nil)
)

// A rowDrag is a row that the pointer holds and perhaps moves.
type rowDrag struct {
	row    int           // or none
	from   fyne.Position // where the button went down
	moving bool
	gap    int // it will stand before this row
	// scroll runs while the pointer rests at an edge of what is in view, and up is its direction.
	scroll *fyne.Animation
	up     bool
}

var noDrag = rowDrag{row: none}

// MouseIn is called when the pointer comes over the list.
func (l *finderList) MouseIn(e *desktop.MouseEvent) { l.hover(e.Position) }

// MouseMoved is called when the pointer moves over the list.
func (l *finderList) MouseMoved(e *desktop.MouseEvent) { l.hover(e.Position) }

// MouseOut is called when the pointer leaves the list.
func (l *finderList) MouseOut() { l.setHovered(none, false) }

func (l *finderList) hover(p fyne.Position) {
	l.pointer = p.Y - l.scroll.Offset.Y
	row := l.rowAt(p.Y)
	l.setHovered(row, row != none && l.isRemove(row, p.X))
}

// isRemove tells whether a click in a row removes it.
func (l *finderList) isRemove(row int, x float32) bool {
	return l.changeable && !l.rows[row].Heading && x >= l.Size().Width-removeWidth
}

func (l *finderList) setHovered(row int, overRemove bool) {
	if l.hovered == row && l.overRemove == overRemove {
		return
	}
	l.hovered, l.overRemove = row, overRemove
	l.place()
	l.tips.Hide()
	switch {
	case overRemove:
		size := fyne.NewSize(removeWidth, l.rows[row].height())
		l.tips.OfferAt(l, fyne.NewPos(l.Size().Width-removeWidth, l.tops[row]), size, "Remove (Delete)")
	case row != none && l.renderer.rowObject(row).title.cut():
		l.tips.OfferAt(l, fyne.NewPos(0, l.tops[row]), fyne.NewSize(l.Size().Width, l.rows[row].height()), l.rows[row].Title)
	}
}

// Tapped opens the page that is clicked, folds a heading, or removes a row.
func (l *finderList) Tapped(e *fyne.PointEvent) { l.click(l.rowAt(e.Position.Y), e.Position.X) }

func (l *finderList) click(row int, x float32) {
	switch {
	case row == none:
	case l.isRemove(row, x):
		l.remove(row)
	case l.rows[row].Heading:
		l.actions.fold(row)
	default:
		l.tips.Hide()
		l.setAt(row)
		l.actions.open(row)
		l.actions.keys.Leave()
	}
}

// MouseDown takes hold of a row.
func (l *finderList) MouseDown(e *desktop.MouseEvent) {
	l.endDrag()
	if e.Button == desktop.MouseButtonPrimary {
		l.drag.row, l.drag.from = l.rowAt(e.Position.Y), e.Position
	}
}

// MouseUp is called when the button is let go.
func (l *finderList) MouseUp(*desktop.MouseEvent) {}

// Dragged moves the row that is held, and scrolls at the edges of what is in view.
func (l *finderList) Dragged(e *fyne.DragEvent) {
	const least = 6 // a hand that clicks is not quite still
	l.pointer = e.Position.Y - l.scroll.Offset.Y
	held := l.drag.row != none && l.changeable && !l.rows[l.drag.row].Heading
	if !held || !l.drag.moving && max(e.Position.Y-l.drag.from.Y, l.drag.from.Y-e.Position.Y) < least {
		return
	}
	l.tips.Hide()
	l.drag.moving = true
	l.aim()
	l.scrollAtEdge()
}

// aim finds where the row that is held will stand: before the first row whose middle is below the pointer.
func (l *finderList) aim() {
	y := l.scroll.Offset.Y + l.pointer
	gap := 0
	for gap < len(l.rows) && (l.tops[gap]+l.tops[gap+1])/2 < y {
		gap++
	}
	l.drag.gap = gap
	l.place()
}

// scrollAtEdge scrolls while the pointer is at an edge of what is in view or beyond.
func (l *finderList) scrollAtEdge() {
	const edge, speed = 22, 320 // speed in a second
	height := l.scroll.Size().Height
	up, down := l.pointer < edge, l.pointer > height-edge
	if l.drag.scroll != nil && (up || down) && up == l.drag.up {
		return
	}
	l.stopScrolling()
	begin, end := l.scroll.Offset.Y, float32(0)
	if down {
		end = max(0, l.tops[len(l.rows)]-height)
	}
	if !up && !down || begin == end {
		return
	}
	l.drag.up = up
	seconds := max(begin-end, end-begin) / speed
	l.drag.scroll = fyne.NewAnimation(time.Duration(seconds*float32(time.Second)), func(done float32) {
		if l.drag.moving {
			l.scrollTo(begin + (end-begin)*done)
			l.aim()
		}
	})
	l.drag.scroll.Curve = fyne.AnimationLinear
	l.drag.scroll.Start()
}

func (l *finderList) stopScrolling() {
	if l.drag.scroll != nil {
		l.drag.scroll.Stop()
		l.drag.scroll = nil
	}
}

// DragEnd puts the row down. If it was not moved, and the pointer is still on it, it was a click.
func (l *finderList) DragEnd() {
	d := l.drag
	l.endDrag()
	if !d.moving {
		if d.row != none && d.row == l.rowAt(l.scroll.Offset.Y+l.pointer) {
			l.click(d.row, d.from.X)
		}
		return
	}
	to := d.gap
	if to > d.row {
		to-- // it leaves its own place
	}
	l.at = d.row
	l.place()
	if to != d.row {
		l.actions.move(d.row, to)
	}
}

// endDrag lets go of what is held.
func (l *finderList) endDrag() {
	l.stopScrolling()
	l.drag = noDrag
}
