package control

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// TestIndex selects words by keys, letters and mouse, each of which must be reported once.
func TestIndex(t *testing.T) {
	var asked widgettest.Asked
	keys := core.Keys{Key: func(k fyne.KeyName) { asked.Add("key %s", k) }, Leave: func() { asked.Add("leave") }}
	x := NewIndex(keys, []string{"Connection", "Display", "Sound", "Storage"}, func(at int) { asked.Add("%d", at) })
	w := widgettest.Show(t, x, 120, 140)
	w.Canvas().Focus(x)
	widgettest.Press(x, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp,
		fyne.KeyUp, fyne.KeyUp, fyne.KeyEnd, fyne.KeyEnd, fyne.KeyHome)
	asked.Expect(t, "1", "2", "1", "0", "3", "0")
	for _, r := range "sSd" {
		x.TypedRune(r)
	}
	asked.Expect(t, "2", "3", "1")
	widgettest.Press(x, fyne.KeyPageDown, fyne.KeyReturn, fyne.KeyEscape)
	asked.Expect(t, "key Next", "leave")
	x.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(10, 2*indexRow+5)}})
	x.Tapped(&fyne.PointEvent{Position: fyne.NewPos(10, 2*indexRow+5)})
	x.Tapped(&fyne.PointEvent{Position: fyne.NewPos(10, 9*indexRow)})
	asked.Expect(t, "2")
	x.Mark(core.None)
	widgettest.Press(x, fyne.KeyDown)
	asked.Expect(t, "0")
}
