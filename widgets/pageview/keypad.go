package pageview

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
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
// the next page, and the digits below it.
type Keypad struct {
	Content fyne.CanvasObject
	number  *core.Line
}

// NewKeypad makes a keypad.
func NewKeypad(tips *core.Tips, do KeypadActions) *Keypad {
	k := &Keypad{number: core.NewLine(numberSize, theme.ColorNameForeground).Centred()}
	keys := container.New(core.Grouped(&keyGrid{}, access.Panel, say.Text("keypad.title")))
	icon := func(name, tip string, tapped func()) *control.Button {
		return control.NewButton(tips, core.Icon(name), tip, tapped).Raised()
	}
	keys.Add(icon("left", say.Text("go.previous"), do.Previous))
	keys.Add(k.number)
	keys.Add(icon("right", say.Text("go.next"), do.Next))
	for d := 1; d <= 9; d++ {
		keys.Add(control.NewTextButton(tips, strconv.Itoa(d), "", func() { do.Digit(d) }).Large())
	}
	keys.Add(icon("clear", say.Text("keypad.clear"), do.Clear))
	keys.Add(control.NewTextButton(tips, "0", "", func() { do.Digit(0) }).Large())
	keys.Add(icon("correct", say.Text("keypad.correct"), do.Correct))
	k.Content = container.NewStack(core.NewCard(), container.New(layout.NewCustomPaddedLayout(8, 8, 8, 8), keys))
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

// keyGrid lays out the number and twelve keys like a telephone's, as large as there is room.
type keyGrid struct{}

const (
	keyColumns = 3
	keyRows    = 5
	keyWidth   = 52 // fits a number of three digits
	keyHeight  = 36
	keyGap     = 4
)

func (*keyGrid) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(keyColumns*(keyWidth+keyGap)-keyGap, keyRows*(keyHeight+keyGap)-keyGap)
}

func (*keyGrid) Layout(keys []fyne.CanvasObject, size fyne.Size) {
	width, height := (size.Width+keyGap)/keyColumns, (size.Height+keyGap)/keyRows
	for i, k := range keys {
		k.Resize(fyne.NewSize(width-keyGap, height-keyGap))
		k.Move(fyne.NewPos(float32(i%keyColumns)*width, float32(i/keyColumns)*height))
	}
}
