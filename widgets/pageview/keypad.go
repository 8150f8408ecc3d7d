package pageview

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"sextant/widgets/control"
	"sextant/widgets/core"
)

// NewKeypad makes the page-number keypad: the digits, and keys to clear and to correct the entry.
func NewKeypad(tips *core.Tips, digit func(int), correct, clearAll func()) fyne.CanvasObject {
	grid := container.New(&keyGrid{})
	for d := 1; d <= 9; d++ {
		grid.Add(control.NewTextButton(tips, strconv.Itoa(d), "", func() { digit(d) }))
	}
	icon := func(name, tip string, tapped func()) *control.Button {
		return control.NewButton(tips, core.Icon(name), tip, tapped).Raised()
	}
	grid.Add(icon("clear", "Clear the page number (Esc)", clearAll))
	grid.Add(control.NewTextButton(tips, "0", "", func() { digit(0) }))
	grid.Add(icon("correct", "Take the last digit back (Backspace)", correct))
	return container.NewHBox(layout.NewSpacer(), grid, layout.NewSpacer())
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
