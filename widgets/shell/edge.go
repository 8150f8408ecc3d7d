package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/core"
)

// An Edge is the left edge of a panel, by which its width is dragged. It is seen while the pointer is over it.
type Edge struct {
	core.Base
	plate *core.Plate
	// drag is called with how far the edge is to go to the right, and done when it is let go.
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

// Cursor is that of an edge that goes left and right.
func (e *Edge) Cursor() desktop.Cursor { return desktop.HResizeCursor }

// Dragged moves the edge.
func (e *Edge) Dragged(ev *fyne.DragEvent) { e.drag(ev.Dragged.DX) }

// DragEnd lets the edge go.
func (e *Edge) DragEnd() { e.done() }

func (e *Edge) MouseIn(*desktop.MouseEvent) { e.plate.Show() }

// MouseMoved does nothing.
func (e *Edge) MouseMoved(*desktop.MouseEvent) {}

func (e *Edge) MouseOut() { e.plate.Hide() }

// CreateRenderer makes what is drawn.
func (e *Edge) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(e.plate) }
