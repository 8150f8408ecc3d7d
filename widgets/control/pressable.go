package control

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A Pressable is a [Clickable] that can have the keyboard: Tab comes to it, Enter and the space bar press it,
// and it hands on the other keys. A widget embeds it and calls Extend. All of it belongs to the UI goroutine.
type Pressable struct {
	Clickable
	keys    core.Keys
	unkeyed bool  // Tab passes it by
	stop    *stop // that it is a part of, or nil
	focused bool
	before  fyne.Focusable // had the keyboard when the pointer was pressed
	// OnReached, which may be nil, is called when the keyboard comes here.
	OnReached func()
}

var (
	_ fyne.Focusable   = (*Pressable)(nil)
	_ fyne.Disableable = (*Pressable)(nil)
)

// Extend makes this a part of a widget, which embeds it. tapped is called when it is pressed.
func (p *Pressable) Extend(w fyne.Widget, tips *core.Tips, tip string, keys core.Keys, tapped func()) {
	p.keys = keys
	p.Clickable.Extend(w, tips, tip, tapped)
}

// Enable lets it be pressed.
func (p *Pressable) Enable() { p.SetEnabled(true) }

// Disable is the opposite of Enable.
func (p *Pressable) Disable() { p.SetEnabled(false) }

// Disabled reports whether Tab passes it by. It does not while the keyboard is here, so that Tab goes on from
// here.
func (p *Pressable) Disabled() bool {
	return !p.focused && (!p.Enabled() || p.unkeyed && !core.Stepping() && (p.stop == nil || p.stop.current() != p))
}

// Focused reports whether it has the keyboard.
func (p *Pressable) Focused() bool { return p.focused }

// MouseDown is called when the pointer is pressed on the widget.
func (p *Pressable) MouseDown(e *desktop.MouseEvent) {
	if c := p.canvas(); c != nil && !p.unkeyed {
		p.before = c.Focused()
	}
	p.Clickable.MouseDown(e)
}

// Tapped calls back. The keyboard stays where it was before the click, from where the toolkit (v2.8.1) takes it.
func (p *Pressable) Tapped(e *fyne.PointEvent) {
	if c := p.canvas(); e != nil && p.before != nil && c != nil && c.Focused() == nil {
		c.Focus(p.before)
	}
	p.before = nil
	p.Clickable.Tapped(e)
}

// canvas is nil where the toolkit knows of none at the moment.
func (p *Pressable) canvas() fyne.Canvas { return fyne.CurrentApp().Driver().CanvasForObject(p.self) }

// FocusGained is called when it gets the keyboard.
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

// FocusLost is called when it loses the keyboard.
func (p *Pressable) FocusLost() {
	p.focused = false
	p.Refresh()
}

// TypedRune gives characters to the window where Tab passes this by, and does nothing elsewhere.
func (p *Pressable) TypedRune(r rune) {
	if c := p.canvas(); p.unkeyed && r != ' ' && c != nil && c.OnTypedRune() != nil {
		c.Unfocus()
		c.OnTypedRune()(r)
	}
}

// TypedKey presses, or hands the key on: to the window where Tab passes this by.
func (p *Pressable) TypedKey(k *fyne.KeyEvent) {
	switch c := p.canvas(); {
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

// newRing makes what is drawn around a control while it has the keyboard.
func newRing() *core.Ring { return core.NewRing(theme.Size(theme.SizeNameInputRadius)) }

// wordsColour is that of words on a control.
func (p *Pressable) wordsColour() color.Color { return theme.Color(p.wordsColourName()) }

func (p *Pressable) wordsColourName() fyne.ThemeColorName {
	if !p.Enabled() {
		return theme.ColorNameDisabled
	}
	return theme.ColorNameForeground
}
