package lists

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
)

var (
	_ fyne.Tappable          = (*List)(nil)
	_ fyne.SecondaryTappable = (*List)(nil)
	_ fyne.Draggable         = (*List)(nil)
	_ desktop.Hoverable      = (*List)(nil)
	_ desktop.Mouseable      = (*List)(nil)
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

var noDrag = rowDrag{row: core.None}

// MouseIn is called when the pointer comes over the list.
func (l *List) MouseIn(e *desktop.MouseEvent) { l.hover(e.Position) }

// MouseMoved is called when the pointer moves over the list.
func (l *List) MouseMoved(e *desktop.MouseEvent) { l.hover(e.Position) }

// MouseOut is called when the pointer leaves the list.
func (l *List) MouseOut() { l.setHovered(core.None, core.None) }

func (l *List) hover(p fyne.Position) {
	l.pointer = p.Y - l.scroll.Offset.Y
	row := l.rowAt(p.Y)
	l.setHovered(row, l.toolAt(row, p.X))
}

// tools are those of a row while the pointer is over it.
func (l *List) tools(row int) []Tool {
	if row == core.None {
		return nil
	}
	return l.Row(row).tools(l.changeable)
}

// toolAt is the tool of a row at a place, or none.
func (l *List) toolAt(row int, x float32) int {
	tools := l.tools(row)
	i := int((x - l.toolsLeft(tools)) / toolWidth)
	if x < l.toolsLeft(tools) || i >= len(tools) {
		return core.None
	}
	return i
}

func (l *List) toolsLeft(tools []Tool) float32 {
	return l.Size().Width - float32(len(tools))*toolWidth
}

func (l *List) setHovered(row, tool int) {
	if l.hovered == row && l.overTool == tool {
		return
	}
	l.hovered, l.overTool = row, tool
	l.Update()
	l.tips.Hide()
	switch {
	case tool != core.None:
		tools := l.tools(row)
		left := l.toolsLeft(tools) + float32(tool)*toolWidth
		l.tips.OfferAt(l, fyne.NewPos(left, l.Top(row)), fyne.NewSize(toolWidth, l.heightOf(row)), tools[tool].Tip)
	case row != core.None && l.renderer.rowObject(row).title.Cut():
		l.tips.OfferAt(l, fyne.NewPos(0, l.Top(row)), fyne.NewSize(l.Size().Width, l.heightOf(row)), l.Row(row).Title)
	}
}

// Tapped opens the row that is clicked, folds a heading, or uses a tool.
func (l *List) Tapped(e *fyne.PointEvent) { l.click(l.rowAt(e.Position.Y), e.Position.X) }

// TappedSecondary opens the menu of a row.
func (l *List) TappedSecondary(e *fyne.PointEvent) {
	if row := l.rowAt(e.Position.Y); row != core.None && l.actions.Menu != nil {
		l.tips.Hide()
		l.takeKeys()
		l.GoTo(row)
		l.actions.Menu(row, e.AbsolutePosition)
	}
}

func (l *List) click(row int, x float32) {
	l.takeKeys()
	tool := l.toolAt(row, x)
	switch {
	case row == core.None:
	case tool != core.None && l.changeable:
		l.remove(row)
	case tool != core.None:
		l.tips.Hide()
		l.GoTo(row)
		l.actions.Tool(row, tool, l.below(row))
	case l.Row(row).Heading:
		l.GoTo(row)
		l.actions.Fold(row)
	default:
		l.tips.Hide()
		l.GoTo(row)
		if l.actions.Pick != nil {
			l.actions.Pick(row)
		} else {
			l.actions.Open(row)
		}
	}
}

// takeKeys gives the list the keyboard.
func (l *List) takeKeys() {
	if c := core.CanvasOf(l); c != nil {
		c.Focus(l)
	}
}

// below is the right end of a row's foot in the window, where a menu of it opens.
func (l *List) below(row int) fyne.Position {
	pos := fyne.CurrentApp().Driver().AbsolutePositionForObject(l)
	return pos.AddXY(l.Size().Width, l.Top(row+1))
}

// MouseDown takes hold of a row.
func (l *List) MouseDown(e *desktop.MouseEvent) {
	l.endDrag()
	if e.Button == desktop.MouseButtonPrimary {
		l.drag.row, l.drag.from = l.rowAt(e.Position.Y), e.Position
	}
}

// MouseUp is called when the button is let go.
func (l *List) MouseUp(*desktop.MouseEvent) {}

// Dragged moves the row that is held, and scrolls at the edges of what is in view.
func (l *List) Dragged(e *fyne.DragEvent) {
	const least = 6 // a hand that clicks is not quite still
	l.pointer = e.Position.Y - l.scroll.Offset.Y
	held := l.drag.row != core.None && l.changeable && !l.Row(l.drag.row).Heading
	if !held || !l.drag.moving && max(e.Position.Y-l.drag.from.Y, l.drag.from.Y-e.Position.Y) < least {
		return
	}
	l.tips.Hide()
	l.drag.moving = true
	l.aim()
	l.scrollAtEdge()
}

// aim finds where the row that is held will stand: before the first row whose middle is below the pointer.
func (l *List) aim() {
	y := l.scroll.Offset.Y + l.pointer
	gap := 0
	for gap < l.Count() && (l.Top(gap)+l.Top(gap+1))/2 < y {
		gap++
	}
	l.drag.gap = gap
	l.Update()
}

// scrollAtEdge scrolls while the pointer is at an edge of what is in view or beyond.
func (l *List) scrollAtEdge() {
	const edge, speed = 22, 320 // speed in a second
	height := l.scroll.Size().Height
	up, down := l.pointer < edge, l.pointer > height-edge
	if l.drag.scroll != nil && (up || down) && up == l.drag.up {
		return
	}
	l.stopScrolling()
	begin, end := l.scroll.Offset.Y, float32(0)
	if down {
		end = max(0, l.end()-height)
	}
	if !up && !down || begin == end {
		return
	}
	l.drag.up = up
	seconds := max(begin-end, end-begin) / speed
	l.drag.scroll = fyne.NewAnimation(time.Duration(seconds*float32(time.Second)), func(done float32) {
		if l.drag.moving {
			l.ScrollTo(begin + (end-begin)*done)
			l.aim()
		}
	})
	l.drag.scroll.Curve = fyne.AnimationLinear
	l.drag.scroll.Start()
}

func (l *List) stopScrolling() {
	if l.drag.scroll != nil {
		l.drag.scroll.Stop()
		l.drag.scroll = nil
	}
}

// DragEnd puts the row down. If it was not moved, and the pointer is still on it, it was a click.
func (l *List) DragEnd() {
	d := l.drag
	l.endDrag()
	if !d.moving {
		if d.row != core.None && d.row == l.rowAt(l.scroll.Offset.Y+l.pointer) {
			l.click(d.row, d.from.X)
		}
		return
	}
	to := d.gap
	if to > d.row {
		to-- // it leaves its own place
	}
	l.enter(d.row)
	l.Update()
	if to != d.row {
		l.actions.Move(d.row, to)
	}
}

// endDrag lets go of what is held.
func (l *List) endDrag() {
	l.stopScrolling()
	l.drag = noDrag
}
