package pageview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/teletext"
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

// HidePointer hides the mouse pointer over the view, for full screen. A hidden pointer marks no link.
func (v *View) HidePointer(hide bool) {
	v.hidePoint = hide
	if hide {
		v.setHovered(core.None)
	}
}

// Cursor is the pointer's shape: a hand over a link.
func (v *View) Cursor() desktop.Cursor {
	switch {
	case v.hidePoint:
		return desktop.HiddenCursor
	case v.hovered != core.None:
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// MouseIn is called when the pointer comes over the view.
func (v *View) MouseIn(e *desktop.MouseEvent) { v.hover(e.Position) }

// MouseMoved is called when the pointer moves over the view.
func (v *View) MouseMoved(e *desktop.MouseEvent) {
	v.actions.Pointer()
	v.hover(e.Position)
}

// MouseOut is called when the pointer leaves the view.
func (v *View) MouseOut() { v.setHovered(core.None) }

func (v *View) hover(p fyne.Position) {
	if !v.hidePoint {
		v.setHovered(v.linkAt(p))
	}
}

func (v *View) linkAt(p fyne.Position) int {
	row, col, inside := v.cellAt(p)
	if !inside {
		return core.None
	}
	for i, l := range v.sheet.Links {
		if l.Contains(row, col) {
			return i
		}
	}
	return core.None
}

func (v *View) setHovered(link int) {
	if v.hovered == link {
		return
	}
	v.hovered = link
	v.mark()
	if link == core.None {
		v.tips.Hide()
		return
	}
	l := v.sheet.Links[link]
	pos, size := v.place(l.Row, l.Height, l.From, l.Before)
	v.tips.OfferAt(v, pos, size, v.actions.Name(l))
}

// mark draws outlines and selection anew, and not the page.
func (v *View) mark() {
	if v.renderer != nil {
		v.renderer.overlays()
	}
}

// Tapped follows the link under the pointer. Elsewhere it takes the selection away.
func (v *View) Tapped(e *fyne.PointEvent) {
	if link := v.linkAt(e.Position); link != core.None {
		v.follow(link)
		return
	}
	v.ClearSelection()
}

func (v *View) follow(link int) {
	v.tips.Hide()
	v.actions.Follow(v.sheet.Links[link])
}

// TappedSecondary asks for the menu.
func (v *View) TappedSecondary(e *fyne.PointEvent) {
	if !v.empty() {
		v.tips.Hide()
		v.actions.Menu(e.AbsolutePosition)
	}
}

// MouseDown is where a selection may begin: with Ctrl or Alt of a rectangle, else of lines.
func (v *View) MouseDown(e *desktop.MouseEvent) {
	core.UnfocusOthers(v)
	if e.Button == desktop.MouseButtonPrimary {
		v.selection.begin(v.cell(e.Position), e.Modifier&(fyne.KeyModifierControl|fyne.KeyModifierAlt) != 0)
		v.mark()
	}
}

// MouseUp is called when the button is let go.
func (v *View) MouseUp(*desktop.MouseEvent) {}

// Dragged extends the selection.
func (v *View) Dragged(e *fyne.DragEvent) {
	if v.sheet.Grid == nil {
		return
	}
	v.setHovered(core.None)
	v.selection.extend(v.cell(e.Position))
	v.mark()
}

// DragEnd is called when the button is let go after a selection.
func (v *View) DragEnd() {}

func (v *View) cell(p fyne.Position) cellPlace {
	row, col, _ := v.cellAt(p)
	return cellPlace{row, col}
}

// SelectAll selects the whole page.
func (v *View) SelectAll() {
	if v.sheet.Grid == nil {
		return
	}
	v.selection.begin(cellPlace{}, false)
	v.selection.extend(cellPlace{teletext.Rows - 1, teletext.Columns - 1})
	v.mark()
}

// ClearSelection takes the selection away, and tells whether there was one.
func (v *View) ClearSelection() bool {
	had := v.selection.made
	v.selection = selection{}
	if had {
		v.mark()
	}
	return had
}

// Selection is the selected stretches of rows, empty when there are none.
func (v *View) Selection() []teletext.Span { return v.selection.spans(v.sheet.Grid) }
