package pageview

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"sextant/app/access"
	"sextant/app/say"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// KeypadActions are a keypad's callbacks. All must be set.
type KeypadActions struct {
	Digit                          func(int)
	Correct, Clear, Previous, Next func()
}

// A Keypad is the page-number keypad: the page's number, or the one being typed, between the keys for the previous and
// the next page, and the digits below it. In a place that is too low for that it has only the digits, in one row.
type Keypad struct {
	Content fyne.CanvasObject
	number  *core.Line
}

// NewKeypad makes a keypad.
func NewKeypad(tips *core.Tips, do KeypadActions) *Keypad {
	k := &Keypad{number: core.NewLine(numberSize, theme.ColorNameForeground).Centred()}
	var keys []fyne.CanvasObject
	key := func(text, tip string, tapped func()) *control.Button {
		return control.NewTextButton(tips, text, tip, tapped).Large()
	}
	icon := func(name, tip string, tapped func()) *control.Button {
		return control.NewButton(tips, core.Icon(name), tip, tapped).Raised()
	}
	keys = append(keys, icon("left", say.Text("go.previous"), do.Previous))
	keys = append(keys, k.number)
	keys = append(keys, icon("right", say.Text("go.next"), do.Next))
	digit := func(d int) {
		keys = append(keys, key(strconv.Itoa(d), say.Text("keypad.digit", "Digit", d), func() { do.Digit(d) }))
	}
	for d := 1; d <= 9; d++ {
		digit(d)
	}
	keys = append(keys, key("C", say.Text("keypad.clear"), do.Clear))
	digit(0)
	keys = append(keys, icon("correct", say.Text("keypad.correct"), do.Correct))
	k.Content = container.New(&keypadLayout{}, core.NewBand(), core.NewCard(),
		container.New(core.Grouped(&keyGrid{}, access.Panel, say.Text("keypad.title")), keys...))
	return k
}

// SetNumber shows the page's number, or the one being typed.
func (k *Keypad) SetNumber(text string, typing bool) {
	k.number.SetText(text)
	if typing {
		k.number.SetColour(theme.ColorNamePrimary)
	} else {
		k.number.SetColour(theme.ColorNameForeground)
	}
}

// keypadLayout lays out the keys on a card, or on a band if they are in one row.
type keypadLayout struct{}

const keypadPad = 6

func (*keypadLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[2].MinSize().AddWidthHeight(2*keypadPad, 2*keypadPad)
}

func (*keypadLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	row := isKeyRow(size)
	core.SetVisible(o[0], row)
	core.SetVisible(o[1], !row)
	o[0].Resize(size)
	o[1].Resize(size)
	o[2].Resize(size.SubtractWidthHeight(2*keypadPad, 2*keypadPad))
	o[2].Move(fyne.NewPos(keypadPad, keypadPad))
	if row {
		o[2].Resize(size.SubtractWidthHeight(2*keypadPad, 2*keyRowPad))
		o[2].Move(fyne.NewPos(keypadPad, keyRowPad))
	}
}

// keyGrid lays out the number and twelve keys like a telephone's, as large as there is room, or twelve keys in a row.
type keyGrid struct{}

const (
	keyColumns = 3
	keyRows    = 5
	keyWidth   = 52 // fits a number of three digits
	keyHeight  = 25
	keyGap     = 3
	keyRowPad  = 6
)

// isKeyRow reports whether a keypad of a size has its keys in one row.
func isKeyRow(size fyne.Size) bool { return size.Height < keyRows*keyHeight/2 }

func (*keyGrid) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(keyColumns*(keyWidth+keyGap)-keyGap, keyRows*(keyHeight+keyGap)-keyGap)
}

func (*keyGrid) Layout(keys []fyne.CanvasObject, size fyne.Size) {
	row := isKeyRow(size)
	for _, k := range keys[:keyColumns] {
		core.SetVisible(k, !row)
	}
	if row {
		layoutKeyRow(keys[keyColumns:], size)
		return
	}
	width, height := (size.Width+keyGap)/keyColumns, (size.Height+keyGap)/keyRows
	for i, k := range keys {
		k.Resize(fyne.NewSize(width-keyGap, height-keyGap))
		k.Move(fyne.NewPos(float32(i%keyColumns)*width, float32(i/keyColumns)*height))
	}
}

// layoutKeyRow lays out the digits from 1 to 0 and the keys that clear in the middle of a row.
func layoutKeyRow(keys []fyne.CanvasObject, size fyne.Size) {
	const clear, zero = 9, 10
	width := min(keyWidth+keyGap, (size.Width+keyGap)/float32(len(keys)))
	left := (size.Width - width*float32(len(keys)) + keyGap) / 2
	keys = slices.Clone(keys)
	keys[clear], keys[zero] = keys[zero], keys[clear]
	for i, k := range keys {
		k.Resize(fyne.NewSize(width-keyGap, size.Height))
		k.Move(fyne.NewPos(left+float32(i)*width, 0))
	}
}
