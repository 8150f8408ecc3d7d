// Empty is a window with nothing in it: what the toolkit itself costs.
package main

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/canvas"
)

func main() {
	a := app.NewWithID("sextant.empty")
	w := a.NewWindow("Empty")
	w.SetPadded(false)
	w.SetContent(canvas.NewRectangle(color.NRGBA{0, 0, 0xFF, 0xFF}))
	w.Resize(fyne.NewSize(876, 500))
	w.ShowAndRun()
}
