package lists

import (
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

// tools returns the tools of a row while the pointer is over it.
func (l *List) tools(row int) []Tool {
	if row == core.None {
		return nil
	}
	return l.Row(row).tools(l.changeable)
}

// toolAt returns the tool of a row at a position, or none.
func (l *List) toolAt(row int, x float32) int {
	tools := l.tools(row)
	left := toolsLeft(tools, l.toolsEnd(row))
	i := int((x - left) / toolWidth)
	if x < left || i >= len(tools) {
		return core.None
	}
	return i
}

// toolsEnd returns where the tools of a row end: at its handle, if there is one.
func (l *List) toolsEnd(row int) float32 {
	if core.HasTouchScreen() && l.movable(row) {
		return l.Size().Width - handleWidth + Edge
	}
	return l.Size().Width
}

// onHandle reports whether a position is on the handle of a row, by which a finger moves it.
func (l *List) onHandle(row int, x float32) bool {
	return core.HasTouchScreen() && l.movable(row) && x >= l.Size().Width-handleWidth
}

// toolsLeft returns where tools start in a row of a width.
func toolsLeft(tools []Tool, width float32) float32 { return width - float32(len(tools))*toolWidth }

// tip returns the tip of a tool, or of a row whose title is cut off.
func (l *List) tip(row, tool int) (text string, left, width float32) {
	if tool != core.None {
		tools := l.tools(row)
		return tools[tool].Tip, toolsLeft(tools, l.toolsEnd(row)) + float32(tool)*toolWidth, toolWidth
	}
	if o, ok := l.Drawn(row); ok && o.title.Cut() {
		text = l.Row(row).Title
	}
	return text, 0, l.Size().Width
}

// Tapped opens the clicked row, folds a heading, or uses a tool.
func (l *List) Tapped(e *fyne.PointEvent) { l.click(l.RowAt(e.Position.Y), e.Position.X) }

// TappedSecondary opens the menu of a row.
func (l *List) TappedSecondary(e *fyne.PointEvent) {
	if row := l.RowAt(e.Position.Y); row != core.None && l.actions.Menu != nil {
		l.tips.Hide()
		l.TakeKeys()
		l.GoTo(row)
		l.actions.Menu(row, e.AbsolutePosition)
	}
}

func (l *List) click(row int, x float32) {
	l.TakeKeys()
	tool := l.toolAt(row, x)
	if l.changeable && row != l.hovered {
		tool = core.None // the button to remove it is not seen
	}
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

// below returns the position of a row's lower right corner in the window, for its menu.
func (l *List) below(row int) fyne.Position {
	pos := fyne.CurrentApp().Driver().AbsolutePositionForObject(l)
	return pos.AddXY(l.Size().Width, l.Top(row+1))
}

// onDragStart is called when a row starts to move.
func (l *List) onDragStart() {
	l.tips.Hide()
	l.Update()
}

// onDrop is called when a row was dropped before another.
func (l *List) onDrop(row, gap int) {
	to := gap
	if to > row {
		to-- // without its old place
	}
	l.at = row
	l.entered(row)
	l.Update()
	if to != row {
		l.actions.Move(row, to)
	}
}
