package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A touch is what everything has in common that can be clicked and never takes the keyboard away from
// the page: it knows what the pointer does with it, offers its tip, and calls back.
type touch struct {
	widget.BaseWidget
	self     fyne.Widget
	tips     *Tips
	tip      string
	onTapped func()

	disabled, hovered, pressed bool
}

var (
	_ fyne.Tappable     = (*touch)(nil)
	_ desktop.Hoverable = (*touch)(nil)
	_ desktop.Mouseable = (*touch)(nil)
)

// extend makes the touch that of a widget, which embeds it.
func (t *touch) extend(w fyne.Widget) {
	t.self = w
	t.ExtendBaseWidget(w)
}

// SetEnabled shows whether a click does anything.
func (t *touch) SetEnabled(enabled bool) {
	if t.disabled == enabled {
		t.disabled = !enabled
		t.Refresh()
	}
}

// Tapped calls back.
func (t *touch) Tapped(*fyne.PointEvent) {
	t.tips.Hide()
	if !t.disabled {
		t.onTapped()
	}
}

// MouseIn is called when the pointer comes over the widget.
func (t *touch) MouseIn(*desktop.MouseEvent) {
	t.hovered = true
	t.tips.Offer(t.self, t.tip)
	t.Refresh()
}

// MouseMoved does nothing: the tip stays where it is.
func (t *touch) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called when the pointer leaves the widget.
func (t *touch) MouseOut() {
	t.hovered, t.pressed = false, false
	t.tips.Hide()
	t.Refresh()
}

// MouseDown is called when a mouse button goes down.
func (t *touch) MouseDown(*desktop.MouseEvent) {
	t.pressed = true
	t.Refresh()
}

// MouseUp is called when a mouse button comes up.
func (t *touch) MouseUp(*desktop.MouseEvent) {
	t.pressed = false
	t.Refresh()
}

// backColour is that of a flat face, which idle has when nothing is done with it.
func (t *touch) backColour(idle fyne.ThemeColorName) fyne.ThemeColorName {
	switch {
	case t.disabled:
		return idle
	case t.pressed:
		return theme.ColorNamePressed
	case t.hovered:
		return theme.ColorNameHover
	}
	return idle
}
