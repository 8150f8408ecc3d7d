package pageview

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"sextant/app/access"
	"sextant/app/say"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// NewKeypad makes the page-number keypad, a card that lies over the page: the digits, and keys to clear and to correct the
// entry.
func NewKeypad(tips *core.Tips, digit func(int), correct, clearAll func()) fyne.CanvasObject {
	grid := container.New(core.Grouped(&keyGrid{}, access.Panel, say.Text("keypad.title")))
	for d := 1; d <= 9; d++ {
		grid.Add(control.NewTextButton(tips, strconv.Itoa(d), "", func() { digit(d) }))
	}
	icon := func(name, tip string, tapped func()) *control.Button {
		return control.NewButton(tips, core.Icon(name), tip, tapped).Raised()
	}
	grid.Add(icon("clear", say.Text("keypad.clear"), clearAll))
	grid.Add(control.NewTextButton(tips, "0", "", func() { digit(0) }))
	grid.Add(icon("correct", say.Text("keypad.correct"), correct))
	return container.NewStack(core.NewCard(), container.New(layout.NewCustomPaddedLayout(8, 8, 8, 8), grid))
}

// keyGrid lays twelve keys out as on a telephone.
type keyGrid struct{}

const (
	keyColumns = 3
	keyRows    = 4
	keyWidth   = 44
	keyHeight  = 36
	keyGap     = 4
)

func (*keyGrid) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(keyColumns*(keyWidth+keyGap)-keyGap, keyRows*(keyHeight+keyGap)-keyGap)
}

func (*keyGrid) Layout(keys []fyne.CanvasObject, _ fyne.Size) {
	for i, k := range keys {
		k.Resize(fyne.NewSize(keyWidth, keyHeight))
		k.Move(fyne.NewPos(float32(i%keyColumns)*(keyWidth+keyGap), float32(i/keyColumns)*(keyHeight+keyGap)))
	}
}
