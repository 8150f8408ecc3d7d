package page

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// echo is the corner in which full screen shows the number being typed. Its object is always in the window, transparent
// otherwise: the toolkit does not repaint for objects that it has never drawn.
type echo struct {
	on      bool // in full screen
	text    *canvas.Text
	back    *canvas.Rectangle
	content *fyne.Container
}

func newEcho() *echo {
	e := &echo{
		text: canvas.NewText("", theme.Color(theme.ColorNamePrimary)), back: canvas.NewRectangle(color.Transparent),
	}
	e.text.TextSize = 40
	e.text.FontSource = theme.DefaultTextFont()
	e.back.CornerRadius = 6
	box := container.NewStack(e.back, container.NewPadded(container.NewPadded(e.text)))
	e.content = container.NewVBox(container.NewHBox(container.NewPadded(box)))
	return e
}

func (e *echo) showEntry(entry string) {
	if !e.on {
		entry = ""
	}
	if e.text.Text == entry {
		return
	}
	e.text.Text, e.text.Color, e.back.FillColor = entry, theme.Color(theme.ColorNamePrimary), color.Transparent
	if entry != "" {
		e.back.FillColor = theme.Color(theme.ColorNameBackground)
	}
	e.content.Refresh()
}
