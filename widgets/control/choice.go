package control

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/core"
	"sextant/widgets/menus"
)

// A Choice lets one of several words be chosen in a dialog, from a menu or with Left and Right. It hands on
// the keys that it does not use.
type Choice struct {
	widget.Select
	keys    core.Keys
	focused bool
}

var _ fyne.Focusable = (*Choice)(nil)

// NewChoice makes a choice of words, of which the first is chosen. changed may be nil.
func NewChoice(keys core.Keys, words []string, changed func(word string)) *Choice {
	c := &Choice{keys: keys}
	c.Options, c.Selected = words, words[0]
	c.OnChanged = changed
	c.ExtendBaseWidget(c)
	return c
}

// CreateRenderer makes what is drawn.
func (c *Choice) CreateRenderer() fyne.WidgetRenderer {
	return newRinged(c.Select.CreateRenderer(), &c.focused)
}

// MinSize is small: a word for which there is no room ends in an ellipsis.
func (c *Choice) MinSize() fyne.Size { return fyne.NewSize(90, c.Select.MinSize().Height) }

// FocusGained is called when the choice gets the keyboard.
func (c *Choice) FocusGained() {
	c.focused = true
	c.Select.FocusGained()
	c.keys.TellReached(c)
}

// FocusLost is called when the choice loses the keyboard.
func (c *Choice) FocusLost() {
	c.focused = false
	c.Select.FocusLost()
}

// Tapped opens the menu.
func (c *Choice) Tapped(*fyne.PointEvent) {
	if on := core.CanvasOf(c); on != nil && !c.Disabled() {
		on.Focus(c)
		c.open()
	}
}

// TypedKey chooses, or hands the key on.
func (c *Choice) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace, fyne.KeyUp, fyne.KeyDown:
		c.open()
	case fyne.KeyLeft, fyne.KeyRight:
		c.Select.TypedKey(k)
	default:
		c.keys.Pass(k.Name)
	}
}

// open opens the menu of all words, with the chosen one first at hand.
func (c *Choice) open() {
	menu := fyne.NewMenu("")
	for _, word := range c.Options {
		item := fyne.NewMenuItem(word, func() { c.SetSelected(word) })
		item.Checked = word == c.Selected
		menu.Items = append(menu.Items, item)
	}
	menus.Open(core.CanvasOf(c), menu, menus.Under(c)).Activate(c.SelectedIndex())
}

// ringed draws a ring around a widget of the toolkit while that has the keyboard.
type ringed struct {
	fyne.WidgetRenderer
	ring    *canvas.Rectangle
	focused *bool
}

func newRinged(r fyne.WidgetRenderer, focused *bool) *ringed {
	ring := canvas.NewRectangle(nil)
	ring.CornerRadius = theme.Size(theme.SizeNameInputRadius)
	d := &ringed{r, ring, focused}
	d.colour()
	return d
}

// colour shows the ring, or nothing.
func (r *ringed) colour() {
	r.ring.StrokeWidth, r.ring.StrokeColor = 0, nil
	if *r.focused {
		r.ring.StrokeWidth, r.ring.StrokeColor = 2, theme.Color(theme.ColorNameForeground)
	}
}

// Objects lists what is drawn.
func (r *ringed) Objects() []fyne.CanvasObject {
	return append(append([]fyne.CanvasObject(nil), r.WidgetRenderer.Objects()...), r.ring)
}

// Layout places the widget's parts and the ring.
func (r *ringed) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.ring.Resize(size)
}

// Refresh draws everything anew.
func (r *ringed) Refresh() {
	r.colour()
	r.WidgetRenderer.Refresh()
	r.ring.Refresh()
}
