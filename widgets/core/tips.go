package core

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// tipDelay is how long the pointer must rest on an object before its tip appears.
const tipDelay = 600 * time.Millisecond

// tipStays is the longest time for which a tip stays.
const tipStays = 6 * time.Second

// Tips is a layer on top of a window's content that shows the tip of the object on which the pointer rests. It takes no
// events.
type Tips struct {
	layer *fyne.Container
	back  *canvas.Rectangle
	text  *Lines
	do    func(func())
	timer *time.Timer
}

// NewTips makes the layer. do posts a function to the UI goroutine.
func NewTips(do func(func())) *Tips {
	t := &Tips{do: do, back: canvas.NewRectangle(color.Transparent), text: NewLines(tipSize, theme.ColorNameForeground)}
	t.text.SetMost(tipLines)
	t.back.CornerRadius = 4
	t.layer = container.NewWithoutLayout(t.back, t.text)
	return t
}

// Layer returns the object to show on top of the window's content.
func (t *Tips) Layer() fyne.CanvasObject { return t.layer }

// Do posts a function to the UI goroutine. It may be called on any goroutine.
func (t *Tips) Do(f func()) { t.do(f) }

// Waiting reports whether a tip is shown or pending.
func (t *Tips) Waiting() bool { return t.timer != nil }

// Offer shows the text beside the object after tipDelay.
func (t *Tips) Offer(o fyne.CanvasObject, text string) {
	t.OfferAt(o, fyne.Position{}, o.Size(), text)
}

// OfferAt shows the text beside a part of the object after tipDelay.
func (t *Tips) OfferAt(o fyne.CanvasObject, pos fyne.Position, size fyne.Size, text string) {
	t.Hide()
	if text == "" {
		return
	}
	driver := fyne.CurrentApp().Driver()
	at := driver.AbsolutePositionForObject(o)
	t.timer = time.AfterFunc(tipDelay, func() {
		t.do(func() {
			if t.timer == nil {
				return // hidden after the timer had fired
			}
			if driver.AbsolutePositionForObject(o) != at {
				t.Hide() // it is no longer below the pointer
				return
			}
			t.show(o, pos, size, text)
			// The toolkit does not report that the pointer left the window, so tips have a timeout.
			t.timer = time.AfterFunc(tipStays, func() { t.do(t.Hide) })
		})
	})
}

// ShowAt shows the text beside a part of the object at once.
func (t *Tips) ShowAt(o fyne.CanvasObject, pos fyne.Position, size fyne.Size, text string) {
	t.Hide()
	t.show(o, pos, size, text)
	t.timer = time.AfterFunc(tipStays, func() { t.do(t.Hide) })
}

// Hide hides the tip.
func (t *Tips) Hide() {
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
	if t.text.Text() != "" {
		t.put("", fyne.Position{}, fyne.Size{})
	}
}

// put draws the tip's box, or nothing. The layer is never hidden: the toolkit does not repaint for objects that it has
// never drawn.
func (t *Tips) put(text string, pos fyne.Position, size fyne.Size) {
	t.text.SetText(text)
	t.back.FillColor, t.back.StrokeWidth = color.Transparent, 0 // round corners leave a pixel even at size 0
	if text != "" {
		t.back.FillColor = theme.Color(theme.ColorNameMenuBackground)
		t.back.StrokeColor, t.back.StrokeWidth = theme.Color(theme.ColorNameInputBorder), 1
	}
	t.back.Resize(size)
	t.back.Move(pos)
	t.text.Move(pos.AddXY(tipPadX, tipPadY))
	t.text.Resize(size.SubtractWidthHeight(2*tipPadX, 2*tipPadY))
	t.back.Refresh()
	t.text.Refresh()
}

// The space around a tip's text, its size, and the most lines that it has and their width.
const (
	tipPadX, tipPadY = 8, 4
	tipSize          = 12
	tipLines         = 4
	tipWidth         = 420
)

// show shows the tip above a part of the object, or below if there is no room.
func (t *Tips) show(o fyne.CanvasObject, pos fyne.Position, size fyne.Size, text string) {
	t.text.SetText(text)
	width := min(TextWidth(text, tipSize, fyne.TextStyle{})+1, tipWidth, t.layer.Size().Width-2*tipPadX-4)
	t.text.SetWidth(width)
	box := fyne.NewSize(width+2*tipPadX, t.text.Height()+2*tipPadY)
	root := fyne.CurrentApp().Driver().AbsolutePositionForObject(t.layer)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Subtract(root).Add(pos)
	to := fyne.NewPos(at.X+(size.Width-box.Width)/2, at.Y-box.Height-4)
	if to.Y < 0 {
		to.Y = at.Y + size.Height + 4
	}
	to.X = max(2, min(to.X, t.layer.Size().Width-box.Width-2))
	t.put(text, to, box)
}
