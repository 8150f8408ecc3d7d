package pageview

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/app/say"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// A ColourKey is the label of one of the four coloured keys of a remote control. A key without a target is Dim.
type ColourKey struct {
	Page, Name string
	Dim        bool
}

// ColourKeys is a strip with the red, green, yellow and blue key. Each shows its keyboard shortcut too, so that they
// can be distinguished without their colours.
type ColourKeys struct {
	core.Base
	keys [4]*colourKey
}

var _ fyne.Widget = (*ColourKeys)(nil)

// NewColourKeys makes a strip of keys without targets. press is called with the key's number, from 0 for red, and named
// returns a key's keyboard shortcut, which may be "".
func NewColourKeys(tips *core.Tips, press func(i int), named func(i int) string) *ColourKeys {
	k := &ColourKeys{}
	for i := range k.keys {
		k.keys[i] = newColourKey(tips, i, func() { press(i) }, func() string { return named(i) })
	}
	k.ExtendBaseWidget(k)
	return k
}

// SetKeys sets the keys' labels.
func (k *ColourKeys) SetKeys(keys [4]ColourKey) {
	for i, key := range keys {
		k.keys[i].set(key)
	}
}

// CreateRenderer makes what is drawn.
func (k *ColourKeys) CreateRenderer() fyne.WidgetRenderer {
	row := container.NewGridWithColumns(len(k.keys))
	for _, key := range k.keys {
		row.Add(key)
	}
	return widget.NewSimpleRenderer(row)
}

type colourKey struct {
	control.Clickable
	number int
	key    ColourKey
	named  func() string
}

var _ fyne.Widget = (*colourKey)(nil)

func newColourKey(tips *core.Tips, number int, pressed func(), named func() string) *colourKey {
	k := &colourKey{number: number, named: named}
	k.Extend(k, tips, "", pressed)
	k.SetTipNow(k.tip)
	k.SetEnabled(false)
	return k
}

func (k *colourKey) tip() string {
	tip := strings.TrimSpace(k.key.Page + " " + k.key.Name)
	if named := k.named(); named != "" && tip != "" {
		tip = say.Text("keyboard.with", "Title", tip, "Keys", named)
	}
	return tip
}

func (k *colourKey) set(key ColourKey) {
	if k.key == key {
		return
	}
	k.key = key
	k.SetEnabled(!key.Dim && key.Page != "")
	k.Refresh()
}

// CreateRenderer makes what is drawn.
func (k *colourKey) CreateRenderer() fyne.WidgetRenderer {
	r := &colourKeyRenderer{
		key: k, back: canvas.NewRectangle(nil), chip: canvas.NewRectangle(nil), letter: core.NewCanvasText(9.5),
		page: core.NewCanvasText(13), name: core.NewLine(13, theme.ColorNamePlaceHolder),
	}
	r.back.CornerRadius, r.chip.CornerRadius = 4, 3
	r.letter.FontSource = theme.DefaultTextBoldFont()
	r.Face = core.Face{r.back, r.chip, r.letter, r.page, r.name}
	r.Refresh()
	return r
}

type colourKeyRenderer struct {
	core.Face
	key        *colourKey
	back, chip *canvas.Rectangle
	letter     *canvas.Text
	page       *canvas.Text
	name       *core.Line
}

const (
	colourKeyHeight = 26
	leastChip       = 20
	chipHeight      = 14
)

func (r *colourKeyRenderer) MinSize() fyne.Size { return fyne.NewSize(60, colourKeyHeight) }

func (r *colourKeyRenderer) Layout(size fyne.Size) {
	// The antialiased edge of round corners would overlap what is above.
	r.back.Resize(fyne.NewSize(max(0, size.Width), max(0, size.Height-2))) // while hidden the size is 0
	r.back.Move(fyne.NewPos(0, 1))
	middle := func(o fyne.CanvasObject, x, width, height float32) {
		o.Resize(fyne.NewSize(width, height))
		o.Move(fyne.NewPos(x, (size.Height-height)/2))
	}
	const edge, gap = 8, 7
	letter := r.letter.MinSize()
	chipWidth := max(leastChip, letter.Width+6)
	middle(r.chip, edge, chipWidth, chipHeight)
	middle(r.letter, edge+(chipWidth-letter.Width)/2, letter.Width, letter.Height)
	page := r.page.MinSize()
	x := edge + chipWidth + gap
	middle(r.page, x, page.Width, page.Height)
	x += page.Width + gap
	middle(r.name, x, max(0, size.Width-x-edge), r.name.MinSize().Height)
}

// The colours of the keys, less bright than on a page but unmistakable.
var keyColours = [4]color.NRGBA{
	{0xFF, 0x82, 0x7A, 0xFF}, {0x5F, 0xC2, 0x6B, 0xFF}, {0xDD, 0xC6, 0x4C, 0xFF}, {0x70, 0xAD, 0xF6, 0xFF},
}

func (r *colourKeyRenderer) Refresh() {
	k := r.key
	r.back.FillColor = theme.Color(k.BackColour(theme.ColorNameBackground))
	chip := keyColours[k.number]
	core.SetCanvasText(r.letter, k.named())
	r.letter.Color = core.Ink
	if !k.Enabled() {
		chip.A = 0x20
		r.letter.Color = theme.Color(theme.ColorNameDisabled)
	}
	r.chip.FillColor = chip
	core.SetCanvasText(r.page, k.key.Page)
	r.page.Color = theme.Color(theme.ColorNameForeground)
	if !k.Enabled() {
		r.page.Color = theme.Color(theme.ColorNameDisabled)
	}
	r.name.SetText(k.key.Name)
	r.name.SetColour(theme.ColorNamePlaceHolder)
	if k.Hovered() && k.Enabled() {
		r.name.SetColour(theme.ColorNameForeground)
	}
	r.Layout(k.Size())
	canvas.Refresh(k)
}
