package control

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A Pressable is a focusable [Clickable]: Tab focuses it, Enter and the space bar press it, and it passes on other
// keys. A widget embeds it and calls Extend. It belongs to the UI goroutine.
type Pressable struct {
	Clickable
	keys    core.Keys
	unkeyed bool  // Tab skips it
	stop    *stop // the row that it is part of, or nil
	focused bool
	before  fyne.Focusable // the object that was focused when the pointer was pressed
	// OnReached, which may be nil, is called when it gets the focus.
	OnReached func()
}

var (
	_ fyne.Focusable   = (*Pressable)(nil)
	_ fyne.Disableable = (*Pressable)(nil)
)

// Extend initialises it for the widget that embeds it. tapped is called when it is pressed.
func (p *Pressable) Extend(w fyne.Widget, tips *core.Tips, tip string, keys core.Keys, tapped func()) {
	p.keys = keys
	p.Clickable.Extend(w, tips, tip, tapped)
}

// Enable enables it.
func (p *Pressable) Enable() { p.SetEnabled(true) }

// Disable disables it.
func (p *Pressable) Disable() { p.SetEnabled(false) }

// Disabled reports whether Tab skips it. It returns false while it is focused, so that Tab continues from here.
func (p *Pressable) Disabled() bool {
	return !p.focused && (!p.Enabled() || p.unkeyed && !core.Stepping() && (p.stop == nil || p.stop.current() != p))
}

// Focused reports whether it is focused.
func (p *Pressable) Focused() bool { return p.focused }

// MouseDown is called when the pointer is pressed on the widget.
func (p *Pressable) MouseDown(e *desktop.MouseEvent) {
	if c := p.canvas(); c != nil && !p.unkeyed {
		p.before = c.Focused()
	}
	p.Clickable.MouseDown(e)
}

// Tapped calls back, and restores the focus to where it was before the click: the toolkit (v2.8.1) removes it.
func (p *Pressable) Tapped(e *fyne.PointEvent) {
	if c := p.canvas(); e != nil && p.before != nil && c != nil && c.Focused() == nil {
		c.Focus(p.before)
	}
	p.before = nil
	p.Clickable.Tapped(e)
}

// canvas returns the widget's canvas, nil if the toolkit does not know it.
func (p *Pressable) canvas() fyne.Canvas { return fyne.CurrentApp().Driver().CanvasForObject(p.self) }

// FocusGained is called when it gets the focus.
func (p *Pressable) FocusGained() {
	p.focused = true
	if p.stop != nil {
		p.stop.last = p
	}
	p.Refresh()
	p.keys.NotifyReached(p.self)
	if p.OnReached != nil {
		p.OnReached()
	}
}

// FocusLost is called when it loses the focus.
func (p *Pressable) FocusLost() {
	p.focused = false
	p.Refresh()
}

// TypedRune passes characters to the window if Tab skips the widget; otherwise it does nothing.
func (p *Pressable) TypedRune(r rune) {
	if c := p.canvas(); p.unkeyed && r != ' ' && c != nil && c.OnTypedRune() != nil {
		c.Unfocus()
		c.OnTypedRune()(r)
	}
}

// TypedKey presses, or passes on the key: to the window if Tab skips the widget.
func (p *Pressable) TypedKey(k *fyne.KeyEvent) {
	switch c := p.canvas(); {
	case p.keys.Dialled(k.Name):
	case k.Name == fyne.KeyReturn, k.Name == fyne.KeyEnter, k.Name == fyne.KeySpace:
		p.Tapped(nil)
	case p.stop != nil && p.stop.key(p, k.Name):
	case p.unkeyed && c != nil && c.OnTypedKey() != nil:
		c.Unfocus()
		c.OnTypedKey()(k)
	default:
		p.keys.Pass(k.Name)
	}
}

// newRing makes the focus ring of a control.
func newRing() *core.Ring { return core.NewRing(theme.Size(theme.SizeNameInputRadius)) }

// wordsColour returns the colour of the control's text.
func (p *Pressable) wordsColour() color.Color { return theme.Color(p.wordsColourName()) }

func (p *Pressable) wordsColourName() fyne.ThemeColorName {
	if !p.Enabled() {
		return theme.ColorNameDisabled
	}
	return theme.ColorNameForeground
}
