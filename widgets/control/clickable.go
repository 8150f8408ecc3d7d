package control

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A Clickable is what everything has in common that can be clicked and never takes the keyboard away from
// the page: it knows what the pointer does with it, offers its tip, and calls back. A widget embeds it and
// calls Extend. All of it belongs to the UI goroutine.
type Clickable struct {
	core.Base
	self     fyne.Widget
	tips     *core.Tips
	tip      string
	tipNow   func() string // in the place of tip, or nil
	onTapped func()

	disabled, hovered, pressed bool
}

var (
	_ fyne.Tappable     = (*Clickable)(nil)
	_ desktop.Hoverable = (*Clickable)(nil)
	_ desktop.Mouseable = (*Clickable)(nil)
)

// Extend makes this a part of a widget, which embeds it. tapped is called at a click. Without tips there is
// none.
func (c *Clickable) Extend(w fyne.Widget, tips *core.Tips, tip string, tapped func()) {
	c.self, c.tips, c.tip, c.onTapped = w, tips, tip, tapped
	c.ExtendBaseWidget(w)
}

// SetEnabled shows whether a click does anything.
func (c *Clickable) SetEnabled(enabled bool) {
	if c.disabled == enabled {
		c.disabled = !enabled
		c.Refresh()
	}
}

// Enabled reports whether a click does anything.
func (c *Clickable) Enabled() bool { return !c.disabled }

// Hovered reports whether the pointer is over the widget.
func (c *Clickable) Hovered() bool { return c.hovered }

// Tip is what is shown beside the widget while the pointer rests on it.
func (c *Clickable) Tip() string {
	if c.tipNow != nil {
		return c.tipNow()
	}
	return c.tip
}

// SetTip changes the tip, and draws nothing.
func (c *Clickable) SetTip(tip string) { c.tip = tip }

// SetTipNow has the tip made when it is wanted.
func (c *Clickable) SetTipNow(tip func() string) { c.tipNow = tip }

// Tapped calls back.
func (c *Clickable) Tapped(*fyne.PointEvent) {
	c.hideTip()
	if !c.disabled {
		c.onTapped()
	}
}

// MouseIn is called when the pointer comes over the widget.
func (c *Clickable) MouseIn(*desktop.MouseEvent) {
	c.hovered = true
	if c.tips != nil {
		c.tips.Offer(c.self, c.Tip())
	}
	c.Refresh()
}

// MouseMoved does nothing: the tip stays where it is.
func (c *Clickable) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called when the pointer leaves the widget.
func (c *Clickable) MouseOut() {
	c.hovered, c.pressed = false, false
	c.hideTip()
	c.Refresh()
}

func (c *Clickable) hideTip() {
	if c.tips != nil {
		c.tips.Hide()
	}
}

// MouseDown is called when a mouse button goes down.
func (c *Clickable) MouseDown(*desktop.MouseEvent) {
	c.pressed = true
	c.Refresh()
}

// MouseUp is called when a mouse button comes up.
func (c *Clickable) MouseUp(*desktop.MouseEvent) {
	c.pressed = false
	c.Refresh()
}

// BackColour is that of a flat face, which idle has when nothing is done with it.
func (c *Clickable) BackColour(idle fyne.ThemeColorName) fyne.ThemeColorName {
	switch {
	case c.disabled:
		return idle
	case c.pressed:
		return theme.ColorNamePressed
	case c.hovered:
		return theme.ColorNameHover
	}
	return idle
}
