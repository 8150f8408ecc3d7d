package core

import (
	"fyne.io/fyne/v2"
)

// A Floor lies invisibly under the other widgets of a panel or a dialog. At a click on an object that is not focusable
// the toolkit removes the focus, unless there is a focusable object under the pointer, which the floor is. When Tab
// focuses the floor it passes on the focus.
type Floor struct {
	Base
	keys Keys
}

var (
	_ fyne.Widget    = (*Floor)(nil)
	_ fyne.Focusable = (*Floor)(nil)
)

// NewFloor makes a floor that passes on keys.
func NewFloor(keys Keys) *Floor {
	f := &Floor{keys: keys}
	f.ExtendBaseWidget(f)
	return f
}

// CreateRenderer implements fyne.Widget: it draws nothing.
func (f *Floor) CreateRenderer() fyne.WidgetRenderer { return &bare{} }

// FocusGained passes on the focus in the direction in which it came.
func (f *Floor) FocusGained() {
	switch c := CanvasOf(f); {
	case c == nil:
	case ShiftHeld():
		c.FocusPrevious()
	default:
		c.FocusNext()
	}
}

// FocusLost does nothing.
func (f *Floor) FocusLost() {}

// TypedRune passes on characters, if there is no other focusable object.
func (f *Floor) TypedRune(r rune) { f.keys.Rune(r) }

// TypedKey passes on keys.
func (f *Floor) TypedKey(k *fyne.KeyEvent) { f.keys.Pass(k.Name) }

// bare is the renderer of an invisible widget.
type bare struct{}

func (*bare) Destroy()                     {}
func (*bare) Layout(fyne.Size)             {}
func (*bare) MinSize() fyne.Size           { return fyne.Size{} }
func (*bare) Objects() []fyne.CanvasObject { return nil }
func (*bare) Refresh()                     {}
