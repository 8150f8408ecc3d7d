package pageview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
)

var (
	_ desktop.Hoverable      = (*View)(nil)
	_ desktop.Cursorable     = (*View)(nil)
	_ desktop.Mouseable      = (*View)(nil)
	_ fyne.Tappable          = (*View)(nil)
	_ fyne.SecondaryTappable = (*View)(nil)
	_ fyne.Draggable         = (*View)(nil)
)

// Tapped follows the link under the pointer. Elsewhere it takes the selection away.
func (v *View) Tapped(e *fyne.PointEvent) {
	if link := v.linkAt(e.Position); link != core.None {
		v.follow(link)
		return
	}
	v.ClearSelection()
}

// TappedSecondary asks for the menu.
func (v *View) TappedSecondary(e *fyne.PointEvent) {
	if !v.empty() {
		v.tips.Hide()
		v.actions.Menu(e.AbsolutePosition)
	}
}

// MouseDown is where a selection may begin.
func (v *View) MouseDown(e *desktop.MouseEvent) {
	core.UnfocusOthers(v)
	v.grab(e)
}

// Dragged extends the selection.
func (v *View) Dragged(e *fyne.DragEvent) {
	if v.sheet.Grid != nil {
		v.setHovered(core.None)
		v.stretch(e.Position)
	}
}
