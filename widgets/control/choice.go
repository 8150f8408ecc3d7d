package control

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A Choice is a select box in a dialog. Up, Down and the space bar open its menu, Left and Right choose without it, and
// Enter presses the dialog's default button, also after choosing; without such a button it opens the menu. It passes on
// other keys.
type Choice struct {
	Pressable
	// Selected is the chosen word. SetSelected changes it.
	Selected string
	words    []string
	changed  func(word string)
	width    float32 // of a word, 0 if not known
	more     float32 // how much higher the longest word is than a line
}

var _ fyne.Widget = (*Choice)(nil)

// NewChoice makes a choice of words, with the first one chosen. changed may be nil.
func NewChoice(keys core.Keys, words []string, changed func(word string)) *Choice {
	c := &Choice{words: words, Selected: words[0], changed: changed}
	c.Extend(c, nil, "", keys, c.open)
	return c
}

// SetWords sets the words and the chosen one, without calling changed.
func (c *Choice) SetWords(words []string, selected string) {
	c.words, c.Selected = words, selected
	c.measure()
	c.Refresh()
}

// SetWidth sets the width, and makes the choice high enough for the longest word in up to two lines.
func (c *Choice) SetWidth(width float32) {
	if width = c.room(width); c.width != width {
		c.width = width
		c.measure()
	}
}

// room returns the part of a width that is available for a word.
func (c *Choice) room(width float32) float32 {
	return max(0, width-theme.IconInlineSize()-2*theme.InnerPadding()-theme.Padding())
}

func (c *Choice) measure() {
	c.more = 0
	if c.width == 0 {
		return
	}
	lines := core.NewLines(theme.TextSize(), theme.ColorNameForeground)
	lines.SetMost(2)
	lines.SetWidth(c.width)
	for _, word := range c.words {
		lines.SetText(word)
		c.more = max(c.more, lines.More())
	}
}

// SelectedIndex returns the index of the chosen word.
func (c *Choice) SelectedIndex() int { return slices.Index(c.words, c.Selected) }

// SetSelected chooses a word, if it is one of them, and calls changed.
func (c *Choice) SetSelected(word string) {
	if slices.Contains(c.words, word) {
		c.Selected = word
		if c.changed != nil {
			c.changed(word)
		}
		c.Refresh()
	}
}

// Tapped opens the menu and focuses the choice.
func (c *Choice) Tapped(e *fyne.PointEvent) {
	if on := core.CanvasOf(c); on != nil && c.Enabled() {
		on.Focus(c)
		c.Pressable.Tapped(e)
	}
}

// TypedKey chooses, or passes on the key.
func (c *Choice) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if c.keys.Submit == nil || !c.keys.Submit() {
			c.open()
		}
	case fyne.KeySpace, fyne.KeyUp, fyne.KeyDown:
		c.open()
	case fyne.KeyLeft:
		c.step(-1)
	case fyne.KeyRight:
		c.step(1)
	default:
		c.keys.Pass(k.Name)
	}
}

// step chooses the next word or the one before, cyclically.
func (c *Choice) step(by int) {
	count := len(c.words)
	c.SetSelected(c.words[(c.SelectedIndex()+by+count)%count])
}

// open opens the menu of all words, with the chosen one active.
func (c *Choice) open() {
	menu := fyne.NewMenu("")
	for _, word := range c.words {
		item := fyne.NewMenuItem(word, func() { c.SetSelected(word) })
		item.Checked = word == c.Selected
		menu.Items = append(menu.Items, item)
	}
	Open(core.CanvasOf(c), menu, Under(c)).Activate(c.SelectedIndex())
}

// CreateRenderer implements fyne.Widget.
func (c *Choice) CreateRenderer() fyne.WidgetRenderer {
	r := &choiceRenderer{
		choice: c, back: canvas.NewRectangle(nil), word: core.NewLines(theme.TextSize(), theme.ColorNameForeground),
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
	word   *core.Lines
	icon   *canvas.Image
}

// MinSize returns a small width: a word without enough room ends in an ellipsis.
func (r *choiceRenderer) MinSize() fyne.Size {
	const least = 90
	height := fyne.MeasureText("", theme.TextSize(), fyne.TextStyle{}).Height
	return fyne.NewSize(least, height+3*theme.InnerPadding()-2*theme.Padding()+r.choice.more)
}

func (r *choiceRenderer) Layout(size fyne.Size) {
	side, pad := theme.IconInlineSize(), theme.InnerPadding()
	left := size.Width - side - pad
	r.back.Resize(size)
	r.icon.Resize(fyne.NewSquareSize(side))
	r.icon.Move(fyne.NewPos(left, (size.Height-side)/2))
	most := 1
	if r.choice.more > 0 {
		most = 2
	}
	r.word.SetMost(most)
	r.word.SetWidth(r.choice.room(size.Width))
	core.PutMiddle(r.word, pad, 0, r.choice.room(size.Width), size.Height)
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
