package hosttest

import (
	"testing"

	"fyne.io/fyne/v2"

	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// Within checks that the visible controls and lines of a widget are inside of its bounds.
func Within(t testing.TB, what string, root fyne.CanvasObject) {
	t.Helper()
	driver := fyne.CurrentApp().Driver()
	at, size := driver.AbsolutePositionForObject(root), root.Size()
	for _, o := range widgettest.Seen(root) {
		switch o.(type) {
		case *control.Button, *control.Entry, *control.Tab, *control.Check, *core.Line:
		default:
			continue
		}
		p := driver.AbsolutePositionForObject(o)
		if p.X >= 0 && (p.Y+o.Size().Height > at.Y+size.Height+1 || p.X+o.Size().Width > at.X+size.Width+1) {
			t.Errorf("%s: %T at %v with %v is out of %v", what, o, p, o.Size(), size)
		}
	}
}
