package control

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A Choice lets one of several words be chosen in a dialog, from a menu or with Left and Right. It hands on
// the keys that it does not use.
type Choice struct {
	Pressable
	// Selected is the word that is chosen. SetSelected changes it.
	Selected string
	words    []string
	changed  func(word string)
}

var _ fyne.Widget = (*Choice)(nil)

// NewChoice makes a choice of words, of which the first is chosen. changed may be nil.
func NewChoice(keys core.Keys, words []string, changed func(word string)) *Choice {
	c := &Choice{words: words, Selected: words[0], changed: changed}
	c.Extend(c, nil, "", keys, c.open)
	return c
}

// SetWords changes the words and which of them is chosen, and tells nobody.
func (c *Choice) SetWords(words []string, selected string) {
	c.words, c.Selected = words, selected
	c.Refresh()
}

// SelectedIndex is the place of the chosen word among all.
func (c *Choice) SelectedIndex() int { return slices.Index(c.words, c.Selected) }

// SetSelected chooses a word, if it is one of them, and tells so.
func (c *Choice) SetSelected(word string) {
	if slices.Contains(c.words, word) {
		c.Selected = word
		if c.changed != nil {
			c.changed(word)
		}
		c.Refresh()
	}
}

// Tapped opens the menu and takes the keyboard.
func (c *Choice) Tapped(e *fyne.PointEvent) {
	if on := core.CanvasOf(c); on != nil && c.Enabled() {
		on.Focus(c)
		c.Pressable.Tapped(e)
	}
}

// TypedKey chooses, or hands the key on.
func (c *Choice) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace, fyne.KeyUp, fyne.KeyDown:
		c.open()
	case fyne.KeyLeft:
		c.step(-1)
	case fyne.KeyRight:
		c.step(1)
	default:
		c.keys.Pass(k.Name)
	}
}

// step chooses the next word or the one before; behind the last is the first.
func (c *Choice) step(by int) {
	count := len(c.words)
	c.SetSelected(c.words[(c.SelectedIndex()+by+count)%count])
}

// open opens the menu of all words, with the chosen one first at hand.
func (c *Choice) open() {
	menu := fyne.NewMenu("")
	for _, word := range c.words {
		item := fyne.NewMenuItem(word, func() { c.SetSelected(word) })
		item.Checked = word == c.Selected
		menu.Items = append(menu.Items, item)
	}
	Open(core.CanvasOf(c), menu, Under(c)).Activate(c.SelectedIndex())
}

// CreateRenderer makes what is drawn.
func (c *Choice) CreateRenderer() fyne.WidgetRenderer {
	r := &choiceRenderer{
		choice: c, back: canvas.NewRectangle(nil), word: core.NewLine(theme.TextSize(), theme.ColorNameForeground),
		icon: canvas.NewImageFromResource(nil), ring: newRing(),
	}
	r.back.CornerRadius = theme.Size(theme.SizeNameInputRadius)
	r.icon.FillMode = canvas.ImageFillContain
	r.Face = append(core.Face{r.back, r.word, r.icon}, r.ring.Objects()...)
	r.Refresh()
	return r
}

type choiceRenderer struct {
	core.Face
	choice *Choice
	back   *canvas.Rectangle
	ring   *core.Ring
	word   *core.Line
	icon   *canvas.Image
}

// MinSize is small: a word for which there is no room ends in an ellipsis.
func (r *choiceRenderer) MinSize() fyne.Size {
	const least = 90
	height := fyne.MeasureText("", theme.TextSize(), fyne.TextStyle{}).Height
	return fyne.NewSize(least, height+3*theme.InnerPadding()-2*theme.Padding())
}

func (r *choiceRenderer) Layout(size fyne.Size) {
	side, pad := theme.IconInlineSize(), theme.InnerPadding()
	left := size.Width - side - pad
	r.back.Resize(size)
	r.icon.Resize(fyne.NewSquareSize(side))
	r.icon.Move(fyne.NewPos(left, (size.Height-side)/2))
	core.PutMiddle(r.word, pad, 0, max(0, left-pad-theme.Padding()), size.Height)
	r.ring.Put(fyne.Position{}, size)
}

func (r *choiceRenderer) Refresh() {
	c := r.choice
	r.word.SetText(c.Selected)
	r.word.SetColour(theme.ColorNameForeground)
	r.icon.Resource = theme.MenuDropDownIcon()
	if !c.Enabled() {
		r.word.SetColour(theme.ColorNameDisabled)
		r.icon.Resource = theme.NewDisabledResource(r.icon.Resource)
	}
	r.back.FillColor = c.backColour()
	r.ring.Show(c.focused)
	r.icon.Refresh()
	canvas.Refresh(c)
}

func (c *Choice) backColour() color.Color {
	name := theme.ColorNameInputBackground
	switch {
	case !c.Enabled():
		name = theme.ColorNameDisabledButton
	case c.hovered:
		name = theme.ColorNameHover
	}
	return theme.Color(name)
}
