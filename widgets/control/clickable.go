package control

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A Clickable is the base of widgets that can be clicked and do not take the focus from the page: it tracks the
// pointer, shows its tip, and calls back. A widget embeds it and calls Extend. It belongs to the UI goroutine.
type Clickable struct {
	core.Base
	self     fyne.Widget
	tips     *core.Tips
	tip      string
	tipNow   func() string // in place of tip, or nil
	onTapped func()

	disabled, hovered, pressed bool
	tipDue                     bool // the pointer is over it and has not clicked
}

var (
	_ fyne.Tappable     = (*Clickable)(nil)
	_ desktop.Hoverable = (*Clickable)(nil)
	_ desktop.Mouseable = (*Clickable)(nil)
)

// Extend initialises it for the widget that embeds it. tapped is called on a click. tips may be nil.
func (c *Clickable) Extend(w fyne.Widget, tips *core.Tips, tip string, tapped func()) {
	c.self, c.tips, c.tip, c.onTapped = w, tips, tip, tapped
	c.ExtendBaseWidget(w)
}

// SetEnabled enables or disables the widget.
func (c *Clickable) SetEnabled(enabled bool) {
	if c.disabled == enabled {
		c.disabled = !enabled
		c.Refresh()
	}
}

// Enabled reports whether the widget is enabled.
func (c *Clickable) Enabled() bool { return !c.disabled }

// Hovered reports whether the pointer is over the widget.
func (c *Clickable) Hovered() bool { return c.hovered }

// Tip returns the tip.
func (c *Clickable) Tip() string {
	if c.tipNow != nil {
		return c.tipNow()
	}
	return c.tip
}

// SetTip sets the tip, without a redraw.
func (c *Clickable) SetTip(tip string) { c.tip = tip }

// SetTipNow sets a function that makes the tip when it is shown.
func (c *Clickable) SetTipNow(tip func() string) { c.tipNow = tip }

// Tapped calls back.
func (c *Clickable) Tapped(*fyne.PointEvent) {
	c.tipDue = false
	c.hideTip()
	if !c.disabled {
		c.onTapped()
	}
}

// MouseIn is called when the pointer enters the widget.
func (c *Clickable) MouseIn(*desktop.MouseEvent) {
	c.hovered, c.tipDue = true, true
	if c.tips != nil {
		c.tips.Offer(c.self, c.Tip())
	}
	c.Refresh()
}

// MouseMoved leaves a tip where it is. One that was withdrawn, because the layout changed below the pointer, is offered
// again.
func (c *Clickable) MouseMoved(*desktop.MouseEvent) {
	if c.tips != nil && c.tipDue && !c.tips.Waiting() {
		c.tips.Offer(c.self, c.Tip())
	}
}

// MouseOut is called when the pointer leaves the widget.
func (c *Clickable) MouseOut() {
	c.hovered, c.pressed, c.tipDue = false, false, false
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

// BackColour returns the colour of a flat background; idle is that without interaction.
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
