package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/core"
)

// An Edge is the left edge of a panel, which can be dragged. It is visible while the pointer is over it.
type Edge struct {
	core.Base
	plate *core.Plate
	// drag is called with how far to move the edge to the right, and done when it is released.
	drag func(by float32)
	done func()
}

var (
	_ fyne.Widget        = (*Edge)(nil)
	_ fyne.Draggable     = (*Edge)(nil)
	_ desktop.Cursorable = (*Edge)(nil)
	_ desktop.Hoverable  = (*Edge)(nil)
)

// NewEdge makes an edge.
func NewEdge(drag func(by float32), done func()) *Edge {
	e := &Edge{plate: core.NewPlate(theme.ColorNamePrimary, 0), drag: drag, done: done}
	e.plate.Hide()
	e.ExtendBaseWidget(e)
	return e
}

// Cursor returns the pointer's shape: for resizing horizontally.
func (e *Edge) Cursor() desktop.Cursor { return desktop.HResizeCursor }

// Dragged moves the edge.
func (e *Edge) Dragged(ev *fyne.DragEvent) { e.drag(ev.Dragged.DX) }

// DragEnd is called when the edge is released.
func (e *Edge) DragEnd() { e.done() }

func (e *Edge) MouseIn(*desktop.MouseEvent) { e.plate.Show() }

// MouseMoved does nothing.
func (e *Edge) MouseMoved(*desktop.MouseEvent) {}

func (e *Edge) MouseOut() { e.plate.Hide() }

// CreateRenderer implements fyne.Widget.
func (e *Edge) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(e.plate) }
