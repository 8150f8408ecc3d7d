package widgets

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// tipDelay is how long the pointer rests on something before its tip appears.
const tipDelay = 600 * time.Millisecond

// Tips is a layer on top of a window's content that shows a short text beside what the pointer rests
// on. It takes no events.
type Tips struct {
	layer *fyne.Container
	back  *canvas.Rectangle
	text  *canvas.Text
	do    func(func())
	timer *time.Timer
}

// NewTips makes the layer. do runs a function on the UI goroutine.
func NewTips(do func(func())) *Tips {
	t := &Tips{do: do, back: canvas.NewRectangle(color.Transparent), text: newText(12)}
	t.back.CornerRadius = 4
	t.layer = container.NewWithoutLayout(t.back, t.text)
	return t
}

// Layer is what goes on top of the window's content.
func (t *Tips) Layer() fyne.CanvasObject { return t.layer }

// Offer shows the text beside the object after a moment.
func (t *Tips) Offer(o fyne.CanvasObject, text string) {
	t.Hide()
	if text == "" {
		return
	}
	t.timer = time.AfterFunc(tipDelay, func() {
		t.do(func() { t.show(o, text) })
	})
}

// Hide takes the tip away.
func (t *Tips) Hide() {
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
	if t.text.Text != "" {
		t.put("", fyne.Position{}, fyne.Size{})
	}
}

// put draws the tip's box, or nothing. The layer itself is never hidden: the toolkit does not repaint
// for something it has never drawn.
func (t *Tips) put(text string, pos fyne.Position, size fyne.Size) {
	setText(t.text, text)
	t.back.FillColor = color.Transparent // round corners leave a pixel even at no size
	if text != "" {
		t.back.FillColor = theme.Color(theme.ColorNameInputBorder)
	}
	t.back.Resize(size)
	t.back.Move(pos)
	t.text.Move(pos.AddXY(tipPadX, tipPadY))
	t.back.Refresh()
	t.text.Refresh()
}

// The space around a tip's text.
const tipPadX, tipPadY = 8, 4

func (t *Tips) show(o fyne.CanvasObject, text string) {
	if t.timer == nil {
		return // hidden between the timer and now
	}
	setText(t.text, text)
	box := t.text.MinSize().AddWidthHeight(2*tipPadX, 2*tipPadY)
	root := fyne.CurrentApp().Driver().AbsolutePositionForObject(t.layer)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Subtract(root)
	pos := fyne.NewPos(at.X+(o.Size().Width-box.Width)/2, at.Y-box.Height-4)
	if pos.Y < 0 {
		pos.Y = at.Y + o.Size().Height + 4
	}
	pos.X = max(2, min(pos.X, t.layer.Size().Width-box.Width-2))
	t.put(text, pos, box)
}
