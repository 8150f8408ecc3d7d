package core

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// TestTipsFit shows tips of any length, which stay within the window.
func TestTipsFit(t *testing.T) {
	test.NewTempApp(t)
	tips := NewTips(func(func()) {})
	o := canvas.NewRectangle(nil)
	for _, width := range []float32{200, 1000} {
		w := test.NewTempWindow(t, container.NewStack(container.NewWithoutLayout(o), tips.Layer()))
		w.Resize(fyne.NewSize(width, 300))
		o.Resize(fyne.NewSize(30, 30))
		o.Move(fyne.NewPos(width-40, 200))
		for _, text := range []string{"A", strings.Repeat("word ", 200), strings.Repeat("x", 1000)} {
			tips.ShowAt(o, fyne.Position{}, o.Size(), text)
			size, at := tips.back.Size(), tips.back.Position()
			lines := size.Height / (tipSize * lineHeight)
			if at.X < 0 || at.X+size.Width > width || size.Width > tipWidth+2*tipPadX || lines > tipLines+1 {
				t.Errorf("%.9s…, %d characters, in %v: %v at %v", text, len(text), width, size, at)
			}
		}
		tips.Hide()
	}
}
