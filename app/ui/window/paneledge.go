package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/core"
)

// A panelEdge is the left edge of a panel, which can be dragged. It is visible while the pointer is over it.
type panelEdge struct {
	core.Base
	plate *core.Plate
	// drag is called with how far to move the edge to the right, and done when it is released.
	drag func(by float32)
	done func()
}

var (
	_ fyne.Widget        = (*panelEdge)(nil)
	_ fyne.Draggable     = (*panelEdge)(nil)
	_ desktop.Cursorable = (*panelEdge)(nil)
	_ desktop.Hoverable  = (*panelEdge)(nil)
)

// newPanelEdge makes an edge.
func newPanelEdge(drag func(by float32), done func()) *panelEdge {
	e := &panelEdge{plate: core.NewPlate(theme.ColorNamePrimary, 0), drag: drag, done: done}
	e.plate.Hide()
	e.ExtendBaseWidget(e)
	return e
}

// Cursor returns the pointer's shape: for resizing horizontally.
func (e *panelEdge) Cursor() desktop.Cursor { return desktop.HResizeCursor }

// Dragged moves the edge.
func (e *panelEdge) Dragged(ev *fyne.DragEvent) { e.drag(ev.Dragged.DX) }

// DragEnd is called when the edge is released.
func (e *panelEdge) DragEnd() { e.done() }

func (e *panelEdge) MouseIn(*desktop.MouseEvent) { e.plate.Show() }

// MouseMoved does nothing.
func (e *panelEdge) MouseMoved(*desktop.MouseEvent) {}

func (e *panelEdge) MouseOut() { e.plate.Hide() }

// CreateRenderer implements fyne.Widget.
func (e *panelEdge) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(e.plate) }
