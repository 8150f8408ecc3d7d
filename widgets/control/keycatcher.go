package control

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A KeyCatcher gets any key that is pressed while it is focused, also Tab and those with a modifier, so that the user
// can choose one. It belongs to the UI goroutine.
type KeyCatcher struct {
	core.Base
	// Key, Rune and Shortcut are called with what is pressed.
	Key      func(fyne.KeyName)
	Rune     func(rune)
	Shortcut func(fyne.Shortcut)

	text    string
	focused bool
	spaced  bool // the space bar was pressed while focused, and not to get here
}

var (
	_ fyne.Widget       = (*KeyCatcher)(nil)
	_ fyne.Focusable    = (*KeyCatcher)(nil)
	_ fyne.Tabbable     = (*KeyCatcher)(nil)
	_ fyne.Shortcutable = (*KeyCatcher)(nil)
)

// NewKeyCatcher makes a box with a text, such as the current key.
func NewKeyCatcher(text string) *KeyCatcher {
	c := &KeyCatcher{text: text}
	c.ExtendBaseWidget(c)
	return c
}

// SetText sets the text.
func (c *KeyCatcher) SetText(text string) {
	c.text = text
	c.Refresh()
}

// AcceptsTab returns true: Tab is caught too.
func (c *KeyCatcher) AcceptsTab() bool { return true }

// FocusGained is called when it gets the focus.
func (c *KeyCatcher) FocusGained() { c.setFocused(true) }

// FocusLost is called when it loses the focus.
func (c *KeyCatcher) FocusLost() { c.setFocused(false) }

func (c *KeyCatcher) setFocused(focused bool) {
	c.focused, c.spaced = focused, false
	c.Refresh()
}

// TypedKey catches a key.
func (c *KeyCatcher) TypedKey(k *fyne.KeyEvent) {
	c.spaced = k.Name == fyne.KeySpace
	c.Key(k.Name)
}

// TypedRune catches a character.
func (c *KeyCatcher) TypedRune(r rune) {
	if r != ' ' || c.spaced {
		c.Rune(r)
	}
}

// TypedShortcut catches a key with a modifier.
func (c *KeyCatcher) TypedShortcut(s fyne.Shortcut) { c.Shortcut(s) }

// CreateRenderer implements fyne.Widget.
func (c *KeyCatcher) CreateRenderer() fyne.WidgetRenderer {
	r := &keyCatcherRenderer{
		catcher: c, back: canvas.NewRectangle(nil), text: core.NewCanvasText(core.UsualText),
		ring: newRing().Always(),
	}
	r.back.CornerRadius = theme.Size(theme.SizeNameInputRadius)
	r.Face = append(core.Face{r.back, r.text}, r.ring.Objects()...)
	r.Refresh()
	return r
}

type keyCatcherRenderer struct {
	core.Face
	catcher *KeyCatcher
	back    *canvas.Rectangle
	text    *canvas.Text
	ring    *core.Ring
}

func (r *keyCatcherRenderer) MinSize() fyne.Size {
	return fyne.NewSize(r.text.MinSize().Width+4*theme.InnerPadding(), 56)
}

func (r *keyCatcherRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	r.ring.Put(fyne.Position{}, size)
	text := r.text.MinSize()
	r.text.Resize(text)
	r.text.Move(fyne.NewPos((size.Width-text.Width)/2, (size.Height-text.Height)/2))
}

func (r *keyCatcherRenderer) Refresh() {
	core.SetCanvasText(r.text, r.catcher.text)
	r.text.Color = theme.Color(theme.ColorNameForeground)
	r.back.FillColor = theme.Color(theme.ColorNameInputBackground)
	r.ring.Show(r.catcher.focused)
	r.Layout(r.catcher.Size())
	canvas.Refresh(r.catcher)
}
