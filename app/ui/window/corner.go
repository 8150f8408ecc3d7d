package window

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
)

// A corner is where a public screen says, in a few words, what is not as it should be. It is never hidden, since the
// toolkit does not repaint for what it has never drawn.
type corner struct {
	back    *canvas.Rectangle
	text    *canvas.Text
	content fyne.CanvasObject
	said    string // by a notice
	// forget gives up the page that is not there, nil while there is none.
	forget *time.Timer
}

func newCorner() *corner {
	c := &corner{back: canvas.NewRectangle(color.Transparent), text: canvas.NewText("", theme.Color(theme.ColorNameForeground))}
	c.text.TextSize = 16
	c.text.FontSource = theme.DefaultTextFont()
	box := container.NewStack(c.back, container.NewPadded(c.text))
	c.content = container.NewBorder(nil, container.NewHBox(box, layout.NewSpacer()), nil, nil)
	return c
}

// settle takes back what a notice said.
func (c *corner) settle() {
	c.said = ""
	if c.forget != nil {
		c.forget.Stop()
		c.forget = nil
	}
}

func (c *corner) show(sentence string) {
	if c.text.Text == sentence {
		return
	}
	c.text.Text, c.back.FillColor = sentence, color.Transparent
	if sentence != "" {
		c.back.FillColor = color.NRGBA{0x16, 0x1A, 0x1F, 0xE0}
	}
	c.back.Refresh()
	c.text.Refresh()
}

// ageEvery is how often a public screen looks whether its page has become old.
const ageEvery = 30 * time.Second

// beginKiosk prepares for a public place: full screen for good, no pointer, no screen blanking. The
// subpages turn by their own dwell times, which the browser is told when it is made.
func (c *corner) beginKiosk(w *Window) {
	w.parts.App.Driver().SetDisableScreenBlanking(true)
	w.panels.setFull(true)
	c.watchAge(w)
}

// watchAge keeps the corner up to date as time passes.
func (c *corner) watchAge(w *Window) {
	time.AfterFunc(ageEvery, func() {
		w.Do(func() {
			w.notices.showCorner()
			c.watchAge(w)
		})
	})
}
